"""Lines of output stay whole on every mapping, however long and however many calls compose them;
labels; prompts; stdin."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import subprocess  # noqa: E402

from runner import programs  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

MAPPINGS = [("-n", "4"), ("-n", "4", "-p", "1"), ("-n", "4", "-p", "2")]

programs.lines_make()
for mapping in MAPPINGS:
    for length, lines in (
        (3, 500),
        (5000, 100),
        (200000, 5),
    ):  # below and above what a pipe writes in one piece
        result = upcrun(*mapping, "./lines", str(length), str(lines))
        wanted = sorted(f"<{t}:{chr(97 + t) * length}>" for t in range(4) for _ in range(lines))
        check(
            sorted(result.out.split("\n")[:-1]) == wanted,
            f"broken lines, {mapping}, length {length}",
        )
    result = upcrun(*mapping, "--label", "./lines", "9000", "20")
    wanted = sorted(f"[{t}] <{t}:{chr(97 + t) * 9000}>" for t in range(4) for _ in range(20))
    check(sorted(result.out.split("\n")[:-1]) == wanted, f"broken labelled lines, {mapping}")
    with open("file", "w") as file:  # a regular file: nothing is overwritten
        check(
            ended(start(UPCRUN, *mapping, "./lines", "10", "300", stdout=file)) == 0, "exit status"
        )
    check(len(read("file").split("\n")) == 1201, "lines in a file")
    head = run(
        "sh", "-c", f"{UPCRUN} {' '.join(mapping)} ./lines 100 100000 | head -1", status=None
    )
    check(head.out.count("\n") == 1 and head.err == "", f"output closed by its reader: {head}")

write(
    "streams.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    char line[100];
    if (MYTHREAD == 0) {
        printf("name? ");
        if (!fgets(line, sizeof line, stdin)) return 1;
        printf("hello %s", line);
        printf("descriptors %d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    }
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        printf("part");
        fflush(stdout);
        sleep(2);
        printf(" rest\n");
        setvbuf(stdout, NULL, _IONBF, 0);
        printf("at once ");
        sleep(2);
        printf("\n");
        if (freopen("reopened", "w", stdout)) printf("to a file\n");
    }
    return 0;
}
""",
)
upcc("streams.upc", "-o", "streams")


def expect(pipe, text):
    """The text comes now, not at the end."""
    got = b""
    while len(got) < len(text) and (piece := heard(pipe.fileno(), len(text) - len(got))):
        got += piece
    check(got.decode() == text, f"expected {text!r}, got {got!r}")


