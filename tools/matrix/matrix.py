#!/usr/bin/env python3
"""Builds and tests Polder with other compilers, instruments and systems.

Each is a row of docs/tested.md.

  ./dev matrix                every row
  ./dev matrix ROW...         some of them
  ./dev matrix --list         the rows, and which of them can run on this machine
  --tests unit|usual          unit tests and those of the compiler, or the whole suite
  --record                    write what came of it into docs/tested.md

A row that cannot run here says why and is skipped. Builds lie in build/matrix/ROW. Rows of other
systems make a tree by debootstrap in build/trees, which needs root and a network. There they build
a checkout of HEAD. The exit status is 0 if no row failed and one ran.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "tested.md")
CROSS = "aarch64-linux-gnu"
EMULATOR = "qemu-aarch64-static"
TESTS = {
    "unit": ["--filter", "tests/unit", "--filter", "tests/compiler", "--one-node"],
    "usual": [],
}
DEBIAN, UBUNTU = "http://deb.debian.org/debian", "http://archive.ubuntu.com/ubuntu"


class Skip(Exception):
    """The text says why a row cannot run here."""


class Failure(Exception):
    """The text says which step failed."""


def step(log, *command, **more):
    """Runs a command whose output goes to the log of the row."""
    log.write(f"$ {' '.join(command)}\n")
    log.flush()
    done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        raise Failure(
            f"{os.path.basename(command[0])} {command[1] if len(command) > 1 else ''}: "
            f"exit status {done.returncode}"
        )


def needs(*programs):
    missing = [p for p in programs if not shutil.which(p)]
    if missing:
        raise Skip(f"{' and '.join(missing)} not installed")


class Row:
    """A build with options of its own, and tests with what it made."""

    def __init__(self, name, what, needed=(), preset="release", options=(), tests=()):
        self.name, self.what, self.needed, self.preset = name, what, needed, preset
        self.options, self.tests = list(options), list(tests)

    def check(self):
        needs("cmake", "ninja", *self.needed)

    def run(self, log, tests):
        build = os.path.join(ROOT, "build", "matrix", self.name)
        step(
            log,
            "cmake",
            "--preset",
            self.preset,
            "-B",
            build,
            "-DPOLDER_BUILD_BENCH=OFF",
            *self.options,
            cwd=ROOT,
        )
        step(log, "cmake", "--build", build)
        return run_suite(log, build, TESTS[tests] + self.tests)


def run_suite(log, build, words):
    """The last line of the suite, `N passed, N failed`."""
    try:
        step(log, sys.executable, os.path.join(ROOT, "tests", "run.py"), "--build", build, *words)
    except Failure:
        raise Failure(closing_line(log.name)) from None
    return closing_line(log.name)


def closing_line(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        said = re.findall(r"^\d+ passed, \d+ failed$", f.read(), re.M)
    return said[-1] if said else "the suite did not end"


def compiler(cc, cxx, name=None, options=()):
    return Row(
        name or cc,
        f"{cc}, warnings are errors",
        (cc, cxx),
        options=[
            f"-DCMAKE_C_COMPILER={cc}",
            f"-DCMAKE_CXX_COMPILER={cxx}",
            "-DPOLDER_WERROR=ON",
            *options,
        ],
        tests=["--cc", cc],
    )


class Cross(Row):
    """A build for another processor, and the language tests under an emulator if it is there."""

    def check(self):
        super().check()
        if not os.path.exists(os.path.join(ROOT, "cmake", "toolchains", f"{CROSS}.cmake")):
            raise Skip("no toolchain file")
        if not os.path.isdir(f"/usr/lib/{CROSS}/pkgconfig") and not os.environ.get(
            "POLDER_SYSROOT"
        ):
            raise Skip("no libraries of arm64 (packaging/aarch64/sysroot, POLDER_SYSROOT)")

    def run(self, log, tests):
        build = os.path.join(ROOT, "build", "matrix", self.name)
        own = os.path.join(ROOT, "build", "release")  # whose programs the cross build runs
        step(log, "cmake", "--preset", "release", cwd=ROOT)
        step(log, "cmake", "--build", own, "--target", "upcc", "upcrun")
        step(
            log, "cmake", "--preset", self.preset, "-B", build, "-DPOLDER_BUILD_BENCH=OFF", cwd=ROOT
        )
        step(log, "cmake", "--build", build)
        if not shutil.which(EMULATOR):
            return f"built; nothing was run, as {EMULATOR} is not installed"
        words = ["--emulator", EMULATOR, "--one-node", "--threads", "4", "--limit-scale", "3"]
        return run_suite(log, build, words + ["--filter", "upc/", "--filter", "compiler/run"])


class Tree:
    """Another system in a folder, made by debootstrap; ./dev does there what it does anywhere."""

    def __init__(self, name, what, suite, mirror, more=(), keyring=None):
        self.name, self.what, self.suite, self.mirror = name, what, suite, mirror
        self.more, self.keyring = list(more), keyring

    def script(self):
        """debootstrap's own for this suite, or that of all suites of Ubuntu, made alike."""
        own = f"/usr/share/debootstrap/scripts/{self.suite}"
        return [] if os.path.exists(own) else [os.path.join(os.path.dirname(own), "gutsy")]

    def check(self):
        needs("debootstrap", "git")
        if os.geteuid() != 0:
            raise Skip("debootstrap and chroot need root")
        if self.made():
            return
        if self.keyring and not os.path.exists(self.keyring):
            raise Skip(f"{self.keyring} is missing")

    def folder(self):
        return os.path.join(ROOT, "build", "trees", self.name)

    def made(self):
        return os.path.exists(os.path.join(self.folder(), "usr", "bin", "apt-get"))

    def run(self, log, tests):
        tree = self.folder()
        if not self.made():
            words = ["--variant=minbase", "--include=ca-certificates", *self.more]
            step(log, "debootstrap", *words, self.suite, tree, self.mirror, *self.script())
        source = os.path.join(tree, "polder")
        shutil.rmtree(source, ignore_errors=True)
        os.makedirs(source)
        archive = subprocess.run(
            ["git", "-C", ROOT, "archive", "HEAD"], stdout=subprocess.PIPE, check=True
        )
        subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
        words = " ".join(TESTS[tests])
        mounts = "mount -t proc proc /proc; mkdir -p /dev/shm; mount -t tmpfs tmpfs /dev/shm;"
        script = (
            f"{mounts} cd /polder && ./dev setup && ./dev build && ./dev test --no-install {words}"
        )
        try:
            step(
                log,
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "chroot",
                tree,
                "/bin/bash",
                "-c",
                script,
            )
        except Failure:
            raise Failure(closing_line(log.name)) from None
        return closing_line(log.name)


