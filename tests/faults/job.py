"""Runs one trial: starts the job, does the deed, waits until nothing of the job is left, and says
how long that took.

Times. `wall` is the time from the deed until launcher and processes are gone. `own` is the same
without the time in which a thread of the job, or this watcher, waited for a core (the kernel's
run_delay, read every few milliseconds): what a busy machine takes is not the job's. The job is slow
if `own` exceeds a second, and hung if it exceeds fifteen."""

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import time

from runner.whereabouts import tasks_of, where

SLOW_S, HUNG_S, START_S = 1.0, 15.0, 60.0
MARK = "POLDER_FAULTS_TRIAL"
CLONE_NEWIPC = 0x08000000
GROUPS = "/sys/fs/cgroup/memory"
GROUP_BYTES = 96 << 20


def die_with_parent():
    """The calling process is killed when its parent dies, by whatever."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def unshare_ipc():
    """System V segments of this process's trials are seen by it alone. False: not allowed."""
    return ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWIPC) == 0


def control_groups_possible():
    name = f"{GROUPS}/polder_probe_{os.getpid()}"
    try:
        os.mkdir(name)
        os.rmdir(name)
        return True
    except OSError:
        return False


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def marked(mark):
    """Processes with the mark in their environment, zombies left out."""
    wanted, found = f"{MARK}={mark}\0", []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        if wanted in read(f"/proc/{entry}/environ") and state_of(entry) not in "ZX":
            found.append(int(entry))
    return found


def state_of(pid):
    stat = read(f"/proc/{pid}/stat")
    return stat.rsplit(")", 1)[1].split()[0] if ")" in stat else "X"


def children(pid):
    return [
        int(child)
        for task in tasks_of(pid)
        for child in read(f"/proc/{pid}/task/{task}/children").split()
    ]


def delays(pids):
    """Nanoseconds that each thread has waited for a core so far."""
    result = {}
    for pid in pids:
        for task in tasks_of(pid):
            fields = read(f"/proc/{pid}/task/{task}/schedstat").split()
            if len(fields) == 3:
                result[task] = int(fields[1])
    return result


def family(pid, depth):
    members = [pid]
    return (
        members + [other for child in children(pid) for other in family(child, depth - 1)]
        if depth
        else members
    )


