"""Whether our cores were ours: processor time that other programs took there during a round.

The system's own accounts say it. On a machine that others keep busy, waiting and repeating would
go on for every figure. After GIVE_UP disturbed rounds in succession nothing is waited for or
repeated any more, until a round is undisturbed by chance.
"""

import os
import resource
import time

GIVE_UP = 12
_TICK_S = 1.0 / os.sysconf("SC_CLK_TCK")


def _busy_s():
    """Processor time all programs and the system have used since it started, over our cores."""
    ours = os.sched_getaffinity(0)
    ticks = 0
    with open("/proc/stat", encoding="utf-8") as stat:
        for name, *counts in map(str.split, stat):
            if name[:3] == "cpu" and name[3:].isdecimal() and int(name[3:]) in ours:
                user, nice, system, _, _, irq, softirq = map(int, counts[:7])
                ticks += user + nice + system + irq + softirq
    return ticks * _TICK_S


_credited_s = 0.0


def credit(seconds):
    """Processor time of programs of ours whose parents do not hand it on to us: started on other
    hosts, by agents."""
    global _credited_s
    _credited_s += seconds


def _own_s():
    """Of these: ours and our finished children's."""
    total = _credited_s
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        total += used.ru_utime + used.ru_stime
    return total


class Watch:
    """From its creation on: the share of one core that others used."""

    def __init__(self):
        self.started, self.busy, self.own = time.monotonic(), _busy_s(), _own_s()

    def others(self):
        passed = time.monotonic() - self.started
        used = (_busy_s() - self.busy) - (_own_s() - self.own)
        return max(0.0, used) / passed if passed > 0.05 else 0.0


def await_quiet(limit, patience_s):
    """Returns once others use less than `limit` of a core, or after patience_s."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        watch = Watch()
        time.sleep(0.06)
        if watch.others() < limit:
            return
        time.sleep(0.2)


_disturbed_in_succession = 0


def round_noted(disturbed):
    """To be called once a round."""
    global _disturbed_in_succession
    _disturbed_in_succession = _disturbed_in_succession + 1 if disturbed else 0


def given_up():
    return _disturbed_in_succession >= GIVE_UP
