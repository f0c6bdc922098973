"""upc-print: evaluates a C expression as the selected UPC thread would. gdb's print cannot do this
with shared memory: a[i], p[i], *p, p->member, p + 1, &a[i]. Nor does it find the copies that each
UPC thread has of private variables of file scope.

The grammar is that of C expressions without assignment, calls (but upc_threadof and its kind) and
?:. Names, numbers, strings and convenience variables are gdb's; operators on values without
anything of UPC are, too.
"""

import re

import gdb

from . import types
from .job import Job, NotStarted
from .printers import show
from .shared import SharedObject, SharedPointer, wrap

TOKEN = re.compile(
    r"""\s*(0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][+-]?\d+)?|\d+[uUlL]*|\$*\w+(?:::\w+)*
                         |"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'
                         |->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>()\[\].,=])""",
    re.X,
)
LEVELS = [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
]
TYPE_WORDS = {
    "shared",
    "const",
    "volatile",
    "unsigned",
    "signed",
    "struct",
    "union",
    "enum",
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "_Bool",
}
OPERATIONS = {
    "||": lambda a, b: bool(a) or bool(b),
    "&&": lambda a, b: bool(a) and bool(b),
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
}


def as_value(thing):
    """Of an rvalue: a SharedPointer or a gdb.Value."""
    if isinstance(thing, SharedObject):
        return thing.decayed() if thing.is_array() else thing.load()
    return thing


def plain(thing):
    value = as_value(thing)
    if isinstance(value, SharedPointer):
        raise gdb.GdbError("a pointer-to-shared is no operand here")
    return value


def own_copy(value):
    """The selected thread's copy of a private variable."""
    if value.address is None:
        return value
    try:
        job = Job()
        address = int(value.address)
        if not job.is_private(address):
            return value
        return (
            gdb.Value(address + job.delta(job.current())).cast(value.type.pointer()).dereference()
        )
    except NotStarted:
        return value


class Expression:
    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.strip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise gdb.GdbError(f"upc-print: cannot read '{text[at:]}'")
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    def evaluate(self, until=""):
        """The value; `until` is the token that must follow it, and is taken."""
        result = self.binary(0)
        if self.peek() != until:
            raise gdb.GdbError(f"upc-print: '{self.peek() or 'end'}' is not expected")
        self.at += 1
        return result

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        if not self.peek():
            raise gdb.GdbError("upc-print: the expression is not complete")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, token):
        if self.next() != token:
            raise gdb.GdbError(f"upc-print: '{token}' is missing")

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.next()
            left = self.apply(operator, left, self.binary(level + 1))
        return left

    def apply(self, operator, left, right):
        left, right = as_value(left), as_value(right)
        left_shared, right_shared = (isinstance(x, SharedPointer) for x in (left, right))
        if operator in ("+", "-") and left_shared and not right_shared:
            return left.add(int(right) if operator == "+" else -int(right))
        if operator == "+" and right_shared and not left_shared:
            return right.add(int(left))
        if operator == "-" and left_shared and right_shared:
            return gdb.Value(left.minus(right))
        if operator in ("==", "!=", "<", ">", "<=", ">="):
            if left_shared and right_shared and operator not in ("==", "!="):
                left, right = left.minus(right), 0
            left, right = (x.ga if isinstance(x, SharedPointer) else x for x in (left, right))
        elif left_shared or right_shared:
            raise gdb.GdbError(f"'{operator}' has no meaning for a pointer-to-shared")
        result = OPERATIONS[operator](left, right)
        return gdb.Value(int(result)) if isinstance(result, bool) else gdb.Value(result)

    def unary(self):
        token = self.peek()
        if token == "*":
            self.next()
            return self.dereference(as_value(self.unary()))
        if token == "&":
            self.next()
            operand = self.unary()
            if isinstance(operand, SharedObject):
                return operand.pointer()
            if isinstance(operand, SharedPointer) or operand.address is None:
                raise gdb.GdbError("'&' needs an object")
            return operand.address
        if token in ("-", "+", "~", "!"):
            self.next()
            value = as_value(self.unary())
            if token == "!":
                return gdb.Value(int(not (value.ga if isinstance(value, SharedPointer) else value)))
            value = plain(value)
            return -value if token == "-" else ~value if token == "~" else value
        if token == "(" and self.starts_type():
            return self.cast()
        return self.postfix()

    @staticmethod
    def dereference(value):
        return value.target() if isinstance(value, SharedPointer) else wrap(value.dereference())

    # ---- casts ----
    def starts_type(self):
        word = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""
        if word in TYPE_WORDS:
            return True
        if not re.match(r"[A-Za-z_]\w*$", word) or gdb.lookup_symbol(word)[0] is None:
            return False
        return gdb.lookup_symbol(word)[0].addr_class == gdb.SYMBOL_LOC_TYPEDEF

    def cast(self):
        self.expect("(")
        words, depth = [], 0
        while depth or self.peek() != ")":
            word = self.next()
            depth += {"(": 1, ")": -1}.get(word, 0)
            words.append(word)
        self.expect(")")
        value = as_value(self.unary())
        target = self.type_named(" ".join(words))
        if isinstance(target, types.Pointer) and target.to_shared:
            if isinstance(value, SharedPointer):
                keeps = types.is_void(target_element(target)) or types.is_void(value.shared.element)
                return SharedPointer(
                    target, value.ga, value.phase if keeps and types.has_phase(target) else 0
                )
            return SharedPointer(target, int(value))
        if isinstance(value, SharedPointer):
            value = gdb.Value(value.ga)
        return value.cast(target.stored())

    @staticmethod
    def type_named(text):
        first = text.split()[0]
        symbol = gdb.lookup_symbol(first)[0] if first not in TYPE_WORDS else None
        found = types.upc_type(symbol.type) if symbol is not None else None
        return found[1] if found and " " not in text else types.parse(text)

    # ---- operands ----
    def postfix(self):
        value = self.primary()
        while True:
            token = self.peek()
            if token == "[":
                self.next()
                index = int(plain(self.binary(0)))
                self.expect("]")
                value = self.index(value, index)
            elif token == "->":
                self.next()
                value = self.member(self.dereference(as_value(value)), self.next())
            elif token == ".":
                self.next()
                value = self.member(value, self.next())
            else:
                return value

    @staticmethod
    def index(value, index):
        value = as_value(value)
        return value.add(index).target() if isinstance(value, SharedPointer) else wrap(value[index])

    @staticmethod
    def member(value, name):
        if isinstance(value, SharedObject):
            value = value.load()
        if isinstance(value, SharedPointer):
            raise gdb.GdbError(f"'.{name}' of a pointer; use ->")
        return wrap(value[name])

    def primary(self):
        token = self.next()
        if token == "(":
            value = self.binary(0)
            self.expect(")")
            return value
        if token == "MYTHREAD":
            return gdb.Value(Job().current())
        if token == "THREADS":
            return gdb.Value(Job().threads)
        if token in ("upc_threadof", "upc_phaseof", "upc_addrfield") and self.peek() == "(":
            self.next()
            value = as_value(self.binary(0))
            self.expect(")")
            return gdb.Value(part_of(value, token[4:]))
        if not re.match(r"[\w$\"']", token):
            raise gdb.GdbError(f"upc-print: '{token}' is not expected")
        return wrap(own_copy(gdb.parse_and_eval(token)))


