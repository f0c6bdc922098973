"""The table of docs/mistakes.md that says what gcc and its sanitizers find of the same mistakes in
C: each row is compiled and run."""

# requires: gcc
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# By the words that a row begins with. `other`: a second file.
SOURCES = {
    "`int a[8]` in one file": "extern double a[8];\nint main(void) { a[3] = 1; return 0; }\n",
    "Constant index": "int a[10];\nint main(void) { a[10] = 1; return 0; }\n",
    "Length of `memcpy`":
        "#include <string.h>\nint own[4], x[10];\n"
        "int main(void) { memcpy(own, x, 20); return own[0]; }\n",
    "Index beyond": "int a[8];\nint main(int n, char **v) { (void)v; a[7 + n] = 1; return 0; }\n",
    "Access beyond": "#include <stdlib.h>\nint main(int n, char **v)\n"
    "{ (void)v; int *q = malloc(40); q[9 + n] = 1; n = q[9 + n]; free(q); return n; }\n",
    "Use of freed": "#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n"
    '{ int *p = malloc(48); if (!p) return 1; p[0] = 1; free(p); printf("%d\\n", p[0]); return 0; '
    '}\n',
    "Memory freed twice":
        "#include <stdlib.h>\nvoid release(int *p) { free(p); }\n"
        "int main(void) { int *p = malloc(48); release(p); release(p); return 0; }\n",
    "Misaligned":
        "char b[16];\nint main(int n, char **v) { (void)v; *(int *)(b + n) = 3; return 0; }\n",
    "Null pointer":
        "struct s { int x, y; };\n"
        "int main(int n, char **v) { struct s *p = n > 5 ? (struct s *)v : 0; return p->y; }\n",
    "Variable that": "int main(void) { int n; return n; }\n",
    "No barrier":
        "#include <pthread.h>\nint x;\nvoid *set(void *n) { x = 1; return n; }\nint main(void)\n"
    "{ pthread_t t; pthread_create(&t, 0, set, 0); int r = x; pthread_join(t, 0); return r; }\n",
    "Unlock of":
        "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        "int main(void) { pthread_mutex_unlock(&m); return 0; }\n",
    "Two threads wait":
        "#include <pthread.h>\n#include <unistd.h>\npthread_barrier_t a, b;\n"
        "void *wait_for_b(void *n) { pthread_barrier_wait(&b); return n; }\n"
    "int main(void)\n"
    "{ pthread_t t; pthread_barrier_init(&a, 0, 2); pthread_barrier_init(&b, 0, 2); alarm(2);\n"
    "  pthread_create(&t, 0, wait_for_b, 0); pthread_barrier_wait(&a); pthread_join(t, 0); return "
    "0; }\n",
}
OTHER = {"`int a[8]` in one file": "int a[16];\n"}

page = (
    read(os.path.join(SOURCE, "docs", "mistakes.md"))
    .partition("## The same mistakes in C")[2]
    .partition("\n## ")[0]
)
rows = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in page.splitlines()
    if line.startswith("| ")
][1:]
check(len(rows) == len(SOURCES), f"{len(rows)} rows, {len(SOURCES)} programs")


def text_of(cell):
    return re.search("`(.*)`", cell)[1]


def warnings_of(*sources):
    """What gcc says. From gcc 14 on it names a level, as `[-Warray-bounds=]` for gcc 12's
    `[-Warray-bounds]`; the page leaves that out."""
    return run("gcc", "-O2", "-Wall", *sources, "-o", "plain", "-pthread").err.replace("=]", "]")


for mistake, warning, sanitizer, _ in rows:
    names = [n for n in SOURCES if mistake.startswith(n)]
    check(len(names) == 1, f"no program for the row '{mistake}'")
    write("mistake.c", SOURCES[names[0]])
    write("other.c", OTHER.get(names[0], "int nothing_else;\n"))
    said = warnings_of("mistake.c", "other.c")
    check(
        not said if warning == "nothing" else text_of(warning) in said,
        f"{mistake}: gcc -Wall: {warning}",
        said,
    )
    kinds = (
        ["address,undefined", "thread"] if sanitizer == "nothing" else [sanitizer.partition(":")[0]]
    )
    for kind in kinds:
        run(
            "gcc",
            "-g",
            "-O0",
            "-w",
            f"-fsanitize={kind}",
            "mistake.c",
            "other.c",
            "-o",
            "checked",
            "-pthread",
        )
        said = run("./checked", status=None).err
        check(
            not said if sanitizer == "nothing" else text_of(sanitizer) in said,
            f"{mistake}: -fsanitize={kind}: {sanitizer}",
            said,
        )
print("pass")
