"""The job as the runtime publishes it: polder_debugger (runtime/debug/layout.cc). It is found by
its symbol and read as bytes, so no debug information of the runtime is needed. Everything is read
anew each time: a program that ran is another program."""

import struct

import gdb

WORD = struct.Struct("<Q")


def read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address):
    return WORD.unpack(read(address, 8))[0]


def signed(address, size=8):
    return int.from_bytes(read(address, size), "little", signed=True)


def text(address):
    out = bytearray()
    while not out or out[-1]:
        out += read(address + len(out), 1)
    return out[:-1].decode()


def is_core():
    """Is the selected inferior a core file?"""
    connection = getattr(gdb.selected_inferior(), "connection", None)  # gdb 12 and later
    return connection is not None and connection.type == "core"


class NotStarted(gdb.GdbError):
    pass


_rows = {}  # (program, address of the table) -> {name: value}


def rows(table):
    key = gdb.current_progspace().filename, table
    if key not in _rows:
        found = {}
        at = table
        while word(at):
            found[text(word(at))] = signed(at + 8)
            at += 16
        _rows[key] = found
    return _rows[key]


class Thread:
    """A UPC thread: number, process (of the job), pid, tid, and what it does in words."""

    def __init__(self, number, process, pid, tid, doing):
        self.number, self.process, self.pid, self.tid, self.doing = number, process, pid, tid, doing


