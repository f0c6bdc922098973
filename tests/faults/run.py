#!/usr/bin/env python3
"""The campaign of faults (./dev faults): jobs die at random moments, in random ways, on random
mappings, and each has to end at once, with the right message and exit status, and to leave nothing.
plan.py says what is drawn and what is right, job.py how it is measured.

A trial follows from seed and number, and --kinds and --mappings if given: --replay NUMBER repeats
it. Exit status 1 if a trial hung, left something, or said the wrong thing, or took more than a
second of its own time."""

import argparse
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from faults import job, plan  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COLUMNS = ("trials", "hung", "left", "wrong", "slow", "p50", "p99", "max", "own max")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument(
        "trials", nargs="?", type=int, default=1000, help="how many (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first trial (default: 0)"
    )
    parser.add_argument(
        "--replay", type=int, metavar="NUMBER", help="only this trial, with all that it says"
    )
    parser.add_argument("--times", type=int, default=1, help="of --replay: how often (default: 1)")
    parser.add_argument("--kinds", help="only these kinds of ends inside the program, by commas")
    parser.add_argument(
        "--mappings", default="", metavar="REGEX", help="only mappings whose name it matches"
    )
    parser.add_argument(
        "-j", "--jobs", type=int, default=0, help="trials at a time (default: half the cores)"
    )
    parser.add_argument("--busy", type=int, default=0, metavar="K", help="beside K busy loops")
    parser.add_argument(
        "--build", default=os.path.join(ROOT, "build", "release"), help="build directory or prefix"
    )
    parser.add_argument(
        "--any-time",
        action="store_true",
        help="being slow is not bad: for a machine with much else to do",
    )
    parser.add_argument("--json", help="a line for each trial goes to this file")
    parser.add_argument("--keep-going", action="store_true", help="do not stop after 50 bad trials")
    return parser.parse_args()


def begin_worker(work, options):
    global OPTIONS  # of this process
    job.die_with_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    OPTIONS = dict(options)
    folder = os.path.join(work, f"worker{os.getpid()}")
    os.makedirs(os.path.join(folder, "segments"))
    os.chdir(folder)
    job.Job.settings_own_ipc = job.unshare_ipc()


def run_trial(number):
    options = OPTIONS
    trial = plan.draw_trial(
        options["seed"], number, options["groups"], options["kinds"], options["mappings"]
    )
    verdict, wall, own, status, errors, left, where = job.Job(
        trial, options["upcrun"], options["program"], {}
    ).run()
    wrong = "" if verdict else plan.wrong_in(trial, status, errors)
    return {
        "number": number,
        "kind": trial.kind,
        "mapping": trial.mapping,
        "segment": trial.segment,
        "activity": trial.activity,
        "apart": trial.apart,
        "delay_us": trial.delay_us,
        "thread": trial.thread,
        "verdict": verdict,
        "wall": wall,
        "own": own,
        "status": status,
        "wrong": wrong or ("it never came to it" if verdict == "no deed" else ""),
        "left": left,
        "slow": not verdict and own > job.SLOW_S and not options["any_time"],
        "errors": errors[-3000:],
        "where": where,
    }


def is_bad(result):
    return bool(result["verdict"] or result["wrong"] or result["left"] or result["slow"])


def describe(result):
    what = result["verdict"] or result["wrong"] or "; ".join(result["left"]) or "slow"
    return (
        f"trial {result['number']}: {result['kind']}{' in a pthread of' if result['apart'] else ''} thread {result['thread']} after "
        f"{result['delay_us'] / 1000:.1f} ms, {result['mapping']}, {result['segment']}, {result['activity']}: {what} "
        f"(left: {result['left']}, wrong: {result['wrong']!r}, {result['wall']:.2f} s, own {result['own']:.2f} s)"
    )


