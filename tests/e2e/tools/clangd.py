"""polder clangd: no errors in what upcc accepts, and the errors of what it refuses as C. Also hover
and definitions, headers of the project, changes while writing, flags of compile_commands.json.
Nothing is left behind."""

# sanitize: no, it is Python and a program of others
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import json  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

sys.path.insert(0, f"{SOURCE}/tools/editors/clangd")
from as_c import as_c  # noqa: E402

# ---- the text: each character stays where it is ----
for upc, c in (
    ("shared [4] int a[THREADS];", "           int a[THREADS];"),
    ("strict shared [] int *shared [*] p;", "                 int *           p;"),
    ("upc_forall (i = 0; i < n; i++; &a[i])", "for        (i = 0; i < n; i++, &a[i])"),
    ('upc_forall (;;; continue) f(";;;");', 'for        (;;          ) f(";;;");'),
    ("upc_forall (int i = 0; i < n;; i)", "for        (int i = 0; i < n;  i)"),
    (
        'upc_forall (int i = f((1, 2)); g(";"); i++; a[h(i)])',
        'for        (int i = f((1, 2)); g(";"); i++, a[h(i)])',
    ),
    (
        "upc_barrier; upc_barrier n; upc_notify(1); upc_wait\t1;",
        "upc_barrier; upc_barrier,n; upc_notify(1); upc_wait,1;",
    ),
    ("/* shared */ \"shared\" 'shared' // shared", "/* shared */ \"shared\" 'shared' // shared"),
    ("#pragma upc strict\n#define B shared [4]\n", "#pragma upc strict\n#define B           \n"),
    ("upc_forall (int i = 0; i <", "for        (int i = 0; i <"),
    ("shared [", "       ["),
    ("upc_forall", "for       "),
    ("é shared x", "é        x"),
):
    check(as_c(upc) == c, upc, as_c(upc))
for path in glob.glob(f"{SOURCE}/examples/*.upc") + glob.glob(f"{SOURCE}/tests/upc/*.upc"):
    text = read(path)
    shown = as_c(text)
    check(
        len(text) == len(shown)
        and [i for i, x in enumerate(text) if x == "\n"]
        == [i for i, x in enumerate(shown) if x == "\n"],
        path,
    )

if not shutil.which("clangd"):
    skip("needs clangd: only the texts were looked at")
POLDER = os.path.join(os.path.dirname(UPCC), "polder")
before = {
    name
    for name in os.listdir(os.environ.get("TMPDIR", "/tmp"))
    if name.startswith("polder-clangd-")
}

# ---- whole files ----
for path in sorted(glob.glob(f"{SOURCE}/examples/*.upc")):
    result = run(POLDER, "clangd", f"--check={path}", status=None)
    if "'omp.h' file not found" in result.out:
        continue  # clang's OpenMP is a package of its own
    check(result.status == 0 and "error" not in result.out, path, result)
write(
    "wrong.upc",
    "#include <upc.h>\nshared [4] int a[THREADS];\nint main(void)\n{\n"
    "    upc_forall (int i = 0; i < THREADS; i++; &a[i]) a[i] = none;\n    return 0;\n}\n",
)
result = run(POLDER, "clangd", "--check=wrong.upc", status=1)
check(
    "wrong.upc:5:60: error: Use of undeclared identifier 'none'" in result.out, "an error", result
)

# ---- a session ----
FOLDER = os.path.abspath("project folder")
write("project folder/grid.h", "shared [8] extern double grid[8 * THREADS];\n#define ROWS 8\n")
write(
    "project folder/flags.upc", "#ifndef FROM_COMMANDS\n#error flags are lost\n#endif\nint flags;\n"
)
write(
    "project folder/compile_commands.json",
    json.dumps(
        [
            {
                "directory": FOLDER,
                "file": "flags.upc",
                "command":
                    f"{UPCC} -DFROM_COMMANDS -T 4 -fupc-nodes=one -O2 -fupc -x c -c flags.upc -o "
                    f"flags.o",
            }
        ]
    ),
)
TEXT = """#include "grid.h"
#include <upc.h>
static double sum(shared [8] double *from, int n)
{
    double s = 0;
    upc_forall (int i = 0; i < n; i++; &from[i])
        s += from[i];
    upc_barrier 1;
    return s;
}
int main(void) { return sum(grid, ROWS) > MYTHREAD; }
"""


