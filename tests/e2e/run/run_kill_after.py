"""A signal asks a job to end. What has not ended after the grace period (--kill-after) is killed on
all nodes, and the message names its threads. A job that ends in time keeps its exit status."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import pty  # noqa: E402
import re  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

NAME = f"asked{os.getpid() % 100000}"
MAPPINGS = [("-p", "3"), ("-p", "1"), ("-p", "2"), ("--nodes", "2"), ("--nodes", "2", "-p", "2")]
NEVER = "100000"  # seconds: no clock decides
HUNG = 1  # the thread that does not end

write(
    "program.upc",
    r"""
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#pragma upc c_code
static volatile sig_atomic_t asked; // one for all threads of a process: a handler runs in any
static void note(int number) { asked = number; }
#pragma upc upc_code
int main(int argc, char **argv)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 3; i++) sigaddset(&set, ((int[]){SIGHUP, SIGINT, SIGTERM})[i]);
    int deaf = !strcmp(argv[1], "hang") || !strcmp(argv[1], "write");
    if (deaf) sigprocmask(SIG_BLOCK, &set, NULL); // of this thread
    if (!strcmp(argv[1], "save")) signal(SIGTERM, note);
    if (!strcmp(argv[1], "command")) signal(SIGINT, note);
    upc_barrier;
    fprintf(stderr, "ready %d %d\n", MYTHREAD, (int)getpid());
    if (!strcmp(argv[1], "hang")) {
        while (MYTHREAD == 1) pause();
        return 0;
    }
    if (!strcmp(argv[1], "write")) for (;;) printf("a line that nobody reads\n");
    if (!strcmp(argv[1], "save")) while (!asked) usleep(1000);
    if (!strcmp(argv[1], "command") && MYTHREAD == 0)
        for (int i = 0; i < 2; i++) {
            while (!asked) usleep(1000);
            asked = 0;
            fprintf(stderr, "noted\n");
        }
    if (!strcmp(argv[1], "read") && MYTHREAD == 0) getchar();
    if (!strcmp(argv[1], "sleep")) sleep(1000);
    upc_barrier;
    if (MYTHREAD == 0) fprintf(stderr, "saved\n");
    return strcmp(argv[1], "save") ? 0 : 7 + MYTHREAD;
}
""",
)
upcc("program.upc", "-o", NAME)


def started(mapping, what, *options, **more):
    """A job whose threads have all said that they are ready, and in which process."""
    job = start(UPCRUN, "-n", "3", *mapping, *options, f"./{NAME}", what, **more)
    job.process_of = {}
    for _ in range(3):
        line = job.stderr.readline()
        check(re.fullmatch(r"ready \d \d+\n", line), f"{mapping} {what}: start", line)
        job.process_of[int(line.split()[1])] = int(line.split()[2])
    return job


def pending(pid):
    """Whether signals wait for a process."""
    masks = re.findall(r"^S..Pnd:\s*(\w+)", read(f"/proc/{pid}/status"), re.M)
    return any(int(mask, 16) for mask in masks)


def at_terminal(mapping, what, *options):
    """The same as the first program of a terminal of its own: number of the process, terminal."""
    job, terminal = pty.fork()
    if job == 0:
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.execv(UPCRUN, [UPCRUN, "-n", "3", *mapping, *options, f"./{NAME}", what])
    return job, terminal


def hear(terminal, word, times):
    """Reads up to the end of a word that comes so often."""
    seen = b""
    while seen.count(word) < times:
        piece = heard(terminal, 1)
        check(piece, f"expected {word!r}", seen)
        seen += piece


def parent(pid):
    return int(read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[1])


def said_at_end(job):
    """What a job that is asked to end says until all of it has gone."""
    _, err = finish(job)
    until(lambda: not processes_named(NAME), "processes left")
    return err


# One thread blocks all signals for ever. The others have returned from main, if the grace period
# was long enough for that.
for mapping in MAPPINGS:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):

        def attempt(seconds):
            job = started(mapping, "hang", "--kill-after", str(seconds))
            job.send_signal(number)
            err = said_at_end(job)
            check(job.returncode == 128 + number, f"{mapping} {number.name}: {job.returncode}", err)
            return err

        reason = f"not ended within .* s of {number.name} \\(--kill-after\\); the job is killed"
        settled(
            attempt,
            lambda err: (
                None
                if re.search(f"polder: error: thread {HUNG} has {reason}", err)
                and re.search(f"thread {HUNG}: runs", err)
                and err.count("polder: error") == 1
                else f"{mapping} {number.name}: the message"
            ),
            0.2,
        )
        if mapping != MAPPINGS[0]:
            break

for mapping in MAPPINGS:
    # The setting; 0 is never, and the third signal kills.
    job = started(mapping, "hang", env={"POLDER_KILL_AFTER": "0"})
    for _ in range(3):
        until(lambda: not pending(job.pid), "upcrun takes the signal")
        job.send_signal(signal.SIGTERM)
    err = said_at_end(job)
    reason = "SIGTERM for the third time; the job is killed"
    check(job.returncode == 143 and reason in err, mapping, err)

    # Work that is done in time keeps its exit status, and nobody says a word.
    job = started(mapping, "save", "--kill-after", NEVER)
    job.send_signal(signal.SIGTERM)
    err = said_at_end(job)
    check(job.returncode == 9 and err == "saved\n", mapping, job.returncode, err)

    # Threads that wait for a reader of their output.
    job = started(mapping, "write", "--kill-after", "0.2", env={"POLDER_LABEL": "0"})
    job.send_signal(signal.SIGTERM)
    status = ended(job)
    check(status == 143, mapping, status)
    job.stdout.close()
    until(lambda: not processes_named(NAME), "processes left")

    # nohup: what the launcher was told to ignore asks for nothing.
    job = started(
        mapping,
        "read",
        "--kill-after",
        "0.01",
        stdin=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    for _ in range(4):
        until(lambda: not pending(job.pid), "upcrun takes the signal")
        job.send_signal(signal.SIGHUP)
    until(lambda: not pending(job.pid), "upcrun takes the signal")
    _, err = finish(job, "\n")
    check(job.returncode == 0 and err == "saved\n", mapping, job.returncode, err)

    # Ctrl-C is a command to some programs, and begins no grace period.
    job, terminal = at_terminal(mapping, "command", "--kill-after", "0.01")
    hear(terminal, b"ready", 3)
    for _ in range(2):
        os.write(terminal, b"\x03")
        hear(terminal, b"noted", 1)
    hear(terminal, b"saved", 1)
    _, status = os.waitpid(job, 0)
    check(os.waitstatus_to_exitcode(status) == 0, mapping, status)
    os.close(terminal)

    # A terminal that hangs up tells the launcher alone, which tells the program.
    job, terminal = at_terminal(mapping, "sleep", "--kill-after", NEVER)
    hear(terminal, b"ready", 3)
    os.close(terminal)
    until(lambda: not processes_named(NAME), "processes left", limit=LIMIT)
    _, status = os.waitpid(job, 0)
    check(os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP, mapping, status)

# An agent that does not answer. What it keeps is killed with it, and counts as not ended.
job = started(("--nodes", "2"), "save", "--kill-after", "0.1", "--lost-after", "0")
os.kill(parent(job.process_of[2]), signal.SIGSTOP)
job.send_signal(signal.SIGTERM)
err = said_at_end(job)
check(job.returncode == 143 and "(node 1): no answer" in err, job.returncode, err)
check("threads 0-2 have not ended within 0.1 s of SIGTERM" in err, "its threads", err)
print("pass")
