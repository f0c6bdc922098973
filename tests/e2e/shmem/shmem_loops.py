"""Loops of shmem_p, shmem_g and atomic operations: few instructions an element on the node, and
each call counts.

On the node a loop over one PE's memory has a test and the access for each element. What finds that
PE stands in front of the loop. A static array is tested for first where the compiler says that it
knows the array, the heap elsewhere. callgrind counts the instructions. Between nodes a loop that
reads one word sees the word change.
"""

# sanitize: no, PEs are processes
import os
import platform
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OSHCC, OSHRUN = (os.path.join(BUILD, "bin", name) for name in ("oshcc", "oshrun"))
WORDS = 4096

# The header's part alone: the library moves static variables, which valgrind does not let it do.
write(
    "loops.c",
    r"""
#include <shmem.h>
#include <polder/shmem/place.h>
#include <stdio.h>
#include <stdlib.h>
enum { WORDS = %d };
static long words[WORDS];
static long block[WORDS];
struct polder_shmem_place polder_shmem_here;
volatile int polder_shmem_far_result;
int polder_shmem_far_long_p(long *dest, long value, int pe)
{
    (void)dest, (void)value;
    exit(pe + 7);
}
long polder_shmem_far_long_g(const long *source, int pe)
{
    (void)source;
    exit(pe + 8);
}
__attribute__((noinline)) void static_p(int pe, long value)
{
    for (int i = 0; i < WORDS; i++) shmem_long_p(&words[i], value, pe);
}
__attribute__((noinline)) long static_g(int pe)
{
    long sum = 0;
    for (int i = 0; i < WORDS; i++) sum += shmem_long_g(&words[i], pe);
    return sum;
}
__attribute__((noinline)) void heap_p(long *heap, int pe, long value)
{
    for (int i = 0; i < WORDS; i++) shmem_long_p(heap + i, value, pe);
}
__attribute__((noinline)) long heap_g(const long *heap, int pe)
{
    long sum = 0;
    for (int i = 0; i < WORDS; i++) sum += shmem_long_g(heap + i, pe);
    return sum;
}
void shmem_ctx_uint64_atomic_xor(shmem_ctx_t context, uint64_t *dest, uint64_t value, int pe)
{
    (void)context, (void)dest, (void)value;
    exit(pe + 9);
}
__attribute__((noinline)) void heap_xor(uint64_t *heap, int pe, uint64_t value)
{
    for (int i = 0; i < WORDS; i++) shmem_uint64_atomic_xor(heap + i, value, pe);
}
int main(int argc, char **argv)
{
    const int pe = argc - 1;
    long *volatile const heap = block;
    (void)argv;
    polder_shmem_here.heap = polder_shmem_here.base = (char *)block;
    polder_shmem_here.heap_bytes = (char *)sizeof block;
    polder_shmem_here.image = (char *)((unsigned long)words - (unsigned long)block);
    polder_shmem_here.image_bytes = (char *)sizeof words;
    polder_shmem_here.near = (char *)1;
    static_p(pe, 3);
    heap_p(heap, pe, 5);
    heap_xor((uint64_t *)heap, pe, 1);
    printf("%%ld %%ld\n", static_g(pe) / WORDS, heap_g(heap, pe) / WORDS);
    return 0;
}
""" % WORDS,
)

# PE 1 gives a number once PE 0 is about to look for it: in most rounds PE 0 looks before.
write(
    "changes.c",
    r"""
#include <shmem.h>
#include <stdio.h>
enum { ROUNDS = 40 };
static long words[8], looks;
int main(void)
{
    shmem_init();
    long *const heap = shmem_calloc(8, sizeof *heap);
    for (long round = 1; round <= ROUNDS; round++)
        if (shmem_my_pe() == 0) {
            shmem_long_p(&looks, 2 * round, 1);
            while (shmem_long_g(&words[3], 1) != round) {}
            shmem_long_p(&looks, 2 * round + 1, 1);
            while (shmem_long_g(heap + 3, 1) != round) {}
        } else {
            shmem_long_wait_until(&looks, SHMEM_CMP_GE, 2 * round);
            shmem_long_p(&words[3], round, 1);
            shmem_long_wait_until(&looks, SHMEM_CMP_GE, 2 * round + 1);
            shmem_long_p(heap + 3, round, 1);
        }
    shmem_barrier_all();
    if (shmem_my_pe() == 0) puts("seen");
    shmem_finalize();
    return 0;
}
""",
)