class Job:
    def __init__(self, trial, upcrun, program, settings):
        self.trial, self.upcrun, self.program, self.settings = trial, upcrun, program, settings
        self.mark = f"{os.getpid()}_{trial.number}_{time.monotonic_ns()}"
        self.group = None

    def start(self):
        for name in ("moment", "empty"):
            if os.path.exists(name):
                os.unlink(name)
        self.shared_before = set(os.listdir("/dev/shm"))
        if self.trial.kind == "touch":
            self.group = f"{GROUPS}/polder_{self.mark}"
            os.mkdir(self.group)
            with open(f"{self.group}/memory.limit_in_bytes", "w", encoding="utf-8") as file:
                file.write(str(GROUP_BYTES))
        command = [
            self.upcrun,
            *self.trial.words,
            "--segment",
            self.trial.segment,
            self.program,
            *self.trial.program_words(),
        ]
        environment = dict(
            os.environ, **self.settings, **{MARK: self.mark, "TMPDIR": os.path.abspath("segments")}
        )
        self.begun_ns = time.monotonic_ns()
        with open("errors", "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=environment,
                preexec_fn=self.prepare,
            )

    def prepare(self):
        die_with_parent()
        for number in (
            signal.SIGINT,
            signal.SIGQUIT,
            signal.SIGHUP,
        ):  # what nohup or a shell's background ignores stays ignored in a job
            signal.signal(number, signal.SIG_DFL)
        if self.group:
            with open(f"{self.group}/cgroup.procs", "w", encoding="utf-8") as file:
                file.write(str(os.getpid()))
        if self.trial.kind == "ulimit":
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    # ---- the deed ----

    def processes(self):
        """Of the program; on several nodes the launcher's children are the agents."""
        first = children(self.process.pid)
        return (
            first
            if "--nodes" not in self.trial.words
            else [p for agent in first for p in children(agent)]
        )

    def pick(self, find):
        """One of what there is, as soon as there is one; None: the job has ended."""
        while self.process.poll() is None:
            found = find()
            if found:
                return found[int(self.trial.pick * len(found))]
        return None

    def hit(self, pid, task=None):
        try:
            if task:
                ctypes.CDLL(None).syscall(234, pid, task, self.trial.signal)  # tgkill
            else:
                os.kill(pid, self.trial.signal)
        except ProcessLookupError:
            pass

    def hit_from_outside(self):
        until = self.begun_ns + self.trial.delay_us * 1000
        time.sleep(max(0, until - time.monotonic_ns()) * 1e-9)
        victim, launcher = self.trial.victim, self.process.pid
        self.moment_ns = time.monotonic_ns()
        if victim in ("process", "task", "launcher and process"):
            pid = self.pick(self.processes)
            self.moment_ns = time.monotonic_ns()
            if victim == "launcher and process":
                self.hit(launcher)
            if pid and victim == "task":
                tasks = tasks_of(pid)
                self.hit(
                    pid, int(tasks[int(self.trial.pick * 7919) % len(tasks)]) if tasks else None
                )
            elif pid:
                self.hit(pid)
        elif victim == "agent":
            pid = self.pick(lambda: children(launcher))
            self.moment_ns = time.monotonic_ns()
            if pid:
                self.hit(pid)
        elif victim == "launcher":
            self.hit(launcher)
        else:
            self.pick(self.processes)
            self.moment_ns = time.monotonic_ns()
            for pid in ([launcher] if victim == "all" else []) + self.processes():
                self.hit(pid)

    def moment_known(self):
        if not self.trial.inside:
            return True
        text = read("moment")
        if text:
            self.moment_ns = int(text)
        return bool(text)

    # ---- the end ----

    def watch(self):
        """Until launcher and processes are gone. (verdict, wall, own): "", "hung", "no deed" (it
        did not come to it)."""
        waited_ns, last, last_ns, pause = 0, {}, time.monotonic_ns(), 0.002
        while True:
            over = self.launcher_is_over()
            left = marked(self.mark) if over else []
            others = [self.process.pid, *left] if over else family(self.process.pid, 3)
            seen = delays(others) | {"watcher": int(read("/proc/thread-self/schedstat").split()[1])}
            longest = max(
                (delay - last[task] for task, delay in seen.items() if task in last), default=0
            )
            now, last = time.monotonic_ns(), seen
            if self.moment_known():
                waited_ns += min(longest, now - max(last_ns, self.moment_ns))
                if now - self.moment_ns - waited_ns > HUNG_S * 1e9:
                    return "hung", self.since(now), self.since(now) - waited_ns * 1e-9
                pause = min(0.02, pause * 1.5)
            if over and not left:
                break
            if not self.moment_known() and now - self.begun_ns > START_S * 1e9:
                return "no deed", 0, 0
            last_ns = now
            time.sleep(pause)
        if not self.moment_known():
            return "no deed", 0, 0
        self.process.poll()
        wall = self.since(now)
        return "", wall, max(0.0, wall - waited_ns * 1e-9)

    def launcher_is_over(self):
        """Not waited for by that: the kernel still tells how long it waited for a core."""
        try:
            return (
                os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                is not None
            )
        except ChildProcessError:
            return True

    def since(self, now):
        return max(0, now - self.moment_ns) * 1e-9

    def where_it_hangs(self):
        """The program first: who stops upcrun for long changes what is seen."""
        pids = sorted(marked(self.mark), reverse=True)
        text = where(pids) + "\n"
        for pid in pids if shutil.which("gdb") else ():
            command = ["gdb", "-q", "-nx", "-batch", "-p", str(pid), "-ex", "thread apply all bt"]
            text += (
                f"process {pid}\n"
                + subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    check=False,
                    timeout=120,
                ).stdout
            )
        return text

    def left(self):
        """What is still there of the job; removed, so that the next trial begins clean."""
        found = [
            f"process {pid} ({read(f'/proc/{pid}/comm').strip()})" for pid in marked(self.mark)
        ]
        for pid in marked(self.mark):
            os.kill(pid, signal.SIGKILL)
        found += [
            f"/dev/shm/{name}"
            for name in set(os.listdir("/dev/shm")) - self.shared_before
            if "polder" in name
        ]
        found += [f"file {name}" for name in os.listdir("segments")]
        for line in read("/proc/sysvipc/shm").split("\n")[1:]:
            fields = line.split()
            if fields and fields[6] == "0" and self.settings_own_ipc:
                found.append(f"System V segment {fields[1]}")
                ctypes.CDLL(None).shmctl(int(fields[1]), 0, None)
        return found

    settings_own_ipc = True

    def run(self):
        """(verdict, wall, own, status, errors, left, where it hangs)"""
        self.start()
        try:
            if not self.trial.inside:
                self.hit_from_outside()
            verdict, wall, own = self.watch()
            where = self.where_it_hangs() if verdict else ""
            status = self.process.poll()
            left = self.left() if not verdict or status is not None else []
            return verdict, wall, own, status, read("errors"), left, where
        finally:
            self.clean()

    def clean(self):
        for pid in marked(self.mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        while self.group and os.path.isdir(self.group):
            try:
                os.rmdir(self.group)
            except OSError:
                time.sleep(0.01)
