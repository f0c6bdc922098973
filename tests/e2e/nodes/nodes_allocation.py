"""In a job of a batch system upcrun takes the hosts that were given to it. Slurm's are taken in a
script (sbatch) and a shell (salloc), without ssh, PBS's by its node file. Slurm is one of the
test's own; hosts are network namespaces. PBS is a node file and what a job of it finds in its
environment."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner import namespaces, slurm  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

write(
    "who.upc",
    """#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int node[THREADS];
int main(void)
{
    char host[256];
    gethostname(host, sizeof host);
    for (int t = 0; t < THREADS; t++) {
        upc_barrier;
        if (t == MYTHREAD) printf("%d/%d %s\\n", t, THREADS, host);
    }
    return 0;
}
""",
)
upcc("who.upc", "-o", "who")
write("here", '#!/bin/sh\necho "$1" >>asked\nshift\nexec "$@"\n')
os.chmod("here", 0o755)
WHO, RSH = os.path.abspath("who"), os.path.abspath("here")
SLURM = (
    "SLURM_JOB_ID",
    "SLURM_JOB_NODELIST",
    "SLURM_TASKS_PER_NODE",
    "SLURM_STEP_ID",
    "PBS_NODEFILE",
)
for name in SLURM:
    os.environ.pop(name, None)
os.environ["POLDER_ALLOCATION"] = "1"


# ---- PBS: a line a slot; what upcrun starts goes through a stand-in for ssh ----
write("nodes", "h1\nh1\nh1\nh2\nh2\nh2\n")
pbs = {"PBS_NODEFILE": os.path.abspath("nodes"), "PBS_JOBID": "1.server"}
result = run(UPCRUN, "--rsh", RSH, "./who", env=pbs)
check(
    "6" == result.out.split()[0].split("/")[1] and sorted(read("asked").split()) == ["h1", "h2"],
    "the hosts of PBS, a thread a slot",
    result,
    read("asked"),
)
for words, hosts, threads in (
    (("-n", "4"), ["h1", "h2"], 4),
    (("--nodes", "1", "-n", "2"), ["h1"], 2),
    (("-N", "2", "-n", "2"), ["h1", "h2"], 2),
    (("-N", "h3", "-n", "2"), ["h3"], 2),
    (("-npernode", "2"), ["h1", "h2"], 4),
):
    os.remove("asked")
    result = run(UPCRUN, "--rsh", RSH, *words, "./who", env=pbs)
    check(
        sorted(read("asked").split()) == hosts and f"0/{threads} " in result.out,
        f"{words}",
        result,
        read("asked"),
    )
os.remove("asked")
result = run(UPCRUN, "--rsh", RSH, "-n", "2", "./who", env={**pbs, "POLDER_ALLOCATION": "0"})
check(not os.path.exists("asked") and "0/2 " in result.out, "POLDER_ALLOCATION=0", result)
for env, text in (
    ({"PBS_NODEFILE": "/nonexistent"}, "PBS_NODEFILE: cannot read '/nonexistent'"),
    ({"PBS_NODEFILE": os.path.abspath("bad")}, "bad:1: not a line"),
):
    write("bad", "-x\n")
    result = run(UPCRUN, "./who", env=env, status=2)
    check(
        text in result.err
        and "POLDER_ALLOCATION=0" in result.err
        and result.err.count("polder: error") == 1,
        text,
        result,
    )
# A node file that names this machine only: as many threads as slots, and no other host is needed.
write("nodes", f"{os.uname().nodename}\n" * 3)
result = run(UPCRUN, "./who", env=pbs)
check(result.out.count("/3 ") == 3, "the slots of this machine", result)
result = run(UPCRUN, "--nodes", "3", "./who", env=pbs)
check(result.out.count("/3 ") == 3, "and it can still be simulated nodes", result)

# ---- Slurm's variables as such ----
base = {"SLURM_JOB_ID": "7", "POLDER_RSH": RSH}
for nodelist, tasks, hosts, threads in (
    ("n[1-3]", "2(x2),1", ["n1", "n2", "n3"], 5),
    ("r[1-2]n[0-1]", "1(x4)", ["r1n0", "r1n1", "r2n0", "r2n1"], 4),
    ("a,b[08-09]", None, ["a", "b08", "b09"], 3),
):
    if os.path.exists("asked"):
        os.remove("asked")
    env = {
        **base,
        "SLURM_JOB_NODELIST": nodelist,
        **({"SLURM_TASKS_PER_NODE": tasks} if tasks else {}),
    }
    result = run(UPCRUN, "./who", env=env)
    check(
        sorted(read("asked").split()) == hosts and f"0/{threads} " in result.out,
        f"{nodelist} {tasks}",
        result,
        read("asked"),
    )
    os.remove("asked")
    result = run(UPCRUN, "-n", "2", "./who", env={**env, "SLURM_STEP_ID": "0"})
    check(
        not os.path.exists("asked") and "0/2 " in result.out,
        "in a step the job stays on its machine",
        result,
    )
for nodelist, tasks in (
    ("n[1-3]", "2"),
    ("n[1-3]", "2(x"),
    ("n[3-1]", "1(x3)"),
    ("n[1-2]", "many"),
):
    result = run(
        UPCRUN,
        "./who",
        env={**base, "SLURM_JOB_NODELIST": nodelist, "SLURM_TASKS_PER_NODE": tasks},
        status=2,
    )
    check(
        "SLURM_" in result.err and "POLDER_ALLOCATION=0" in result.err,
        f"{nodelist} {tasks}",
        result,
    )

# ---- Slurm itself ----
reason = namespaces.possible() or slurm.missing()
if reason or not all(shutil.which(name) for name in ("sbatch", "salloc")):
    print(f"without Slurm: {reason or 'needs sbatch and salloc'}")
    print("pass")
    sys.exit(0)
with namespaces.Namespaces(3) as machines, slurm.Slurm(machines, "slurm") as jobs:
    # In a shell of the first machine (a login node), and in a script on a node of the job.
    for count, words in ((2, ("-n", "4")), (3, ("-n", "6")), (2, ())):
        done = run(
            "salloc",
            "-Q",
            "-N",
            str(count),
            f"--ntasks-per-node={2}",
            UPCRUN,
            *words,
            WHO,
            env=jobs.env,
            status=None,
        )
        wanted = {f"{t}/{2 * count} {machines.names[t // 2]}" for t in range(2 * count)}
        check(
            done.status == 0 and set(done.out.split("\n")) - {""} == wanted,
            f"salloc -N {count}: upcrun {words}",
            done,
            jobs.logs(),
        )
    write("script", f"#!/bin/sh\n{UPCRUN} -n 4 {WHO}\n{UPCRUN} -N 1 -n 2 {WHO}\n")
    os.chmod("script", 0o755)
    done = run(
        "sbatch",
        "-Q",
        "--wait",
        "-N",
        "2",
        "--ntasks-per-node=2",
        "-o",
        os.path.abspath("batch.out"),
        "script",
        env=jobs.env,
        status=None,
    )
    wanted = sorted(
        [f"{t}/4 {machines.names[t // 2]}" for t in range(4)]
        + [f"{t}/2 {machines.names[0]}" for t in range(2)]
    )
    check(
        done.status == 0 and sorted(read("batch.out").split("\n"))[1:] == wanted,
        "sbatch",
        done,
        read("batch.out"),
        jobs.logs(),
    )
    # The end of one reaches the others, and nothing stays behind.
    write(
        "dies.upc",
        "#include <stdlib.h>\n#include <upc.h>\n"
        "int main(void) { if (MYTHREAD == 3) abort(); upc_barrier; return 0; }\n",
    )
    upcc("dies.upc", "-o", "dies")
    done = run(
        "salloc",
        "-Q",
        "-N",
        "2",
        "--ntasks-per-node=2",
        UPCRUN,
        os.path.abspath("dies"),
        env=jobs.env,
        status=None,
    )
    check(
        done.status not in (0, 124) and "thread 3" in done.err and "SIGABRT" in done.err,
        "a thread that dies",
        done,
    )
print("pass")
