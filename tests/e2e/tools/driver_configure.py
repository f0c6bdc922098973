"""The probes of an autoconf configure script give the same answers as with cc: runs the very
fragments autoconf generates."""

# sanitize: no, probes would find the sanitizer's functions
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# From the shape of configure: does the compiler work, suffixes, GNU or not, -g, C standard,
# headers, functions, sizes, inline, declarations, libraries, byte order.
PROBES = {
    "works": ("int\nmain (void)\n{\n\n  ;\n  return 0;\n}\n", [], True, True),
    "gnu": (
        "int main (void) {\n#ifndef __GNUC__\n       choke me\n#endif\n return 0; }\n",
        [],
        False,
        True,
    ),
    "c99": (
        "#include <stdbool.h>\n#include <stdlib.h>\n#include <wchar.h>\n#include <stdio.h>\n"
        "#define debug(...) fprintf (stderr, __VA_ARGS__)\n"
        "struct incomplete_array { int datasize; double data[]; };\n"
        "typedef const char *ccp;\n"
        "static inline int test_restrict (ccp restrict text) { for (unsigned int i = 0; *(text+i) "
        "!= '\\0'; ++i) continue; return 0; }\n"
        "int main (int argc, char **argv) { bool success = false; if (test_restrict (argv[0])) "
        "success = true;\n"
        " struct incomplete_array *ia = malloc (sizeof (struct incomplete_array) + (sizeof "
        "(double) * 10)); ia->datasize = 10;\n"
        ' int dynamic_array[argc + 10]; dynamic_array[argc] = success; return dynamic_array[argc] '
        '&& debug("x"); }\n',
        [],
        True,
        True,
    ),
    "header": (
        "#include <sys/stat.h>\n#include <inttypes.h>\n#include <unistd.h>\n",
        [],
        False,
        True,
    ),
    "no header": ("#include <ac_nonexistent.h>\n", [], False, False),
    "function": (
        '#define mmap innocuous_mmap\n#include <limits.h>\n#undef mmap\n#ifdef __cplusplus\n'
        'extern "C"\n#endif\nchar mmap (void);\n'
        "#if defined __stub_mmap || defined __stub___mmap\nchoke me\n#endif\n"
        "int main (void) { return mmap (); ; return 0; }\n",
        [],
        True,
        True,
    ),
    "no function": (
        "char no_such_function (void);\nint main (void) { return no_such_function (); }\n",
        [],
        True,
        False,
    ),
    "library": ("char cos (void);\nint main (void) { return cos (); }\n", ["-lm"], True, True),
    "no library": ("int main (void) { return 0; }\n", ["-lno_such_library"], True, False),
    "size": (
        "int main (void) { static int test_array [1 - 2 * !(((long int) (sizeof (long))) >= 0)]; "
        "test_array [0] = 0; return test_array [0]; }\n",
        [],
        False,
        True,
    ),
    "wrong size": (
        "int main (void) { static int test_array [1 - 2 * !(((long int) (sizeof (long))) == 3)]; "
        "test_array [0] = 0; return test_array [0]; }\n",
        [],
        False,
        False,
    ),
    "declared": (
        "#include <string.h>\nint main (void) {\n#ifndef strnlen\n  (void) strnlen;\n#endif\n"
        " ; return 0; }\n",
        ["-D_GNU_SOURCE"],
        False,
        True,
    ),
    "not declared": (
        "#include <string.h>\nint main (void) {\n#ifndef no_such_thing\n  (void) no_such_thing;\n"
        "#endif\n ; return 0; }\n",
        [],
        False,
        False,
    ),
    "old style": (
        "char foo (); int main (argc, argv) int argc; char **argv; { return foo == 0 && argv == "
        "0; } char foo () { return 0; }\n",
        [],
        True,
        True,
    ),
    "flag": ("int main (void) { return 0; }\n", ["-Wall", "-Werror"], False, True),
    "no flag": ("int main (void) { return 0; }\n", ["-fno-such-flag"], False, False),
    "threads": (
        "#include <pthread.h>\n"
        "int main (void) { pthread_t t; return pthread_create (&t, 0, 0, 0); }\n",
        ["-pthread"],
        True,
        True,
    ),
    "inline": (
        "typedef int foo_t; static inline foo_t static_foo (void) {return 0; } inline foo_t foo "
        "(void) {return 0; } int main (void) { return static_foo(); }\n",
        [],
        False,
        True,
    ),
}

for name, (source, flags, link, expected) in PROBES.items():
    write("conftest.c", source)
    options = [w for w in flags if not w.startswith("-l")]
    libraries = [w for w in flags if w.startswith("-l")]
    words = (
        [*options, "conftest.c", "-o", "conftest", *libraries]
        if link
        else [*options, "-c", "conftest.c"]
    )
    ours, theirs = upcc(*words, status=None), run(CC, *words, status=None)
    check((ours.status == 0) == expected == (theirs.status == 0), f"probe '{name}'", ours, theirs)

# A preprocessor found as "$CC -E" must fail on a missing header; the output of configure programs
# must be readable.
write("conftest.c", "#include <limits.h>\n\t\t     Syntax error\n")
check(upcc("-E", "conftest.c").status == 0, "upcc -E")
write(
    "conftest.c",
    '#include <stdio.h>\n'
    'int main (void) { FILE *f = fopen ("conftest.out", "w"); return ferror (f) || fclose (f) != '
    '0; }\n',
)
upcc("conftest.c", "-o", "conftest")
run("./conftest")
check_files(["conftest.out"])
print("pass")
