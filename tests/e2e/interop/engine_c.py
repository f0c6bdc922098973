"""The engine from plain C: every function of <polder/memory.h>, transfer.h, atomics.h and
message.h, between all pairs of threads. They run on threads, processes, a mix, and on several
nodes, in C++ too. Wrong use is told."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "engine.c",
    r"""
#include <polder/polder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail_at(int line, const char *what)
{
    printf("thread %d: line %d: %s\n", polder_mythread(), line, what);
    fflush(stdout);
    _Exit(9);
}
#define CHECK(condition) do { if (!(condition)) fail_at(__LINE__, #condition); } while (0)

enum { BYTES = 300000, ROWS = 7, COLUMNS = 5 };
static int me, n;

static unsigned char pattern(int thread, size_t i, int round)
{
    return (unsigned char)(thread * 37 + i * 7 + i / 251 + (size_t)round * 11);
}

static void fill(unsigned char *at, size_t bytes, int thread, int round)
{
    for (size_t i = 0; i < bytes; ++i) at[i] = pattern(thread, i, round);
}
static int holds(const unsigned char *at, size_t bytes, int thread, int round)
{
    for (size_t i = 0; i < bytes; ++i)
        if (at[i] != pattern(thread, i, round)) return 0;
    return 1;
}

static void nodes(void)
{
    CHECK(polder_nodes() >= 1 && polder_mynode() < polder_nodes() &&
          polder_node_of(me) == polder_mynode());
    int sum = 0;
    for (int node = 0; node < polder_nodes(); ++node) {
        CHECK(polder_node_first(node) == sum && polder_node_size(node) > 0);
        sum += polder_node_size(node);
    }
    CHECK(sum == n);
    for (int t = 0; t < n; ++t) CHECK(t >= polder_node_first(polder_node_of(t)));
}

static void memory(void)
{
    CHECK(polder_alloc(0) == 0);
    polder_ga own = polder_alloc(1000);
    CHECK(own && polder_owner(own) == me && polder_address(polder_pointer(own + 5)) == own + 5);
    CHECK(polder_owner(0) == -1 && !polder_pointer(0) && !polder_address(&own));
    polder_ga all = polder_all_alloc(64);
    CHECK(polder_owner(all) == 0 && all % 64 == 0);
    for (int t = 0; t < n; ++t) {
        CHECK(polder_owner(polder_on(all, t)) == t && polder_on(polder_on(all, t), 0) == all);
        CHECK(!polder_pointer(polder_on(all, t)) == (polder_node_of(t) != polder_mynode()));
    }
    /* blocks freed by another thread */
    polder_ga *slot = polder_pointer(polder_on(all, me));
    *slot = own;
    polder_barrier_all();
    polder_ga theirs;
    polder_get(&theirs, polder_on(all, (me + 1) % n), sizeof theirs);
    polder_free(theirs);
    polder_free(0);
    polder_all_free(all);
}

/* blocks on other threads, allocated and freed by whoever comes */
static void blocks_on(void)
{
    const polder_ga handed = polder_all_alloc((size_t)n * sizeof(polder_ga));
    CHECK(polder_alloc_on(me, 0) == 0);
    for (int on = 0; on < n; ++on) {
        const polder_ga block = polder_alloc_on(on, 200);
        unsigned char data[200];
        CHECK(block && polder_owner(block) == on && block % 64 == 0);
        fill(data, sizeof data, me, on);
        polder_put(block, data, sizeof data);
        const polder_ga there = polder_on(handed, (me + 1) % n) + (polder_ga)on * sizeof block;
        polder_put(there, &block, sizeof block);
    }
    polder_barrier_all();
    const polder_ga *got = polder_pointer(polder_on(handed, me));
    for (int on = 0; on < n; ++on) {
        unsigned char data[200];
        polder_get(data, got[on], sizeof data);
        CHECK(polder_owner(got[on]) == on && holds(data, sizeof data, (me + n - 1) % n, on));
        polder_free(got[on]);
    }
    polder_all_free(handed);
    for (int i = 0; i < 100; ++i) { /* more than there is, if nothing were used again */
        const polder_ga block = polder_alloc_on((me + i) % n, 200000);
        if (block) polder_free(block);
    }
    polder_ga held[100];
    int count = 0;
    while (me == 0 && count < 100 && (held[count] = polder_alloc_on(n - 1, 1 << 20))) ++count;
    CHECK(count < 100); /* the area is full: an answer, no crash */
    while (count) polder_free(held[--count]);
    polder_barrier_all();
}

