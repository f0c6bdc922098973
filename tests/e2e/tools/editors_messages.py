"""What upcc says, in the editors: vim's :make and quickfix list, ALE while one writes, Emacs'
flymake and compile, the problem matcher of VS Code. Also a transcript in vim of a program from
nothing to the debugger, which docs/guide/tools.md prints."""

# sanitize: no, it is about editors
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import json  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run(sys.executable, f"{SOURCE}/tools/editors/generate.py", "--cc", CC.split()[0], "share")
PATH = {
    "PATH": f"{os.path.dirname(UPCC)}:{os.environ['PATH']}",
    "HOME": os.path.abspath("."),
    "NO_COLOR": "1",
}
WRONG = """#include <upc.h>
#include "part.h"
shared int x[10];
int main(void)
{
    int unused;
    return nothing;
}
"""
write("src/part.h", "#define PART 1\n")
write("src/wrong.upc", WRONG)
PLACES = [(3, 12, "E"), (7, 12, "E")]  # of the errors

# ---- VS Code: the problem matcher, as its own engine reads it ----
package = json.loads(read("share/polder/vscode/package.json"))
matcher = re.compile(package["contributes"]["problemMatchers"][0]["pattern"]["regexp"], re.M)
said = run(UPCC, "-fsyntax-only", "-Wall", "src/wrong.upc", status=1).err
found = [(int(m[2]), int(m[3]), m[4][0].upper()) for m in matcher.finditer(said) if m[4] != "note"]
check(found == PLACES, "the problem matcher", found, said)

# ---- vim ----
if shutil.which("vim") and "+quickfix" in run("vim", "--version").out:
    write(
        "make.vim",
        "set rtp^=share/vim/vimfiles\nfiletype plugin on\nedit src/wrong.upc\nsilent make!\n"
        "call writefile([json_encode(map(filter(getqflist(), 'v:val.valid'), "
        "'[bufname(v:val.bufnr), v:val.lnum, v:val.col, toupper(v:val.type)]')),"
        " bufname('%') . ':' . line('.')], 'quickfix')\nqall!\n",
    )
    run("vim", "-N", "-es", "-u", "NONE", "-S", "make.vim", "-i", "NONE", status=None, env=PATH)
    listed = json.loads(read("quickfix").split("\n")[0])
    check(
        [tuple(e[1:]) for e in listed if e[3] == "E"] == PLACES
        and all(e[0].endswith("wrong.upc") for e in listed),
        "vim's quickfix list",
        listed,
    )
    ale = glob.glob("/usr/share/vim*/**/autoload/ale.vim", recursive=True)
    if ale:
        write(
            "ale.vim",
            f"set rtp^={os.path.dirname(os.path.dirname(ale[0]))}\nset rtp^=share/vim/vimfiles\n"
            "let g:ale_linters = {'upc': ['upcc']}\nlet g:ale_lint_delay = 0\nfiletype plugin on\n"
            "runtime plugin/ale.vim\nedit src/wrong.upc\n"
            "call append(0, '/* not saved */')\nALELint\n"
            "for i in range(600)\n  sleep 100m\n  let found = ale#engine#GetLoclist(bufnr(''))\n"
            "  if !empty(found)\n    break\n  endif\nendfor\n"
            "call writefile([json_encode(map(copy(found), '[v:val.lnum, v:val.col, "
            "v:val.type]'))], 'ale')\nqall!\n",
        )
        run("vim", "-N", "-es", "-u", "NONE", "-S", "ale.vim", "-i", "NONE", status=None, env=PATH)
        listed = [tuple(e) for e in json.loads(read("ale"))]
        check(
            [e for e in listed if e[2] == "E"]
            == [(line + 1, column, kind) for line, column, kind in PLACES],
            "ALE",
            listed,
        )
    else:
        print("vim-ale is missing: its linter was not used")
else:
    print("vim with quickfix is missing")

# ---- Emacs ----
if shutil.which("emacs"):
    write(
        "flymake.el",
        """(require 'upc-mode) (require 'flymake)
(find-file "src/wrong.upc")
(flymake-mode 1) (flymake-start)
(let ((n 0))
  (while (and (< n 600) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (setq n (1+ n))))
(dolist (d (sort (flymake-diagnostics)
                 (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))
  (princ (format "%d %s\\n" (line-number-at-pos (flymake-diagnostic-beg d))
                 (flymake-diagnostic-type d))))
""",
    )
    result = run(
        "emacs", "-Q", "--batch", "-L", "share/emacs/site-lisp", "-l", "flymake.el", env=PATH
    )
    lines = re.findall(r"^(\d+) :error$", result.out, re.M)
    check(lines == ["3", "7"], "flymake", result)
else:
    print("emacs is missing: flymake was not used")
print("pass")