ROWS = (
    compiler("gcc", "g++", "gcc"),
    compiler("clang", "clang++", "clang"),
    *(compiler(f"gcc-{v}", f"g++-{v}") for v in (13, 14, 15)),
    *(compiler(f"clang-{v}", f"clang++-{v}") for v in (16, 17, 18, 19)),
    Row("dev", "assertions, warnings are errors", preset="dev"),
    Row("asan", "AddressSanitizer and UndefinedBehaviorSanitizer", preset="asan"),
    Row("tsan", "ThreadSanitizer", preset="tsan"),
    Row("lto", "link-time optimisation, -Wodr is an error", preset="lto"),
    Tree("debian-13", "Debian 13, by debootstrap", "trixie", DEBIAN),
    Tree(
        "ubuntu-24.04",
        "Ubuntu 24.04, by debootstrap",
        "noble",
        UBUNTU,
        ["--components=main,universe"],
        "/usr/share/keyrings/ubuntu-archive-keyring.gpg",
    ),
    Cross("aarch64", "cross build for aarch64", (f"{CROSS}-gcc", f"{CROSS}-g++"), preset="aarch64"),
)

HEAD = """# What was tested

`./dev matrix` builds and tests Polder with other compilers, instruments and systems. With
`--record` it writes this page. A row that cannot run on the machine says why. Continuous
integration runs the whole suite with gcc on Debian 12 for each change (`.ci/run`); this page is for
the rest.

*unit*: unit tests and those of the compiler. *usual*: all that `./dev test` runs.

*ThreadSanitizer and several nodes.* A node is a process of its own, and so are its conduit and its
control block. ThreadSanitizer keeps what it knows in each process. So it sees the threads of one
node beside each other: 19 tests of several nodes and of conduits run so, with progress threads. It
sees neither what another process does nor an order that another process makes. Five tests of nodes
and one of locks are about just that, and left out. UPC programs run as threads of one process.

| row | what | result | tests | minutes | commit | day |
|---|---|---|---|---|---|---|
"""


def table():
    """{row: line} of docs/tested.md."""
    if not os.path.exists(PAGE):
        return {}
    with open(PAGE, encoding="utf-8") as f:
        lines = [line for line in f.read().split("\n") if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines if not line.startswith("| row")}


def record(row, result, tests, seconds):
    commit = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], text=True, capture_output=True
    )
    day = time.strftime("%Y-%m-%d", time.gmtime())
    lines = table()
    lines[row.name] = (
        f"| {row.name} | {row.what} | {result} | {tests} | {seconds / 60:.0f} | "
        f"{commit.stdout.strip()} | {day} |"
    )
    order = {r.name: at for at, r in enumerate(ROWS)}
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(
            HEAD + "\n".join(lines[n] for n in sorted(lines, key=lambda n: order.get(n, 99))) + "\n"
        )


def why_not(row):
    try:
        row.check()
    except Skip as reason:
        return str(reason)
    return None


def run_row(row, tests, recorded):
    """passed, failed or skipped."""
    reason, begun = why_not(row), time.monotonic()
    if reason:
        state, result = "skipped", f"skipped: {reason}"
    else:
        path = os.path.join(ROOT, "build", "matrix", f"{row.name}.log")
        with open(path, "w", encoding="utf-8") as log:
            try:
                state, result = "passed", row.run(log, tests)
            except Failure as failure:
                state, result = "failed", f"failed: {failure}"
    seconds = time.monotonic() - begun
    print(f"{row.name:14} {result} ({seconds / 60:.0f} min)", flush=True)
    if state == "failed":
        print(f"hint: {os.path.relpath(path, ROOT)}", flush=True)
    if recorded:
        record(row, result, tests if state != "skipped" else "", seconds)
    return state


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="./dev matrix",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--tests", choices=sorted(TESTS), default="unit")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    unknown = set(arguments.rows) - {row.name for row in ROWS}
    if unknown:
        sys.exit(f"matrix: error: no row {', '.join(sorted(unknown))}\nhint: ./dev matrix --list")
    chosen = [row for row in ROWS if not arguments.rows or row.name in arguments.rows]
    if arguments.list:
        for row in chosen:
            reason = why_not(row)
            print(f"{row.name:14} {row.what}{f' (skipped here: {reason})' if reason else ''}")
        return 0
    os.makedirs(os.path.join(ROOT, "build", "matrix"), exist_ok=True)
    states = [run_row(row, arguments.tests, arguments.record) for row in chosen]
    print(", ".join(f"{states.count(s)} {s}" for s in ("passed", "failed", "skipped")))
    return 0 if "passed" in states and "failed" not in states else 1


if __name__ == "__main__":
    sys.exit(main())
