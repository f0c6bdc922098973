"""The grammar for tree-sitter, generated from tree-sitter-c's and tried on its own tests.

It must find no error in any UPC program of the tests and examples.

Needs the command line tool, and tree-sitter-c as npm installs it. `./dev test` puts the latter
below build/npm.
"""

# sanitize: no, nothing of Polder runs
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

FOLDER = f"{SOURCE}/tools/editors/tree-sitter-upc"
# Programs of tests/upc with something that tree-sitter-c itself cannot read.
BEYOND_C = {
    "a type or a statement as the argument of a macro": [
        "6.4.2_arithmetic",
        "6.4_pointer_values",
        "6.6.2_forall_affinities",
        "6.x_programs_corners",
        "bupc_atomics",
        "bupc_pointers",
        "bupc_reduce_all",
        "bupc_values",
        "litmus_accesses",
        "litmus_flags",
        "litmus_libraries",
        "litmus_synchronization",
    ],
    "a macro in place of declarations": ["6.5.1_static_uneven"],
    "an attribute behind the name of a variable": ["6.2_names", "6.x_programs_idioms"],
    "complex": ["5.1.2_private_file_scope", "6.4.3_assignment"],
    "offsetof of an element": ["6.4.4_address_of"],
    "typeof of an expression": ["6.6_control_flow"],
    "_Thread_local": ["interop_pthreads"],
    "no type of the result": ["5.1.2_main_old_style"],
    "keywords of UPC as names in C code": ["5.1.2_c_code"],
    "keywords of UPC 1.0": ["dialect_1.0"],
}


def words_of_upc():
    """UPC's keywords, of the compiler's table."""
    table = read(f"{SOURCE}/compiler/lex/tokens.def")
    return re.findall(r'^UPC_KEYWORD\(\w+, "(\w+)"\)', table, re.M)


def package_of_c():
    """The folder of tree-sitter-c, or None."""
    places = [f"{SOURCE}/build/npm/node_modules", *os.environ.get("NODE_PATH", "").split(":")]
    places += ["/usr/share/nodejs", "/usr/lib/node_modules", "/usr/local/lib/node_modules"]
    found = [
        f"{p}/tree-sitter-c"
        for p in places
        if p and os.path.exists(f"{p}/tree-sitter-c/grammar.js")
    ]
    return found[0] if found else None


# Without any tool: the grammar and its queries know every keyword.
for name in ("grammar.js", "queries/highlights.scm"):
    text = read(f"{FOLDER}/{name}")
    for word in words_of_upc():
        quote = "'" if name == "grammar.js" else '"'
        known = quote + word + quote in text or (word.isupper() and "upc_value" in text)
        check(known, f"{name} does not know {word}")

tree_sitter, c = shutil.which("tree-sitter"), package_of_c()
if not tree_sitter or not shutil.which("node") or not c:
    skip("needs tree-sitter, node and the package tree-sitter-c of npm")

shutil.copytree(FOLDER, "upc", ignore=shutil.ignore_patterns("node_modules", "src", "*.so"))
os.mkdir("upc/node_modules")
os.symlink(c, "upc/node_modules/tree-sitter-c")
os.mkdir("home")
# The parser is compiled for each run: quickly, as it is large.
ENVIRONMENT = {
    "HOME": os.path.abspath("home"),
    "XDG_CACHE_HOME": os.path.abspath("home/cache"),
    "XDG_CONFIG_HOME": os.path.abspath("home/config"),
    "CFLAGS": "-O0",
    "NO_COLOR": "1",
}


def ask(*words, status=0):
    return run(tree_sitter, *words, cwd="upc", env=ENVIRONMENT, status=status)


ask("generate")
tested = ask("test")
count = len(
    re.findall(r"^={10,}\n.*\n={10,}$", "".join(map(read, glob.glob("upc/test/corpus/*"))), re.M)
)
check(count >= 7, "cases of the corpus", count)
print(tested.out)

programs = sorted(
    glob.glob(f"{SOURCE}/tests/upc/**/*.upc", recursive=True)
    + glob.glob(f"{SOURCE}/examples/**/*.upc", recursive=True)
)
check(len(programs) > 150, "programs", len(programs))
beyond = {f"{SOURCE}/tests/upc/{name}.upc" for names in BEYOND_C.values() for name in names}
check(beyond <= set(programs), "exceptions that are not there", beyond - set(programs))
read_by_it = [p for p in programs if p not in beyond]
parsed = ask("parse", "--quiet", *read_by_it, status=None)
wrong = [line for line in parsed.out.split("\n") if "(ERROR" in line or "(MISSING" in line]
check(
    parsed.status == 0 and not wrong,
    "programs in which the grammar finds errors",
    *wrong,
    parsed.err,
)
print("pass")
