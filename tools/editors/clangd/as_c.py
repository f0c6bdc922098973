"""A UPC text as C text of the same length: what stands in a line and column stands there in both.
For tools that know C and not UPC.

  shared [4] int a[THREADS];                       ->             int a[THREADS];
  upc_forall (i = 0; i < n; i++; &a[i])            ->  for        (i = 0; i < n; i++, &a[i])
  upc_barrier n;                                   ->  upc_barrier,n;

The rest (MYTHREAD, upc_barrier, upc_localsizeof ...) upc_for_clangd.h declares. Texts that are
being written may end anywhere: what is not complete stays as it is.
"""

import re

TOKEN = re.compile(
    r"""(?P<skip>\s+|//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z))
                      |(?P<pragma>^[ \t]*\#[ \t]*pragma\b(?:\\\n|[^\n])*)
                      |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
                      |(?P<word>[A-Za-z_]\w*)
                      |(?P<other>\d[\w.]*|.)""",
    re.X | re.S | re.M,
)
BLANK = {"shared", "strict", "relaxed"}
WAITS = {"upc_barrier", "upc_notify", "upc_wait"}
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


def tokens_of(text):
    """(begin, end, token) of what is no white space, comment or pragma."""
    found = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        at = match.end()
        if match.lastgroup not in ("skip", "pragma"):
            found.append((match.start(), match.end(), match.group()))
    return found


def closing_of(tokens, i):
    """The index of the token that closes the bracket at i, and those of the semicolons directly
    inside; None where it is not closed."""
    open_brackets, semicolons = [], []
    for k in range(i, len(tokens)):
        token = tokens[k][2]
        if token in OPENING:
            open_brackets.append(OPENING[token])
        elif token in CLOSING:
            if open_brackets.pop() != token:
                return None, []
            if not open_brackets:
                return k, semicolons
        elif token == ";" and len(open_brackets) == 1:
            semicolons.append(k)
    return None, []


def as_c(text):
    out = list(text)
    tokens = tokens_of(text)

    def blank(begin, end):
        for at in range(begin, end):
            if out[at] not in "\n\r\t":
                out[at] = " "

    def forall(i):
        begin, end, _ = tokens[i]
        closing, semicolons = (
            closing_of(tokens, i + 1)
            if i + 1 < len(tokens) and tokens[i + 1][2] == "("
            else (None, [])
        )
        out[begin:end] = "for".ljust(end - begin)
        if closing is None or len(semicolons) != 3:
            return
        second, third = semicolons[1:]
        affinity = tokens[third + 1 : closing]
        bare = not affinity or affinity[0][2] == "continue"
        out[tokens[third][0]] = " " if bare or third == second + 1 else ","
        for begin, end, _ in affinity if bare else ():
            blank(begin, end)

    for i, (begin, end, token) in enumerate(tokens):
        following = tokens[i + 1][2] if i + 1 < len(tokens) else ""
        if token in BLANK:
            blank(begin, end)
            closing = (
                closing_of(tokens, i + 1)[0] if token == "shared" and following == "[" else None
            )
            for inside in tokens[i + 1 : closing + 1] if closing else ():
                blank(inside[0], inside[1])
        elif token == "upc_forall":
            forall(i)
        elif token in WAITS and following not in (";", "(", "") and out[end] in " \t":
            out[end] = ","
    return "".join(out)
