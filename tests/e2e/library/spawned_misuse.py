"""Spawned calls of <polder/task.h> used wrongly. The compiler refuses arguments that a call would
not take. A job ends with a message that names the function."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = """
#include <upc.h>
#include <polder/task.h>
struct large { long words[7]; };
static long twice(long n) { return 2 * n; }
static char next(char c) { return c + 1; }
static void point(int *p) { *p = 1; }
static long whole(struct large l) { return l.words[0]; }
upc_task(long, twice, long);
upc_task(char, next, char);
upc_task_void(point, int *);
DECLARED
int main(void)
{
    struct large l = {{0}};
    int i = 0;
    (void)whole, (void)l, (void)i;
    STATEMENT;
    return 0;
}
"""

# Statement, what stands in file scope, a part of the message.
REFUSED = (
    ("upc_spawn(twice)", "", "too few arguments"),
    ("upc_spawn(twice, 1, 2)", "", "too many arguments"),
    ("upc_spawn(point, l)", "", "incompatible"),
    ("", "upc_task(long, whole, struct large);", "need more than POLDER_TASK_BYTES"),
)
for statement, declared, message in REFUSED:
    write("wrong.upc", PROGRAM.replace("STATEMENT", statement).replace("DECLARED", declared))
    result = upcc("wrong.upc", "-c", status=None)
    check(result.status not in (0, 124) and message in result.err, statement or declared, result)

# With two workers some tasks may be public ones.
ENDED = (
    ("upc_spawn(twice, 1L); upc_spawn(next, 'a'); upc_join(twice)", "upc_join(twice): the latest"),
    ("upc_spawn(next, 'a'); upc_join(next); upc_join(twice)", "all tasks of the caller are joined"),
    ("upc_spawn(twice, 1L)", "1 task is spawned and not joined"),
)
for statement, message in ENDED:
    write("wrong.upc", PROGRAM.replace("STATEMENT", statement).replace("DECLARED", ""))
    upcc("wrong.upc", "-o", "wrong")
    for workers in ("1", "2"):
        result = upcrun("-n", "1", "./wrong", status=None, env={"POLDER_WORKERS": workers})
        check(result.status not in (0, 124) and message in result.err, statement, result)
