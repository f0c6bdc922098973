"""Input without an end, files that cannot be read, memory and disks that are full: a message, a
status other than 0, nothing left behind."""

# sanitize: no, an instrumented compiler reserves more address space than the limits here
import os
import resource
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

os.environ["TMPDIR"] = os.path.abspath("tmp")
os.mkdir("tmp")


def limited(words, kib):
    return ["sh", "-c", f'ulimit -v {kib}; exec "$@"', "sh", UPCC, *words]


def refuses(result, *texts):
    check(result.status in (1, 2), "the exit status is not that of an error", result)
    for text in texts:
        check(text in result.err, f"does not say '{text}'", result)
    check("terminate called" not in result.err, "an exception nobody catches", result)
    check(not os.listdir("tmp"), f"files are left: {os.listdir('tmp')}", result)


# A header without an end; the preprocessor gets as much memory as a text of 4 GiB needs, here less.
write("zero.upc", '#include "/dev/zero"\nint main(void) { return 0; }\n')
refuses(
    run(*limited(["-c", "zero.upc"], 1500000), status=None),
    "upcc: error: zero.upc: out of memory while preprocessing",
    "hint:",
)
check_files(absent=["zero.o"])
if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > 16 << 30:
    refuses(
        upcc("-c", "zero.upc", status=None),
        "upcc: error: zero.upc: out of memory while preprocessing",
    )
    check(
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 7 << 20,
        "the preprocessor took more than 7 GiB",
    )

# Memory ends in upcc itself.
write("empty.upc", "#include <upc.h>\n")
write("large.i", upcc("-E", "empty.upc").out + "int v[] = {" + "1," * 3_000_000 + "};\n")
for action in ("-c", "--trans"):
    refuses(
        run(*limited([action, "large.i"], 150000), status=None),
        "upcc: error: out of memory while compiling large.i",
        "hint:",
    )
check_files(absent=["large.o"])

# Places that are no files of lines: messages come without waiting for them, and with the line that
# upcc has.
os.mkfifo("pipe")
os.mkdir("folder")
for name in (
    "/dev/zero",
    "/dev/urandom",
    "/dev/tty",
    "pipe",
    "folder",
    "missing",
    "/proc/self/mem",
    "\\001",
):
    write("place.upc", f'#line 5 "{name}"\nint main(void) {{ return undeclared; }}\n')
    refuses(run(*limited(["-c", "place.upc"], 1500000), status=None), "'undeclared' undeclared")
write(
    "place.upc",
    '#line 4294967295 "place.upc"\nint main(void) { return undeclared; }\n'
    '# 99999999999999999999 "x" 1 2 3 4\n# 1 "\n',
)
refuses(upcc("-c", "place.upc", status=None), "error: ")

# A source that comes by a pipe is read once, also where it names what other compilers' <upc.h>
# declares.
text = "#include <upc.h>\nint main(void) { int32_t x = 0; return x + MYTHREAD; }\n"
write("text", text)
piped = run("sh", "-c", f"cat text | {UPCC} -x upc -c /dev/stdin -o piped.o", status=None)
check(piped.status in (0, 1), "a source that is a pipe", piped)

# Full disks.
write("good.upc", "#include <upc.h>\nint main(void) { return 0; }\n")
for words in (
    ["--trans", "good.upc", "-o", "/dev/full"],
    ["--dump-ast", "good.upc", "-o", "/dev/full"],
):
    refuses(upcc(*words, status=None), "No space left")
refuses(
    upcc("-E", "good.upc", "-o", "/dev/full", status=None), "/dev/full"
)  # the preprocessor's own words

# What has no end of its own inside the source.
for opening in ("/*", 'char *s = "', "int x = '"):
    write("open.upc", opening + "x" * 20_000_000)
    refuses(upcc("-c", "open.upc", status=None), "open.upc:1:")
write("nul.upc", "int main(void) {\0 return 0;\0 }\n\0\0")
upcc("-w", "-c", "nul.upc")
print("pass")
