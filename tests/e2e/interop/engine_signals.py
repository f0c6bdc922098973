"""Signals of <polder/signal.h>: set and added to, behind their data.

Waits and tests with each relation, on one word, and on all, any and some of several. It runs on
threads, processes and nodes. Wrong use is told.
"""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.engine import all_right, build, misuse  # noqa: E402

build(
    "signals",
    r"""
enum { WORDS = 16, BYTES = 70000 };

static int holds(uint64_t a, polder_relation relation, uint64_t b) {
    return relation == POLDER_EQ   ? a == b
           : relation == POLDER_NE ? a != b
           : relation == POLDER_GT ? a > b
           : relation == POLDER_GE ? a >= b
           : relation == POLDER_LT ? a < b
                                   : a <= b;
}

static void relations(polder_ga word) {
    static const uint64_t values[] = {0, 1, 2, ~(uint64_t)0, (uint64_t)1 << 63};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            for (int r = POLDER_EQ; r <= POLDER_LE; r++) {
                polder_put(word, &values[i], 8);
                polder_flush_all();
                const int wanted = holds(values[i], (polder_relation)r, values[k]);
                CHECK(polder_signal_test(word, (polder_relation)r, values[k]) == wanted);
                if (wanted)
                    CHECK(polder_signal_wait_until(word, (polder_relation)r, values[k]) ==
                          values[i]);
            }
}

/* One thread's words, which the thread before it writes one after the other. */
static void several(polder_ga mine, polder_ga next) {
    polder_ga words[WORDS];
    int skip[WORDS] = {0}, seen[WORDS] = {0};
    size_t which[WORDS], found;
    for (int i = 0; i < WORDS; i++) words[i] = mine + 8 * (polder_ga)(i * 5 % WORDS);
    memset(polder_pointer(mine), 0, 8 * WORDS);
    polder_barrier_all();
    CHECK(!polder_signals_test_all(words, WORDS, NULL, POLDER_NE, 0) &&
          polder_signals_test_all(words, 0, NULL, POLDER_NE, 0));
    CHECK(polder_signals_test_any(words, WORDS, NULL, POLDER_NE, 0) == WORDS);
    CHECK(polder_signals_test_some(words, WORDS, NULL, POLDER_NE, 0, which) == 0);
    CHECK(polder_signals_wait_any(words, 0, NULL, POLDER_NE, 0) == 0 &&
          polder_signals_wait_some(words, 0, NULL, POLDER_NE, 0, which) == 0);
    polder_barrier_all();
    const uint64_t data = 1;
    for (int i = 0; i < WORDS; i++)
        polder_put_signal_set(next + 8 * (WORDS + i), &data, 8, next + 8 * (polder_ga)i,
                              100 + (uint64_t)i);
    for (int i = 0; i < WORDS; i++) { /* each is found once */
        const size_t one = polder_signals_wait_any(words, WORDS, skip, POLDER_GE, 100);
        CHECK(one < WORDS && !seen[one]);
        seen[one] = skip[one] = 1;
    }
    CHECK(polder_signals_wait_any(words, WORDS, skip, POLDER_GE, 100) == WORDS);
    polder_signals_wait_all(words, WORDS, NULL, POLDER_GE, 100);
    CHECK((found = polder_signals_wait_some(words, WORDS, NULL, POLDER_LT, 100 + WORDS / 2,
                                            which)) == WORDS / 2);
    for (size_t i = 0; i < found; i++)
        CHECK(*(uint64_t *)polder_pointer(words[which[i]]) < 100 + WORDS / 2);
    /* a series of any finds all that hold, in turn */
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < WORDS; i++)
        seen[polder_signals_test_any(words, WORDS, NULL, POLDER_GE, 100)]++;
    for (int i = 0; i < WORDS; i++) CHECK(seen[i] == 1);
    polder_barrier_all();
}

static void behind_data(polder_ga mine, polder_ga next, int last) {
    const polder_ga word = 8 * 2 * WORDS, data = word + 8;
    unsigned char *bytes = malloc(BYTES), *here = polder_pointer(mine + data);
    memset(polder_pointer(mine + word), 0, 8);
    polder_barrier_all();
    for (uint64_t round = 1; round <= 6; round++) {
        const size_t length = round % 3 == 0 ? 8 : round % 3 == 1 ? 300 : BYTES;
        memset(bytes, (int)(polder_mythread() * 16 + (int)round), length);
        if (round % 2)
            polder_put_signal_set(next + data, bytes, length, next + word,
                                  1000 - round); /* down, too */
        else
            polder_put_signal(next + data, bytes, length, next + word,
                              7);
        if (round % 2)
            CHECK(polder_signal_wait_until(mine + word, POLDER_EQ, 1000 - round) == 1000 - round);
        else
            polder_signal_wait_until(mine + word, POLDER_NE, 1000 - (round - 1));
        for (size_t i = 0; i < length; i++)
            CHECK(here[i] == (unsigned char)(last * 16 + (int)round));
        polder_barrier_all();
    }
    free(bytes);
}

static int body(int argc, char **argv) {
    const int me = polder_mythread(), n = polder_threads();
    const polder_ga block = polder_all_alloc(8 * 2 * WORDS + 8 + BYTES),
                    mine = polder_on(block, me), next = polder_on(block, (me + 1) % n);
    (void)argc, (void)argv;
    relations(mine);
    polder_barrier_all();
    several(mine, next);
    behind_data(mine, next, (me + n - 1) % n);
    polder_all_free(block);
    printf("thread %d of %d: right\n", me, n);
    return 0;
}
int main(int argc, char **argv) {
    return polder_run(&argc, &argv, body);
}
""",
)

SHAPES = ((1,), (3, "-p", "3"), (3, "-p", "1"), (2, "--nodes", "2"), (4, "--nodes", "2"))
for threads, *options in SHAPES:
    all_right("signals", threads, *options)
misuse(
    {
        "polder_signal_wait_until(block + 4, POLDER_EQ, 0)": "polder_signal_wait_until: ",
        "polder_signal_test(block, 17, 0)": (
            "polder_signal_test: 17 is no relation; it is POLDER_EQ, NE, GT, GE, LT or LE"
        ),
        "polder_signals_wait_all(&nowhere, 1, NULL, POLDER_EQ, 0)": (
            "is not a word of 8 bytes in shared memory of this node"
        ),
    },
    "const polder_ga block = polder_alloc(64), nowhere = 24; (void)block; (void)nowhere;",
)
print("pass")
