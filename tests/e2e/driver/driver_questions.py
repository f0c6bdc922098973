"""What build systems ask a compiler: --version, -print-..., -dumpmachine, -dumpversion, -v."""

# sanitize: no, the sanitizer's option changes some answers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

for question in (
    ["-dumpmachine"],
    ["-dumpversion"],
    ["-print-prog-name=ld"],
    ["-print-file-name=libc.so"],
    ["-print-search-dirs"],
):
    check(
        upcc(*question).out == run(CC, *question).out,
        f"{question} is answered otherwise than by cc",
    )
version = upcc("--version").out
check(version.split("\n")[0].startswith("upcc (Polder) "), "--version", version)
check(
    run(CC, "--version").out.split("\n")[1] in version,
    "--version does not show the back-end C compiler",
    version,
)
help_text = upcc("--help").out
for word in ("-fupc-threads", "--cc=", "--trans", "upcrun"):
    check(word in help_text, f"--help does not speak of {word}")
check("version" in upcc("-v").err, "-v alone")
# In `upcc --version | head -1` head may end before cc writes: cc then ends by SIGPIPE.
write("unread_cc", f'#!/bin/sh\ncase "$*" in --version) kill -PIPE $$ ;; esac\nexec {CC} "$@"\n')
os.chmod("unread_cc", 0o755)
told = upcc("--cc=./unread_cc", "--version", status=None)
check(told.status != 0 and not told.err, "--version that nobody reads to the end", told.err)
check(upcc("-Wl,--version").out == run(CC, "-Wl,--version").out, "the linker's version")
print("pass")
