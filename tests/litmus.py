#!/usr/bin/env python3
"""The long run of the litmus tests (./dev litmus): every shape of tests/upc/litmus_*.upc a million
times, with processes and threads, with every C compiler that is here, random delays injected; and
over nodes, with and without the cache of far accesses, over shared memory and the network, as it is
and with a delay of each message. Prints how often each shape was run and how often it had an
outcome that Appendix B allows and sequential consistency would not; a forbidden outcome ends the
run with status 1. docs/design/memory-model.md says which outcomes the processor or the compiler can
produce at all."""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from runner import directives

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAPPINGS = (
    ("2 processes", 2, ["-p", "2"], {}),
    ("2 threads of a process", 2, ["-p", "1"], {}),
    ("4 processes", 4, ["-p", "4"], {}),
    ("4 threads of a process", 4, ["-p", "1"], {}),
    ("2 processes of 2", 4, ["-p", "2"], {}),
)
FAR = (
    ("code for several nodes on one", 2, ["-p", "2"], {"POLDER_FAR_TEST": "1"}),
    (
        "the same, 4 processes, no cache",
        4,
        ["-p", "4"],
        {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "0"},
    ),
    ("the same, 4 processes", 4, ["-p", "4"], {"POLDER_FAR_TEST": "1"}),
    ("2 nodes, memory", 2, ["--nodes", "2"], {"POLDER_CONDUIT": "smp"}),
    (
        "2 nodes, memory, delays",
        2,
        ["--nodes", "2"],
        {"POLDER_CONDUIT": "smp", "POLDER_HOOKS": "delay:3us"},
    ),
    ("3 nodes, memory", 3, ["--nodes", "3"], {"POLDER_CONDUIT": "smp"}),
    ("4 nodes, memory", 4, ["--nodes", "4"], {"POLDER_CONDUIT": "smp"}),
    (
        "2 nodes of 2 processes, memory",
        4,
        ["--nodes", "2", "--per-node", "2"],
        {"POLDER_CONDUIT": "smp"},
    ),
    ("2 nodes, network", 2, ["--nodes", "2"], {"POLDER_CONDUIT": "ofi"}),
    (
        "2 nodes, network, delays",
        2,
        ["--nodes", "2"],
        {"POLDER_CONDUIT": "ofi", "POLDER_HOOKS": "delay:20us"},
    ),
    (
        "2 nodes of 2 threads, network",
        4,
        ["--nodes", "2", "--per-node", "1"],
        {"POLDER_CONDUIT": "ofi"},
    ),
    (
        "2 nodes of 2 processes, network",
        4,
        ["--nodes", "2", "--per-node", "2"],
        {"POLDER_CONDUIT": "ofi"},
    ),
    ("3 nodes, network", 3, ["--nodes", "3"], {"POLDER_CONDUIT": "ofi"}),
    (
        "3 nodes of 2 processes, network",
        6,
        ["--nodes", "3", "--per-node", "2"],
        {"POLDER_CONDUIT": "ofi"},
    ),
    ("4 nodes, network", 4, ["--nodes", "4"], {"POLDER_CONDUIT": "ofi"}),
    (
        "2 nodes, network, no cache",
        2,
        ["--nodes", "2"],
        {"POLDER_CONDUIT": "ofi", "POLDER_CACHE": "0"},
    ),
)
FAR_FEWER = 20  # a round of the network costs so much more than one of memory
SHARING = (
    5  # threads that share cores seldom meet and switch for every barrier: they run this much less
)
LINE = re.compile(r"(.*\S)\s+(\d+) instances, (?:(\d+) weak|none forbidden)$")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument(
        "--build", default=os.path.join(ROOT, "build", "release"), help="build directory or prefix"
    )
    parser.add_argument(
        "--instances",
        type=int,
        default=1000000,
        help="of each shape, mapping and compiler; a fifth where threads share cores (default: a million)",
    )
    parser.add_argument(
        "--only", choices=("near", "far"), help="only on one node, or only code for several"
    )
    parser.add_argument(
        "--filter",
        default="",
        help='only the files and settings ("litmus_flags.upc, gcc -O2, 3 nodes, network") with this text',
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="of the choices of litmus_flags.upc (default: the same ones each time)",
    )
    parser.add_argument(
        "--compilers",
        default="gcc,clang",
        help="C compilers underneath upcc, those that are here (default: gcc,clang)",
    )
    parser.add_argument("--level", default="-O2", help="of the optimiser (default: -O2)")
    return parser.parse_args()


def run(program, launch, instances, upcrun, environment):
    env = dict(os.environ, LITMUS_INSTANCES=str(instances), LITMUS_REPORT="1", **environment)
    result = subprocess.run(
        [upcrun, *launch, program],
        env=env,
        capture_output=True,
        text=True,
        cwd=os.path.dirname(program),
    )
    if result.returncode != 0 or not result.stdout.endswith("pass\n"):
        sys.exit(f"FAILED: {' '.join([upcrun, *launch, program])}\n{result.stdout}{result.stderr}")
    return [LINE.match(line).groups() for line in result.stdout.splitlines()[:-1]]


def main():
    arguments = parse_arguments()
    if arguments.seed is not None:
        os.environ["LITMUS_SEED"] = str(arguments.seed)
    bin_dir = os.path.join(os.path.abspath(arguments.build), "bin")
    compilers = [c for c in arguments.compilers.split(",") if shutil.which(c)]
    totals = {}  # shape -> [instances, weak or None]
    with tempfile.TemporaryDirectory(prefix="polder-litmus-") as work:
        for source in sorted(glob.glob(os.path.join(ROOT, "tests", "upc", "litmus_*.upc"))):
            for compiler in compilers:
                program = os.path.join(work, os.path.basename(source)[:-4])
                environment = dict(os.environ, POLDER_CC=compiler)
                subprocess.run(
                    [os.path.join(bin_dir, "upcc"), arguments.level, source, "-o", program],
                    env=environment,
                    check=True,
                )
                asked = dict(pair.split("=", 1) for pair in directives.read(source)["env"])
                near, far = arguments.only != "far", arguments.only != "near"
                for name, threads, words, settings in (MAPPINGS if near else ()) + (
                    FAR if far else ()
                ):
                    setting = f"{os.path.basename(source)}, {compiler} {arguments.level}, {name}"
                    if arguments.filter not in setting:
                        continue
                    print(setting, flush=True)
                    launch = ["-n", str(threads), *words]
                    instances = (
                        arguments.instances
                        // (SHARING if threads > len(os.sched_getaffinity(0)) else 1)
                        // (FAR_FEWER if settings else 1)
                    )
                    for shape, count, weak in run(
                        program,
                        launch,
                        instances,
                        os.path.join(bin_dir, "upcrun"),
                        {**settings, **asked},
                    ):
                        total = totals.setdefault(shape, [0, None])
                        total[0] += int(count)
                        if weak is not None:
                            total[1] = (total[1] or 0) + int(weak)
    print(f"\n{'shape':70} {'instances':>10}  {'forbidden':>9}  weak")
    for shape, (count, weak) in totals.items():
        print(
            f"{shape:70} {count:10}  {'allowed' if weak is not None else 0:>9}  {'' if weak is None else weak}"
        )


if __name__ == "__main__":
    main()
