"""What people and machines read: progress, failures with their logs, JUnit, JSON, and the closing line."""
import json
import re
import sys
import threading
from xml.sax.saxutils import escape, quoteattr

MAX_SHOWN = 4000  # characters of a failing test's log on the terminal


class Result:
    def __init__(self, name, status, seconds, runs=0, log=""):
        self.name, self.status, self.seconds, self.runs, self.log = name, status, seconds, runs, log


class Progress:
    def __init__(self, total, verbose):
        self.total, self.verbose, self.done, self.lock = total, verbose, 0, threading.Lock()
        self.terminal = sys.stdout.isatty()

    def report(self, result):
        with self.lock:
            self.done += 1
            head = f"[{self.done}/{self.total}] {result.status:7} {result.name} ({result.seconds:.1f} s)"
            if self.terminal:
                print("\r\033[K", end="")
            if result.status == "failed":
                print(head)
                print("    " + shorten(result.log).replace("\n", "\n    "))
            elif self.verbose:
                print(head)
            elif self.terminal:
                print(head, end="")
            elif self.done % 50 == 0:
                print(f"[{self.done}/{self.total}]")
            sys.stdout.flush()


PASSED = re.compile(r"\[ +RUN +\] (\S+)\n\[ +OK \] \1 .*\n")  # a case of GoogleTest that passed and said nothing


def shorten(text):
    """The beginning and the end; of GoogleTest without the cases that passed, so that the failed ones are seen."""
    if len(text) > MAX_SHOWN:
        text = PASSED.sub("", text)
    if len(text) <= MAX_SHOWN:
        return text
    half = MAX_SHOWN // 2
    return text[:half] + "\n[...]\n" + text[-half:]


def count(results, status):
    return sum(r.status == status for r in results)


def close(results):
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
    print(f"{runs} program runs, {sum(r.seconds for r in results):.0f} s of test time, {count(results, 'skipped')} tests skipped")
    print(f"{count(results, 'passed')} passed, {len(failed)} failed")
    return 0 if results and not failed and count(results, "passed") else 1


def write_json(results, path):
    document = {"passed": count(results, "passed"), "failed": count(results, "failed"),
                "skipped": count(results, "skipped"), "tests": [vars(r) for r in results]}
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f, indent=1)


def write_junit(results, path):
    with open(path, "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        f.write(f'<testsuite name="polder" tests="{len(results)}" failures="{count(results, "failed")}" '
                f'skipped="{count(results, "skipped")}">\n')
        for r in results:
            folder, _, name = r.name.rpartition("/")
            f.write(f'<testcase classname={quoteattr(folder.replace("/", "."))} name={quoteattr(name)} time="{r.seconds:.3f}">')
            if r.status == "failed":
                f.write(f"<failure>{escape(printable(r.log))}</failure>")
            elif r.status == "skipped":
                f.write(f"<skipped message={quoteattr(r.log)}/>")
            f.write("</testcase>\n")
        f.write("</testsuite>\n")


def printable(text):
    return "".join(c if c in "\n\t" or c >= " " else "?" for c in text)
