"""Rounds: what is compared runs in turn, close in time, until the spread of every ratio is known.

A round is: ping-pong, one side, the other side, ping-pong; the sides swap places from round to
round. The cores of a virtual machine drift between near (sharing a cache) and far within seconds.
So a round whose two ping-pongs differ by more than DRIFT is thrown away and repeated. So is a round
during which other programs used more than OTHERS of a core. Rounds are repeated at most as often as
the plan allows, and not at all where that has long been in vain (quiet.py). `disturbed` in a result
counts such rounds, `kept` those of them that count all the same.

Rounds end once each figure is settled. A figure is settled if its spread is small. It is also if
what it is judged by lies farther from its limit than the median is in doubt (`certain` in a
result). Where nothing is promised of a figure, the least number of rounds does. So time goes to
what is close.
"""

import os
import time
from dataclasses import dataclass, field
from statistics import median

from . import quiet
from .stats import doubt_of, known, quartiles, spread_of
from .tools import BenchError, command_run, progress

DRIFT = 0.25
OTHERS = 0.15
RUN_TIMEOUT_S = 60


@dataclass(frozen=True)
class Plan:
    """How long to go on: rounds at least and at most, the spread that is enough, and rounds that
    may be repeated. `patience_s`: seconds to wait before a round until the machine is quiet.
    `timeout_s`: seconds a program may take. `long`: figures that take hours are wanted."""

    rounds_min: int = 5
    rounds_max: int = 15
    spread: float = 0.02
    repeats: int = 10
    patience_s: float = 3.0
    quick: bool = False
    timeout_s: float = RUN_TIMEOUT_S
    long: bool = False


# Whole programs take a second or so each; where their pages come to lie is another matter in
# each run.
PROGRAMS = Plan(rounds_min=5, rounds_max=15, spread=0.02, repeats=6)
LONG = Plan(
    rounds_min=9, rounds_max=40, spread=0.01, repeats=30, patience_s=20.0, timeout_s=900, long=True
)
QUICK = Plan(rounds_min=3, rounds_max=3, spread=1.0, repeats=0, patience_s=0.0, quick=True)


@dataclass
class Rounds:
    """Pairs (value, reference) by figure, and the ping-pong round trips around them in ns."""

    pairs: dict = field(default_factory=dict)
    pingpong: list = field(default_factory=list)
    number: int = 0
    disturbed: int = 0
    kept: int = 0
    seconds: float = 0.0

    def ratios(self, name):
        return [value / reference for value, reference in self.pairs[name] if reference]

    def judged(self, name, target):
        return [target.judged(*pair) for pair in self.pairs[name]]

    def add(self, named, polder, raw):
        """What both programs printed in a round."""
        self.number += 1
        for name, f in named.items():
            if f.polder not in polder or f.raw not in raw:
                raise BenchError(
                    f"{name}: the program did not print {f.polder}, or its reference not {f.raw}"
                )
            pair = polder[f.polder] * f.scale, raw[f.raw] * f.scale * f.raw_scale
            self.pairs.setdefault(name, []).append(pair)

    def certain(self, name, target):
        """Whether more rounds would hardly change what is said about the target."""
        judged = self.judged(name, target)
        return abs(median(judged) - target.limit) > doubt_of(judged)

    def settled(self, named, plan):
        if self.number < plan.rounds_min:
            return False
        return all(
            known(self.ratios(name), plan.rounds_min, plan.spread)
            or (not plan.long and (f.target is None or self.certain(name, f.target)))
            for name, f in named.items()
        )


def parse_figures(text):
    """The lines "name number" of a program's output."""
    figures = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2:
            try:
                figures[words[0]] = float(words[1])
            except ValueError:
                continue
    return figures


def _pingpong(tools, mapping):
    as_what = "thread" if mapping == "thread" else "process"
    return parse_figures(command_run([tools.raw("micro", "pingpong"), as_what], RUN_TIMEOUT_S))[
        "round_trip"
    ]


def _one_round(sides, swap):
    """Runs both sides, (polder, raw), in the order asked for; each side is a function that gives
    figures by name."""
    if swap:
        raw = sides[1]()
        return sides[0](), raw
    polder = sides[0]()
    return polder, sides[1]()


