"""Running a command with a limit and captured output, in a session of its own so that a terminal's
signals do not reach it.

Where the threads of a command are that meets its limit is noted behind its errors. The command is
then asked for the same (SIGQUIT: upcrun prints what every thread waits for). Then it is asked to
end (SIGTERM), so that it can clean up. Only then it is killed with all it has started."""

import os
import signal
import subprocess
import tempfile
import time

from . import limits
from .whereabouts import where

WHEN_ASKED = limits.Limit(20, 5)  # to say where it is, or to end


class Outcome:
    def __init__(self, command, status, out, err, reached, asleep):
        self.command, self.status, self.out, self.err = command, status, out, err
        self.reached, self.asleep = (
            reached,
            asleep,
        )  # the limit it met, in words, or None; seconds all its threads slept

    @property
    def timed_out(self):
        return self.reached is not None

    def status_text(self):
        if self.timed_out:
            return self.reached
        return (
            f"ended by signal {-self.status}" if self.status < 0 else f"exit status {self.status}"
        )

    def text(self):
        quoted = " ".join(self.command)
        return f"$ {quoted}\n[{self.status_text()}]\n--- stdout\n{self.out}--- stderr\n{self.err}"


def kill_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def run(command, limit, cwd=None, env=None, stdin=None, quit_first=False):
    """Runs to the end or the limit. Output is text; undecodable bytes are replaced.

    Output goes to files, not pipes: a process left behind that still holds them cannot make us
    wait.
    """
    file = tempfile.TemporaryFile
    with file() as out, file() as err, file() as source:
        if stdin is not None:
            source.write(stdin.encode())
            source.seek(0)
        meter = limits.Meter(limit)
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            start_new_session=True,
            stdout=out,
            stderr=err,
            stdin=source if stdin is not None else subprocess.DEVNULL,
        )
        try:
            reached = limits.ends(process, meter)
            threads = where(p.pid for p in limits.tree(limits.root())) if reached else ""
        finally:
            if process.poll() is None:
                end(process, quit_first)
        return Outcome(
            command, process.returncode, text_of(out), text_of(err) + threads, reached, meter.asleep
        )


def end(process, quit_first):
    started = [process.pid] + [p.pid for p in limits.tree(process.pid)]
    if quit_first:
        process.send_signal(signal.SIGQUIT)
        limits.ends(process, limits.Meter(WHEN_ASKED, beat=0.1))
    if process.poll() is None:
        kill_group(process, signal.SIGTERM)
        limits.ends(process, limits.Meter(WHEN_ASKED, beat=0.1))
    kill_group(process, signal.SIGKILL)
    process.wait()
    kill_all(pid for pid in started if pid != process.pid)


def kill_all(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass


def kill_tree():
    """Everything below this process, however long that takes; what is forked meanwhile, too."""
    while True:
        limits.reap_orphans()
        left = [p.pid for p in limits.tree(os.getpid()) if p.state != "Z"]
        if not left:
            return
        kill_all(left)
        time.sleep(0.01)


def text_of(file):
    file.seek(0)
    return file.read().decode(errors="replace")