for mapping in [("-n", "1"), *MAPPINGS]:
    job = subprocess.Popen(
        [UPCRUN, *mapping, "./streams"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    if mapping != (
        "-n",
        "1",
    ):  # one thread has the C library's streams, which keep a prompt back on a pipe
        expect(job.stdout, "name? ")
        check(job.poll() is None, "ended before the answer")
    job.stdin.write(b"Ada\n")
    job.stdin.flush()
    expect(
        job.stdout,
        ("name? " if mapping == ("-n", "1") else "") + "hello Ada\ndescriptors 0 1 2\npart",
    )
    expect(job.stdout, " rest\nat once ")
    check(ended(job) == 0, "exit status")
    check(read("reopened") == "to a file\n", "freopen of stdout")

# A stream whose descriptor the program has closed: the file gets that very descriptor.
write(
    "closed.upc",
    r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
int main(void)
{
    char line[100] = "";
    if (MYTHREAD == 0) {
        close(0);
        if (!freopen("text", "r", stdin) || !fgets(line, sizeof line, stdin)) return 1;
        printf("read %s", line);
    }
    upc_barrier; // threads of one process have one table of descriptors
    if (MYTHREAD == THREADS - 1) {
        fflush(stdout);
        close(1);
        if (!freopen("closed", "w", stdout)) return 1;
        printf("to a file\n");
    }
    return 0;
}
""",
)
write("text", "a line\n")
upcc("closed.upc", "-o", "closed.out")
for mapping in MAPPINGS:
    upcrun(*mapping, "./closed.out")
    check(read("closed") == "to a file\n", f"{mapping}: freopen of a closed stdout")
    os.remove("closed")

# Mode x: the file must be new.
write(
    "new.upc",
    r"""
#include <stdio.h>
#include <upc.h>
int main(int argc, char **argv)
{
    if (MYTHREAD == 0) {
        if (!freopen(argv[1], "wx", stdout)) return 3;
        printf("to a file\n");
    }
    return 0;
}
""",
)
upcc("new.upc", "-o", "new.out")
for mapping in MAPPINGS:
    upcrun(*mapping, "./new.out", "text", status=3)
    check(read("text") == "a line\n", f"{mapping}: freopen of a file that exists")
    upcrun(*mapping, "./new.out", "new")
    check(read("new") == "to a file\n", f"{mapping}: freopen of a new file")
    os.remove("new")

# wide characters
write(
    "wide.upc",
    r"""
#include <upc.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    wprintf(L"%d: %ls", MYTHREAD, L"\u00e4\u20ac");
    fputws(L" and ", stdout);
    putwchar(L'\u00df');
    putwc(L'\n', stdout);
    return 0;
}
""",
)
for options in ([], ["-O2", "-D_FORTIFY_SOURCE=2"]):
    upcc(*options, "wide.upc", "-o", "wide")
    for mapping in [("-n", "1"), *MAPPINGS]:
        wanted = [f"{t}: \u00e4\u20ac and \u00df" for t in range(int(mapping[1]))]
        check(
            sorted(upcrun(*mapping, "./wide").out.split("\n")[:-1]) == wanted,
            f"wide characters {mapping}",
        )
# a full device: the thread's fflush says so, whether its line had gone out before or goes now
write(
    "refused.upc",
    r"""
#include <upc.h>
#include <errno.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    printf(argc > 1 ? "a line\n" : "a part");
    if (fflush(stdout) == 0 || errno != ENOSPC) return 3;
    return fflush(stdout) == 0 ? 42 : 4; // nothing is left over
}
""",
)
upcc("refused.upc", "-o", "refused")
for mapping in MAPPINGS:
    for argument in ([], ["line"]):
        with open("/dev/full", "w") as full:
            status = ended(start(UPCRUN, *mapping, "./refused", *argument, stdout=full))
        check(status == 42, f"{mapping} {argument}: output refused, exit {status}")

# a program that does not look: the exit status tells, on one node as on several
write(
    "unheard.upc",
    """
#include <upc.h>
#include <stdio.h>
int main(void)
{
    printf("%d\\n", MYTHREAD);
    return 0;
}
""",
)
upcc("unheard.upc", "-o", "unheard")
for mapping in (("-n", "1"), ("-n", "3"), ("-n", "3", "-p", "1"), ("-n", "2", "--nodes", "2")):
    with open("/dev/full", "w") as full:
        job = start(UPCRUN, *mapping, "./unheard", stdout=full)
        _, err = finish(job)
    check(job.returncode == 1, f"{mapping}: a full device gives exit {job.returncode}")
    check(err == "polder: error: cannot write standard output: No space left on device\n", err)
    ends, none = os.pipe()
    os.close(ends)
    ignoring = {"restore_signals": False}  # SIGPIPE, as Python does
    job = start(UPCRUN, *mapping, "./unheard", stdout=none, **ignoring)
    _, err = finish(job)
    os.close(none)
    check((job.returncode, err) == (141, ""), f"{mapping}: no reader: exit {job.returncode} {err}")

# standard output may be one that does not wait: its reader is slow, and nothing is lost
write(
    "much.upc",
    """
#include <upc.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < 5000; i++) printf("%060d\\n", i);
    return 0;
}
""",
)
upcc("much.upc", "-o", "much")
for mapping in (("-n", "2"), ("-n", "2", "-p", "1")):
    ends, other = os.pipe()
    os.set_blocking(other, False)
    job = start(UPCRUN, *mapping, "./much", stdout=other)
    os.close(other)
    with open(ends) as reader:
        lines = reader.read().count("\n")
    finish(job)
    check((job.returncode, lines) == (0, 10000), f"{mapping}: exit {job.returncode}, {lines} lines")
print("pass")
