"""The transcript of docs/guide/tools.md, from nothing to a debugged program: vim without a screen
gets what the page types and shows what the page shows."""

# sanitize: no, the crash is told by the sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import json  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if (
    not shutil.which("vim")
    or "+quickfix" not in run("vim", "--version").out
    or not shutil.which("gdb")
):
    skip("needs vim with quickfix, and gdb")
run(sys.executable, f"{SOURCE}/tools/editors/generate.py", "--cc", CC.split()[0], "share")


def steps_of(block):
    """[(what is typed, text behind :append, what is shown)]"""
    steps = []
    text = None
    for line in block.split("\n")[:-1]:
        if text is not None:
            if line == ".":
                text = None
            else:
                text.append(line)
        elif line.startswith(":"):
            steps.append((line[1:], [], []))
            text = steps[-1][1] if line == ":append" else None
        else:
            steps[-1][2].append(line)
    return steps


steps = [
    step
    for block in re.findall(
        r"^```vim\n(.*?)^```", read(f"{SOURCE}/docs/guide/tools.md"), re.S | re.M
    )
    for step in steps_of(block)
]
check(len(steps) > 10, "the transcript of the guide", steps)
lines = ["set rtp^=share/vim/vimfiles shortmess+=F", "filetype plugin on", "let shown = []"]
for typed, text, _ in steps:
    if typed == "append":
        lines += [
            f"call setline(1, json_decode({json.dumps(json.dumps(text))}))",
            "call add(shown, '')",
        ]
    elif typed.startswith("!"):
        lines.append("call add(shown, system(" + "'" + typed[1:].replace("'", "''") + "'))")
    elif typed == "make":
        lines += ["silent make!", "call add(shown, '')"]
    else:
        lines.append("call add(shown, execute('" + typed.replace("'", "''") + "', 'silent!'))")
lines += ["call writefile([json_encode(shown)], 'shown')", "qall!"]
write("type.vim", "\n".join(lines) + "\n")
run(
    "vim",
    "-N",
    "-es",
    "-u",
    "NONE",
    "-i",
    "NONE",
    "-S",
    "type.vim",
    status=None,
    env={
        "PATH": f"{os.path.dirname(UPCC)}:{os.environ['PATH']}",
        "HOME": os.path.abspath("."),
        "NO_COLOR": "1",
    },
)
shown = json.loads(read("shown"))
if any("ptrace: Operation not permitted" in text for text in shown):
    skip("this machine forbids ptrace")
for (typed, _, expected), text in zip(steps, shown):
    at = 0
    found = [line.rstrip() for line in text.split("\n")]
    for line in expected:
        pattern = re.escape(line.rstrip()).replace(re.escape("..."), ".*")
        while at < len(found) and not re.fullmatch(pattern, found[at]):
            at += 1
        check(at < len(found), f":{typed} does not show '{line}'", text, *shown)
        at += 1
check(len(shown) == len(steps), "all was typed", shown)
print("pass")
