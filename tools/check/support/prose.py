"""What people read in a file: comments of C, C++ and Python, paragraphs of Markdown. Gives their
sentences, and the words that the head of a file defines."""

import io
import re
import textwrap
import tokenize

ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|etc|No|Fig|St|Dr|bzw|resp)\.$")


def blocks(text, kind):
    """Blocks of prose, each with its lines joined; a line that begins an item begins a block."""
    if kind == "md":
        yield from paragraphs(markdown_lines(text))
    elif kind == "py":
        yield from paragraphs(python_lines(text))
    else:
        yield from paragraphs(comment_lines(text))


def markdown_lines(text):
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield ""
        elif fenced:
            yield ""
        else:
            yield "" if line.lstrip().startswith(("|", "#", "<")) else line


def comment_lines(text):
    inside = False
    for line in text.split("\n"):
        stripped = line.strip()
        if inside:
            inside = "*/" not in stripped
            yield re.sub(r"^\* ?", "", stripped.partition("*/")[0])
        elif stripped.startswith("//"):
            yield re.sub(r"^//[/!]?<? ?", "", stripped)
        elif stripped.startswith("/*"):
            inside = "*/" not in stripped
            yield stripped[2:].partition("*/")[0].strip("* ")
        else:
            yield ""
            found = re.search(r"\s//<? (.*)$|/\*(.*?)\*/\s*$", line)
            if found:
                yield found[1] or found[2]
                yield ""


STRING = re.compile(r"""\w*(\"{3}|'{3}|"|')(.*)\1""", re.S)


def python_lines(text):
    """Comments that fill a line, and strings that are statements of their own: docstrings."""
    lines = [""] * (text.count("\n") + 1)
    begins_statement = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        first = token.start[0] - 1
        if token.type == tokenize.STRING and begins_statement:
            body = STRING.fullmatch(token.string)[2]
            indented = " " * token.start[1] + body
            lines[first : token.end[0]] = textwrap.dedent(indented).split("\n")
        elif token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
            comment = token.string[1:].removeprefix(" ").rstrip()
            # A directive (`# cores: 2`) is an item: it does not go on with what stands above it.
            item = "- " if re.match(r"[a-z-]+: ", comment) else ""
            lines[first] = "" if token.string.startswith("#!") else item + comment
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            begins_statement = True
        elif token.type not in (tokenize.COMMENT, tokenize.NL):
            begins_statement = False
    return lines


ITEM = re.compile(r"\s*(?:[-*] |\d+\. )\s*|\s{2,}(?:[A-Z]?\d+|\(\d+\)) \s*")
ROW = re.compile(r"\s*\S(?:.*?[^\s.?!:])?\s{2,}(?=\S)")


def paragraphs(lines):
    """Blocks of lines. An item of a list begins a block, and takes the lines that are indented as
    far as its text. A number without a dot makes an item only where it is indented: elsewhere the
    line of a sentence may begin with it. A row of a table, which has a gap of two spaces, begins a
    block as well, and takes the lines below its last column."""
    block, hang = [], 0
    for line in [*lines, ""]:
        indent = len(line) - len(line.lstrip())
        start = ITEM.match(line) or ROW.match(line)
        apart = indent != hang if hang else indent >= 3
        if block and (not line.strip() or start or apart):
            yield " ".join(block)
            block, hang = [], 0
        if line.strip():
            if not block:
                hang = len(start[0]) if start else 0
            block.append(line.strip())


def sentences(block):
    """A list of words each; code between backticks is one word."""
    block = re.sub(r"`[^`]*`", "Code", block)
    block = re.sub(r"\]\([^)]*\)", "]", block)
    start = 0
    for found in re.finditer(r"[.?!]['\")*]*\s+(?=[A-Z*\[(`'\"]|Code)", block + " "):
        piece = block[start : found.end()]
        if ABBREVIATION.search(piece.strip()):
            continue
        yield words(piece)
        start = found.end()
    yield words(block[start:])


def words(text):
    return [w for w in text.split() if re.search(r"[A-Za-z]{1}", w)]


def long_sentences(text, kind, longest):
    return [w for block in blocks(text, kind) for w in sentences(block) if len(w) > longest]


def head(text, kind):
    """The opening comment of a file; empty where it opens with something else."""
    if kind == "py":
        found = re.match(r'(?:#![^\n]*\n)?\s*(?:[rf]?"""(.*?)"""|((?:#[^\n]*\n)+))', text, re.S)
    else:
        found = re.match(r"\s*(?:/\*(.*?)\*/|((?://[^\n]*\n)+))", text, re.S)
    return (found[1] or found[2]) if found else ""


def opens_with_prose(text, kind):
    return len(words(head(text, kind))) >= 4


def vocabulary(text):
    """The words that the head of a C or C++ file defines behind `Vocabulary`, in the order it has
    them."""
    part = re.search(
        r"\bVocabulary\b[.:]?(.*?)(?:\n\s*(?://|\*)?[ \t]*(?=\n)|\n\s*(?://|\*) (?=[A-Z][\w"
        r" ]{2,30}\. )|\Z)",
        head(text, "c"),
        re.S,
    )
    if not part:
        return []
    lines = [re.sub(r"^\s*(?://|\*)", "", line) for line in part[1].split("\n")]
    table = [
        m[1] for line in lines if (m := re.match(r"\s{2,}([a-z][\w, -]*?)(?:\s{2,}|: )", line))
    ]
    joined = " ".join(line.strip() for line in lines)
    inline = [] if table else re.findall(r"(?:^|[.;] )([a-z][\w, -]{1,60}): ", joined.strip())
    starred = re.findall(r"\*([A-Za-z][\w -]*)\*", joined)
    found = [w.strip() for entry in table + inline + starred for w in entry.split(",")]
    return list(dict.fromkeys(w.lower() for w in found if w))
