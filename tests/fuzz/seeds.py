#!/usr/bin/env python3
"""What the coverage-guided fuzzer starts from: a corpus made of our own tests and examples, and a
dictionary made of the compiler's own lists of words.

usage: seeds.py CORPUS_FOLDER DICTIONARY

Seeds are preprocessed, because the front end reads preprocessed text; system headers and those of
UPC are empty for it, as the fuzzer's prelude declares what they would.
"""

import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = [
    "tests/compiler/*/**/*.upc",
    "tests/compiler/*/**/*.c",
    "tests/upc/**/*.upc",
    "examples/**/*.upc",
    "tests/fuzz/found/*",
]
MAX_SEED = 12_000  # bytes; longer ones slow the fuzzer more than they teach it
EXTRA = [
    "THREADS",
    "MYTHREAD",
    "UPC_MAX_BLOCK_SIZE",
    "[*]",
    "[]",
    "[static 2]",
    "({",
    "})",
    "&&",
    "? :",
    "->",
    "...",
    "\\n#pragma upc strict\\n",
    "\\n#pragma upc relaxed\\n",
    "\\n#pragma upc c_code\\n",
    "\\n#pragma upc upc_code\\n",
    "\\n#pragma pack(push, 1)\\n",
    "\\n#pragma pack(pop)\\n",
    "\\n#pragma omp parallel for\\n",
    "\\n#pragma omp threadprivate(x)\\n",
    '\\n# 7 \\"x.h\\" 3\\n',
    "0x1p3",
    "1.5i",
    "08",
    "0b1",
    "1ull",
    'u8\\"s\\"',
    "L'x'",
    "'\\\\xff'",
    "4294967296",
    "18446744073709551616",
    "*THREADS",
    "shared [2] int",
    "shared [] struct s *",
    "shared void *",
]


def words():
    """Spellings in tokens.def and keywords.cc, names of attributes and builtins in parse/ and
    sema/."""
    found = set()
    for name in ("tokens.def", "keywords.cc"):
        with open(os.path.join(ROOT, "compiler/lex", name), encoding="utf-8") as f:
            found.update(re.findall(r'(?:TOKEN|KEYWORD)\(\w+, "([^"]+)"\)', f.read()))
            f.seek(0)
            found.update(re.findall(r'\{"(\w+)", Tok::', f.read()))
    for path in glob.glob(os.path.join(ROOT, "compiler/parse/**/*.cc"), recursive=True) + glob.glob(
        os.path.join(ROOT, "compiler/sema/**/*.cc"), recursive=True
    ):
        with open(path, encoding="utf-8") as f:
            found.update(re.findall(r'"(__\w+|upc_\w+|\w{3,12})"', f.read()))
    return sorted(w for w in found if " " not in w) + EXTRA


def preprocessed(path, stubs):
    done = subprocess.run(
        [
            "cc",
            "-E",
            "-P",
            "-x",
            "c",
            "-nostdinc",
            "-undef",
            "-I",
            stubs,
            "-I",
            os.path.join(ROOT, "tests/upc"),
            "-D__UPC__=1",
            "-D__UPC_VERSION__=201311L",
            "-w",
            path,
        ],
        capture_output=True,
    )
    return done.stdout if done.returncode == 0 else b""


def make_stubs(folder):
    """Empty headers under every name that a source includes and the tests do not have."""
    names = set()
    for pattern in SOURCES:
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            with open(path, encoding="utf-8", errors="replace") as f:
                names.update(re.findall(r"#\s*include\s*<([\w/.]+)>", f.read()))
    for name in names | {"stdio.h", "stdlib.h", "upc.h"}:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        open(os.path.join(folder, name), "w").close()


def main():
    corpus, dictionary = sys.argv[1:3]
    os.makedirs(corpus, exist_ok=True)
    with open(dictionary, "w", encoding="utf-8") as f:
        for word in words():
            f.write(
                '"'
                + (
                    word if word in EXTRA else word.replace("\\", "\\\\").replace('"', '\\"')
                ).replace("\\n", "\\x0a")
                + '"\n'
            )
    with tempfile.TemporaryDirectory() as stubs:
        make_stubs(stubs)
        for pattern in SOURCES:
            for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
                text = preprocessed(path, stubs)
                if text and len(text) <= MAX_SEED:
                    with open(os.path.join(corpus, hashlib.sha1(text).hexdigest()), "wb") as f:
                        f.write(text)


if __name__ == "__main__":
    main()
