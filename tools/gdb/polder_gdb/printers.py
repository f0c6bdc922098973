"""How gdb prints pointers-to-shared and shared objects.

(gdb) print p
$1 = (shared [4] int *) {thread 1, phase 1, address 0x1100000100c4}: 5
(gdb) print a                    // shared [4] int a[8 * THREADS]: in index order
$2 = {0, 1, 2, 3, ...}
"""

import gdb
import gdb.printing

from . import types
from .job import Job, NotStarted
from .shared import SharedObject, SharedPointer, wrap

_nested = 0  # inside the value that a pointer points to: pointers in it print without theirs


def spelled(type_):
    """The words of a type."""
    if isinstance(type_, types.C):
        return type_.text
    if isinstance(type_, types.Shared):
        layout = "" if type_.block == 1 else " [%s]" % (type_.block or "")
        inner = spelled(type_.element)
        return (
            f"{inner} shared{layout}"
            if isinstance(type_.element, types.Pointer)
            else f"shared{layout} {inner}"
        )
    if isinstance(type_, types.Pointer):
        if isinstance(type_.target, types.Array):
            dimensions, target = "", type_.target
            while isinstance(target, types.Array):
                dimensions += bound(target)
                target = target.element
            return f"{spelled(target)} (*){dimensions}"
        return spelled(type_.target) + " *"
    if isinstance(type_, types.Array):
        return spelled(types.ultimate(type_)) + " " + bound(type_)
    return "?"


def bound(array):
    if array.times_threads:
        return "[THREADS]" if array.count == 1 else f"[{array.count}*THREADS]"
    return f"[{array.count}]"


def pointer_text(pointer, options=None):
    """One line: type, place, and behind a colon what lies there."""
    global _nested
    name = f"({spelled(pointer.type)}) "
    if pointer.ga == 0:
        return name + "0x0"
    try:
        job = Job()
    except NotStarted:
        return name + f"0x{pointer.ga:x}"
    if not job.contains(pointer.ga):
        return name + f"0x{pointer.ga:x} (not in shared memory)"
    place = (
        f"{{thread {job.thread_of(pointer.ga)}, phase {pointer.phase}, address 0x{pointer.ga:x}}}"
    )
    if _nested or types.is_void(pointer.shared.element):
        return name + place
    _nested += 1
    try:
        return name + place + ": " + show(pointer.target().load(), options)
    except (gdb.error, gdb.GdbError) as problem:
        return name + place + f": <{problem}>"
    finally:
        _nested -= 1


def show(value, options=None):
    if isinstance(value, SharedPointer):
        return pointer_text(value, options)
    if isinstance(value, SharedObject):
        return show(value.load(), options)
    return value.format_string(**(options or {}))


class PointerPrinter:
    def __init__(self, pointer):
        self.pointer = pointer

    def to_string(self):
        return pointer_text(self.pointer)


class ObjectPrinter:
    """A shared object that is no array."""

    def __init__(self, thing):
        self.thing = thing

    def to_string(self):
        try:
            return show(self.thing.load())
        except (gdb.error, gdb.GdbError) as problem:
            return f"<{problem}>"


class ArrayPrinter:
    def __init__(self, thing):
        self.thing = thing

    def to_string(self):
        return None

    def display_hint(self):
        return "array"

    def children(self):
        for i in range(self.thing.length()):
            try:
                value = self.thing.element(i).load()
            except (gdb.error, gdb.GdbError) as problem:
                value = f"<{problem}>"
            yield f"[{i}]", pointer_text(value) if isinstance(value, SharedPointer) else value


class NotThereYet:
    def __init__(self, text):
        self.text = text

    def to_string(self):
        return f"<{self.text}: its address is known once the UPC threads have started>"


def printer_of(value):
    found = types.upc_type(value.type)
    if not found or value.is_optimized_out:
        return None
    thing = wrap(value)
    if isinstance(thing, SharedPointer):
        return PointerPrinter(thing)
    try:
        Job()
    except NotStarted:
        return NotThereYet(found[2])
    return ArrayPrinter(thing) if thing.is_array() else ObjectPrinter(thing)


class TypeNames:
    """whatis and ptype: the UPC type instead of the name that spells it."""

    name = "polder"
    enabled = True

    def instantiate(self):
        return self

    def recognize(self, type_):
        return types.spelled(type_.name)


class Printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__("polder")

    def __call__(self, value):
        return printer_of(value)


def register():
    gdb.printing.register_pretty_printer(None, Printers(), replace=True)
    gdb.type_printers = [p for p in gdb.type_printers if p.name != TypeNames.name] + [TypeNames()]
