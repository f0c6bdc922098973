"""Teams from plain C: every function of <polder/team.h>, blocking and as requests that are under
way side by side. Teams are all threads, and rows, columns and odd ones among them. They run on
threads, processes, a mix, and on several nodes with different numbers of threads."""

# sanitize: no, other compilers do not link a sanitizer
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "teams.c",
    r"""
#include <polder/polder.h>
#include <complex.h>
#include <stdint.h>
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

static int64_t given(int rank, size_t i) { return rank * 1000003L + (int64_t)(i * 17) + 1; }
static int64_t sum_to(int end, size_t i)
{
    int64_t sum = 0;
    for (int r = 0; r < end; ++r) sum += given(r, i);
    return sum;
}

struct all {
    polder_team *team;
    int n, me, root;
    size_t count, bytes;
    int64_t *mine, *one, *two, *many, *blocks, *out;
    size_t *lengths, *offsets;
};

static void check_one(const struct all *a, const int64_t *values, int rank)
{
    for (size_t i = 0; i < a->count; ++i) CHECK(values[i] == given(rank, i));
}
static void check_sum(const struct all *a, const int64_t *values, int end)
{
    for (size_t i = 0; i < a->count; ++i) CHECK(values[i] == sum_to(end, i));
}
static void check_many(const struct all *a)
{
    for (int r = 0; r < a->n; ++r) check_one(a, a->many + r * a->count, r);
}

/* Each function, or its start and, much later, its end. */
static _Thread_local int started;
static _Thread_local polder_team_request *requests[16];
#define DO(name, ...) \
    do { \
        if (started < 0) { polder_team_##name(__VA_ARGS__); break; } \
        CHECK(polder_team_##name##_start(__VA_ARGS__, &requests[started++]) == POLDER_OK); \
    } while (0)
static void finish(void)
{
    for (int left = started; left > 0;)
        for (int i = started; i-- > 0;)
            if (requests[i] &&
                (i % 2 ? polder_team_test(&requests[i]) : (polder_team_wait(&requests[i]), 1)))
                --left;
    if (started > 0) started = 0;
}

static void moves(struct all *a)
{
    polder_team *t = a->team;
    memcpy(a->one, a->mine, a->bytes);
    DO(broadcast, t, a->one, a->bytes, a->root);
    DO(gather, t, a->mine, a->many, a->bytes, a->root);
    finish();
    check_one(a, a->one, a->root);
    if (a->me == a->root) check_many(a);
    DO(allgather, t, a->mine, a->many, a->bytes);
    finish();
    check_many(a);
    DO(scatter, t, a->many, a->one, a->bytes, a->root);
    for (int r = 0; r < a->n; ++r)
        for (size_t i = 0; i < a->count; ++i) a->blocks[r * a->count + i] = given(a->me, i) ^ r;
    DO(alltoall, t, a->blocks, a->out, a->bytes);
    DO(barrier, t);
    finish();
    check_one(a, a->one, a->me);
    for (int r = 0; r < a->n; ++r)
        for (size_t i = 0; i < a->count; ++i)
            CHECK(a->out[r * a->count + i] == (given(r, i) ^ a->me));
}

static void sums(struct all *a)
{
    polder_team *t = a->team;
    const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
    memcpy(a->one, a->mine, a->bytes);
    DO(allreduce, t, a->one, a->one, a->count, add);
    DO(reduce, t, a->mine, a->two, a->count, add, a->root);
    finish();
    check_sum(a, a->one, a->n);
    if (a->me == a->root) check_sum(a, a->two, a->n);
    DO(scan, t, a->mine, a->one, a->count, add);
    DO(scan_exclusive, t, a->mine, a->two, a->count, add);
    finish();
    check_sum(a, a->one, a->me + 1);
    if (a->me) check_sum(a, a->two, a->me);
    for (int r = 0; r < a->n; ++r)
        for (size_t i = 0; i < a->count; ++i) a->blocks[r * a->count + i] = given(a->me, i) + 5 * r;
    DO(reduce_scatter, t, a->blocks, a->one, a->count, add);
    finish();
    for (size_t i = 0; i < a->count; ++i) CHECK(a->one[i] == sum_to(a->n, i) + 5L * a->n * a->me);
}

/* Element i of member r is r + 1 + i * I; in products it is I. */
#define COMPLEX(name, type, element) \
    static void name(struct all *a) \
    { \
        _Complex type *mine = malloc(a->count * sizeof *mine); \
        _Complex type *sum = malloc(a->count * sizeof *sum); \
        const type whole = (type)(a->n * (a->n + 1) / 2); \
        const type up = (type[]){1, 0, -1, 0}[a->n % 4]; \
        const type across = (type[]){0, 1, 0, -1}[a->n % 4]; \
        const polder_reduction add = polder_reduction_of(element, POLDER_REDUCE_ADD); \
        const polder_reduction multiply = polder_reduction_of(element, POLDER_REDUCE_MUL); \
        for (size_t i = 0; i < a->count; ++i) mine[i] = (type)(a->me + 1) + (type)i * I; \
        DO(allreduce, a->team, mine, sum, a->count, add); \
        finish(); \
        for (size_t i = 0; i < a->count; ++i) CHECK(sum[i] == whole + (type)a->n * (type)i * I); \
        for (size_t i = 0; i < a->count; ++i) mine[i] = I; \
        DO(allreduce, a->team, mine, sum, a->count, multiply); \
        finish(); \
        for (size_t i = 0; i < a->count; ++i) CHECK(sum[i] == up + across * I); \
        free(mine), free(sum); \
    }
COMPLEX(complex_float, float, POLDER_ELEMENT_COMPLEX_F32)
COMPLEX(complex_double, double, POLDER_ELEMENT_COMPLEX_F64)
COMPLEX(complex_long_double, long double, POLDER_ELEMENT_COMPLEX_LONG_DOUBLE)

/* Member r has r % 3 parts of three of a block. */
static void uneven(struct all *a)
{
    polder_team *t = a->team;
    size_t at = 0;
    for (int r = 0; r < a->n; ++r) {
        a->lengths[r] = a->count * (size_t)(r % 3) / 3 * 8;
        a->offsets[r] = at;
        at += a->lengths[r];
    }
    const size_t own = a->lengths[a->me];
    DO(allgatherv, t, a->mine, a->many, a->lengths, a->offsets);
    finish();
    for (int r = 0; r < a->n; ++r)
        for (size_t i = 0; i < a->lengths[r] / 8; ++i)
            CHECK(a->many[a->offsets[r] / 8 + i] == given(r, i));
    DO(scatterv, t, a->many, a->lengths, a->offsets, a->one, own, a->root);
    finish();
    CHECK(!memcmp(a->one, a->mine, own));
    memset(a->many, 0, at);
    DO(gatherv, t, a->mine, own, a->many, a->lengths, a->offsets, a->root);
    finish();
    for (int r = 0; a->me == a->root && r < a->n; ++r)
        for (size_t i = 0; i < a->lengths[r] / 8; ++i)
            CHECK(a->many[a->offsets[r] / 8 + i] == given(r, i));
    /* Each gives all what it gave before: own bytes to each, lengths[r] from r. */
    size_t *give = calloc(2 * (size_t)a->n, sizeof(size_t)), *from = give + a->n;
    for (int r = 0; r < a->n; ++r) give[r] = own;
    DO(alltoallv, t, a->mine, give, from, a->out, a->lengths, a->offsets);
    finish();
    free(give);
    for (int r = 0; r < a->n; ++r)
        for (size_t i = 0; i < a->lengths[r] / 8; ++i)
            CHECK(a->out[a->offsets[r] / 8 + i] == given(r, i));
}

static void join(void *sum, const void *right, size_t count, void *context)
{
    int (*a)[2] = sum;
    const int (*b)[2] = right;
    for (size_t i = 0; i < count; ++i) {
        if (a[i][1] + 1 != b[i][0]) *(int *)context = 1; /* not neighbours */
        a[i][1] = b[i][1];
    }
}
static void in_order(struct all *a)
{
    int wrong = 0;
    const polder_reduction reduction = {
        POLDER_ELEMENT_I8, POLDER_REDUCE_ADD, join, &wrong, 2 * sizeof(int), 0};
    int (*mine)[2] = (void *)a->one, (*sum)[2] = (void *)a->two;
    for (size_t i = 0; i < a->count; ++i) mine[i][0] = mine[i][1] = a->me;
    DO(allreduce, a->team, mine, sum, a->count, reduction);
    finish();
    for (size_t i = 0; i < a->count; ++i) CHECK(sum[i][0] == 0 && sum[i][1] == a->n - 1 && !wrong);
    DO(scan, a->team, mine, sum, a->count, reduction);
    finish();
    for (size_t i = 0; i < a->count; ++i) CHECK(sum[i][0] == 0 && sum[i][1] == a->me && !wrong);
    int (*blocks)[2] = (void *)a->blocks;
    for (size_t i = 0; i < a->count * (size_t)a->n; ++i) blocks[i][0] = blocks[i][1] = a->me;
    DO(reduce_scatter, a->team, blocks, sum, a->count, reduction);
    finish();
    for (size_t i = 0; i < a->count; ++i) CHECK(sum[i][0] == 0 && sum[i][1] == a->n - 1 && !wrong);
}

static void all_of(polder_team *team, size_t count)
{
    struct all a = {team, polder_team_size(team), polder_team_rank(team), 0, count, count * 8,
                    0, 0, 0, 0, 0, 0, 0, 0};
    const size_t n = (size_t)a.n;
    a.mine = malloc(8 * count), a.one = malloc(8 * count), a.two = malloc(8 * count);
    a.many = malloc(8 * count * n), a.blocks = malloc(8 * count * n), a.out = malloc(8 * count * n);
    a.lengths = calloc(n, sizeof(size_t)), a.offsets = calloc(n, sizeof(size_t));
    for (size_t i = 0; i < count; ++i) a.mine[i] = given(a.me, i);
    for (a.root = 0; a.root < a.n; a.root += a.n > 2 ? a.n / 2 : 1)
        for (started = -1; started < 1; ++started) moves(&a), sums(&a), uneven(&a), in_order(&a);
    for (started = -1; started < 1; ++started) {
        complex_float(&a);
        complex_double(&a);
        complex_long_double(&a);
    }
    free(a.mine);
    free(a.one);
    free(a.two);
    free(a.many);
    free(a.blocks);
    free(a.out);
    free(a.lengths);
    free(a.offsets);
}

static void teams(void)
{
    polder_team *world = polder_team_world(), *team, *twin;
    const int n = polder_team_size(world), me = polder_team_rank(world);
    CHECK(n == polder_threads() && me == polder_mythread() && polder_team_thread(world, me) == me);
    CHECK(polder_team_split(world, me % 2, -me, &team) ==
          POLDER_OK); /* over all nodes, in falling order */
    for (int r = 1; r < polder_team_size(team); ++r)
        CHECK(polder_team_thread(team, r - 1) == polder_team_thread(team, r) + 2);
    CHECK(polder_team_translate(team, polder_team_rank(team), world) == me);
    CHECK(n == 1 || polder_team_translate(world, 1 - me % 2, team) == -1);
    all_of(team, 3), all_of(team, 2000);
    CHECK(polder_team_duplicate(team, &twin) == POLDER_OK &&
          polder_team_size(twin) == polder_team_size(team));
    polder_team_destroy(team);
    all_of(twin, 1);
    polder_team_destroy(twin);
    CHECK(polder_team_split(world, polder_mynode(), me, &team) == POLDER_OK); /* a node's */
    CHECK(polder_team_size(team) == polder_node_size(polder_mynode()));
    all_of(team, 100);
    polder_team_destroy(team);
    int list[] = {n - 1, n / 2, 0}, in = n > 2 && (me == 0 || me == n / 2 || me == n - 1);
    CHECK(polder_team_create(world, list, in ? 3 : 0, &team) == POLDER_OK && (team != 0) == in);
    if (team) {
        CHECK(polder_team_thread(team, 1) == n / 2);
        all_of(team, 700);
        polder_team_destroy(team);
    }
}

static int body(int argc, char **argv)
{
    (void)argc, (void)argv;
    static const size_t counts[] = {1, 40, 700, 5000, 20000};
    for (int i = 0; i < 5; ++i) all_of(polder_team_world(), counts[i]);
    teams();
    polder_team_barrier(polder_team_world());
    printf("thread %d: right\n", polder_mythread());
    return 0;
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
    "teams.c",
    *LIBRARIES,
    "-o",
    "teams",
)
if shutil.which("c++"):
    write(
        "header.cc",
        "#include <polder/team.h>\n"
        "polder_reduction f() { return polder_reduction_of(POLDER_ELEMENT_F32, "
        "POLDER_REDUCE_MAX); }\n",
    )
    run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", *FLAGS, "-c", "header.cc")


def expect(threads, *options):
    result = upcrun("-n", str(threads), "--timeout", "100", *options, "./teams")
    check(
        sorted(result.out.splitlines()) == sorted(f"thread {t}: right" for t in range(threads)),
        f"{threads} threads, {options}",
        result,
    )


for threads in (1, 2, 3, 6):
    for processes in sorted({1, min(2, threads), threads}):
        expect(threads, "-p", str(processes))
for threads, nodes, per_node in ((2, 2, 1), (4, 2, 2), (5, 2, 1), (7, 3, 2), (8, 2, 1), (9, 3, 1)):
    expect(threads, "--nodes", str(nodes), "--per-node", str(per_node))
