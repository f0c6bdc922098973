"""Accesses to the caller's node by <polder/polder.h> are made in place; all others are calls.

The linker sends each call to a counter first (--wrap). In place: one node, optimised. Calls: other
nodes; memory that POLDER_FAR_TEST declares far; code without optimisation, or with
POLDER_NO_INLINE. The values are right in all, and a loop sees what changes.
"""

# sanitize: no, other compilers do not link a sanitizer
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

CALLS = {
    "polder_put": ("void", "polder_ga a, const void *b, size_t c", "a, b, c"),
    "polder_get": ("void", "void *a, polder_ga b, size_t c", "a, b, c"),
    "polder_put_start": ("polder_transfer", "polder_ga a, const void *b, size_t c", "a, b, c"),
    "polder_get_start": ("polder_transfer", "void *a, polder_ga b, size_t c", "a, b, c"),
    "polder_put_implicit": ("void", "polder_ga a, const void *b, size_t c", "a, b, c"),
    "polder_get_implicit": ("void", "void *a, polder_ga b, size_t c", "a, b, c"),
    "polder_put_signal": (
        "void",
        "polder_ga a, const void *b, size_t c, polder_ga d, uint64_t e",
        "a, b, c, d, e",
    ),
    "polder_fetch_add": ("uint64_t", "polder_ga a, uint64_t b", "a, b"),
    "polder_fetch": ("uint64_t", "polder_ga a", "a"),
    "polder_swap": ("uint64_t", "polder_ga a, uint64_t b", "a, b"),
    "polder_compare_swap": ("uint64_t", "polder_ga a, uint64_t b, uint64_t c", "a, b, c"),
    "polder_atomic_do": (
        "void",
        "polder_type a, polder_operation b, polder_ga c, const void *d, const void *e, void *f",
        "a, b, c, d, e, f",
    ),
}
NAMES = {name + suffix: how for name, how in CALLS.items() for suffix in ("", "_of_library")}


def counted(name, result, parameters, names):
    back = "return " if result != "void" else ""
    return (
        f"{result} __real_{name}({parameters});\n"
        f"{result} __wrap_{name}({parameters}) {{ calls++; {back}__real_{name}({names}); }}\n"
    )


write(
    "counts.c",
    "#include <polder/polder.h>\nunsigned long calls;\n"
    + "".join(counted(name, *how) for name, how in NAMES.items()),
)
write(
    "in_place.c",
    r"""
#include <polder/polder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void wrong(int line, const char *what)
{
    printf("thread %d: line %d: %s\n", polder_mythread(), line, what);
    fflush(stdout);
    _Exit(9);
}
#define CHECK(condition) do { if (!(condition)) wrong(__LINE__, #condition); } while (0)
#ifdef __cplusplus
extern "C"
#else
extern
#endif
unsigned long calls;

typedef struct { char bytes[40]; } piece;

/* Each of them once on every thread: how many went through the library. */
static unsigned long all_kinds(polder_ga block, int threads)
{
    const unsigned long before = calls;
    for (int t = 0; t < threads; t++) {
        const polder_ga at = polder_on(block, t) + 64 * (unsigned)polder_mythread() + 512;
        unsigned char c = 7, c2 = 0;
        unsigned short s = 777, s2 = 0;
        unsigned i = 77777, i2 = 0, one = 1, was = 0;
        uint64_t l = 7777777777u, l2 = 0, none = 0;
        double d = 2.5, d2 = 0;
        piece p, p2;
        memset(&p, 42, sizeof p);
        memset(&p2, 0, sizeof p2);
        polder_put(at + 1, &c, sizeof c);
        polder_get(&c2, at + 1, sizeof c2);
        CHECK(c2 == c);
        polder_put(at + 3, &s, sizeof s);
        polder_get(&s2, at + 3, sizeof s2);
        CHECK(s2 == s);
        polder_put(at + 5, &i, sizeof i);
        polder_get(&i2, at + 5, sizeof i2);
        CHECK(i2 == i);
        polder_put(at + 9, &l, sizeof l);
        polder_get(&l2, at + 9, sizeof l2);
        CHECK(l2 == l);
        polder_put(at + 8, &d, sizeof d);
        polder_get(&d2, at + 8, sizeof d2);
        CHECK(d2 == d);
        polder_put(at + 3, &p, sizeof p);
        polder_get(&p2, at + 3, sizeof p2);
        CHECK(!memcmp(&p, &p2, sizeof p));
        l = 5, l2 = 0;
        polder_transfer put = polder_put_start(at, &l, sizeof l);
        polder_transfer_wait(&put);
        polder_transfer get = polder_get_start(&l2, at, sizeof l2);
        polder_transfer_wait(&get);
        CHECK(l2 == 5);
        l = 6;
        polder_put_implicit(at, &l, sizeof l);
        polder_implicit_wait();
        polder_get_implicit(&l2, at, sizeof l2);
        polder_implicit_wait();
        CHECK(l2 == 6);
        polder_put(at + 8, &none, sizeof none);
        polder_put(at + 16, &none, sizeof none);
        polder_put_signal(at, &l, sizeof l, at + 8, 3);
        polder_flush_all();
        CHECK(polder_fetch(at + 8) == 3);
        CHECK(polder_fetch_add(at + 8, 4) == 3);
        CHECK(polder_swap(at + 8, 9) == 7);
        CHECK(polder_compare_swap(at + 8, 1, 2) == 9);
        CHECK(polder_compare_swap(at + 8, 9, 2) == 9);
        CHECK(polder_fetch(at + 8) == 2);
        polder_atomic_do(POLDER_U32, POLDER_OR, at + 16, &i, NULL, &was);
        CHECK(was == 0);
        polder_atomic_do(POLDER_I32, POLDER_ADD, at + 16, &one, NULL, &was);
        CHECK(was == i);
        polder_atomic_do(POLDER_U64, POLDER_DEC, at + 8, NULL, NULL, NULL);
        polder_atomic_do(POLDER_I64, POLDER_GET, at + 8, NULL, NULL, &l2);
        CHECK(l2 == 1);
        polder_flush_all();
    }
    return calls - before;
}
enum { KINDS = 12 + 4 + 3 + 6 + 4 };

/* A loop without a call in it sees what another thread writes. */
static void see(polder_ga block, int threads)
{
    const int me = polder_mythread();
    uint64_t turn;
    for (uint64_t round = 0; round < 100; round++) {
        do
            polder_get(&turn, block, sizeof turn);
        while (turn % (unsigned)threads != (unsigned)me);
        turn++;
        polder_put(block, &turn, sizeof turn);
        polder_flush_all();
    }
}

static int body(int argc, char **argv)
{
    const int n = polder_threads(), near = polder_node_size(polder_mynode());
    const polder_ga block = polder_all_alloc(8192);
    static uint64_t image[1024];
    polder_put(polder_on(block, polder_mythread()), image, sizeof image);
    polder_barrier_all();
    const unsigned long made = all_kinds(block, n);
    printf("%lu %d %d %d\n", made, (int)KINDS, n, near);
    polder_barrier_all();
    if (argc > 1 && polder_nodes() == 1) see(block, n);
    polder_barrier_all();
    polder_all_free(block);
    return argv == NULL;
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""",
)

