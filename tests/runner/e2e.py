"""What end-to-end tests share: the programs under test, running a command, and saying clearly what
went wrong.

A script runs in an empty folder of its own; UPCC, UPCRUN, POLDER_SOURCE and POLDER_BUILD come from
the runner. It passes by reaching its end, skips by skip(), and fails by an assertion or check().

No clock decides here: what takes long on a busy machine is no failure. The functions run, finish,
ended, heard and until wait under a limit of processor time and time asleep (limits.py), never for
so many seconds."""

import os
import select
import signal
import subprocess
import sys

from . import limits
from .limits import Limit
from .whereabouts import where

UPCC = os.environ.get("UPCC", "upcc")
UPCRUN = os.environ.get("UPCRUN", "upcrun")
SOURCE = os.environ.get(
    "POLDER_SOURCE", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
)
BUILD = os.environ.get("POLDER_BUILD", "")
OSHCC = os.path.join(BUILD, "bin", "oshcc")
OSHRUN = os.path.join(BUILD, "bin", "oshrun")
CC = os.environ.get("POLDER_CC") or "cc"  # the back-end C compiler
LONG = os.environ.get("POLDER_TEST_LONG") == "1"  # ./dev test --long
LIMIT = Limit(1200, 60)  # for a command
GRACE_AFTER_QUIT = 10  # seconds; only what is printed depends on it
SOON = Limit(60, 30)  # for what should happen at once; a disk that stalls may take seconds
# More ranks than cores, as root, without a home: what Open MPI must be told; other MPIs do not look
# at these.
MPI_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "PRTE_ALLOW_RUN_AS_ROOT": "1",
    "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
}

HELLO = """#include <stdio.h>
#include <upc.h>
shared int seen[THREADS];
int main(void)
{
    seen[MYTHREAD] = MYTHREAD + 1;
    upc_barrier;
    if (MYTHREAD == 0) {
        int sum = 0;
        for (int i = 0; i < THREADS; i++) sum += seen[i];
        printf("sum %d of %d threads\\n", sum, THREADS);
    }
    return 0;
}
"""


class Result:
    def __init__(self, command, completed):
        self.command, self.status = command, completed.returncode
        self.out, self.err = completed.stdout, completed.stderr

    def __str__(self):
        return (
            f"$ {' '.join(self.command)}\n[exit status {self.status}]\n--- stdout\n{self.out}---"
            f" stderr\n{self.err}"
        )


def run(*command, status=0, stdin=None, cwd=None, env=None, limit=LIMIT):
    """Runs a command; a status other than the expected one fails the test (None: any)."""
    job = start(
        *command, stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE, cwd=cwd, env=env
    )
    out, err = finish(job, stdin, limit)
    result = Result(list(command), subprocess.CompletedProcess(command, job.returncode, out, err))
    if status is not None and result.status != status:
        fail(f"expected exit status {status}\n{result}")
    return result


def start(*command, env=None, **more):
    """A process whose output comes through pipes unless `more` says otherwise; finish or ended
    waits for it."""
    return subprocess.Popen(
        command,
        env=dict(os.environ, **(env or {})),
        text=True,
        errors="replace",
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
    )


def finish(job, stdin=None, limit=LIMIT):
    """Both outputs of a started process up to its end and that of all who hold its pipes."""
    meter = limits.Meter(limit)
    while True:
        try:
            return job.communicate(stdin, timeout=meter.beat)
        except subprocess.TimeoutExpired:
            stdin = None  # it is on its way
            give_up(job, meter.reached())


def ended(job, limit=LIMIT):
    """The exit status of a started process, whose output is read elsewhere or fits into a pipe."""
    meter = limits.Meter(limit, beat=min(limits.LONGEST_BEAT, limit.asleep / 10))
    give_up(job, limits.ends(job, meter))
    return job.returncode


def give_up(job, reason):
    """Ends a test whose job met its limit. Before, upcrun and the kernel say where its threads
    are."""
    if not reason:
        return
    threads = where(p.pid for p in limits.tree(limits.root()))
    job.send_signal(signal.SIGQUIT)
    try:
        out, err = job.communicate(timeout=GRACE_AFTER_QUIT)
    except subprocess.TimeoutExpired:
        job.kill()
        out, err = job.communicate()
    command = " ".join(job.args) if isinstance(job.args, (list, tuple)) else job.args
    said = f"--- stdout\n{out}--- stderr\n{err}--- threads\n{threads}"
    fail(f"{command}: {reason}\n{said}")


def until(condition, what, *context, limit=SOON):
    """Waits until a condition is true; what is not true although the job had its chance fails the
    test."""
    reason = limits.until(
        condition, limits.Meter(limit, beat=min(limits.LONGEST_BEAT, limit.asleep / 10))
    )
    if reason:
        fail(f"{what}: {reason}" + "".join(f"\n{c() if callable(c) else c}" for c in context))


def settled(attempt, problem, first=0.3):
    """What `attempt(seconds)` gives, where `seconds` are what it leaves a program to come to a halt
    in.

    A busy machine takes longer than an idle one. So the seconds are doubled until `problem` of what
    came of it is None. Only what is still wrong after a minute fails the test."""
    seconds = first
    while True:
        result = attempt(seconds)
        wrong = problem(result)
        if not wrong:
            return result
        if seconds > 60:
            fail(f"{wrong}, {seconds:.0f} s after the start\n{result}")
        seconds *= 2


def heard(source, most=65536, limit=LIMIT):
    """A piece of what comes from a pipe or a terminal, by file descriptor, as bytes; b"" at the
    end."""
    meter = limits.Meter(limit)
    while not select.select([source], [], [], meter.beat)[0]:
        reason = meter.reached()
        if reason:
            fail(f"nothing to be heard: {reason}")
    try:
        return os.read(source, most)
    except OSError:  # the other side of a terminal is closed
        return b""


def upcc(*words, **more):
    return run(UPCC, *words, **more)


def upcrun(*words, **more):
    return run(UPCRUN, *words, **more)


def write(path, text):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def processes_named(name):
    """The processes that run a program of that name (15 characters at most) and are not zombies, by
    number."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            comm, rest = read(f"/proc/{entry}/stat").split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        if comm == name and rest.split()[0] not in "ZX":
            found.append(int(entry))
    return sorted(found)


def check(condition, what, *context):
    if not condition:
        fail(what + "".join(f"\n{c}" for c in context))


def check_files(present=(), absent=()):
    for path in present:
        check(os.path.exists(path), f"{path} was not made; there is: {sorted(os.listdir('.'))}")
    for path in absent:
        check(not os.path.exists(path), f"{path} should not be there")


def check_hello(program, threads=3):
    """HELLO on threads, processes and a mix."""
    for processes in sorted({1, 2, threads}):
        result = upcrun("-n", str(threads), "-p", str(processes), program)
        check(
            f"sum {threads * (threads + 1) // 2} of {threads} threads\n" == result.out,
            f"wrong output with -p {processes}",
            result,
        )


def fail(text):
    print(f"FAILED: {text}")
    sys.exit(1)


def skip(why):
    print(why)
    sys.exit(77)
