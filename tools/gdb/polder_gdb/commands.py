"""Commands and functions that know UPC threads, and `main`.

A UPC program has two of that name: its own, which is local to its file, and the runtime's. A
breakpoint at main is set in the program's, and a backtrace ends with it. A main of a type that C
does not know, such as `void main()`, is called polder_main.
"""

import itertools

import gdb
import gdb.FrameDecorator

from .expression import part_of
from .job import Job, NotStarted, owner
from .shared import wrap

MAIN = "main"
ODD_MAIN = "polder_main"  # a main of a type that C does not know
# What the names of versions begin with.
VERSIONS = ("polder_n_", "polder_1_", "polder_r1_", "polder_d1_", "polder_i1_")


def written(name):
    """The name in the program's source."""
    for version in VERSIONS:
        if isinstance(name, str) and name.startswith(version):
            return name[len(version) :]
    return MAIN if name == ODD_MAIN else name


def of_runtime(name):
    """Whether a function is the runtime's. One without a name is."""
    if name is None:
        return True
    if written(name) == MAIN or name.startswith(VERSIONS):
        return False
    return "polder::" in name or name.startswith(("polder_", "upc_", "bupc_"))


def program_frame(newest):
    """Where the program is: behind the outermost call into the runtime, and not in a library of the
    system."""
    frames = []
    while newest is not None:
        frames.append(newest)
        if written(newest.name()) == MAIN:
            break
        newest = newest.older()
    from_main = bool(frames) and written(frames[-1].name()) == MAIN
    runtime = [i for i, frame in enumerate(frames) if of_runtime(frame.name())]
    inside = runtime[-1] if from_main and runtime else -1
    with_source = [
        frame
        for frame in frames[inside + 1 :]
        if frame.find_sal().symtab is not None and not of_runtime(frame.name())
    ]
    return next(
        (f for f in with_source if gdb.solib_name(f.pc()) is None),
        with_source[0] if with_source else None,
    )


def position(thread):
    """In words, of a gdb thread; empty where that is not known."""
    selected = gdb.selected_thread()
    try:
        thread.switch()
        frame = program_frame(gdb.newest_frame())
        if frame is None:
            return ""
        place = frame.find_sal()
        return f"{written(frame.name())} () at {place.symtab.filename}:{place.line}"
    except gdb.error:
        return ""
    finally:
        selected.switch()


