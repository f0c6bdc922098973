"""The names that users can write: UPC's keywords (compiler/lex/tokens.def), and what the installed
headers declare. Editors' syntax files and the check of the manual read both here.

  headers(cc)     {"upc.h": Header, ...}; the C preprocessor `cc` expands what headers declare by
                  macros
  keywords()      UPC's keywords, and C's
"""

import functools
import glob
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = os.path.join(ROOT, "include")
POLDER = os.path.join(INCLUDE, "polder")
INTERNAL = re.compile(r"_?polder|_?POLDER")  # names of the implementation
OPENSHMEM = re.compile(r"p?shmem\w*\.h")  # left out: tools/check/openshmem.py looks at these
# Headers of include/polder that generated code includes. The other headers there are for users.
OF_GENERATED_CODE = {
    "abi.h",
    "atomic.h",
    "check.h",
    "intervals.h",
    "iterations.h",
    "spans.h",
    "tlb.h",
}


class Header:
    """What a header declares.

    functions   name -> declaration on one line; empty for a macro with parameters
    types       names
    constants   names
    aliases     constants that are macros for another name
    """

    def __init__(self):
        self.functions, self.types, self.constants, self.aliases = {}, [], [], set()

    def names(self):
        return [*self.functions, *self.types, *self.constants]


def keywords():
    with open(os.path.join(ROOT, "compiler", "lex", "tokens.def"), encoding="utf-8") as f:
        text = f.read()
    return (
        re.findall(r'^UPC_KEYWORD\(\w+, "(\w+)"\)', text, re.M),
        re.findall(r'^KEYWORD\(\w+, "(\w+)"\)', text, re.M),
    )


def macros(text, internal):
    """The macros a header leaves defined: name -> what follows it."""
    defined = {}
    for directive, name, rest in re.findall(r"^#(define|undef) (\w+)(.*)$", text, re.M):
        if directive == "undef":
            defined.pop(name, None)
        elif not (internal(name) or (rest.strip() == "" and name.endswith("_H"))):
            defined[name] = rest
    return defined


def own_lines(path, preprocessed):
    """The part of cc -E -dD's output that stands in this very file."""
    inside, kept = False, []
    for line in preprocessed.split("\n"):
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            inside = os.path.realpath(marker[1]) == path
        elif inside:
            kept.append(line)
    return "\n".join(kept)


def without_bodies(text):
    """Function bodies become `;`, bodies of structures vanish."""
    out, depth = [], 0
    for piece in re.split(r"([{}])", text):
        if piece == "{":
            if depth == 0:
                out.append(";" if out and "".join(out).rstrip().endswith(")") else " ")
            depth += 1
        elif piece == "}":
            depth -= 1
        elif depth == 0:
            out.append(piece)
    return "".join(out)


def declarations(text):
    """Statements on one line each, attributes and storage classes left out."""
    text = re.sub(r'extern "C"', "", re.sub(r"^#.*$", "", text, flags=re.M))
    text = re.sub(
        r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)", "", without_bodies(text)
    )
    text = re.sub(r"\b(static|extern|inline|__inline__|__inline|__extension__)\b", "", text)
    return [" ".join(s.split()) for s in text.split(";") if s.strip()]


def read(path, cc):
    found = Header()
    internal = (lambda name: False) if os.path.dirname(path) == POLDER else INTERNAL.match
    done = subprocess.run(
        [cc, "-E", "-dD", "-D__UPC__=1", "-DTHREADS=1", "-I", INCLUDE, "-x", "c", path],
        capture_output=True,
        text=True,
        check=True,
    )
    text = own_lines(os.path.realpath(path), done.stdout)
    for declaration in declarations(text):
        if declaration.startswith("typedef"):
            name = re.search(r"(\w+)\s*(?:\[[^]]*\])*$|\(\s*\*\s*(\w+)\s*\)", declaration)
            name = name and (name[2] or name[1])
            tag = re.search(r"\b(?:struct|union|enum) (\w+)", declaration)
            for word in (name, tag and tag[1]):
                if (
                    word
                    and not internal(word)
                    and not word.endswith("_struct")
                    and word not in found.types
                ):
                    found.types.append(word)
        else:
            name = re.search(r"(\w+)\s*\(", declaration)
            if name and not internal(name[1]):
                found.functions[name[1]] = declaration
            structure = re.match(r"(?:struct|union|enum) (\w+)$", declaration)
            if structure and not internal(structure[1]):
                found.types.append(structure[1])
    for name, rest in macros(text, internal).items():
        if rest.startswith("("):
            found.functions.setdefault(name, "")
        elif name not in found.types and name not in found.functions:
            found.constants.append(name)
            if re.fullmatch(r"\s*[A-Za-z_]\w*\s*", rest):
                found.aliases.add(name)
    return found


@functools.lru_cache(maxsize=None)
def headers(cc="cc"):
    paths = [
        path
        for folder in (INCLUDE, POLDER)
        for path in sorted(glob.glob(os.path.join(folder, "*.h")))
    ]
    return {
        os.path.relpath(path, INCLUDE): read(path, cc)
        for path in paths
        if (os.path.dirname(path) != POLDER or os.path.basename(path) not in OF_GENERATED_CODE)
        and not OPENSHMEM.fullmatch(os.path.basename(path))
    }


def page_of(header):
    """The name of a header's manual page: polder.h, polder_memory.h."""
    return (
        header
        if "/" not in header
        else os.path.basename(header) if header == "polder/polder.h" else header.replace("/", "_")
    )
