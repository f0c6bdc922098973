"""A job of several nodes starts, exchanges, prints and ends as one of one node does. Compared are
who holds which thread, output, input, exit status, environment and folder."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import subprocess  # noqa: E402

from runner import programs  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")

# a command that starts upcrun "elsewhere", without any privilege: it only has to run what stands
# behind the host
write("here", '#!/bin/sh\nshift\nexec "$@"\n')
os.chmod("here", 0o755)
RSH = ("--rsh", os.path.abspath("here") + " {host}")

# ---- the same result on every number of nodes and processes ----
for words in (
    ("--nodes", "1"),
    ("--nodes", "2"),
    ("--nodes", "3"),
    ("--nodes", "2", "--per-node", "1"),
    ("--nodes", "3", "-p", "4"),
    ("-N", "a,b", *RSH),
    ("-N", "a,b,c", "--per-node", "1", *RSH),
    ("-N", "a", *RSH),
):
    result = upcrun(*words, "-n", "7", "./hello")
    check(result.out == "sum 28 of 7 threads\n" and result.err == "", f"{words}", result)
check(
    upcrun("--nodes", "2", "./hello").out == "sum 3 of 2 threads\n", "without -n: a thread a node"
)
check(upcrun("./hello", env={"POLDER_NODES": "2"}).out == "sum 3 of 2 threads\n", "POLDER_NODES")

# ---- heaps of different size ----
# A host's threads may have what it has; all threads together as much as the smallest allows.
write(
    "heaps.upc",
    """#include <stdio.h>
#include <upc.h>
shared int got[THREADS];
int main(void) {
    got[MYTHREAD] = upc_alloc(8 << 20) != NULL;
    upc_barrier;
    const int large = upc_all_alloc(THREADS, 8 << 20) != NULL,
              small = upc_all_alloc(THREADS, 1 << 16) != NULL;
    if (MYTHREAD == 0)
        printf("%d%d%d%d, all: %d %d\\n", got[0], got[1], got[2], got[3], large, small);
    return 0;
}
""",
)
upcc("heaps.upc", "-o", "heaps")
for lines, expected in (
    ("a slots=2 heap=64m\nb slots=2 heap=1m\n", "1100, all: 0 1\n"),
    ("a slots=2 heap=1m\nb slots=2\n", "0011, all: 0 1\n"),
    ("a slots=2 heap=64m\nb slots=2\n", "1111, all: 1 1\n"),
):
    write("heaps.txt", lines)
    check(upcrun("-N", "heaps.txt", *RSH, "./heaps").out == expected, f"heaps of {lines!r}")
write("heaps.txt", "a heap=much\n")
result = upcrun("-N", "heaps.txt", *RSH, "./heaps", status=2)
check("heaps.txt:1: not a line of a hosts file" in result.err, "a heap that is no size", result)

# ---- who holds which thread ----


def places(*words):
    """[(host, threads, processes)] as --show says."""
    found = []
    for line in upcrun(*words, "--show").out.splitlines():
        if line.startswith("host "):
            rest = line.split(": ")[1].split()
            found.append((line.split()[1].rstrip(":"), int(rest[0]), int(rest[3])))
    return found


def deal(*words):
    return [(threads, processes) for _, threads, processes in places(*words)]


check(
    deal("--nodes", "3", "-n", "7") == [(3, 3), (2, 2), (2, 2)], "evenly, the first hold one more"
)
check(deal("--nodes", "2", "-n", "7", "--per-node", "2") == [(4, 2), (3, 2)], "--per-node")
check(deal("--nodes", "2", "-n", "8", "-p", "3") == [(4, 2), (4, 1)], "-p is of the job")
check(deal("--nodes", "3", "-n", "3", "-p", "3") == [(1, 1)] * 3, "a process each")
check(
    places("-N", "a:1,b:3", "-n", "8", *RSH) == [("a", 2, 2), ("b", 6, 6)], "in proportion to slots"
)
check(places("-N", "a:1,b:3", *RSH) == [("a", 1, 1), ("b", 3, 3)], "without -n: the slots")
check(
    places("-N", "a,b,c", "-n", "2", *RSH) == [("a", 1, 1), ("b", 1, 1)],
    "hosts without a thread are not used",
)
check(
    places("-N", "a,b,c", "--nodes", "2", "-n", "4", *RSH) == [("a", 2, 2), ("b", 2, 2)],
    "the first two hosts",
)
write(
    "hosts.txt",
    "# the machines\n\na slots=2 max_slots=4\nb:1 # small\nnode[08-10,12]\nc 3\nb\nuser@d\n",
)
check(
    places("-N", "hosts.txt", *RSH)
    == [
        ("a", 2, 2),
        ("b", 2, 2),
        ("node08", 1, 1),
        ("node09", 1, 1),
        ("node10", 1, 1),
        ("node12", 1, 1),
        ("c", 3, 3),
        ("user@d", 1, 1),
    ],
    "a hosts file",
    places("-N", "hosts.txt", *RSH),
)
check(
    places("-N", "n[1-2]:2,m", "-n", "5", *RSH) == [("n1", 2, 2), ("n2", 2, 2), ("m", 1, 1)],
    "a list as Slurm writes it",
)
check(
    places("-n", "2", *RSH, "-v", "-N", "a,b", "-t") == [("a", 1, 1), ("b", 1, 1)],
    "options of other launchers",
)

# ---- output: whole lines, in any mix; input: thread 0's; exit status: the largest ----
programs.lines_make()
for words in (("--nodes", "2"), ("--nodes", "3", "--per-node", "1"), ("-N", "a,b", *RSH)):
    for length, lines in (
        (3, 300),
        (5000, 50),
        (200000, 4),
    ):  # below and above what a pipe takes, and more than is under way at a time
        result = upcrun(*words, "-n", "4", "./lines", str(length), str(lines), "codes", status=4)
        wanted = sorted(f"<{t}:{chr(97 + t) * length}>" for t in range(4) for _ in range(lines))
        check(
            sorted(result.out.split("\n")[:-1]) == wanted, f"broken lines, {words}, length {length}"
        )
    result = upcrun(*words, "-n", "4", "--label", "./lines", "9000", "20", "codes", status=4)
    wanted = sorted(f"[{t}] <{t}:{chr(97 + t) * 9000}>" for t in range(4) for _ in range(20))
    check(sorted(result.out.split("\n")[:-1]) == wanted, f"broken labelled lines, {words}")
head = run("sh", "-c", f"{UPCRUN} --nodes 2 -n 4 ./lines 100 100000 | head -1", status=None)
check(head.out.count("\n") == 1 and head.err == "", f"output closed by its reader: {head}")
with open("/dev/full", "w") as full:
    job = start(UPCRUN, "--nodes", "2", "-n", "4", "./lines", "100", "1000", stdout=full)
    _, err = finish(job)
check(
    job.returncode == 1 and err.count("polder: error") == 1 and "No space" in err,
    f"a full device: {job.returncode} {err}",
)

write(
    "input.upc",
    r"""
