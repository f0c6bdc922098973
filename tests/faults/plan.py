"""What a trial of the campaign is, drawn at random from seed and number, and how a job must answer
it: exit status and message.

Exit statuses are those of `man upcrun`: 128 plus the signal, the program's own code, 1 for a
mistake that a message names."""

import random
import re
import signal
from dataclasses import dataclass

THREAD = r"thread {thread} on host \S+( \(node \d+\))?"
# kind -> (statuses, message or None for none). Those inside the program are done by one of its
# threads.
INSIDE = {
    "heap": ((134, 139), THREAD + ": SIG(ABRT|SEGV)"),
    "twice": ((134, 139), THREAD + ": SIG(ABRT|SEGV)"),
    "both": ((134, 139), THREAD + ": SIG(ABRT|SEGV)"),
    "segv": ((139,), THREAD + ": SIGSEGV .*null pointer"),
    "wild": ((139,), THREAD + ": SIGSEGV .*wild pointer"),
    "jump": ((139,), THREAD + ": SIGSEGV .*null pointer"),
    "fpe": ((136,), THREAD + ": SIGFPE"),
    "ill": ((132,), THREAD + ": SIGILL"),
    "bus": ((135,), THREAD + ": SIGBUS"),
    "abort": ((134,), THREAD + ": SIGABRT"),
    "overflow": ((139,), THREAD + ": SIGSEGV .*stack overflow"),
    # Where the program has used up all memory, the runtime may be the first to miss it. Where the
    # kernel makes room, it may kill anybody.
    "nomem": ((134, 1), THREAD + ": SIGABRT|no memory"),
    "ulimit": ((134, 1), THREAD + ": SIGABRT|no memory"),
    "leave": ((5,), r"threads? {process} on host \S+( \(node \d+\))? left with exit code 5"),
    "kill": (
        (137,),
        r"threads? {process} on host \S+( \(node \d+\))? \(process \d+\) ended by SIGKILL",
    ),
    "error": ((1,), r"thread {thread}( on host \S+ \(node \d+\))?: upc_free"),
    "global": ((9,), None),
    "exit": ((1,), r"thread {thread} ended \(exit or return from main\) while"),
    "touch": ((137, -9), r"ended by SIGKILL"),
}
# From outside: who is hit by what.
OUTSIDE = {
    ("process", "SIGKILL"): ((137,), r"ended by SIGKILL"),
    ("process", "SIGTERM"): ((143,), r"ended by SIGTERM"),
    ("process", "SIGSEGV"): ((139,), r"SIGSEGV"),
    ("process", "SIGABRT"): ((134,), r"SIGABRT"),
    ("task", "SIGBUS"): ((135,), r"SIGBUS"),
    ("task", "SIGSEGV"): ((139,), r"SIGSEGV"),
    ("launcher", "SIGKILL"): ((-9,), None),
    ("launcher", "SIGTERM"): ((143, -15), None),
    ("launcher", "SIGINT"): ((130, -2), None),
    ("launcher", "SIGHUP"): ((129, -1), None),
    ("agent", "SIGKILL"): ((1,), r"upcrun there"),
    ("launcher and process", "SIGKILL"): ((-9,), None),
    ("all", "SIGKILL"): ((-9,), None),
    ("all processes", "SIGKILL"): ((137,), r"ended by SIGKILL"),
}
ACTIVITIES = ("barrier", "compute", "talk", "get", "lock", "heap", "alloc", "print")
# name, threads, words for upcrun, threads of each process
MAPPINGS = (
    ("4 threads", ["-n", "4", "-p", "1"], [4]),
    ("4 processes", ["-n", "4"], [1] * 4),
    ("2 x 2", ["-n", "4", "-p", "2"], [2, 2]),
    ("7 on 3", ["-n", "7", "-p", "3"], [3, 2, 2]),
    ("1 thread", ["-n", "1"], [1]),
    ("2 nodes, 1 process each", ["-n", "4", "--nodes", "2", "--per-node", "1"], [2, 2]),
    ("2 nodes, 2 processes each", ["-n", "4", "--nodes", "2", "--per-node", "2"], [1] * 4),
    ("2 nodes, 2 x 2 each", ["-n", "8", "--nodes", "2", "--per-node", "2"], [2] * 4),
    ("3 nodes", ["-n", "3", "--nodes", "3"], [1] * 3),
)
SEGMENTS = ("memfd", "posix", "sysv", "file:segments")
ALONE_APART = (
    "exit",
    "global",
    "error",
    "touch",
    "ulimit",
    "nomem",
    "both",
)  # not done by pthreads that a UPC thread makes