FLAGS = upcc("--compile-flags").out.split()
LIBRARIES = [*upcc("--link-flags").out.split(), *(f"-Wl,--wrap={name}" for name in NAMES)]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wno-unused-value", "-Werror"]
run(CC, "-std=c11", "-O2", *FLAGS, "-DPOLDER_NO_INLINE", "-c", "counts.c")


def build(name, *options, compiler=CC, language="c", standard="c11"):
    options = [f"-std={standard}", *WARNINGS, *options, *FLAGS, "-x", language]
    run(compiler, *options, "-c", "in_place.c", "-o", f"{name}.o")
    run(CC, f"{name}.o", "counts.o", *LIBRARIES, "-o", name)


def counts(name, threads, *options, **settings):
    result = upcrun("-n", str(threads), *options, f"./{name}", "see", **settings)
    rows = [tuple(map(int, line.split())) for line in result.out.splitlines()]
    check(len(rows) == threads, "a line a thread", result)
    return rows, result


def expect(name, wanted, threads, *options, **settings):
    """wanted(threads, near): on how many threads' memory the library did it."""
    rows, result = counts(name, threads, *options, **settings)
    for made, kinds, n, near in rows:
        say = f"{made} calls; {kinds} kinds, {n} threads, {near} on the node"
        check(made == kinds * wanted(n, near), f"{name}, {options}: {say}", result)


build("fast", "-O2")
build("slow", "-O0")
build("calls", "-O2", "-DPOLDER_NO_INLINE")
if shutil.which("c++"):
    build("fast_cc", "-O2", compiler="c++", language="c++", standard="c++17")
if shutil.which("clang"):
    build("fast_clang", "-O2", compiler="clang")
for name in ("fast", "fast_cc", "fast_clang"):
    if os.path.exists(name):
        expect(name, lambda n, near: 0, 3, "-p", "3")
        expect(name, lambda n, near: 0, 3, "-p", "1")
        expect(name, lambda n, near: n - near, 4, "--nodes", "2")
for name in ("slow", "calls"):
    expect(name, lambda n, near: n, 2, "-p", "2")
expect("fast", lambda n, near: n - 1, 2, "-p", "2", env={"POLDER_FAR_TEST": "1"})
print("pass")
