"""Hostile surroundings: environment variables, options and inherited control blocks at random.
Whatever they say, upcrun and the program end by themselves and not by a signal. What they refuse
they refuse with a message that begins with the program's name.

Choices follow from the numbers of the rounds, so a failure can be repeated."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = (
    '#include <stdio.h>\n#include <upc.h>\nshared int x[THREADS];\n'
    'int main(void) { x[MYTHREAD] = 1; upc_barrier; if (!MYTHREAD) puts("ran"); return 0; }\n'
)
NAMES = re.findall(
    r'POLDER_SETTING\(\w+, "(\w+)"', read(os.path.join(SOURCE, "base", "config.def"))
)
VALUES = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "yes",
    "off",
    "0x10",
    "1e9",
    "1.5",
    "99999999999999999999",
    "18446744073709551616",
    "-9223372036854775808",
    "1k",
    "1m",
    "64m",
    "1t",
    "999999999t",
    "1mm",
    "k",
    "%s%n%d",
    "../../../etc",
    "file:",
    "file:/nonexistent",
    "file:/dev/null",
    "core,none",
    "\x01\x7f\xff",
    "x" * 5000,
    "NaN",
    "inf",
    "\n",
    "none",
    "core",
    "sysv",
    "posix",
    "memfd",
    "collectives",
    "collectives,",
    ",",
]
OPTIONS = [
    "-n",
    "-p",
    "--bind",
    "--shared-heap",
    "--segment",
    "--label",
    "--timeout",
    "--show",
    "--env",
    "-q",
    "-h",
    "--",
    "-",
    "-n3",
    "-n=3",
    "--label=1",
    "--timeout=5",
    "--segment=posix",
    "--bind=none",
    "--shared-heap=1m",
    "--version",
    "--no-such",
    "-N",
    "--help",
]


def judge(result, what):
    check(0 <= result.status < 128, f"{what}: ended by a signal", result)
    check(result.status == 0 or result.err, f"{what}: refused without a word", result)
    check("Sanitizer" not in result.err and "internal error" not in result.err, what, result)


def few(n):
    return n if n.isdigit() and int(n) < 9 else "2"


os.environ["POLDER_RSH"] = "/bin/false {host}"  # hosts at random are nobody to log in to
write("p.upc", PROGRAM)
upcc("p.upc", "-o", "p")
for seed in range(150):
    rng = random.Random(seed)
    env = {rng.choice(NAMES): rng.choice(VALUES) for _ in range(rng.randint(1, 4))}
    for name in (
        "POLDER_THREADS",
        "POLDER_PROCESSES",
        "POLDER_NODES",
        "POLDER_PER_NODE",
    ):  # thousands of threads are a proper order too
        if env.get(name, "").strip().isdigit():
            env[name] = few(env[name].strip())
    words = rng.choice(
        [
            ["./p"],
            [UPCRUN, "-n", "2", "./p"],
            [UPCRUN, "-n", "3", "-p", "1", "./p"],
            [UPCRUN, "--env", "-n", "2", "./p"],
        ]
    )
    result = run(*words, status=None, env=env)
    judge(result, f"round {seed}, environment {env}")
    if result.status == 0 and "--env" not in words:
        check("ran" in result.out, f"round {seed}, environment {env}: nothing ran", result)

for seed in range(150):
    rng = random.Random(1000 + seed)
    words = [rng.choice(OPTIONS + VALUES) for _ in range(rng.randint(1, 6))]
    words = [
        "2" if before in ("-n", "-p") and w.strip().isdigit() and int(w) > 8 else w
        for before, w in zip([""] + words, words)
    ]
    result = run(UPCRUN, *words, *rng.choice([[], ["./p"], ["./p", "-x"]]), status=None)
    judge(result, f"round {seed}, options {words}")

# What only upcrun sets: a control block that is none, is another file, is empty, or a rank that is
# not there.
with open("junk", "wb") as f:
    f.write(random.Random(7).randbytes(1 << 16))
open("empty", "wb").close()
for seed in range(60):
    rng = random.Random(2000 + seed)
    file = rng.choice(["junk", "empty", "/dev/null", "/dev/zero", "p.upc"])
    fd = os.open(file, rng.choice([os.O_RDONLY, os.O_RDWR]))
    number = rng.choice([str(fd), "-1", "999", "0", "99999999999999999999", "", "x"])
    control = rng.choice(
        [f"{number}:{rank}" for rank in ("0", "1", "-1", "4000000000", "x", "")]
        + [number, ":", "::", f"{number}:0:0"]
    )
    job = start("./p", env={"POLDER_CONTROL": control}, pass_fds=[fd], stdin=subprocess.DEVNULL)
    out, err = finish(job)
    os.close(fd)
    judge(
        Result(["./p"], subprocess.CompletedProcess(["./p"], job.returncode, out, err)),
        f"round {seed}, POLDER_CONTROL={control!r} of {file}",
    )
print("pass")
