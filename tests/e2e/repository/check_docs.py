"""tools/check/docs.py: a link, a path and an invariant of a page that hold pass, each that does not
is named."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
write("p/docs/other.md", "# Other\n\n## Where it is, and why\n")
write("p/base/clock.h", "// A clock.\n")


def problems(text, page="p/docs/page.md"):
    """What the check says of a page with this text, one line each; none where it passes."""
    shutil.rmtree("p/docs/design", ignore_errors=True)
    write(page, text)
    result = run(sys.executable, "p/tools/check/docs.py", status=None)
    lines = [line for line in (result.out + result.err).splitlines() if page[2:] in line]
    check((result.status == 0) == (not lines), "exit status and problems agree", result)
    return lines


for text, wrong in (
    ("[a](other.md#where-it-is-and-why), `base/clock.h`, `base/*.h`.\n", None),
    ("[b](https://x.org/y).\n", None),
    ("[a](missing.md)\n", "missing.md, which is not there"),
    ("[a](other.md#elsewhere)\n", "no heading elsewhere"),
    ("`base/timer.h` tells it.\n", "base/timer.h is not there"),
    ("```\n`base/timer.h` [a](missing.md)\n```\n", None),
    ("**Invariant.** It holds. Held by `tools/check/docs.py`.\n", None),
    ("**Invariant.** It holds, says `base/clock.h`.\n", "without `Held by`"),
    ("**Invariant.** It holds. Held by hope.\n", "without `Held by`"),
):
    said = problems(text)
    if wrong is None:
        check(not said, f"passes: {text!r}", said)
    else:
        check(len(said) == 1 and wrong in said[0], f"is found: {text!r}", said)

check(not problems("`timer.h`, `data.cc` of a program.\n"), "a page for users names its files")
said = problems("`clock.h` is there, `timer.h` is not.\n", "p/docs/design/page.md")
check(len(said) == 1 and "there is no file timer.h" in said[0], "a file that is gone", said)

glossary = "**clock**: tells the time.\n\n**hour glass**: tells it, too.\n"
write("p/docs/page.md", "An *hour\nglass* is there.\n")
check(not problems(glossary, "p/docs/glossary.md"), "words of the glossary that others use")
write("p/docs/page.md", "It is gone.\n")
said = problems(glossary, "p/docs/glossary.md")
check(len(said) == 1 and "the word hour glass" in said[0], "a word nothing uses is found", said)
write("p/docs/page.md", "A clock, an hour glass.\n")
said = problems("**hour glass**: one.\n\n**clock**: two.\n", "p/docs/glossary.md")
check(len(said) == 1 and "clock stands behind hour glass" in said[0], "a word out of order", said)