def instructions(out):
    """How many each function executed itself; what callees cost is not the call's."""
    totals, function, of_callee = {}, "", False
    for line in read(out).splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif not of_callee and re.match(r"[+\-*\d]", line):
            totals[function] = totals.get(function, 0) + int(line.split()[1])
        of_callee = line.startswith("calls=")
    return totals


def look_at(compiler, bounds):
    run(compiler, "-O2", "-I", os.path.join(SOURCE, "include"), "loops.c", "-o", "loops")
    result = run(
        "valgrind",
        "--tool=callgrind",
        "--compress-strings=no",
        "--compress-pos=no",
        "--callgrind-out-file=counts",
        "./loops",
    )
    check(result.out == "3 4\n", f"{compiler}: the values are wrong", result)
    totals = instructions("counts")
    for function, bound in bounds.items():
        each = totals[function] / WORDS
        check(
            each < bound,
            f"{compiler}: {function} takes {each:.1f} instructions an element, "
            f"not less than {bound}",
        )


write(
    "threads.c",
    r"""
#include <shmem.h>
static long words[4096];
void static_p(int pe, long value)
{
    for (int i = 0; i < 4096; i++) shmem_long_p(&words[i], value, pe);
}
void heap_p(long *heap, int pe, long value)
{
    for (int i = 0; i < 4096; i++) shmem_long_p(heap + i, value, pe);
}
""",
)


def shortest_loop(function):
    """The instructions from a label to the jump back to it, in the compiler's assembly."""
    text = read("threads.s").partition(f"\n{function}:")[2].partition(".cfi_endproc")[0]
    loops, labels = [], {}
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if line.endswith(":"):
            labels[line[:-1]] = number
        jump = re.match(r"j\w+\s+(\S+)$", line)
        if jump and jump[1] in labels:
            body = lines[labels[jump[1]] : number + 1]
            loops.append([each for each in body if each[0] != "." and not each.endswith(":")])
    return min(loops, key=len)


def look_at_threads():
    """With PEs as pthreads the loop does not ask again which thread it is in."""
    run(OSHCC, "-fpe-threads", "-O2", "-g0", "-S", "threads.c", "-o", "threads.s")
    for function in ("static_p", "heap_p"):
        body = shortest_loop(function)
        text = "\n".join(body)
        check(
            "%fs" not in text and "call" not in text and len(body) < 15,
            f"{function} of PEs as pthreads:\n{text}",
        )


if platform.machine() == "x86_64" and shutil.which("gcc"):
    look_at_threads()
compilers = [name for name in ("gcc", "clang") if shutil.which(name)]
if platform.machine() == "x86_64" and shutil.which("valgrind"):
    # gcc before 12 and clang ask for the heap first, as they do not know the array.
    for name in compilers:
        version = int(run(name, "-dumpversion").out.split(".")[0])
        second = 10 if name == "gcc" and version >= 12 else 15
        bounds = {"heap_p": 10, "heap_g": 10, "static_p": second, "static_g": second}
        look_at(name, {**bounds, "heap_xor": 25})
for name in compilers:
    for level in ("-O1", "-O3"):
        run("env", f"OSHCC={name}", OSHCC, level, "changes.c", "-o", "changes")
        result = run(OSHRUN, "-n", "2", "--nodes", "2", "./changes")
        check(result.out == "seen\n", f"{name} {level}: it does not end well", result)
print("pass")
