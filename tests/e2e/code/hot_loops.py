"""The measured part of each program of bench/apps and bench/kernels is compared with its reference
in serial C, compiled alike. It executes about as many instructions, divisions, calls and
conditional branches. What the optimiser leaves in a hot loop would show as one per element.

How often each instruction is executed is counted by callgrind. Only the program's own functions
count, not the library's, which do what C does by its own. They run on one thread, at the smallest
class. Counted is what lies between the two readings of the clock that the program makes around what
it measures. Counts of both sides are exact and the same in each run. The bounds are below; what
they allow beyond C's is said there."""

# sanitize: no (counts are of what is measured)
import concurrent.futures
import glob
import os
import platform
import re
import shutil
import sys
from collections import Counter, namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

sys.path.insert(0, os.path.join(SOURCE, "bench"))
from driver.callgrind import CLOCK, CLOCK_OPTION, DUMP, measured_parts  # noqa: E402

BENCH = os.path.join(SOURCE, "bench")
OPTIONS = (
    "-O3",
    "-no-pie",
    CLOCK_OPTION,
    "-DPROGRAM_REFERENCE_THREADS=1",
    "-I",
    os.path.join(BENCH, "serial"),
)
KINDS = ("instructions", "divisions", "calls", "branches")
# What UPC may execute for one of C's instructions, and how many divisions, calls and branches
# beyond C's for 1000 of C's instructions.
Bound = namedtuple("Bound", "instructions divisions calls branches", defaults=(1.1, 0.2, 0.5, 5))
# Forms in the order in which a program measures them; a program that is not here has one.
FORMS = {
    "stream": ("local", "shared", "cyclic"),
    "twisted": ("plain", "cast", "relocalised"),
    "stencil": ("local", "shared"),
    "matmul": ("local", "shared"),
}
# The smallest class in which loops are long beside what is found out in front of them; S for
# others.
SIZES = {"matmul": "W", "mcop": "W", "stencil": "W", "sobel": "W", "queens": "W"}
BOUNDS = {
    # The driver keeps gcc from unrolling loops that carry vectors along (compile/back_end.cc).
    # So there is a branch of the loop's own for each step where gcc does two or four of C's. There
    # are copies of registers, too, which take no time.
    "stencil.local": Bound(branches=40),
    "stencil.shared": Bound(branches=40),
    "matmul.local": Bound(
        branches=7
    ),  # which thread has each of four rows of B: once in 256 elements
    # A column of rows that go round the threads: two instructions a step (13 in C) more than C's
    # address, one of them a branch. Beside the pointer along the row gcc 14 counts k, where gcc 12
    # compares the pointer with its end: one more.
    "mcop": Bound(1.3, branches=80),
    # The loop over a row has the same branches with every gcc, 3100 more than C's in all, and half
    # or a third of its instructions. With gcc 14 C's code is a third shorter than with gcc 12, so
    # the same branches are more for 1000 of them.
    "spmv": Bound(branches=6),
    # The box, private data of the thread, is looked up again where C sees that nothing changes it.
    "md": Bound(1.2),
    # Two loops over the keys group them by the thread they go to. gcc knows that the reference has
    # one thread.
    "bucket_sort": Bound(1.3, branches=28),
    # A thread and a place in its part, instead of a place; what the atomic domain allows, once a
    # key.
    "hash_table": Bound(1.8, branches=21),
}
# Of versions for one thread. The hash table asks once a key what its atomic domain allows.
# The lock of contention is taken in place, where C calls its library, whose instructions do not
# count.
ONE_THREAD = {"hash_table": 1.8, "contention": 1.12}
ONE_THREAD_BOUND = 1.1
SMALLER = {
    "ep": ("ep.h", "{'S', 24,", "{'S', 18,")
}  # a file of the program, and what makes it quick; its result is then not the published one


def kinds_of(program):
    """What the instructions at each address are, beyond being instructions."""
    kinds = {}
    for line in run("objdump", "-d", "--no-show-raw-insn", program).out.splitlines():
        found = re.match(r" +([0-9a-f]+):\t(?:notrack |bnd |lock |rep[nz]* )*(\w+)", line)
        if found:
            name = found[2]
            kind = (
                "divisions"
                if re.match(r"v?i?div", name)
                else (
                    "calls"
                    if name.startswith("call")
                    else "branches" if name[0] == "j" and not name.startswith("jmp") else ""
                )
            )
            if kind:
                kinds[int(found[1], 16)] = kind
    return kinds


def own_functions(program, unit):
    """Where the program's own functions lie."""
    names = {
        line.split()[-1] for line in run("nm", unit).out.splitlines() if line.split()[-2] in "tT"
    }
    fields = [line.split() for line in run("nm", "-S", "--defined-only", program).out.splitlines()]
    return [
        (int(f[0], 16), int(f[0], 16) + int(f[1], 16))
        for f in fields
        if len(f) == 4 and f[2] in "tT" and f[3] in names
    ]


def executed(path):
    """How often each instruction was, from what callgrind wrote; what callees cost is not the
    call's."""
    counts, of_callee = Counter(), False
    for line in read(path).splitlines():
        found = re.match(r"(0x[0-9a-f]+) (\d+)$", line)
        if found and not of_callee:
            counts[int(found[1], 16)] += int(found[2])
        of_callee = line.startswith("calls=")
    return counts


