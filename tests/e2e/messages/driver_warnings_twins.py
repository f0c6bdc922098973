"""Warnings of a UPC program are those of its C twin: the same messages at the same lines and
columns, once each.

Each case is the body of a function, or text of the file's level. `{a|b}` is a in UPC and b in C,
both padded to one width, so that columns can be compared. Bodies are put into several surroundings:
plain, in upc_forall, with shared operands.
"""

import collections
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

FILE_LEVEL = r"""
static int never_used_@;
static int never_called_@(void) { return 1; }
int no_return_@(int a) { if (a) return 1; }
int unused_parameter_@(int a, int b) { return a; }
int old_style_@() { return 0; }
void returns_value_@(void) { return 1; }
int returns_nothing_@(void) { return; }
int main_like_@(int argc, char **argv) { return argc; }
struct padded_@ { int a; int b; }; struct padded_@ missing_@ = {.a = 1}, part_@[] = {{1}, {2, 3}};
int braces_@[2][2] = {1, 2, 3, 4};
int too_many_@[2] = {1, 2, 3};
char text_@[3] = "four";
enum e_@ { red_@, blue_@ }; int of_@(enum e_@ c) { switch (c) { case red_@: return 1; } return 0; }
{shared [2] |}int dealt_@[8]; int beyond_@(void) { return dealt_@[9]; }
int declared_late_@(void) { return later_@(); }
extern int twice_@; extern int twice_@;
static const int constant_@ = 300; unsigned char narrowed_@ = 300;
"""

BODIES = r"""
int unused;
int set; set = n;
int read_first; n += read_first;
int maybe; if (n > 3) maybe = 1; n += maybe;
unsigned u = n; if (u < n) n++;
if (n = 3) n++;
if (n == 1 & n == 2) n++;
if (n > 1 && n < 5 || n == 7) n++;
n == 4;
n + 1;
-n;
int *p = n; n += *p;
char *text = &n; n += *text;
n = "text";
double d = 1.5; n += d == n;
switch (n) { case 1: n = 2; case 2: n = 3; break; default: n = 4; }
switch (n) { case 1: n = 2; /* fallthrough */ case 2: n = 3; break; default: n = 4; }
if (n) ; n++;
if (n)
        n++;
        n--;
if (n) if (n > 1) n = 2; else n = 3;
printf("%d\n", 3L);
printf("%s\n", n);
printf("%d %d\n", n);
printf("%d\n", n, n);
printf("%q\n", n);
printf("");
char word[4]; strcpy(word, "longer"); n += word[0];
char copy[8]; memset(copy, 0, 9); n += copy[0];
n = n / 0;
n = 1 << 40;
n = 2147483647 + 1;
n = n >> -1;
int a[4]; a[0] = n; n = a[5];
n = sizeof(a_parameter);
unsigned w = 3; if (w >= 0) n++;
unsigned char c = n; if (c > 300) n++;
n = n++ + n;
int shadowed = n; { int shadowed = 2; n += shadowed; } n += shadowed;
label: n++;
goto end; n++; end: n--;
undeclared_function(n);
int v[n]; n = v[0] + sizeof v;
const int fixed = 3; *(int *)&fixed = n;
char *constant = (char *)"text"; n += constant[0];
long big = 5000000000; n = big;
if (!n == 2) n++;
if (n < 1 < 2) n++;
void *nothing = 0; n += nothing == 3;
int x = NULL; n += x;
for (int i = 0; i < 3; i++); n++;
while (n) n = n;
n = ({ int inner; 3; });
(void)n, n;
memcpy(&n, &n, sizeof(int *));
n = abs(2.5);
n = strlen(&n);
n = malloc(3) == n;
free(&n);
unsigned long ul = 1; int less = -1; if (ul > less) n++;
return n, 1;
"""

