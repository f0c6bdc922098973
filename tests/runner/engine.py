"""What tests of the engine's C interface have in common: C programs against <polder/polder.h>."""

from .e2e import CC, check, run, upcc, upcrun, write

HEAD = r"""#define _GNU_SOURCE
#include <polder/polder.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void wrong(int line, const char *what)
{
    printf("thread %d: line %d: %s\n", polder_mythread(), line, what);
    fflush(stdout);
    _Exit(9);
}
#define CHECK(condition) do { if (!(condition)) wrong(__LINE__, #condition); } while (0)
"""


def build(name, text):
    """A program of `text` behind HEAD."""
    write(f"{name}.c", HEAD + text)
    warnings = ("-Wall", "-Wextra", "-Werror")
    flags, libraries = upcc("--compile-flags").out.split(), upcc("--link-flags").out.split()
    run(CC, "-std=c11", "-O2", *warnings, *flags, f"{name}.c", *libraries, "-o", name)


def all_right(name, threads, *options):
    """Each thread says that it is right, in a line."""
    result = upcrun("-n", str(threads), *options, f"./{name}")
    wanted = sorted(f"thread {t} of {threads}: right" for t in range(threads))
    check(sorted(result.out.splitlines()) == wanted, f"{threads} threads, {options}", result)


def misuse(cases, before="", functions=""):
    """Each statement of `cases` ends the job with the message beside it."""
    switch = "".join(f"    case {i}: {{ {call}; break; }}\n" for i, call in enumerate(cases))
    build(
        "misuse",
        "static void one(polder_message *m) { (void)m; }\n"
        "static void two(polder_message *m) { (void)m; }\n"
        f"{functions}"
        "int main(int argc, char **argv)\n{\n    polder_init(&argc, &argv);\n"
        f"    (void)one;\n    (void)two;\n    {before}\n"
        f"    switch (atoi(argv[1])) {{\n{switch}    }}\n    return 0;\n}}\n",
    )
    for i, (call, message) in enumerate(cases.items()):
        result = upcrun("-n", "1", "./misuse", str(i), status=None)
        ended = result.status not in (0, 124) and message in result.err
        check(ended, f"{call}: wanted '{message}'", result)