#include <upc.h>
#include <stdio.h>
int main(void)
{
    long bytes = 0, sum = 0;
    for (int c; (c = getchar()) != EOF; bytes++) sum += c;
    if (MYTHREAD == 0) printf("%ld %ld\n", bytes, sum);
    else if (bytes) printf("input for thread %d\n", MYTHREAD);
    return 0;
}
""",
)
upcc("input.upc", "-o", "input")
text = "".join(f"{i}\n" for i in range(100000))
wanted = f"{len(text)} {sum(map(ord, text))}\n"
check(upcrun("--nodes", "2", "-n", "2", "./input", stdin=text).out == wanted, "a pipe as input")
write("file", text)
with open("file") as source:
    out, err = finish(start(UPCRUN, "--nodes", "2", "-n", "2", "./input", stdin=source))
check(out == wanted, f"a file as input: {out}{err}")
check(upcrun("--nodes", "2", "-n", "2", "./input").out == "0 0\n", "no input")

# ---- environment, folder, arguments ----
write(
    "facts.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char folder[4096];
    if (MYTHREAD == THREADS - 1) {
        printf("%s\n", getcwd(folder, sizeof folder));
        for (int i = 1; i < argc; i++) printf("<%s>\n", argv[i]);
        const char *names[] = {"POLDER_STACK", "MINE", "ASKED", "GIVEN"};
        for (int i = 0; i < 4; i++)
            printf("%s=%s\n", names[i], getenv(names[i]) ? getenv(names[i]) : "-");
    }
    return 0;
}
""",
)
upcc("facts.upc", "-o", "facts")
write(
    "clean", '#!/bin/sh\nshift\nexec env -i "$@"\n'
)  # as on another machine: nothing of our environment arrives by itself
os.chmod("clean", 0o755)
odd = ["two words", "", "'\"$HOME`id`\\", "a\nb", "ä", "--nodes"]
folder = os.path.join(os.getcwd(), "a folder with blanks")
os.mkdir(folder)
result = upcrun(
    "-N",
    "a,b",
    "-n",
    "2",
    "--rsh",
    os.path.abspath("clean"),
    "--export",
    "ASKED,GIVEN=1",
    os.path.abspath("facts"),
    *odd,
    cwd=folder,
    env={"POLDER_STACK": "1m", "MINE": "no", "ASKED": "with blanks"},
)
wanted = (
    folder
    + "\n"
    + "".join(f"<{word}>\n" for word in odd)
    + "POLDER_STACK=1m\nMINE=-\nASKED=with blanks\nGIVEN=1\n"
)
check(result.out == wanted, "what the program sees", result)
result = upcrun(
    "-N",
    "a,b",
    "-n",
    "2",
    "--rsh",
    os.path.abspath("clean"),
    "--export",
    "ALL",
    os.path.abspath("facts"),
    env={"MINE": "yes"},
)
check("MINE=yes\n" in result.out, "--export ALL", result)

# the key of the job is on no command line and in no environment
write(
    "look",
    "#!/bin/sh\nread line\necho \"$line\" | cut -d' ' -f3 > key.$$\n"
    'cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | grep -a -c -F -f key.$$ >> '
    'found\nshift\necho "$line" | exec "$@"\n',
)
os.chmod("look", 0o755)
check(
    upcrun("-N", "a,b", "-n", "2", "--rsh", "./look", "./hello").out == "sum 3 of 2 threads\n",
    "a job whose start is looked at",
)
check(read("found") == "0\n0\n", "the key can be seen", read("found"))

# ssh hands its words to a shell: a path with a blank arrives whole
os.mkdir("ssh bin")
os.symlink(UPCRUN, "ssh bin/upcrun")
write("ssh", '#!/bin/sh\n[ "$1" = -x ] && shift\nshift\nexec sh -c "$*"\n')
os.chmod("ssh", 0o755)
result = upcrun(
    "-N",
    "a,b",
    "-n",
    "2",
    "--remote-upcrun",
    os.path.abspath("ssh bin/upcrun"),
    "./hello",
    env={"PATH": os.getcwd() + ":" + os.environ["PATH"]},
)
check(result.out == "sum 3 of 2 threads\n", "ssh", result)

# ---- many nodes ----
result = upcrun("--nodes", "60", "-n", "60", "./hello")
check(result.out == "sum 1830 of 60 threads\n", "60 nodes", result)
print("pass")
