"""Running a command with a time limit and captured output, in a session of its own so that everything it starts can be found.

A command that runs out of time is first asked where it is (SIGQUIT: upcrun prints what every thread waits for), then killed.
"""
import os
import signal
import subprocess
import tempfile
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
    """Runs to the end or the limit (seconds). Output is text; undecodable bytes are replaced.

    Output goes to files, not pipes: a process left behind that still holds them cannot make us wait.
    """
    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as source:
        if stdin is not None:
            source.write(stdin.encode())
            source.seek(0)
        process = subprocess.Popen(command, cwd=cwd, env=env, start_new_session=True, stdout=out, stderr=err,
                                   stdin=source if stdin is not None else subprocess.DEVNULL)
        timed_out = not ends_within(process, limit)
        if timed_out and quit_first:
            process.send_signal(signal.SIGQUIT)
            ends_within(process, GRACE_AFTER_QUIT)
        if timed_out:
            kill_group(process, signal.SIGKILL)
            process.wait()
        return Outcome(command, process.returncode, text_of(out), text_of(err), time.monotonic() - start, timed_out)


def ends_within(process, seconds):
    try:
        process.wait(seconds)
        return True
    except subprocess.TimeoutExpired:
        return False


def text_of(file):
    file.seek(0)
    return file.read().decode(errors="replace")
