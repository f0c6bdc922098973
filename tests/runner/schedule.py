"""Runs the chosen tests, several at a time, each in a folder of its own. Looks after each test for
what it left behind.

Each running test has a *worker*, a process. All processes of the test are below its worker. So the
processor time of a test, and what it left behind, can be told from those of others (limits.py,
leaks.py).

The scheduler hands out tests and cores. A test says how many cores it may use (`cores` in suites.py
and directives.py), at most all. It takes what it keeps busy of them on average (lengths.py): a test
that sleeps most of the time leaves room for others. The longest test starts first. None overtakes
another, so a test that needs all cores gets them.

A test is bound to the cores it may use. Otherwise a thread that waits by yielding would take turns
with the threads of other tests. Each turn of a barrier would last as long as theirs. A quarter more
cores are handed out than there are, since tests also compile. A run at length (`--long`) does not
bind, so that threads meet on all cores."""

import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import sys
import tempfile
import traceback

from . import leaks, limits, process
from .report import Result
from .suites import Failure, Skip

REPORT_EVERY = 1.0  # seconds in which the progress is looked at


def run_one(test, setting):
    """In a worker."""
    folder = tempfile.mkdtemp(prefix="polder-test-")
    env = dict(setting.environment(), TMPDIR=folder)
    before = limits.processor_seconds(os.getpid())
    status, log, left = "passed", "", []
    try:
        test.run(setting, folder, env)
    except Skip as reason:
        status, log = "skipped", str(reason)
    except Failure as failure:
        status, log = "failed", str(failure)
    except Exception:  # a bug of the runner must not look like a pass, nor end the run
        status, log = "failed", traceback.format_exc()
    finally:  # also when the run is given up
        if sys.exc_info()[0] is None:
            left = leaks.leftover_processes() + leftover_temporary_files(folder)
        process.kill_tree()
        used = limits.processor_seconds(os.getpid()) - before
        shutil.rmtree(folder, ignore_errors=True)
    return Result(test.name, status, used, test.asleep, test.runs, log), left


def leftover_temporary_files(folder):
    """Temporary files of upcc (TMPDIR is the folder of the test)."""
    return [
        name
        for name in os.listdir(folder)
        if name.startswith("upcc") and name.endswith((".o", ".rsp"))
    ]


def work(orders, tests, setting):
    """The life of a worker: a test's index and its processors come in, a result goes out."""
    limits.process_control(limits.PR_SET_PDEATHSIG, signal.SIGTERM)
    # The scheduler says when to stop. Handlers, as tests would inherit what is ignored: nohup and
    # shells ignore these.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    limits.adopt_orphans()
    os.environ[limits.ROOT_VARIABLE] = str(os.getpid())
    try:
        while (order := orders.recv()) is not None:
            index, cpus = order
            if cpus:
                os.sched_setaffinity(0, cpus)
            orders.send(run_one(tests[index], setting))
    except (EOFError, OSError):
        pass


class Worker:
    def __init__(self, tests, setting):
        context = multiprocessing.get_context("fork")
        self.orders, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, tests, setting))
        self.process.start()
        theirs.close()
        self.test, self.cpus = None, ()

    def begin(self, tests, index, cpus):
        self.test, self.cpus = tests[index], cpus
        self.orders.send((index, cpus))

    def result(self):
        try:
            return self.orders.recv()
        except EOFError:
            self.process.join()
            return (
                Result(
                    self.test.name,
                    "failed",
                    0,
                    0,
                    0,
                    f"the runner's worker ended with status {self.process.exitcode}",
                ),
                [],
            )

    def dismiss(self):
        try:
            self.orders.send(None)
        except OSError:
            pass
        self.process.join()


class Scheduler:
    def __init__(self, tests, setting, cores, progress, lengths):
        self.tests = sorted(tests, key=lambda t: (-lengths.wall(t), t.name))
        self.setting, self.cores, self.progress = setting, cores, progress
        self.lengths = lengths
        self.free, self.next = cores + max(1, cores // 4), 0
        self.users = dict.fromkeys(sorted(os.sched_getaffinity(0)), 0)  # tests of each processor
        self.binds = not setting.long and cores <= len(self.users)
        self.workers, self.idle, self.busy, self.results = [], [], {}, []
        self.watch = leaks.SharedObjectWatch()

    def run(self):
        try:
            while self.next < len(self.tests) or self.busy:
                self.start_what_fits()
                for orders in multiprocessing.connection.wait(list(self.busy), REPORT_EVERY):
                    self.collect(self.busy.pop(orders))
                self.progress.look()
        except BaseException:
            for worker in self.workers:
                worker.process.terminate()
            raise
        finally:
            for worker in self.workers:
                worker.dismiss()
        return sorted(self.results, key=lambda r: r.name)

    def hire(self):
        self.workers.append(Worker(self.tests, self.setting))
        return self.workers[-1]

    def need(self, test):
        return self.lengths.busy(test, self.cores)

    def start_what_fits(self):
        while self.next < len(self.tests) and self.need(self.tests[self.next]) <= self.free:
            worker = self.idle.pop() if self.idle else self.hire()
            test = self.tests[self.next]
            self.watch.begin(test.name)
            self.progress.begin(test)
            worker.begin(self.tests, self.next, self.take_cpus(min(test.cores(), self.cores)))
            self.busy[worker.orders] = worker
            self.free -= self.need(test)
            self.next += 1

    def take_cpus(self, count):
        """`count` processors, those with the fewest tests; none where tests are not bound."""
        if not self.binds:
            return ()
        taken = sorted(self.users, key=lambda cpu: self.users[cpu])[:count]
        for cpu in taken:
            self.users[cpu] += 1
        return tuple(taken)

    def collect(self, worker):
        result, left = worker.result()
        self.free += self.need(worker.test)
        for cpu in worker.cpus:
            self.users[cpu] -= 1
        left += self.watch.end(worker.test.name)
        if left:
            result.status, result.log = "failed", result.log + "\nleft behind:\n" + "\n".join(left)
        self.results.append(result)
        if self.setting.log_dir:
            keep_log(self.setting.log_dir, result)
        self.progress.report(worker.test, result)
        if worker.process.is_alive():
            self.idle.append(worker)


def run_all(tests, setting, cores, progress, lengths):
    return Scheduler(tests, setting, max(1, cores), progress, lengths).run()


def keep_log(folder, result):
    os.makedirs(folder, exist_ok=True)
    with open(
        os.path.join(folder, result.name.replace("/", "_") + ".log"), "w", encoding="utf-8"
    ) as f:
        f.write(f"{result.status}\n{result.log}\n")