static void transfers(void)
{
    static const size_t sizes[] = {0, 1, 2, 3, 8, 17, 64, 1000, 4096, 8193, 65537, BYTES};
    const polder_ga block = polder_all_alloc(BYTES), from_here = polder_all_alloc(BYTES);
    unsigned char *data = malloc(BYTES), *back = malloc(BYTES);
    const int last = (me + n - 1) % n;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        for (int to = 1; to <= n; ++to) { /* each thread writes to the one `to` behind it */
            const int there = (me + to) % n, writer = (me + n - to % n) % n,
                      round = (int)i * n + to;
            const polder_ga target = polder_on(block, there);
            unsigned char *here = polder_pointer(polder_on(block, me));
            const size_t bytes = sizes[i];
            fill(data, bytes, me, round);
            polder_put(target, data, bytes);
            memset(data, 0, bytes); /* the source may be reused */
            polder_get(back, target, bytes); /* and the own puts are seen */
            CHECK(holds(back, bytes, me, round));
            polder_flush(there);
            polder_barrier_all();
            CHECK(holds(here, bytes, writer, round));
            polder_barrier_all();

            /* handles, waited for in the other order */
            fill(data, bytes, me, round + 1);
            polder_transfer put = polder_put_start(target, data, bytes);
            polder_transfer_wait_source(&put);
            memset(data, 0, bytes);
            polder_transfer_wait(&put);
            CHECK(!put);
            polder_transfer get = polder_get_start(back, target, bytes);
            while (!polder_transfer_test(&get)) { }
            CHECK(!get && holds(back, bytes, me, round + 1));
            polder_barrier_all();

            /* the implicit scope; shared to shared; fill */
            unsigned char *source = polder_pointer(polder_on(from_here, me));
            fill(source, bytes, me, round + 2);
            polder_transfer copy = polder_copy_start(target, polder_on(from_here, me), bytes);
            polder_transfer_wait(&copy);
            polder_get_implicit(back, target, bytes);
            polder_implicit_wait();
            CHECK(polder_implicit_test() && holds(back, bytes, me, round + 2));
            polder_copy(polder_on(from_here, me), target, bytes);
            polder_flush_all();
            CHECK(holds(source, bytes, me, round + 2));
            polder_barrier_all();
            fill(data, bytes, me, round + 3);
            polder_put_implicit(target, data, bytes / 2);
            polder_put_implicit(target + bytes / 2, data + bytes / 2, bytes - bytes / 2);
            polder_implicit_wait();
            polder_barrier_all();
            CHECK(holds(here, bytes, writer, round + 3));
            polder_barrier_all();
            polder_fill(target, me + 1, bytes);
            polder_flush_all();
            polder_barrier_all();
            for (size_t k = 0; k < bytes; ++k) CHECK(here[k] == (unsigned char)(writer + 1));
            polder_barrier_all();
        }
    (void)last;
    polder_all_free(block);
    polder_all_free(from_here);
    free(data);
    free(back);
}

static void signals(void)
{
    const int next = (me + 1) % n, last = (me + n - 1) % n;
    const polder_ga block = polder_all_alloc(BYTES + 8), mine = polder_on(block, me);
    unsigned char *data = malloc(BYTES), *here = polder_pointer(mine);
    memset(here + BYTES, 0, 8);
    polder_barrier_all();
    for (int round = 1; round <= 5; ++round) {
        const size_t bytes = round % 2 ? 100 : BYTES;
        fill(data, bytes, me, round);
        polder_put_signal(polder_on(block, next), data, bytes, polder_on(block, next) + BYTES, 3);
        CHECK(polder_signal_wait(mine + BYTES, 3 * (uint64_t)round) == 3 * (uint64_t)round);
        CHECK(holds(here, bytes, last, round));
        polder_barrier_all();
    }
    polder_all_free(block);
    free(data);
}