def target_element(pointer):
    return types.ultimate(pointer.target).element


def part_of(value, part):
    """threadof, phaseof or addrfield of a pointer-to-shared."""
    value = as_value(wrap(value) if isinstance(value, gdb.Value) else value)
    if not isinstance(value, SharedPointer):
        raise gdb.GdbError("this is no pointer-to-shared")
    if part == "phaseof":
        return value.phase
    if value.ga == 0:
        return 0
    return Job().thread_of(value.ga) if part == "threadof" else Job().field_of(value.ga)


class Print(gdb.Command):
    """upc-print[/FORMAT] EXPRESSION: print a C expression as the selected UPC thread would evaluate
    it.

    Shared arrays and pointers-to-shared may be indexed, dereferenced, moved and cast; private
    variables are this thread's copies. MYTHREAD and THREADS, upc_threadof(p), upc_phaseof(p) and
    upc_addrfield(p) are known. FORMAT is a letter, as with print.
    """

    def __init__(self):
        super().__init__("upc-print", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        options = {}
        found = re.match(r"/(\w)\s+(.*)", argument, re.S)
        if found:
            options["format"], argument = found[1], found[2]
        if not argument.strip():
            raise gdb.GdbError("upc-print needs an expression")
        try:
            value = Expression(argument).evaluate()
            if isinstance(value, SharedObject):
                value = value.load()
            print("= " + show(value, options))
        except (gdb.error, RuntimeError) as problem:
            raise gdb.GdbError(str(problem))


def store(target, value):
    """*target = value, for an lvalue of either kind."""
    value = as_value(value)
    if isinstance(target, SharedObject):
        if target.is_array():
            raise gdb.GdbError("an array cannot be set as a whole")
        address, type_ = target.ga, target.type.element
    elif isinstance(target, SharedPointer):
        address, type_ = target.at, target.type
    else:
        address, type_ = target.address, None
    if address is None:
        raise gdb.GdbError("what stands before '=' is no object in memory")
    if isinstance(type_, types.Pointer) and type_.to_shared:
        words = (value.ga, value.phase) if isinstance(value, SharedPointer) else (int(value), 0)
        size = 16 if types.has_phase(type_) else 8
        gdb.selected_inferior().write_memory(
            address, b"".join(w.to_bytes(8, "little") for w in words)[:size]
        )
        return
    place = gdb.Value(address).cast(type_.stored().pointer()) if type_ else address
    gdb.set_convenience_variable("polder_place", place)
    gdb.set_convenience_variable("polder_value", plain(value))
    gdb.execute("set var *$polder_place = $polder_value")


class Set(gdb.Command):
    """upc-set OBJECT = EXPRESSION: store into an object as upc-print would find it, shared or this
    thread's private one."""

    def __init__(self):
        super().__init__("upc-set", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        expression = Expression(argument)
        try:
            target = expression.evaluate("=")
            store(target, expression.evaluate())
        except (gdb.error, RuntimeError) as problem:
            raise gdb.GdbError(str(problem))


def register():
    Print()
    Set()
    try:
        gdb.execute("alias -a uprint = upc-print", to_string=True)
    except gdb.error:
        pass  # loaded twice
