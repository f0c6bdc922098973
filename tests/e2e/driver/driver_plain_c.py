"""Plain C (-x c) comes out as it went in: the same tokens, and the program behaves as the one cc
makes."""

# sanitize: no, programs of cc and upcc differ by the sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "p.c",
    r"""#include <stdio.h>
#include <stdlib.h>
#include <math.h>
/* words that are keywords of UPC only */
static int shared = 1, relaxed, strict, THREADS = 3, MYTHREAD, upc_barrier;
struct s { int a : 3; union { long l; char c[8]; }; } __attribute__((packed));
static int old_style(a, b) int a; char *b; { return a + b[0]; }
int main(int argc, char **argv)
{
    typeof(shared) x = ({ int y = 2; y * 3; });
    struct s v = { .a = 1, .c = { [2 ... 4] = 'x' } };
    int vla[argc + 2];
    __asm__("" : "+r"(x));
    vla[0] = _Generic(x, int: 1, default: 2);
    printf("%d %d %c %d %s\n", x + shared + THREADS, old_style(1, "a"), v.c[3], vla[0],
           argc > 1 ? argv[1] : "none");
    return (int)sqrt(16.0);
}
""",
)


def tokens(text):
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    return re.findall(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+|[^\s\w]', text)


original = run(CC, "-E", "p.c").out
ours = upcc("-x", "c", "--trans", "p.c").out
check(tokens(original) == tokens(ours), "tokens differ")
upcc("-x", "c", "-O2", "p.c", "-o", "ours", "-lm")
run(CC, "-O2", "p.c", "-o", "theirs", "-lm")
a, b = run("./ours", "x", status=4), run("./theirs", "x", status=4)
check(a.out == b.out, "behaves otherwise", a, b)
print("pass")