static void pieces(void)
{
    /* a block of ROWS x COLUMNS x 3 bytes of a larger array, to and from every second place */
    const polder_ga block = polder_all_alloc(4096), there = polder_on(block, (me + 1) % n);
    unsigned char local[ROWS][2 * COLUMNS][4], back[ROWS][2 * COLUMNS][4];
    const size_t counts[] = {3, COLUMNS, ROWS}, local_strides[] = {8, sizeof local[0]},
                 shared_strides[] = {5, 200};
    for (size_t i = 0; i < sizeof local; ++i) ((unsigned char *)local)[i] = pattern(me, i, 1);
    memset(back, 0, sizeof back);
    memset(polder_pointer(polder_on(block, me)), 0, 4096);
    polder_barrier_all();
    polder_put_strided(there, shared_strides, local, local_strides, counts, 2);
    polder_get_strided(back, local_strides, there, shared_strides, counts, 2);
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < 2 * COLUMNS; ++c)
            for (int b = 0; b < 4; ++b)
                CHECK(back[r][c][b] == (c % 2 || b == 3 ? 0 : local[r][c][b]));
    polder_flush_all();
    polder_barrier_all();
    const unsigned char *here = polder_pointer(polder_on(block, me));
    int touched = 0;
    for (int i = 0; i < 4096; ++i) {
        const int r = i / 200, c = i % 200 / 5, b = i % 200 % 5;
        const int inside = r < ROWS && c < COLUMNS && b < 3;
        CHECK(here[i] ==
              (inside ? pattern((me + n - 1) % n, (size_t)((r * 2 * COLUMNS + 2 * c) * 4 + b), 1)
                      : 0));
        touched += inside;
    }
    CHECK(touched == 3 * ROWS * COLUMNS);
    polder_barrier_all();

    enum { N = 40 };
    polder_ga shared[N];
    const void *from[N];
    void *to[N];
    uint64_t values[N], got[N];
    for (int i = 0; i < N; ++i) {
        values[i] = (uint64_t)me * 1000 + (uint64_t)i;
        shared[i] = there + 8 * (polder_ga)(i * 7 % N);
        from[i] = &values[i];
        to[i] = &got[i];
    }
    polder_put_indexed(N, shared, from, 8);
    polder_get_indexed(N, to, shared, 8);
    CHECK(!memcmp(values, got, sizeof got));
    polder_all_free(block);
}

static void atomics(void)
{
    const polder_ga word = polder_all_alloc(64);
    memset(polder_pointer(polder_on(word, me)), 0, 64);
    polder_barrier_all();
    for (int t = 0; t < n; ++t)
        for (int i = 0; i < 100; ++i) polder_fetch_add(polder_on(word, t), 1);
    polder_barrier_all();
    CHECK(polder_fetch(polder_on(word, (me + 1) % n)) == 100u * (unsigned)n);
    polder_barrier_all();
    for (int i = 0; i < 50; ++i) { /* a lock by compare and swap, and what it protects */
        while (polder_compare_swap(word + 8, 0, (uint64_t)me + 1) != 0) polder_progress();
        int32_t old, one = 1;
        double half = 0.5, was;
        polder_atomic_do(POLDER_I32, POLDER_ADD, word + 16, &one, NULL, &old);
        polder_atomic_do(POLDER_F64, POLDER_ADD, word + 24, &half, NULL, &was);
        CHECK(was == old * 0.5);
        CHECK(polder_swap(word + 8, 0) == (uint64_t)me + 1);
    }
    polder_barrier_all();
    double sum;
    polder_atomic_do(POLDER_F64, POLDER_GET, word + 24, NULL, NULL, &sum);
    CHECK(sum == 25.0 * n);
    int32_t large = -5 - me, small;
    polder_barrier_all();
    polder_atomic_do(POLDER_I32, POLDER_MIN, word + 32, &large, NULL, NULL);
    polder_flush_all();
    polder_barrier_all();
    polder_atomic_do(POLDER_I32, POLDER_GET, word + 32, NULL, NULL, &small);
    CHECK(small == -5 - (n - 1));
    polder_all_free(word);
}

enum { ask = POLDER_FIRST_HANDLER, answer, ask_long, answer_long };
static polder_ga results; /* the same in all: what handlers write goes to the thread they are for */

