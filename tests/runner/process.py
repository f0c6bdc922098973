"""Running a command with a time limit and captured output, in a session of its own so that everything it starts can be found.

A command that runs out of time is first asked where it is (SIGQUIT: upcrun prints what every thread waits for), then killed.
"""
import os
import signal
import subprocess
import time

GRACE_AFTER_QUIT = 5.0


class Outcome:
    def __init__(self, command, status, out, err, seconds, timed_out):
        self.command, self.status, self.out, self.err = command, status, out, err
        self.seconds, self.timed_out = seconds, timed_out

    def status_text(self):
        if self.timed_out:
            return f"timed out after {self.seconds:.0f} s"
        return f"ended by signal {-self.status}" if self.status < 0 else f"exit status {self.status}"

    def text(self):
        quoted = " ".join(self.command)
        return f"$ {quoted}\n[{self.status_text()}]\n--- stdout\n{self.out}--- stderr\n{self.err}"


def kill_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def run(command, limit, cwd=None, env=None, stdin=None, quit_first=False):
    """Runs to the end or the limit (seconds). Output is text; undecodable bytes are replaced."""
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, env=env, start_new_session=True,
                               stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    data = stdin.encode() if stdin is not None else None
    timed_out = False
    try:
        out, err = process.communicate(data, timeout=limit)
    except subprocess.TimeoutExpired:
        timed_out = True
        if quit_first:
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(GRACE_AFTER_QUIT)
            except subprocess.TimeoutExpired:
                pass
        kill_group(process, signal.SIGKILL)
        out, err = collect(process)
    return Outcome(command, process.returncode, out.decode(errors="replace"), err.decode(errors="replace"),
                   time.monotonic() - start, timed_out)


def collect(process):
    """The output of a killed group; a process that left the group may hold the pipe open: wait no longer than that."""
    try:
        return process.communicate(timeout=2)
    except subprocess.TimeoutExpired as stuck:
        for stream in (process.stdout, process.stderr):
            stream.close()
        process.kill()
        process.wait()
        return stuck.stdout or b"", stuck.stderr or b""
