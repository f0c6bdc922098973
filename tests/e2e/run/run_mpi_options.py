"""upcrun takes what users of mpirun, mpiexec and srun type: obeyed, accepted without effect, or
refused with what there is instead. A slip of typing is answered with the option that was meant,
also by upcc and polder."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "tell.upc",
    """#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
static const char *of(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "-";
}
int main(int argc, char **argv)
{
    char folder[4096];
    for (int t = 0; t < THREADS; t++) {
        upc_barrier;
        if (t == MYTHREAD)
            printf("%d of %d: A=%s B=%s C=%s in %s, %d words %s\\n", t, THREADS,
                   of("A"), of("B"), of("C"), strrchr(getcwd(folder, sizeof folder), '/') + 1,
                   argc, argc > 1 ? argv[1] : "");
        fflush(stdout);
    }
    return 0;
}
""".replace("#include <unistd.h>", "#include <string.h>\n#include <unistd.h>"),
)
upcc("tell.upc", "-o", "tell")
TELL = os.path.abspath("tell")
os.mkdir("folder")
write("hosts", "localhost slots=3\n")
write("here", '#!/bin/sh\nshift\nexec "$@"\n')
os.chmod("here", 0o755)
HERE = os.path.basename(os.getcwd())


def lines(words, env=None, program=(TELL,)):
    result = upcrun(*words, *program, env=env)
    check(result.err == "", f"{words} without a word", result)
    return sorted(result.out.splitlines())


def told(threads, a="-", b="-", c="-", folder=HERE):
    return [f"{t} of {threads}: A={a} B={b} C={c} in {folder}, 1 words " for t in range(threads)]


# ---- obeyed ----
for words in (
    ("-np", "3"),
    ("--np", "3"),
    ("--ntasks=3",),
    ("--n", "3"),
    ("--hostfile", "hosts"),
    ("-f", "hosts"),
    ("-machinefile=hosts",),
    ("--host", "localhost:3"),
    ("-H", "localhost:3"),
    ("-np", "3", "--bind-to", "core"),
    ("-np", "3", "--bind-to", "none"),
    ("-np", "3", "--bind-to", "core:overload-allowed"),
    ("-np", "3", "--cpu-bind=verbose,cores"),
    ("-np", "3", "--map-by", "slot"),
    ("-np", "3", "--map-by", "core:OVERSUBSCRIBE"),
    ("-np", "3", "--map-by", "ppr:3:node"),
    ("-ppn", "3"),
    ("-npernode", "3", "-np", "3"),
    ("-np", "3", "--oversubscribe", "--allow-run-as-root"),
    ("-np", "3", "--mca", "btl", "self,tcp"),
    ("-np", "3", "--mpi=pmix"),
    ("-np", "3", "--rank-by", "slot"),
    ("-np", "3", "-stdin", "0"),
    ("-np", "3", "--wdir", "."),
    ("-n", "3", "--shared-heap", "1.5g"),
    ("-n", "3", "-shared-heap", "1.5"),
    ("-n", "3", "-shared-heap=0.5GB"),
):
    check(lines(words) == told(3), f"{words}", lines(words))
check(lines(("-np", "4", "--nodes", "2", "-ppn", "2")) == told(4), "two simulated nodes of two")
bound = upcrun("-np", "2", "--bind-to", "none", "--show").out
check("any" in bound or "core" not in bound, "--bind-to none", bound)
check(
    "2 threads" in upcrun("-np", "2", "-do-not-launch", "-display-map", TELL).out, "-do-not-launch"
)
check(
    upcrun("-np", "2", "-l", TELL).out.count("[1]") or "1:" in upcrun("-np", "2", "-l", TELL).out,
    "-l is --label",
)

# ---- the environment of the program, here and on other hosts ----
NODES = ((), ("-N", "a,b", "--rsh", os.path.abspath("here")), ("--nodes", "2"))
for nodes in NODES:
    pairs = ("-np", "2", *nodes, "-x", "A=1,2", "-x", "B", "-env", "C", "x y")
    check(
        lines(pairs, env={"B": "from here"}) == told(2, "1,2", "from here", "x y"),
        f"-x on {nodes or 'this machine'}",
        lines(pairs, env={"B": "from here"}),
    )
    check(
        lines(("-np", "2", *nodes, "--export", "A=5,B")) == told(2, "5"),
        f"--export on {nodes or 'this machine'}",
    )
    check(
        lines(("-np", "2", *nodes, "-genvlist", "A,B"), env={"A": "1", "B": "2"})
        == told(2, "1", "2"),
        "-genvlist",
    )
result = upcrun("-np", "1", "-x", "NOT_THERE", TELL)
check(
    "-x NOT_THERE: there is no such variable here" in result.err,
    "a variable that is not there is said",
    result,
)

# ---- the folder; a relative program is one of that folder, a hosts file one of ours ----
os.link("tell", "folder/own")
for nodes in NODES:
    check(
        lines(("-np", "2", *nodes, "--wdir", "folder"), program=("./own",))
        == told(2, folder="folder"),
        f"--wdir on {nodes or 'this machine'}",
    )
check(
    lines(("--hostfile", "hosts", "-wd", "folder")) == told(3, folder="folder"),
    "--hostfile and -wd",
)


# ---- refused ----
def refused(words, *texts, program=(TELL,), status=2, env=None):
    result = upcrun(*words, *program, status=status, env=env)
    check(
        result.err.startswith("polder: error: ") and result.err.count("polder: error") == 1,
        f"{words}: one message",
        result,
    )
    for text in texts:
        check(text in result.err, f"{words}: expected '{text}'", result)


refused(("-np", "2", "--hostfile", "missing"), "--hostfile missing: No such file")
refused(("-np", "2", "--bind-to", "board"), "--bind share", "--bind none")
refused(("-np", "2", "--map-by", "node:PE=4"), "--bind share")
refused(("-np", "2", "--map-by", "node"), "numbered node after node", "--per-node")
refused(("-np", "2", "--map-by", "ppr:2:socket"), "--bind share")
refused(("-np", "2", "--map-by", "ppr:2"), "--bind share")
refused(("-np", "2", "--map-by", "ppr:"), "--bind share")
refused(("-np", "2", "--map-by", "ppr:x:node"), "a number from 1")
refused(
    ("-np", "4", "--map-by", "ppr:2:node"), "4 threads, at most 2 on a node", "2 nodes", "--nodes 2"
)
refused(("-ppn", "1", "-n", "3", "-N", "a,b"), "need 3 nodes; there are 2")
refused(("-np", "2", "--output-filename", "out"), "--label")
refused(("-np", "2", "--output-filename=out"), "--label")
refused(("-np", "2", "--nooversubscribe"), "leave it out")
refused(("-np", "2", "--rankfile", "r"), "numbered node after node")
refused(("-np", "2", "-stdin", "all"), "thread 0")
refused(("-np", "2", "-x", "=3"), "NAME=value")
refused(("-np", "2", "--multi-prog", "conf"), "MPMD")
refused(
    ("-np", "2", "--wdir", "missing"), "cannot change to the folder 'missing' (--wdir)", status=1
)
refused(("-np", "2", "-env", "A"), "two values", program=())
refused(("-n", "2", "--shared-heap", "1.5"), "a size such as 512m or 1.5g")
refused(("-n", "2", "--shared-heap", "1.5.g"), "a size")

# ---- several programs in one job ----
refused(("-n", "1"), "MPMD", "MYTHREAD", "-- ", program=(TELL, ":", "-n", "1", TELL))
refused(("-n", "1"), "MPMD", program=(TELL, "word", ":", TELL))
check("2 words :" in upcrun("-n", "1", TELL, ":").out, "a last ':' is an argument")
check(
    "4 words :" in upcrun("-n", "1", "--", TELL, ":", "-n", "1").out,
    "behind -- a ':' is an argument",
)

# ---- slips of typing ----
for typed, meant in (
    ("--thread", "--threads"),
    ("--hostfil=x", "--hostfile"),
    ("--lable", "--label"),
    ("--shared-haep", "--shared-heap"),
    ("-timeout", "--timeout"),
    ("--bind_to", "--bind-to"),
    ("--time", "--timeout"),
    ("--oversubscibe", "--oversubscribe"),
):
    refused(("-n", "2", typed), f"unknown option '{typed}'; did you mean '{meant}'?")
refused(("-n", "2", "--frobnicate"), "unknown option '--frobnicate'\n")
write("hello.upc", HELLO)
for typed, meant in (
    ("-fupc-thread=4", "-fupc-threads="),
    ("-fupc-strip-nime", "-fupc-strip-mine"),
    ("-fno-upc-forall-ownn", "-fno-upc-forall-own"),
    ("--trnas", "--trans"),
    ("--dump-asd", "--dump-ast"),
    ("-shared-libpoldr", "-shared-libpolder"),
    ("--link-flag", "--link-flags"),
):
    result = upcc(typed, "hello.upc", "-o", "hello", status=None)
    check(result.status != 0 and f"did you mean '{meant}'?" in result.err, f"upcc {typed}", result)
result = upcc("-Wno-upc-barier-in-forall", "-c", "hello.upc")
check("did you mean '-Wno-upc-barrier-in-forall'?" in result.err, "a warning's name", result)
check(
    "did you mean"
    not in upcc("-fno-such-thing-at-all", "hello.upc", "-o", "hello", status=None).err.replace(
        ";", ""
    ),
    "nothing is near",
)
POLDER = os.path.join(BUILD, "bin", "polder")
for typed, meant in (("inof", "info"), ("tun", "tune"), ("docter", "doctor")):
    check(f"did you mean '{meant}'?" in run(POLDER, typed, status=2).err, f"polder {typed}")
print("pass")