static uint64_t *result_of(int thread) { return polder_pointer(polder_on(results, thread)); }

static void on_ask(polder_message *m)
{
    uint64_t values[POLDER_MAX_ARGUMENTS];
    unsigned char turned[POLDER_MAX_MEDIUM];
    for (unsigned i = 0; i < m->argument_count; ++i) values[i] = m->arguments[i] + 1;
    for (size_t i = 0; i < m->bytes; ++i)
        turned[i] = ((unsigned char *)m->payload)[m->bytes - 1 - i];
    polder_reply(m, answer, values, m->argument_count, m->bytes ? turned : NULL, m->bytes);
}
static void on_answer(polder_message *m)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < m->argument_count; ++i) sum += m->arguments[i];
    for (size_t i = 0; i < m->bytes; ++i) sum += (i % 7 + 1) * ((unsigned char *)m->payload)[i];
    __atomic_store_n(result_of(m->to) + 1, sum, __ATOMIC_RELAXED);
    __atomic_fetch_add(result_of(m->to), 1, __ATOMIC_RELEASE);
}
static void on_ask_long(polder_message *m)
{
    const int right = holds(m->payload, m->bytes, m->from, (int)m->arguments[0]);
    const uint64_t words[2] = {(uint64_t)right, m->bytes};
    polder_reply(m, answer_long, words, 2, NULL, 0);
}
static void on_answer_long(polder_message *m)
{
    __atomic_store_n(result_of(m->to) + 1, m->arguments[0] ? m->arguments[1] : ~(uint64_t)0,
                     __ATOMIC_RELAXED);
    __atomic_fetch_add(result_of(m->to), 1, __ATOMIC_RELEASE);
}
static void await(uint64_t count)
{
    while (__atomic_load_n(result_of(me), __ATOMIC_ACQUIRE) < count) polder_progress();
}
static void ask_for(int to, unsigned handler, const uint64_t *words, unsigned count,
                    const void *payload, size_t bytes, polder_ga landing)
{
    while ((landing ? polder_request_long(to, handler, words, count, payload, bytes, landing, 0)
                    : polder_request(to, handler, words, count, payload, bytes, bytes)) ==
           POLDER_AGAIN)
        polder_progress();
}

static void messages(void)
{
    static const size_t sizes[] = {0, 1, 8, 100, 4096, 10000, POLDER_MAX_MEDIUM};
    const polder_ga mine = polder_all_alloc(64), landing = polder_all_alloc((size_t)n * BYTES);
    unsigned char *payload = malloc(BYTES);
    uint64_t words[POLDER_MAX_ARGUMENTS], asked = 0;
    results = mine; /* threads of a process write the same */
    memset(polder_pointer(polder_on(mine, me)), 0, 64);
    polder_handler_set(ask, on_ask);
    polder_handler_set(answer, on_answer);
    polder_handler_set(ask_long, on_ask_long);
    polder_handler_set(answer_long, on_answer_long);
    polder_barrier_all();
    for (int to = 0; to < n; ++to)
        for (unsigned count = 0; count <= POLDER_MAX_ARGUMENTS; count += 4)
            for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
                uint64_t wanted = 0;
                for (unsigned i = 0; i < count; ++i)
                    wanted += 1 + (words[i] = (uint64_t)me << 40 | i * to);
                fill(payload, sizes[s], me, to);
                for (size_t i = 0; i < sizes[s]; ++i)
                    wanted += (i % 7 + 1) * payload[sizes[s] - 1 - i];
                ask_for(to, ask, words, count, sizes[s] ? payload : NULL, sizes[s], 0);
                await(++asked);
                CHECK(result_of(me)[1] == wanted);
            }
    for (int to = 0; to < n; ++to)
        for (unsigned s = 1; s <= 5; ++s) {
            const size_t bytes = s * BYTES / 5;
            words[0] = s;
            fill(payload, bytes, me, (int)s);
            ask_for(to, ask_long, words, 1, payload, bytes,
                    polder_on(landing, to) + (polder_ga)me * BYTES);
            await(++asked);
            CHECK(result_of(me)[1] == bytes);
        }
    for (int i = 0; i < 20000; ++i) /* more than anything holds: back-pressure */
        ask_for((me + i) % n, ask, words, 1, NULL, 0, 0);
    await(asked += 20000);
    polder_barrier_all();
    CHECK(result_of(me)[0] == asked);
    CHECK(strlen(polder_status_text(POLDER_AGAIN)) > 0 &&
          strcmp(polder_status_text(POLDER_OK), polder_status_text(POLDER_NO_MEMORY)));
    polder_all_free(mine);
    polder_all_free(landing);
    free(payload);
}