def rounds_take(label, tools, plan, mapping, sides, named):
    """Runs rounds of both sides until the plan is met; `named`: the figures wanted, by name."""
    taken, started = Rounds(), time.monotonic()
    hopeless = quiet.given_up()
    while taken.number < (plan.rounds_min if hopeless else plan.rounds_max):
        progress(
            f"{tools.place}{label}: round {taken.number + 1}"
            + (f" ({taken.disturbed} repeated)" if taken.disturbed else "")
        )
        quiet.await_quiet(OTHERS, 0 if hopeless else plan.patience_s)
        watch = quiet.Watch()
        before = _pingpong(tools, mapping)
        polder, raw = _one_round(sides, taken.number % 2)
        after = _pingpong(tools, mapping)
        disturbed = watch.others() > OTHERS or abs(after - before) > DRIFT * min(before, after)
        quiet.round_noted(disturbed)
        if disturbed:
            taken.disturbed += 1
            hopeless = taken.disturbed > plan.repeats or quiet.given_up()
            if not hopeless:
                continue
            taken.kept += 1
        taken.pingpong += [before, after]
        taken.add(named, polder, raw)
        if taken.settled(named, plan):
            break
    taken.seconds = time.monotonic() - started
    return taken


def _entry(name, unit, target, sides, **more):
    """What each entry of the list `results` has. sides: the value and its reference."""
    return {
        "name": name,
        "value": sides[0],
        "unit": unit,
        "reference": sides[1],
        "target": target.text(unit) if target else None,
        "limit": target.limit if target else None,
        **more,
    }


def exact_result(name, value, reference, unit, target):
    """An entry of what was counted once, as a count is the same in each round."""
    ratio = value / reference
    return _entry(
        name,
        unit,
        target,
        (float(value), float(reference)),
        ratio=ratio,
        quartiles=None,
        spread=None,
        holds=target.holds(ratio) if target else None,
        certain=True if target else None,
        rounds=1,
        disturbed=0,
        kept=0,
        seconds=0.0,
    )


def _result_of(name, figure, taken, details):
    ratios, target = taken.ratios(name), figure.target
    pairs = taken.pairs[name]
    entry = _entry(name, figure.unit, target, [median(side) for side in zip(*pairs)])
    return entry | {
        "ratio": median(ratios) if ratios else None,
        "quartiles": quartiles(ratios),
        "spread": spread_of(ratios),
        "holds": target.holds(median(taken.judged(name, target))) if target else None,
        "certain": taken.certain(name, target) if target else None,
        "rounds": taken.number,
        "disturbed": taken.disturbed,
        "kept": taken.kept,
        "seconds": round(taken.seconds, 1),
        "pingpong_ns": median(taken.pingpong),
        **details,
    }


def results_of(named, taken, details):
    """Entries of the list `results`: medians over the rounds; ratio is the median of the rounds'
    ratios. `seconds` is what all figures of a series took together."""
    return [_result_of(name, figure, taken, details) for name, figure in named.items()]


def command_side(arguments, times):
    """A side of a round that is a command timed from outside, start to end: the shortest of some
    runs, in ns, as the figure ""."""
    return lambda: {"": _command_time_ns(arguments, times)}


def _command_time_ns(arguments, times):
    best = None
    for _ in range(times):
        started = time.perf_counter_ns()
        command_run(arguments, RUN_TIMEOUT_S)
        taken = time.perf_counter_ns() - started
        best = taken if best is None else min(best, taken)
    return best


def load_of_machine():
    """Programs wanting a core at present, beside this one, over the cores: above a quarter or so
    figures say little."""
    return os.getloadavg()[0] / len(os.sched_getaffinity(0))


def machine_text():
    """Processor and cores, as the system tells them."""
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            model = next(
                (line.split(":", 1)[1].strip() for line in info if line.startswith("model name")),
                model,
            )
    except OSError:
        pass
    return (
        f"{model}, {len(os.sched_getaffinity(0))} cores, {os.uname().sysname} {os.uname().release}"
    )