SHARED = r"""
counts[0] = "text";
counts[1] == 3;
if (counts[2] = 2) n++;
if (counts[n] < u) n++;
printf("%ld\n", counts[3]);
printf("%s\n", ratios[1]);
n = ratios[0] == 1.0;
{shared |}int *q; n += *q;
{shared |}double *wrong = ({shared |}void *)counts; wrong++;
int *unused_pointer; {shared |}int *unused_shared;
{shared |}int *only_set; only_set = counts;
n = counts[0] + counts[1] << 2;
n = counts[n++] + n;
switch (counts[0]) { case 1: n = 2; case 2: n = 3; break; default: n = 4; }
{upc_notify;|upc_notify(0);} int between; {upc_wait;|upc_wait(0);}
{upc_fence;|upc_fence();} int unused_behind;
{upc_forall|for} (int i = 0; i < 8; i++{; &counts[i]|                          }) { double s;
 for (int j = 0; j < 2; j++) s += ratios[j] * counts[i]; n += s; }
{upc_forall|for} (int i = 0; i < 8; i++{; i|                           }) if (counts[i] = n) n++;
int o; {upc_forall|for} (o = 0; o < u; o++{; continue|}) n++;
"""

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{#include <upc.h>|void upc_barrier(int), upc_notify(int), upc_wait(int), upc_fence(void);}
{shared |}int counts[8]; {shared [4] |}double ratios[8];
"""


def chosen(text, which):
    def alternative(match):
        both = match.group(0)[1:-1].split("|")
        return both[which].ljust(max(map(len, both)))

    return re.sub(r"\{[^{}|]*\|[^{}|]*\}", alternative, text)


def twins():
    """The text with all cases; @ becomes a number that makes names unique."""
    lines = [HEAD]
    for number, text in enumerate(FILE_LEVEL.strip().split("\n")):
        lines.append(text.replace("@", str(number)))
    functions = [(body, "{%s}") for body in re.split(r"\n(?! )", BODIES.strip())]
    functions += [
        (
            body,
            "{ {upc_forall|for} (int f = 0; f < n; f++{; f|                           }) { %s } }",
        )
        for body, _ in functions[:]
        if not re.search(r"return|label:|goto", body)
    ]
    functions += [(body, "{ unsigned u = n; %s }") for body in re.split(r"\n(?! )", SHARED.strip())]
    for number, (body, around) in enumerate(functions):
        text = around.replace("%s", body)
        lines.append(
            f"int case_{number}(int n, int a_parameter[2])\n{text[0]}\n{text[1:-1]}\nreturn n;\n"
            f"{text[-1]}"
        )
    return "\n".join(lines) + "\n"


def warnings(result, path):
    """How often the file has (line, column, severity, message). Columns inside strings are lost by
    preprocessing."""
    found = re.findall(
        rf"^{re.escape(path)}:(\d+):(\d+): (warning|error|note): (.*)$", result.err, re.M
    )
    return collections.Counter(
        (
            int(line),
            0 if "[-Wformat=]" in message or "[-Wformat]" in message else int(column),
            severity,
            message,
        )
        for line, column, severity, message in found
    )


text = twins()
write("twin.upc", chosen(text, 0))
write("twin.c", chosen(text, 1))
most = 0
for compiler in [c for c in (CC, "clang") if shutil.which(c)]:
    for options in (
        ["-O0", "-Wall"],
        ["-O2", "-Wall", "-Wextra", "-Wshadow", "-Wfloat-equal"],
        ["-O1", "-Wall", "-Wno-unused"],
        ["-O3", "-Wall"],
    ):
        # In preprocessed text gcc does without -Wmisleading-indentation, and clang without
        # -Wempty-body.
        words = [
            *options,
            "-Wno-misleading-indentation",
            "-Wno-empty-body",
            "-c",
            "-o",
            "/dev/null",
        ]
        c = run(compiler, *words, "twin.c", status=None)
        upc = upcc(f"--cc={compiler}", "-T", "4", *words, "twin.upc", status=None)
        check(
            c.status == upc.status,
            f"{compiler} {' '.join(options)}: exit status {upc.status} instead of {c.status}",
            upc,
        )
        wanted, found = warnings(c, "twin.c"), warnings(upc, "twin.upc")
        missing, added = wanted - found, found - wanted
        check(
            not missing and not added,
            f"{compiler} {' '.join(options)}: {len(wanted)} in C\nonly of C:\n"
            + "\n".join(map(str, sorted(missing)))
            + "\nonly of UPC:\n"
            + "\n".join(map(str, sorted(added))),
        )
        most = max(most, sum(wanted.values()))
check(most >= 300, f"only {most} warnings")
print(f"{most} warnings: pass")
