"""Positions in shared memory. SharedPointer is a value of a pointer-to-shared type, SharedObject an
lvalue: what such a pointer points to, or a declared shared object. Arithmetic is that of the
language (include/polder/abi.h has it for the programs).

On one node a global address is an address, so elements are read with gdb's own means.
"""

import gdb

from . import types
from .job import Job


def advance(job, ga, phase, distance, size, block):
    """The position `distance` ultimate elements further: (ga, phase)."""
    if block == 0:
        return ga + distance * size, 0
    thread = job.thread_of(ga)
    blocks, new_phase = divmod(phase + distance, block)
    rows, new_thread = divmod(thread + blocks, job.threads)
    return (
        ga + ((new_thread - thread) << job.shift) + (rows * block + new_phase - phase) * size,
        new_phase,
    )


class SharedPointer:
    """at: the address where it is stored, if that is known."""

    def __init__(self, type_, ga, phase=0, at=None):
        self.type, self.ga, self.phase, self.at = type_, ga, phase, at

    @property
    def shared(self):
        return types.ultimate(self.type.target)

    def add(self, distance):
        target = self.type.target
        if types.is_void(self.shared.element):
            raise gdb.GdbError("a pointer to shared void has no arithmetic")
        job = Job()
        step = types.element_count(target, job.threads)
        at = advance(
            job, self.ga, self.phase, distance * step, types.element_size(target), self.shared.block
        )
        return SharedPointer(self.type, *at)

    def minus(self, other):
        """Elements between the two."""
        job = Job()
        block, size = self.shared.block, types.element_size(self.type.target)
        apart = self.ga - other.ga
        if block == 0:
            return apart // size
        threads = job.thread_of(self.ga) - job.thread_of(other.ga)
        phases = self.phase - other.phase
        rows = (apart - (threads << job.shift)) // size - phases
        return rows * job.threads + threads * block + phases

    def target(self):
        if types.is_void(self.shared.element):
            raise gdb.GdbError(
                "a pointer to shared void points to nothing that has a type; cast it"
            )
        if not Job().contains(self.ga):
            raise gdb.GdbError(
                "null pointer" if self.ga == 0 else f"0x{self.ga:x} is not in shared memory"
            )
        return SharedObject(self.type.target, self.ga, self.phase)


class SharedObject:
    def __init__(self, type_, ga, phase=0):
        self.type, self.ga, self.phase = type_, ga, phase

    def is_array(self):
        return isinstance(self.type, types.Array)

    def pointer(self):
        return SharedPointer(types.Pointer(self.type), self.ga, self.phase)

    def decayed(self):
        """As a pointer to the first element."""
        return SharedPointer(types.Pointer(self.type.element), self.ga, self.phase)

    def element(self, index):
        return self.decayed().add(index).target()

    def length(self):
        return self.type.length(Job().threads)

    def load(self):
        """A gdb.Value, or a SharedPointer if that is what lies there."""
        if self.is_array():
            return self.copy()
        element = self.type.element
        if isinstance(element, types.Pointer) and element.to_shared:
            words = Job().read_shared(self.ga, 16 if types.has_phase(element) else 8)
            return SharedPointer(
                element,
                *(int.from_bytes(words[i : i + 8], "little") for i in range(0, len(words), 8)),
            )
        Job().read_shared(self.ga, 1)
        return (
            gdb.Value((self.ga - Job().node_shift) % 2**64)
            .cast(element.stored().pointer())
            .dereference()
        )

    def copy(self):
        """All elements in index order, as an ordinary array."""
        job, shared = Job(), types.ultimate(self.type)
        count, size = types.element_count(self.type, job.threads), types.element_size(self.type)
        places = [advance(job, self.ga, self.phase, i, size, shared.block)[0] for i in range(count)]
        lowest, highest = {}, {}
        for at in places:
            thread = job.thread_of(at)
            lowest[thread] = min(at, lowest.get(thread, at))
            highest[thread] = max(at, highest.get(thread, at))
        parts = {t: job.read_shared(lowest[t], highest[t] + size - lowest[t]) for t in lowest}
        out = bytearray()
        for at in places:
            thread = job.thread_of(at)
            out += parts[thread][at - lowest[thread] : at - lowest[thread] + size]
        return gdb.Value(bytes(out), plain_array(self.type, job.threads))


def plain_array(type_, threads):
    if isinstance(type_, types.Array):
        return plain_array(type_.element, threads).array(type_.length(threads) - 1)
    return type_.stored()


def wrap(value):
    """A gdb.Value as what it is in UPC: SharedPointer, SharedObject, or itself."""
    found = types.upc_type(value.type)
    if not found:
        return value
    kind, type_, _ = found
    if kind == "obj":
        return SharedObject(type_, int(value))
    at = None if value.address is None else int(value.address)
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
        return SharedPointer(type_, int(value["ga"]), int(value["phase"]), at)
    return SharedPointer(type_, int(value), 0, at)