def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def row(results):
    walls = sorted(r["wall"] for r in results if not r["verdict"]) or [0]
    return (
        len(results),
        sum(r["verdict"] == "hung" for r in results),
        sum(bool(r["left"]) for r in results),
        sum(bool(r["wrong"]) for r in results),
        sum(r["slow"] for r in results),
        seconds(walls[len(walls) // 2]),
        seconds(walls[min(len(walls) - 1, len(walls) * 99 // 100)]),
        seconds(walls[-1]),
        seconds(max(r["own"] for r in results)),
    )


def table(title, results, key):
    names = sorted({key(r) for r in results})
    rows = [(name, *row([r for r in results if key(r) == name])) for name in names] + [
        ("all", *row(results))
    ]
    lines = [f"| {title} | " + " | ".join(COLUMNS) + " |", "|---|" + "--:|" * len(COLUMNS)]
    return "\n".join(lines + ["| " + " | ".join(map(str, cells)) + " |" for cells in rows])


def build_victim(prefix, work):
    program = os.path.join(work, f"victim{os.getpid() % 100000}")
    subprocess.run(
        [
            os.path.join(prefix, "bin", "upcc"),
            "-O1",
            "-g",
            "-w",
            os.path.join(HERE, "victim.upc"),
            "-o",
            program,
        ],
        check=True,
    )
    return program


def report(results, arguments):
    print(
        table("kind", results, lambda r: r["kind"]),
        table("mapping", results, lambda r: r["mapping"]),
        table("segment", results, lambda r: r["segment"].split(":")[0]),
        sep="\n\n",
    )
    bad = sum(map(is_bad, results))
    print(
        f"\n{len(results)} trials, seed {arguments.seed}{f', beside {arguments.busy} busy loops' if arguments.busy else ''}: {bad} bad"
    )
    return 1 if bad else 0


def run_all(numbers, work, arguments, options):
    results, bad = [], 0
    log = open(arguments.json, "w", encoding="utf-8") if arguments.json else None
    jobs = arguments.jobs or max(1, len(os.sched_getaffinity(0)) // 2)
    begun = time.monotonic()
    with multiprocessing.Pool(jobs, begin_worker, (work, list(options.items()))) as pool:
        for result in pool.imap_unordered(run_trial, numbers):
            results.append(result)
            if log:
                log.write(json.dumps(result) + "\n")
                log.flush()
            if is_bad(result) or arguments.replay is not None:
                bad += is_bad(result)
                print(
                    describe(result),
                    *([result["errors"]] if result["errors"] else []),
                    *([result["where"]] if result["where"] else []),
                    sep="\n",
                    flush=True,
                )
            elif sys.stdout.isatty() and len(results) % 20 == 0:
                print(
                    f"\r{len(results)} trials, {bad} bad, {time.monotonic() - begun:.0f} s ",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
            if bad >= 50 and not arguments.keep_going:
                print("too many bad trials; the campaign is ended")
                pool.terminate()
                break
    if log:
        log.close()
    return results


def main():
    arguments = parse_arguments()
    prefix = os.path.abspath(arguments.build)
    numbers = (
        [arguments.replay] * arguments.times
        if arguments.replay is not None
        else range(arguments.first, arguments.first + arguments.trials)
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing stays behind
    for number in (
        signal.SIGHUP,
        signal.SIGQUIT,
    ):  # which nohup and shells ignore: launchers would inherit that
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=job.die_with_parent)
        for _ in range(arguments.busy)
    ]
    work = tempfile.mkdtemp(prefix="polder-faults-")
    try:
        options = {
            "seed": arguments.seed,
            "groups": job.control_groups_possible(),
            "kinds": arguments.kinds.split(",") if arguments.kinds else None,
            "mappings": arguments.mappings,
            "any_time": arguments.any_time,
            "upcrun": os.path.join(prefix, "bin", "upcrun"),
            "program": build_victim(prefix, work),
        }
        results = run_all(numbers, work, arguments, options)
    finally:
        for loop in busy:
            loop.kill()
            loop.wait()
        shutil.rmtree(work, ignore_errors=True)
    return report(results, arguments)


if __name__ == "__main__":
    sys.exit(main())
