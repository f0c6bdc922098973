/* What bench/internal/crowd.cc asks of messages, by hand. There are sixteen parties on the cores
 * there are; the first half asks and the second half answers. Each question and its answer go
 * through a line of the two who talk. Who finds nothing gives its core away at once (looking 48
 * times more first takes twice as long on 2 cores). Parties are bound to the cores in turn, so
 * partners share one.
 *
 * Prints "one" (each asks its partner) and "many" (all in turn): time of the whole program for a
 * question and its answer. This is what the kernel takes to change processes, and nothing else.
 * What a runtime could do better is to have those who talk run at the same moment. */
#include "raw.h"

enum { HALF = 8 };
struct line {
    unsigned long number;
    unsigned long word[7];
};
struct table {
    struct line meet;
    struct line end;
    struct line line[HALF][HALF]; /* [who answers][who asks] */
};

static void ask(struct line *line) {
    const unsigned long number = line->number + 1;
    __atomic_store_n(&line->number, number, __ATOMIC_RELEASE);
    while (__atomic_load_n(&line->number, __ATOMIC_ACQUIRE) != number + 1)
        sched_yield();
}

static void answer(struct table *t, int me, unsigned long end) {
    while (__atomic_load_n(&t->end.number, __ATOMIC_ACQUIRE) < end) {
        int found = 0;
        for (int i = 0; i < HALF; i++) {
            struct line *line = &t->line[me][i];
            const unsigned long number = __atomic_load_n(&line->number, __ATOMIC_ACQUIRE);
            if (number & 1) {
                __atomic_store_n(&line->number, number + 1, __ATOMIC_RELEASE);
                found = 1;
            }
        }
        if (!found) sched_yield();
    }
}

static void play(struct raw_job *job, int me) {
    struct table *t = (struct table *)job->shared;
    const long each = (getenv("BENCH_QUICK") ? 80000 : 400000) / HALF;
    for (int many = 0; many < 2; many++) {
        raw_meet(&t->meet.number, job->parties, 2 * many + 1);
        const double start = bench_now_ns();
        if (me < HALF) {
            for (long i = 0; i < each; i++)
                ask(&t->line[many ? (me + i) % HALF : me][me]);
            __atomic_fetch_add(&t->end.number, 1, __ATOMIC_SEQ_CST);
        } else {
            answer(t, me - HALF, (unsigned long)HALF * (many + 1));
        }
        raw_meet(&t->meet.number, job->parties, 2 * many + 2);
        if (!me) bench_print(many ? "many" : "one", (bench_now_ns() - start) / (double)(each * HALF));
    }
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2 * HALF, sizeof(struct table), play);
}
