/* Each thread fetches a block of each thread, as in a transposition; with a loop over the threads,
 * as one writes it first. Prints the time of a round. Measured with the pass that turns such loops
 * and without it: as written, all threads ask thread 0 first and go on in step.
 *
 *   (no word)    one upc_memget an iteration
 *   both         a second transfer sends a block to the same thread
 */
#include <upc_relaxed.h>

#include "../apps/program.h"

enum { MOST = 1 << 17 }; /* words of a block, at most */
shared [MOST] uint64_t sources[THREADS * MOST];
shared [MOST] uint64_t (*targets)[MOST]; /* row r * THREADS + t: what thread t was sent by r */

static size_t block_words(char class) {
    switch (class) {
    case 'S': return 1 << 7;
    case 'W': return 1 << 13;
    case 'A': return 1 << 17;
    default: return 0;
    }
}

static uint64_t word_of(int owner, size_t i) { return (uint64_t)owner * 1000003 + i * 7; }

static int is_wrong(const uint64_t *block, int owner, size_t words) {
    int wrong = 0;
    for (size_t i = 0; i < words; i++) wrong |= block[i] != word_of(owner, i);
    return wrong;
}

static void round_of_gets(uint64_t *fetched, size_t bytes) {
    for (int t = 0; t < THREADS; t++) upc_memget(fetched + (size_t)t * MOST, &sources[(size_t)t * MOST], bytes);
}

static void round_of_both(uint64_t *fetched, const uint64_t *sent, size_t bytes) {
    shared [MOST] uint64_t (*const mine)[MOST] = targets + MYTHREAD * THREADS;
    for (int t = 0; t < THREADS; t++) {
        upc_memget(fetched + (size_t)t * MOST, &sources[(size_t)t * MOST], bytes);
        upc_memput(&mine[t], sent, bytes);
    }
}

int main(int arguments, char **argument) {
    const char name = program_class(arguments, argument, 'W');
    const size_t words = block_words(name);
    const size_t bytes = words * sizeof(uint64_t);
    if (!words) return program_unknown_class("all_to_all", name);
    const int both = program_form(arguments, argument, "both");
    const int rounds = getenv("BENCH_QUICK") ? 20 : words > 1 << 14 ? 100 : 1000;
    uint64_t *fetched = program_memory((size_t)THREADS * MOST * sizeof *fetched);
    uint64_t *sent = program_memory(bytes);
    targets = upc_all_alloc((size_t)THREADS * THREADS, MOST * sizeof(uint64_t));
    for (size_t i = 0; i < words; i++) sources[MYTHREAD * MOST + i] = sent[i] = word_of(MYTHREAD, i);
    upc_barrier;
    double start = 0;
    for (int r = -2; r < rounds; r++) {
        if (r == 0) start = bench_now_ns();
        if (both) round_of_both(fetched, sent, bytes);
        else round_of_gets(fetched, bytes);
        upc_barrier;
    }
    const double taken = (bench_now_ns() - start) / rounds;
    int wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong |= is_wrong(fetched + (size_t)t * MOST, t, words);
    for (int t = 0; both && t < THREADS; t++) wrong |= is_wrong((uint64_t *)&targets[t * THREADS + MYTHREAD], t, words);
    if (wrong) fprintf(stderr, "all_to_all: thread %d has a wrong block\n", MYTHREAD);
    if (MYTHREAD == 0) bench_print("all_to_all", taken);
    upc_barrier;
    upc_all_free(targets);
    free(fetched);
    free(sent);
    return MYTHREAD == 0 ? program_verdict("all_to_all", name, !wrong) : wrong;
}