@dataclass
class Trial:
    number: int
    kind: str  # of INSIDE, or "victim signal" of OUTSIDE
    mapping: str
    words: list
    segment: str
    thread: int
    activity: str
    delay_us: int  # after main began, or from outside: after upcrun was started
    apart: bool = False
    victim: str = ""
    signal: int = 0
    statuses: tuple = ()
    message: str | None = None
    pick: float = 0.0  # which of several processes, 0 to 1

    @property
    def inside(self):
        return not self.victim

    def program_words(self):
        return [
            self.kind if self.inside else "none",
            str(self.thread),
            str(self.delay_us),
            self.activity,
            "1" if self.apart else "0",
        ]


def threads_of_process(sizes, thread):
    first = 0
    for size in sizes:
        if thread < first + size:
            return str(first) if size == 1 else f"{first}-{first + size - 1}"
        first += size
    raise ValueError(thread)


def moment(draw):
    """Microseconds: a third in the first two milliseconds, the others up to 60 ms."""
    return int(draw.uniform(0, 2000) if draw.random() < 1 / 3 else draw.uniform(0, 60000))


def draw_inside(draw, number, kinds, mappings):
    name, words, sizes = draw.choice(mappings)
    kind = draw.choice(kinds)
    if kind == "exit" and len(sizes) == 1 and sizes[0] == 1:
        kind = "global"
    thread = draw.randrange(sum(sizes))
    activity = "barrier" if kind == "exit" else draw.choice(ACTIVITIES)
    statuses, message = INSIDE[kind]
    apart = kind not in ALONE_APART and draw.random() < 0.2
    if apart and kind == "overflow":
        message = (
            THREAD + r": SIGSEGV|threads? {process} on host .* ended by SIGSEGV"
        )  # a pthread has no stack for handlers
    if kind == "error" and sum(sizes) == 1:
        message = "error: upc_free"  # there is one thread, and nothing to tell it from
    if message:
        message = message.format(thread=thread, process=threads_of_process(sizes, thread))
    return Trial(
        number,
        kind,
        name,
        words,
        draw.choice(SEGMENTS),
        thread,
        activity,
        moment(draw),
        apart=apart,
        statuses=statuses,
        message=message,
    )


def draw_outside(draw, number, mappings):
    (victim, name), (statuses, message) = draw.choice(list(OUTSIDE.items()))
    nodes = [m for m in mappings if "nodes" in m[0]]
    mapping, words, _ = draw.choice(nodes if victim == "agent" and nodes else mappings)
    if victim == "agent" and not nodes:
        victim, name, (statuses, message) = "process", "SIGKILL", OUTSIDE["process", "SIGKILL"]
    delay = int(draw.uniform(0, 10000) if draw.random() < 0.5 else draw.uniform(0, 100000))
    return Trial(
        number,
        f"{name} to {victim}",
        mapping,
        words,
        draw.choice(SEGMENTS),
        0,
        draw.choice(ACTIVITIES),
        delay,
        victim=victim,
        signal=int(getattr(signal, name)),
        statuses=statuses,
        message=message,
        pick=draw.random(),
    )


def draw_trial(seed, number, control_groups, kinds=None, mappings=""):
    """The same for the same arguments. control_groups: jobs may be put into one, to be killed by
    the kernel there; mappings: a regular expression that their names match."""
    chosen = [m for m in MAPPINGS if re.search(mappings, m[0])]
    draw = random.Random(f"{seed}:{number}")
    inside = [kind for kind in INSIDE if kind != "touch" or control_groups]
    if kinds:
        return draw_inside(draw, number, kinds, chosen)
    return (
        draw_inside(draw, number, inside, chosen)
        if draw.random() < 0.6
        else draw_outside(draw, number, chosen)
    )


def wrong_in(trial, status, errors):
    """What is wrong with how the job ended; empty: nothing."""
    messages = re.findall(r"^polder: (?:error|warning): .*", errors, re.MULTILINE)
    if status not in trial.statuses:
        return f"exit status {status}, not {' or '.join(map(str, trial.statuses))}"
    if trial.message is None or status == -9:
        return f"a message: {messages[0]}" if messages else ""
    if len(messages) != 1:
        return f"{len(messages)} messages"
    if not re.search(trial.message, messages[0]):
        return f"another message: {messages[0]}"
    return ""