def counted(folder, name, compiler, source, forms):
    """What the measured part of each form executes on one thread, as counters of KINDS. compiler:
    the command."""
    side = os.path.splitext(source)[1][1:] + str(len(compiler))
    unit, program, out = f"{folder}/{side}.o", f"{folder}/{side}", f"{folder}/{side}.counts"
    run(*compiler, *OPTIONS, "-c", f"{folder}/{source}", "-o", unit)
    run(compiler[0], "-no-pie", unit, "clock.o", "-lm", "-o", program)
    result = run(
        "valgrind",
        "--tool=callgrind",
        "--dump-instr=yes",
        "--dump-line=no",
        "--compress-pos=no",
        "--compress-strings=no",
        DUMP,
        f"--callgrind-out-file={out}",
        f"./{program}",
        SIZES.get(name, "S"),
        status=None,
        env={"BENCH_QUICK": "1", "POLDER_THREADS": "1"},
    )
    check(result.status == 0 or name in SMALLER, f"{name}: it fails", result)
    parts = measured_parts(out)
    chunks = len(parts) // len(forms)
    check(
        chunks and chunks * len(forms) == len(parts),
        f"{name}: {len(parts)} measurements of {len(forms)} forms",
        result,
    )
    kinds, own = kinds_of(program), own_functions(program, unit)
    totals = [Counter() for _ in forms]
    for at, part in enumerate(parts):
        for address, times in executed(part).items():
            if any(first <= address < end for first, end in own):
                totals[at // chunks].update(
                    {"instructions": times, kinds.get(address, "others"): times}
                )
    return [Counter({kind: total[kind] // chunks for kind in KINDS}) for total in totals]


def compare(name, form, upc, c):
    """A line of the table, and what is wrong."""
    bound, base = BOUNDS.get(form, BOUNDS.get(name, Bound())), c["instructions"]
    ratio = upc["instructions"] / base
    more = {kind: (upc[kind] - c[kind]) * 1000 / base for kind in KINDS[1:]}
    wrong = ratio > bound.instructions or any(more[kind] > getattr(bound, kind) for kind in more)
    line = f"{form:20} {base:12} {ratio:7.3f} " + " ".join(f"{more[kind]:8.2f}" for kind in more)
    return line + (f"  more than {tuple(bound)}" if wrong else ""), wrong


def compare_one_thread(name, form, upc, c):
    ratio = upc["instructions"] / c["instructions"]
    bound = ONE_THREAD.get(name, ONE_THREAD_BOUND)
    line = f"{form + ', one':20} {c['instructions']:12} {ratio:7.3f}"
    return line + (f"  more than {bound}" if ratio > bound else ""), ratio > bound


def program_counts(stem):
    folder, forms = "work." + os.path.basename(stem), FORMS.get(
        os.path.basename(stem), (os.path.basename(stem),)
    )
    name = os.path.basename(stem)
    shutil.copytree(
        BENCH, folder + "/bench", ignore=shutil.ignore_patterns("*.py", "__pycache__", "*.json")
    )
    if name in SMALLER:
        header, before, after = SMALLER[name]
        path = os.path.join(folder, "bench", os.path.relpath(os.path.dirname(stem), BENCH), header)
        check(before in read(path), f"{header} does not say {before}")
        write(path, read(path).replace(before, after))
    inside = os.path.join("bench", os.path.relpath(stem, BENCH))
    # Code for any number of threads, and the version of it for one.
    upc = counted(folder, name, (UPCC, "-fno-upc-one-thread"), inside + ".upc", forms)
    one_thread = counted(folder, name, (UPCC,), inside + ".upc", forms)
    c = counted(folder, name, ("cc",), inside + ".c", (name,))[0]
    lines = []
    for form, any_number, one in zip(forms, upc, one_thread):
        title = form if form == name else f"{name}.{form}"
        lines += [compare(name, title, any_number, c), compare_one_thread(name, title, one, c)]
    return lines


def main():
    if (
        platform.machine() != "x86_64"
        or not shutil.which("valgrind")
        or not shutil.which("objdump")
    ):
        skip("no valgrind, no objdump, or not x86-64")
    write("clock.c", CLOCK)
    run("cc", "-O2", "-c", "clock.c")
    stems = [
        s[:-4]
        for s in sorted(glob.glob(BENCH + "/**/*.upc", recursive=True))
        if os.path.exists(s[:-4] + ".c") and not re.search("/(micro|unseen|dis)/", s)
    ]
    stems = [s for s in stems if os.path.basename(s) in sys.argv[1:]] if sys.argv[1:] else stems
    check(stems, "no programs found")
    print(
        f"{'program':20} {'C':>12} {'UPC / C':>7} {'division':>8} {'call':>8} {'branch':>8}   more "
        f"than C's, for 1000 of its instructions"
    )
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        lines = [line for each in pool.map(program_counts, stems) for line in each]
    print("\n".join(text for text, _ in lines))
    check(not any(wrong for _, wrong in lines), "hot loops execute more than C's")
    print("pass")


main()