static int body(int argc, char **argv)
{
    me = polder_mythread(); /* of a process of several threads: see main */
    n = polder_threads();
    (void)argc, (void)argv;
    nodes(), memory(), blocks_on(), transfers(), signals(), pieces(), atomics(), messages();
    polder_barrier_all();
    printf("thread %d of %d: right\n", me, n);
    return 0;
}

int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""".replace("static int me, n;", "static int n;\nstatic _Thread_local int me;"),
)
write(
    "header.cc",
    "#include <polder/polder.h>\nint f(polder_message *m) { return m->to + POLDER_AGAIN; }\n",
)
MISUSE = {
    "polder_on(block, polder_threads())": "polder_on: thread 2 of 2",
    "polder_on(12345, 0)": "polder_on: 0x3039 is not an address of shared memory",
    "polder_free(block + 8)": "polder_free: ",
    "polder_alloc_on(2, 8)": "polder_alloc_on: thread 2 of 2",
    "polder_free(polder_alloc_on(1, 300) + 64)": "polder_free: ",
    "polder_flush(-1)": "polder_flush: thread -1 of 2",
    "polder_node_size(7)": "polder_node_size: node 7 of 1",
    "polder_request(5, POLDER_FIRST_HANDLER, 0, 0, 0, 0, 0)": "polder_request: thread 5 of 2",
    "polder_request(0, 3, 0, 0, 0, 0, 0)": "polder_request: handler 3; programs have 160 to 223",
    "polder_handler_set(POLDER_FIRST_HANDLER, 0)": "no function for handler 160",
    "polder_signal_wait(block + 4, 1)": "is not a word of 8 bytes in shared memory of this node",
    "polder_atomic_do(POLDER_F64, POLDER_XOR, block, &one, 0, 0)":
        "polder_atomic_do: no operation 9 on type 5",
    "polder_get(&one, 77, 8)": "address 0x4d",
}
write(
    "misuse.c",
    r"""
#include <polder/polder.h>
#include <stdlib.h>
static int body(int argc, char **argv)
{
    double one = 1;
    polder_ga block = polder_all_alloc(64);
    switch (atoi(argv[1])) {
"""
    + "".join(f"    case {i}: (void)({call}); break;\n" for i, call in enumerate(MISUSE))
    + r"""
    }
    polder_barrier_all();
    return argc - argc + (one != 1);
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""",
)

FLAGS = upcc("--compile-flags").out.split()
LIBRARIES = upcc("--link-flags").out.split()
run(
    CC,
    "-std=c11",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Werror",
    *FLAGS,
    "engine.c",
    *LIBRARIES,
    "-o",
    "engine",
)
run(CC, "-std=c11", "-O2", "-Wall", "-Werror", *FLAGS, "misuse.c", *LIBRARIES, "-o", "misuse")
if shutil.which("c++"):
    run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", *FLAGS, "-c", "header.cc")


def expect(threads, *options):
    result = upcrun("-n", str(threads), *options, "./engine")
    check(
        sorted(result.out.splitlines())
        == sorted(f"thread {t} of {threads}: right" for t in range(threads)),
        f"{threads} threads, {options}",
        result,
    )


for threads in (1, 2, 3, 4, 7):
    for processes in sorted({1, min(2, threads), threads}):
        expect(threads, "-p", str(processes))
for threads, nodes, per_node in ((2, 2, 1), (4, 2, 2), (7, 3, 1), (7, 3, 2)):
    expect(threads, "--nodes", str(nodes), "--per-node", str(per_node))
for i, (call, message) in enumerate(MISUSE.items()):
    result = upcrun("-n", "2", "-p", "2", "./misuse", str(i), status=None)
    check(
        result.status not in (0, 124) and message in result.err,
        f"{call}: wanted '{message}'",
        result,
    )
