"""Completion scopes of <polder/scope.h>.

Every kind of transfer in several scopes at once, on threads, processes and nodes. A wait for one
scope ends while a node that another scope writes to is stopped, also beside a pthread that waits
for the latter. Scopes that do not exist are told.
"""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.engine import all_right, build, misuse  # noqa: E402

build(
    "scopes",
    r"""
enum { SCOPES = 20, WORDS = 40000 };

/* Scope s of each thread has a row of its own in the block of the next thread. */
static void all_kinds(void) {
    const int me = polder_mythread(), n = polder_threads(), next = (me + 1) % n,
              last = (me + n - 1) % n;
    const size_t row = (WORDS + 8) * sizeof(uint64_t);
    const polder_ga block = polder_all_alloc(SCOPES * row), there = polder_on(block, next);
    uint64_t *data = malloc(SCOPES * row), *back = calloc(1, SCOPES * row),
             *here = polder_pointer(polder_on(block, me));
    polder_scope scopes[SCOPES];
    uint64_t before[SCOPES][3];
    memset(here, 0, SCOPES * row);
    polder_barrier_all();
    for (int s = 0; s < SCOPES; s++) {
        scopes[s] = s ? polder_scope_make() : 0;
        for (int t = 0; t < s; t++) CHECK(scopes[t] != scopes[s]);
    }
    for (int s = 0; s < SCOPES; s++) {
        const polder_ga at = there + (polder_ga)s * row;
        uint64_t *mine = data + (size_t)s * (WORDS + 8), two = 2, small = 7000u + (unsigned)s;
        const size_t words = s % 2 ? 10 : WORDS;
        for (size_t i = 0; i < words; i++) mine[i] = (uint64_t)me << 40 | (uint64_t)s << 20 | i;
        polder_scope_put_signal(scopes[s], at, mine, words / 2 * 8, at + WORDS * 8, 5,
                                POLDER_SIGNAL_ADD);
        polder_scope_put(scopes[s], at + words / 2 * 8, mine + words / 2, (words - words / 2) * 8);
        polder_scope_put_buffered(scopes[s], at + WORDS * 8 + 8, &small, sizeof small);
        small = 0;
        polder_scope_atomic(scopes[s], POLDER_U64, POLDER_ADD, at + WORDS * 8 + 16, &two, NULL,
                            NULL);
        polder_scope_put_signal(scopes[s], at + WORDS * 8 + 24, &mine[1], 8, at + WORDS * 8 + 32, 9,
                                POLDER_SIGNAL_SET);
        for (uint64_t k = 0; k < 3; k++) /* 1, 2 and 4, in any order */
            polder_scope_atomic(scopes[s], POLDER_U64, POLDER_ADD, at + WORDS * 8 + 40,
                                &(const uint64_t){1u << k}, NULL, &before[s][k]);
    }
    for (int s = SCOPES - 1; s >= 0; s--) { /* in the other order */
        uint64_t signals[6];
        if (s % 3)
            polder_scope_wait(scopes[s]);
        else
            while (!polder_scope_test(scopes[s])) {
            }
        CHECK(polder_scope_count(scopes[s]) == 0);
        if (s == 0) polder_flush_all(); /* scope 0 has no buffered puts of its own */
        polder_get(signals, there + (polder_ga)s * row + WORDS * 8, sizeof signals);
        CHECK(signals[0] == 5 && signals[1] == 7000u + (unsigned)s && signals[2] == 2 &&
              signals[4] == 9 && signals[5] == 7);
        /* Nobody has seen its own addend. Exactly one was first. */
        CHECK(!(before[s][0] & 1) && !(before[s][1] & 2) && !(before[s][2] & 4) &&
              (!before[s][0] + !before[s][1] + !before[s][2]) == 1);
        CHECK(signals[3] == data[(size_t)s * (WORDS + 8) + 1]);
        polder_scope_get(scopes[s], back + (size_t)s * (WORDS + 8), there + (polder_ga)s * row,
                         row);
    }
    for (int s = 0; s < SCOPES; s++) polder_scope_wait(scopes[s]);
    polder_barrier_all();
    for (int s = 0; s < SCOPES; s++)
        for (size_t i = 0; i < (s % 2 ? 10 : WORDS); i++) {
            CHECK(back[(size_t)s * (WORDS + 8) + i] ==
                  ((uint64_t)me << 40 | (uint64_t)s << 20 | i));
            CHECK(here[(size_t)s * (WORDS + 8) + i] ==
                  ((uint64_t)last << 40 | (uint64_t)s << 20 | i));
        }
    polder_barrier_all();
    const polder_scope ended = scopes[3];
    for (int s = 1; s < SCOPES; s++) polder_scope_end(scopes[s]);
    CHECK(polder_scope_make() == scopes[1]); /* numbers are used again */
    for (int s = 2; s <= 3; s++) CHECK(polder_scope_make() == scopes[s]);
    polder_scope_copy(ended, polder_on(block, next), polder_on(block, me) + row, row);
    polder_scope_fence(ended);
    polder_scope_copy(ended, polder_on(block, next), polder_on(block, me) + 3 * row, row);
    polder_scope_wait(ended);
    polder_barrier_all();
    CHECK(here[1] == ((uint64_t)((last + n - 1) % n) << 40 | (uint64_t)3 << 20 | 1));
    polder_all_free(block);
    free(data);
    free(back);
}

static int body(int argc, char **argv) {
    (void)argc, (void)argv;
    all_kinds();
    all_kinds();
    printf("thread %d of %d: right\n", polder_mythread(), polder_threads());
    return 0;
}
int main(int argc, char **argv) {
    return polder_run(&argc, &argv, body);
}
""",
)
build(
    "stopped",
    r"""
static int is_stopped(long pid) {
    char name[64], state = 0;
    snprintf(name, sizeof name, "/proc/%ld/stat", pid);
    FILE *file = fopen(name, "r");
    CHECK(file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
    fclose(file);
    return state == 'T';
}

static void move(polder_scope scope, polder_ga to, const uint64_t *data) {
    const uint64_t one = 1;
    polder_scope_put(scope, to, data, 64);
    polder_scope_put_buffered(scope, to + 64, data, 64);
    polder_scope_put_signal(scope, to + 128, data, 64, to + 192, 3, POLDER_SIGNAL_SET);
    polder_scope_atomic(scope, POLDER_U64, POLDER_ADD, to + 200, &one, NULL, NULL);
}
static void expect(polder_ga at, const uint64_t *data) {
    uint64_t seen[26];
    polder_get(seen, at, sizeof seen);
    CHECK(!memcmp(seen, data, 64) && !memcmp(seen + 8, data, 64) && !memcmp(seen + 16, data, 64) &&
          seen[24] == 3 && seen[25] == 1);
}

static polder_scope stopped, theirs;
static int begun;
static const uint64_t data[8] = {11, 12, 13, 14, 15, 16, 17, 18};

/* Another pthread of thread 0: has a scope of its own, then waits for one of the first pthread. */
static void *beside(void *to) {
    theirs = polder_scope_make();
    move(theirs, *(polder_ga *)to, data);
    __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
    polder_scope_wait(theirs);
    polder_scope_wait(stopped);
    return to;
}

static void while_stopped(polder_ga block, polder_ga of_pthread) {
    const polder_scope going = polder_scope_make(), empty = polder_scope_make();
    pthread_t pthread;
    stopped = polder_scope_make();
    move(stopped, polder_on(block, 1), data);
    CHECK(!pthread_create(&pthread, NULL, beside, &of_pthread));
    while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE)) sched_yield();
    move(going, polder_on(block, 2), data);
    polder_scope_wait(going);
    expect(polder_on(block, 2), data);
    for (int i = 0; i < 200; i++) {
        polder_scope_put(going, polder_on(block, 2), data, 64);
        polder_scope_wait(going);
        CHECK(!polder_scope_test(theirs) && polder_scope_count(theirs) > 0);
    }
    /* A signal without bytes is one of the scope, too. */
    polder_scope_put_signal(empty, polder_on(block, 1), NULL, 0, polder_on(block, 1) + 480, 4,
                            POLDER_SIGNAL_SET);
    CHECK(polder_scope_count(empty) == 1);
    puts("one scope");
    uint64_t pid, four;
    polder_get(&pid, polder_on(block, 0) + 256, sizeof pid);
    CHECK(is_stopped((long)pid));
    kill((pid_t)pid, SIGCONT);
    CHECK(!pthread_join(pthread, NULL));
    CHECK(polder_scope_test(stopped) && polder_scope_test(theirs));
    expect(polder_on(block, 1), data);
    expect(of_pthread, data);
    polder_scope_wait(empty);
    polder_get(&four, polder_on(block, 1) + 480, sizeof four);
    CHECK(four == 4);
    puts("the other");
}

int main(int argc, char **argv) {
    polder_init(&argc, &argv);
    const polder_ga block = polder_all_alloc(512), pid_of_1 = block + 256;
    memset(polder_pointer(polder_on(block, polder_mythread())), 0, 512);
    polder_barrier_all();
    if (polder_mythread() == 1) {
        const uint64_t pid = (uint64_t)getpid();
        polder_put(pid_of_1, &pid, sizeof pid);
    }
    polder_barrier_all();
    /* Thread 1 stops once nobody needs it any more to leave the barrier. */
    const uint64_t out = 1;
    const polder_ga outs = polder_on(block, 1) + 488;
    if (polder_mythread() != 1) polder_put(outs + 4 * (polder_ga)polder_mythread(), &out, 8);
    if (polder_mythread() == 1) {
        polder_signal_wait(outs, 1);
        polder_signal_wait(outs + 8, 1);
        raise(SIGSTOP);
    }
    if (polder_mythread() == 0) {
        uint64_t pid;
        polder_get(&pid, pid_of_1, sizeof pid);
        while (!is_stopped((long)pid)) polder_progress();
        while_stopped(block, polder_on(block, 1) + 264);
    }
    polder_finalize();
    return 0;
}
""",
)

SHAPES = ((1,), (3, "-p", "3"), (3, "-p", "1"), (2, "--nodes", "2"), (4, "--nodes", "2"))
for threads, *options in SHAPES:
    all_right("scopes", threads, *options)
result = upcrun("-n", "3", "--nodes", "3", "./stopped")
check(result.out.splitlines() == ["one scope", "the other"], "a scope waits for another", result)
misuse(
    {
        "polder_scope_wait(5)": "polder_scope_wait: 5 is no scope of this thread, or has ended",
        "polder_scope_wait(~0u)": (
            "polder_scope_wait: 4294967295 is no scope of this thread, or has ended"
        ),
        "polder_scope_end(0)": "polder_scope_end: scope 0 does not end",
        "polder_scope s = polder_scope_make(); polder_scope_end(s); polder_scope_put(s, 0, 0, 0)": (
            "polder_scope_put: 1 is no scope of this thread, or has ended"
        ),
    }
)
print("pass")