def place(word, nth=0, text=TEXT):
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    return {"line": text.count("\n", 0, at), "character": at - (text.rfind("\n", 0, at) + 1)}


class Session:
    def __init__(self):
        self.number = 0
        self.job = subprocess.Popen(
            [POLDER, "clangd", "--log=error"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=FOLDER,
        )

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.job.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.job.stdin.flush()

    def receive(self):
        length = 0
        while line := self.job.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        check(length, "polder clangd ended")
        return json.loads(self.job.stdout.read(length))

    def ask(self, method, params):
        self.number += 1
        self.send(method, params, id=self.number)
        while (message := self.receive()).get("id") != self.number or "method" in message:
            pass
        check("result" in message, method, message)
        return message["result"]

    def diagnostics(self, uri):
        while (message := self.receive()).get(
            "method"
        ) != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
            pass
        return [
            (d["range"]["start"]["line"], d["range"]["start"]["character"], d["message"])
            for d in message["params"]["diagnostics"]
        ]


def uri_of(name):
    return "file://" + (FOLDER + "/" + name).replace(" ", "%20")


session = Session()
able = session.ask(
    "initialize", {"processId": os.getpid(), "rootUri": uri_of(""), "capabilities": {}}
)["capabilities"]
check(
    "documentFormattingProvider" not in able and able["hoverProvider"],
    "what it says it can do",
    able,
)
session.send("initialized", {})
uri = uri_of("main.upc")
session.send(
    "textDocument/didOpen",
    {"textDocument": {"uri": uri, "languageId": "upc", "version": 1, "text": TEXT}},
)
check(session.diagnostics(uri) == [], "a right program")
at = lambda *word: {"textDocument": {"uri": uri}, "position": place(*word)}
hover = session.ask("textDocument/hover", at("MYTHREAD"))["contents"]["value"]
check("The number of the thread that asks" in hover, "hover over MYTHREAD", hover)
hover = session.ask("textDocument/hover", at("upc_barrier"))["contents"]["value"]
check("Waits until all threads are here" in hover, "hover over upc_barrier", hover)
found = session.ask("textDocument/definition", at("sum", 1))
check(
    [(f["uri"], f["range"]["start"]) for f in found] == [(uri, place("sum"))],
    "the definition of a function",
    found,
)
found = session.ask("textDocument/definition", at("grid", 1))
check(
    found
    and found[0]["uri"] == uri_of("grid.h")
    and found[0]["range"]["start"] == {"line": 0, "character": 25},
    "the definition in a header with a layout",
    found,
)
found = session.ask("textDocument/definition", at("i", TEXT[: TEXT.index("i++")].count("i")))
check(
    found and found[0]["range"]["start"] == place("i = 0"),
    "the definition of a loop's variable",
    found,
)
changed = TEXT.replace("s += from[i]", "s += nothing[i]")
session.send(
    "textDocument/didChange",
    {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": changed}]},
)
wrong = session.diagnostics(uri)
check(
    len(wrong) == 1 and wrong[0][:2] == (6, 13) and "nothing" in wrong[0][2],
    "a mistake while writing",
    wrong,
)
unfinished = TEXT[: TEXT.index("&from")]
session.send(
    "textDocument/didChange",
    {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": unfinished}]},
)
check(session.diagnostics(uri), "an unfinished text")
session.send(
    "textDocument/didOpen",
    {
        "textDocument": {
            "uri": uri_of("flags.upc"),
            "languageId": "upc",
            "version": 1,
            "text": read(f"{FOLDER}/flags.upc"),
        }
    },
)
check(session.diagnostics(uri_of("flags.upc")) == [], "flags of compile_commands.json")
session.ask("shutdown", None)
session.send("exit", None)
session.job.stdin.close()
check(session.job.wait() == 0, "the end of a session")
left = {
    name
    for name in os.listdir(os.environ.get("TMPDIR", "/tmp"))
    if name.startswith("polder-clangd-")
} - before
check(not left, "folders left behind", left)

missing = run(POLDER, "clangd", env={"POLDER_CLANGD": "/no/clangd"}, status=1)
check(
    "/no/clangd" in missing.err and "hint" in missing.err and "Traceback" not in missing.err,
    "no clangd",
    missing,
)
print("pass")
