"""UPC types, read back from the names upcc -g gives them (compiler/type/print.cc).

`polder_ptr_shared_s_a4_z_sint_s_p` is the pointer type "shared [4] int *", `polder_obj_...` an
object in shared memory whose variable holds its address. The C types inside (struct node, size_t)
are looked up in gdb, in the scope of the selected frame.
"""

import re

import gdb

MARKS = dict(zip("_spazlrcd", "_ *[](),."))
PREFIX = re.compile(r"polder_(ptr|obj)_(.*)$")
TOKEN = re.compile(r"\s*(\.\.\.|\w+|[*\[\](),.])")
QUALIFIERS = {"const", "volatile", "__restrict", "restrict", "_Atomic", "strict", "relaxed"}


def decode(name):
    """The UPC type spelled by a typedef's name: ("ptr" or "obj", text), or None for any other
    name."""
    found = PREFIX.match(name or "")
    if not found:
        return None
    text = re.sub(
        r"_(?:x([0-9a-f]{2})|(.))",
        lambda m: chr(int(m[1], 16)) if m[1] else MARKS.get(m[2], "?"),
        found[2],
    )
    return found[1], text


class C:
    """A type without anything of UPC; known to gdb by its name."""

    def __init__(self, text):
        self.text = text

    def stored(self):
        """The gdb type of objects of this type."""
        try:
            return gdb.parse_and_eval(f"({self.text} *)0").type.target()
        except gdb.error:
            return gdb.lookup_type(self.text)


class Pointer:
    def __init__(self, target):
        self.target = target

    @property
    def to_shared(self):
        return isinstance(ultimate(self.target), Shared)

    def stored(self):
        if not self.to_shared:
            return self.target.stored().pointer()
        word = gdb.lookup_type("unsigned long")
        return word.array(1) if has_phase(self) else word


class Array:
    def __init__(self, element, count, times_threads):
        self.element, self.count, self.times_threads = element, count, times_threads

    def length(self, threads):
        return self.count * threads if self.times_threads else self.count

    def stored(self):
        return self.element.stored().array(self.count - 1)


class Shared:
    """block: elements in a block; 0: all on one thread."""

    def __init__(self, element, block):
        self.element, self.block = element, block

    def stored(self):
        return self.element.stored()


class Function:
    def stored(self):
        return gdb.lookup_type("void")


def ultimate(type_):
    while isinstance(type_, Array):
        type_ = type_.element
    return type_


def has_phase(pointer):
    """16 bytes {address, phase}: another block than 0 and 1, and shared void *."""
    shared = ultimate(pointer.target)
    return shared.block > 1 or is_void(shared.element)


def is_void(type_):
    return isinstance(type_, C) and type_.text == "void"


def element_count(type_, threads):
    """Ultimate elements in an object of this type."""
    count = 1
    while isinstance(type_, Array):
        count *= type_.length(threads)
        type_ = type_.element
    return count


def element_size(type_):
    return ultimate(type_).stored().sizeof


class Parser:
    """Type names as C writes them, with shared and its layout."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def layout(self):
        """Behind `shared`: the block size."""
        if self.peek() != "[":
            return 1
        self.next()
        block = 0 if self.peek() == "]" else int(self.next())
        self.next()
        return block

    def specifiers(self):
        words, block = [], None
        while self.peek() and (self.peek() not in "*[](),."):
            word = self.next()
            if word == "shared":
                block = self.layout()
            elif word not in QUALIFIERS:
                words.append(word)
        return C(" ".join(words)) if block is None else Shared(C(" ".join(words)), block)

    def bound(self):
        count, times_threads = 1, False
        while self.peek() != "]":
            word = self.next()
            times_threads = times_threads or word == "THREADS"
            count = int(word) if word.isdigit() else count
        self.next()
        return count, times_threads

    def declarator(self, base):
        while self.peek() == "*":
            self.next()
            base = Pointer(base)
            while self.peek() in QUALIFIERS or self.peek() == "shared":
                if self.next() == "shared":
                    base = Shared(base, self.layout())
        if self.peek() == "(" and self.tokens[self.at + 1 : self.at + 2] in (["*"], ["("]):
            self.next()
            start = self.at
            self.skip()
            base = self.suffixes(base)
            end, self.at = self.at, start
            base = self.declarator(base)
            self.at = end
            return base
        if self.peek() == ".":  # where the name of an object stands
            self.next()
        return self.suffixes(base)

    def skip(self):
        depth = 1
        while depth:
            depth += {"(": 1, ")": -1}.get(self.next(), 0)

    def suffixes(self, base):
        bounds = []
        while self.peek() and self.peek() in "[(":
            if self.next() == "(":
                self.skip()
                return Function()
            bounds.append(self.bound())
        for count, times_threads in reversed(bounds):
            base = Array(base, count, times_threads)
        return base

    def type_name(self):
        return self.declarator(self.specifiers())


def spelled(name):
    """What people write, of a typedef's name; None for any other name."""
    found = decode(name)
    return found and found[1].replace(" .[", " [").replace(" .", "")


def parse(text):
    return Parser(text).type_name()


def upc_type(gdb_type):
    """("ptr" or "obj", UPC type, text) of a gdb type, or None; sees through typedefs of the
    program."""
    while gdb_type.code == gdb.TYPE_CODE_TYPEDEF:
        found = decode(gdb_type.unqualified().name)
        if found:
            return found[0], parse(found[1]), spelled(gdb_type.unqualified().name)
        gdb_type = gdb_type.target()
    return None