class Job:
    """Of the selected inferior. Raises NotStarted where there is none yet."""

    def __init__(self):
        try:
            at = int(gdb.parse_and_eval("(unsigned long)&polder_debugger"))
        except gdb.error:
            raise NotStarted("the selected program was not made by upcc")
        try:
            table, control, process, job, self.modules, self.deltas = (
                word(at + 8 * i) for i in range(6)
            )
            self.layout = rows(table)
            self.control = word(control)
            self.process = signed(process, 4)
            self.base = word(job + self.layout["struct polder_job.base"])
            self.shift = word(job + self.layout["struct polder_job.shift"])
            self.threads = word(job + self.layout["struct polder_job.threads"])
            self.node_shift = word(
                job + self.layout["struct polder_job.node_shift"]
            )  # global minus virtual address here
        except gdb.MemoryError:
            raise NotStarted("the program is not running")
        if not self.control or not self.base:
            raise NotStarted("the UPC threads have not started")
        self.first = self.field(
            "ControlBlock", self.control, "shape.first", 4
        )  # of this node's threads
        self.node_threads = self.field("ControlBlock", self.control, "shape.threads", 4)
        self.processes = self.field("ControlBlock", self.control, "shape.processes", 4)

    def field(self, type_, address, member, size=8):
        return signed(address + self.layout[type_ + "." + member], size)

    # ---- addresses ----
    def contains(self, ga):
        return 0 <= ga - self.base < self.threads << self.shift

    def read_shared(self, ga, size):
        """Bytes of shared memory. A core file has those of its process's threads only; others would
        seem to be zero."""
        thread = self.thread_of(ga)
        if not self.on_node(thread):
            raise gdb.GdbError(f"the shared memory of thread {thread} is on another node")
        if is_core() and not self.first_thread(self.process) <= thread < self.first_thread(
            self.process + 1
        ):
            raise gdb.GdbError(f"the shared memory of thread {thread} is not in this core file")
        return read((ga - self.node_shift) % 2**64, size)

    def thread_of(self, ga):
        return (ga - self.base) >> self.shift

    def field_of(self, ga):
        """As upc_addrfield (frontends/upc/pointer.cc)."""
        at = int(gdb.parse_and_eval("(unsigned long)&_ZN6polder10node_rangeE"))
        part = lambda name: self.field("NodeRange", at, name)
        up = lambda size: -(-size // 2**21) * 2**21
        offset, blocks = (ga - self.base) & ((1 << self.shift) - 1), up(part("static_end"))
        if offset >= part("local_begin"):
            return blocks + (up(part("heap_limit")) or 2**33) + offset - part("local_data")
        return (
            blocks + offset - part("symmetric_data")
            if offset >= part("symmetric_begin")
            else offset
        )

    # ---- threads ----
    def first_thread(self, process):
        each, rest = divmod(self.node_threads, self.processes)
        return self.first + process * each + min(process, rest)

    def on_node(self, thread):
        return self.first <= thread < self.first + self.node_threads

    def node_range(self):
        return range(self.first, self.first + self.node_threads)

    def process_of(self, thread):
        return next(p for p in range(self.processes) if thread < self.first_thread(p + 1))

    def record(self, thread):
        start = self.control + self.field("ControlBlock", self.control, "threads_offset")
        return start + (thread - self.first) * self.layout["ThreadRecord"]

    def tid(self, thread):
        return self.field("ThreadRecord", self.record(thread), "tid", 4)

    def thread(self, number):
        record = self.record(number)
        process = self.process_of(number)
        processes = self.control + self.field("ControlBlock", self.control, "processes_offset")
        pid = self.field(
            "ProcessRecord", processes + process * self.layout["ProcessRecord"], "pid", 4
        )
        return Thread(number, process, pid, self.tid(number), self.doing(record))

    def doing(self, record):
        state = self.field("ThreadRecord", record, "state", 4)
        if state == self.layout["state.absent"]:
            return "has not started"
        if state == self.layout["state.ended"]:
            return "has ended with exit code %d" % self.field(
                "ThreadRecord", record, "exit_code", 4
            )
        kind = self.field("ThreadRecord", record, "wait.kind", 4)
        words = next(
            (
                name[5:]
                for name, value in self.layout.items()
                if name.startswith("wait.") and value == kind
            ),
            "",
        )
        of_barrier = words.endswith("barrier")
        routine = self.routine(record)
        if words.startswith("waits in ") and routine:
            words = "waits in " + routine
        if of_barrier:
            words += " (%d)" % self.field("ThreadRecord", record, "wait.object")
        peer = self.field("ThreadRecord", record, "wait.peer", 4)
        if words.endswith("lock") and peer >= 0:
            words += " held by thread %d" % peer
        return words or "runs"

    def routine(self, record):
        """The barrier or collective routine of a thread that has waited for a while."""
        if not self.field("ThreadRecord", record, "wait.since_ns"):
            return ""
        return text(record + self.layout["ThreadRecord.wait.routine"])

    def current(self):
        """The UPC thread of the selected gdb thread. A sub-thread (OpenMP, pthread) is the thread
        that it adopted."""
        selected = gdb.selected_thread()
        if selected is None:
            raise NotStarted("the program is not running")
        own = range(self.first_thread(self.process), self.first_thread(self.process + 1))
        for thread in own:
            if self.tid(thread) == selected.ptid[1]:
                return thread
        try:
            delta = int(gdb.parse_and_eval("(long)polder_delta"))
        except gdb.error:
            delta = 0
        return next((t for t in own if self.delta(t) == delta), own[0])

    # ---- private data ----
    def delta(self, thread):
        index = thread - self.first_thread(self.process)
        return signed(self.deltas + 8 * index) if self.deltas else 0

    def is_private(self, address):
        """Does each UPC thread have a copy of the object at this address?"""
        module = word(self.modules)
        while module:
            for part in ("data", "bss", "ro"):
                begin, end = (
                    self.field("struct polder_module", module, f"{part}_{edge}")
                    for edge in ("begin", "end")
                )
                if begin <= address < end:
                    return True
            module = self.field("struct polder_module", module, "next")
        return False


def owner(job, thread):
    """The gdb thread (any inferior's) of a UPC thread, or None."""
    tid = job.tid(thread)
    for inferior in gdb.inferiors():
        for candidate in inferior.threads():
            if candidate.is_valid() and candidate.ptid[1] == tid:
                return candidate
    return None