class InfoThreads(gdb.Command):
    """info upc-threads: the UPC threads of the job, of one of several nodes those of this node,
    where they are and what they wait for.

    Threads of other processes are listed with what they wait for; to look inside one, attach a gdb
    to its process.
    """

    def __init__(self):
        super().__init__("info upc-threads", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        job = Job()
        frame = saved_frame()
        current = job.current()
        rows = [("", "Thread", "Process", "PID", "TID", "gdb", "State")]
        for number in job.node_range():
            thread = job.thread(number)
            there = owner(job, number)
            where = position(there) if there else ""
            gdb_number = (
                f"{there.inferior.num}.{there.num}"
                if there and len(gdb.inferiors()) > 1
                else str(there.num) if there else "-"
            )
            state = thread.doing + (", " if where else "") + where
            rows.append(
                (
                    "*" if number == current and thread.process == job.process else "",
                    str(number),
                    str(thread.process),
                    str(thread.pid),
                    str(thread.tid),
                    gdb_number,
                    state,
                )
            )
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        for row in rows:
            print(
                "  ".join(
                    [cell.ljust(width) for cell, width in zip(row, widths)] + [row[6]]
                ).rstrip()
            )
        if frame is not None and frame.is_valid():
            frame.select()


def saved_frame():
    try:
        return gdb.selected_frame()
    except gdb.error:
        return None


class SwitchThread(gdb.Command):
    """upc-thread [N]: select UPC thread N, and in it the innermost frame of the program; without N,
    say which thread is selected."""

    def __init__(self):
        super().__init__("upc-thread", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        job = Job()
        if not argument.strip():
            print(f"UPC thread {job.current()} of {job.threads}")
            return
        try:
            number = int(gdb.parse_and_eval(argument))
        except gdb.error:
            number = -1
        if not 0 <= number < job.threads:
            raise gdb.GdbError(f"upc-thread needs a number from 0 to {job.threads - 1}")
        if not job.on_node(number):
            raise gdb.GdbError(
                f"UPC thread {number} is on another node; this one has {job.first} to "
                f"{job.first + job.node_threads - 1}"
            )
        there = owner(job, number)
        if there is None:
            thread = job.thread(number)
            raise gdb.GdbError(
                f"UPC thread {number} is in process {thread.pid}, which this gdb does not debug; "
                f"try gdb -p {thread.pid}"
                if thread.pid
                else f"UPC thread {number} has not started"
            )
        there.switch()
        frame = program_frame(gdb.newest_frame())
        if frame is not None:
            frame.select()
        publish()
        print(f"[UPC thread {number}, gdb thread {there.inferior.num}.{there.num}]")
        gdb.execute("frame")


class PartOf(gdb.Function):
    """$upc_threadof(p), $upc_phaseof(p), $upc_addrfield(p)."""

    def __init__(self, part):
        super().__init__("upc_" + part)
        self.part = part

    def invoke(self, pointer):
        return part_of(wrap(pointer), self.part)


class Number(gdb.Function):
    """$upc_mythread() and $upc_threads(): of the selected thread, good for conditions of
    breakpoints. -1: not a UPC program, or not started."""

    def __init__(self, name, value):
        super().__init__(name)
        self.value = value

    def invoke(self):
        try:
            return self.value(Job())
        except NotStarted:
            return -1


def publish(*ignored):
    """$MYTHREAD and $THREADS, as far as gdb tells when the selected thread changes; $upc_mythread()
    is always right."""
    for name, value in (
        ("MYTHREAD", lambda job: job.current()),
        ("THREADS", lambda job: job.threads),
    ):
        try:
            gdb.set_convenience_variable(name, value(Job()))
        except (NotStarted, gdb.error):
            gdb.set_convenience_variable(name, None)


class OwnFrame(gdb.FrameDecorator.FrameDecorator):
    def function(self):
        return written(super().function())

    def frame_locals(self):
        return [
            s for s in super().frame_locals() or [] if not str(s.symbol()).startswith("polder_")
        ]


class Frames:
    """Backtraces of UPC threads: what calls main is left out."""

    def __init__(self):
        self.name, self.priority, self.enabled = "polder", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        ended = False

        def above(frame):
            nonlocal ended
            before, ended = ended, ended or written(frame.inferior_frame().name()) == MAIN
            return not before

        return map(OwnFrame, itertools.takewhile(above, frames))


def program_main():
    """The program's main, if its file has debug information. Mains of other languages are
    global."""
    return gdb.lookup_static_symbol(MAIN) or gdb.lookup_global_symbol(ODD_MAIN)


def place_breakpoint(breakpoint):
    """A breakpoint at main belongs into the program's main, not into the runtime's."""
    if breakpoint.location != MAIN:
        return
    symbol = program_main()
    if symbol is None:
        return
    condition, temporary = breakpoint.condition, breakpoint.temporary
    breakpoint.enabled = False
    moved = gdb.Breakpoint(f"'{symbol.symtab.filename}':{symbol.name}", temporary=temporary)
    moved.condition = condition
    gdb.post_event(lambda: breakpoint.is_valid() and breakpoint.delete())


def start_in_program(event=None):
    """Before the program runs, `break 12` and `list` mean the file of the program's main. Without
    that gdb takes the runtime's main where it has debug information."""
    if event and event.new_objfile.filename != gdb.current_progspace().filename:
        return
    symbol = program_main()
    if symbol is None or symbol.symtab is None:
        return
    before = max(symbol.line - 5, 1)  # a `list` goes on from here, so it shows what surrounds main
    place = f"'{symbol.symtab.filename}':{before}"
    try:
        gdb.execute(f"list {place},{place}", to_string=True)
    except gdb.error:
        pass  # the source is elsewhere now


def register():
    InfoThreads()
    SwitchThread()
    for part in ("threadof", "phaseof", "addrfield"):
        PartOf(part)
    Number("upc_mythread", lambda job: job.current())
    Number("upc_threads", lambda job: job.threads)
    Frames()
    gdb.events.stop.connect(publish)
    gdb.events.before_prompt.connect(publish)
    gdb.events.breakpoint_created.connect(place_breakpoint)
    gdb.events.new_objfile.connect(start_in_program)
    start_in_program()
