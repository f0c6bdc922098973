"""Runs the chosen tests, several at a time, each in a folder of its own, and looks after each whether anything stayed behind."""
import os
import queue
import shutil
import tempfile
import threading
import time
import traceback

from . import leaks
from .report import Result
from .suites import Failure, Skip


def run_one(test, setting, watch):
    mark = f"{os.getpid()}-{id(test):x}"
    folder = tempfile.mkdtemp(prefix="polder-test-")
    env = dict(setting.environment(), **{leaks.MARK: mark, "TMPDIR": folder})
    start = time.monotonic()
    watch.begin(test.name)
    status, log = "passed", ""
    try:
        test.run(setting, folder, env)
    except Skip as reason:
        status, log = "skipped", str(reason)
    except Failure as failure:
        status, log = "failed", str(failure)
    except Exception:  # a bug of the runner must not look like a pass, nor end the run
        status, log = "failed", traceback.format_exc()
    left = leaks.leftover_processes(mark) + watch.end(test.name) + leftover_temporary_files(folder)
    if left:
        status, log = "failed", log + "\nleft behind:\n" + "\n".join(left)
    shutil.rmtree(folder, ignore_errors=True)
    return Result(test.name, status, time.monotonic() - start, test.runs, log)


def leftover_temporary_files(folder):
    """Temporary files of upcc (TMPDIR is the folder of the test)."""
    return [name for name in os.listdir(folder) if name.startswith("upcc") and name.endswith((".o", ".rsp"))]


def run_all(tests, setting, jobs, progress):
    waiting, results, lock = queue.SimpleQueue(), [], threading.Lock()
    for test in sorted(tests, key=lambda t: (-t.weight, t.name)):
        waiting.put(test)
    watch = leaks.SharedObjectWatch()

    def work():
        while True:
            try:
                test = waiting.get_nowait()
            except queue.Empty:
                return
            result = run_one(test, setting, watch)
            with lock:
                results.append(result)
            if setting.log_dir:
                keep_log(setting.log_dir, result)
            progress.report(result)

    workers = [threading.Thread(target=work) for _ in range(max(1, jobs))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sorted(results, key=lambda r: r.name)


def keep_log(folder, result):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, result.name.replace("/", "_") + ".log"), "w", encoding="utf-8") as f:
        f.write(f"{result.status}\n{result.log}\n")
