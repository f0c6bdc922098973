"""What people and machines read: progress, failures with their logs, JUnit, JSON, and the closing
line."""

import json
import re
import shutil
import sys
import time
from xml.sax.saxutils import escape, quoteattr

MAX_SHOWN = 4000  # characters of a failing test's log on the terminal
TERMINAL_EVERY, LOG_EVERY = 0.5, 10.0  # seconds between two looks at the progress


class Result:
    def __init__(self, name, status, processor, asleep, runs=0, log=""):
        self.name, self.status, self.runs, self.log = name, status, runs, log
        self.processor, self.asleep = processor, asleep  # seconds


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Progress:
    """A line that changes on a terminal; elsewhere a line now and then. Failures come at once."""

    def __init__(self, tests, cores, lengths, verbose):
        self.total, self.cores, self.lengths, self.verbose = len(tests), cores, lengths, verbose
        self.terminal = sys.stdout.isatty()
        self.begun = self.last = time.monotonic()
        self.done, self.failed, self.running = 0, 0, {}
        self.whole = sum(lengths.occupied(t, cores) for t in tests)
        self.behind = 0.0  # of `whole`

    def left(self):
        """Seconds to come, if the machine goes on to give what it gave; the wall clock only informs
        here."""
        now = time.monotonic()
        partly = sum(
            self.lengths.occupied(t, self.cores, now - begun) for t, begun in self.running.items()
        )
        behind, passed = self.behind + partly / 2, now - self.begun
        rate = behind / passed if passed > 20 and behind > 0 else self.cores
        return max(self.whole - behind, 0) / rate

    def begin(self, test):
        self.running[test] = time.monotonic()

    def look(self):
        now = time.monotonic()
        if now - self.last < (TERMINAL_EVERY if self.terminal else LOG_EVERY):
            return
        self.last = now
        oldest = min(self.running, key=self.running.get).name if self.running else ""
        failures = f", {self.failed} failed" if self.failed else ""
        line = (
            f"[{self.done}/{self.total}{failures}] {clock(now - self.begun)}, about"
            f" {clock(self.left())} left; {oldest}"
        )
        if self.terminal:
            print("\r\033[K" + line[: shutil.get_terminal_size().columns - 1], end="", flush=True)
        else:
            print(line, flush=True)

    def report(self, test, result):
        self.done += 1
        self.failed += result.status == "failed"
        self.behind += self.lengths.occupied(test, self.cores)
        seconds = time.monotonic() - self.running.pop(test)
        head = (
            f"[{self.done}/{self.total}] {result.status:7} {result.name} ({seconds:.1f} s,"
            f" {result.processor:.1f} s of processor time)"
        )
        if self.terminal and (self.verbose or result.status == "failed"):
            print("\r\033[K", end="")
        if result.status == "failed":
            print(head)
            print("    " + shorten(result.log).replace("\n", "\n    "))
        elif self.verbose:
            print(head)
        sys.stdout.flush()


PASSED = re.compile(
    r"\[ +RUN +\] (\S+)\n\[ +OK \] \1 .*\n"
)  # a case of GoogleTest that passed and said nothing


def shorten(text):
    """The beginning and the end; of GoogleTest without the cases that passed, so that the failed
    ones are seen."""
    if len(text) > MAX_SHOWN:
        text = PASSED.sub("", text)
    if len(text) <= MAX_SHOWN:
        return text
    half = MAX_SHOWN // 2
    return text[:half] + "\n[...]\n" + text[-half:]


def count(results, status):
    return sum(r.status == status for r in results)


def close(results, seconds):
    """Prints the summary; returns the exit status."""
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    failed = [r for r in results if r.status == "failed"]
    for r in failed:
        print(f"FAILED {r.name}")
    for r in results:
        if r.status == "skipped":
            print(f"skipped {r.name}: {r.log}")
    runs = sum(r.runs for r in results)
    print(
        f"{runs} program runs, {count(results, 'skipped')} tests skipped; {clock(seconds)} min, "
        f"{sum(r.processor for r in results):.0f} s of processor time"
    )
    print(f"{count(results, 'passed')} passed, {len(failed)} failed")
    return 0 if results and not failed and count(results, "passed") else 1


def write_json(results, path):
    document = {
        "passed": count(results, "passed"),
        "failed": count(results, "failed"),
        "skipped": count(results, "skipped"),
        "tests": [vars(r) for r in results],
    }
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f, indent=1)


def write_junit(results, path):
    with open(path, "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        f.write(
            f'<testsuite name="polder" tests="{len(results)}" failures="{count(results, "failed")}"'
            f' skipped="{count(results, "skipped")}">\n'
        )
        for r in results:
            folder, _, name = r.name.rpartition("/")
            f.write(
                f'<testcase classname={quoteattr(folder.replace("/", "."))} name={quoteattr(name)}'
                f' time="{r.processor:.3f}">'
            )
            if r.status == "failed":
                f.write(f"<failure>{escape(printable(r.log))}</failure>")
            elif r.status == "skipped":
                f.write(f"<skipped message={quoteattr(r.log)}/>")
            f.write("</testcase>\n")
        f.write("</testsuite>\n")


def printable(text):
    return "".join(c if c in "\n\t" or c >= " " else "?" for c in text)
