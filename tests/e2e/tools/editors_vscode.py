"""Visual Studio Code without a screen: its parts get what the guide gives to it.

Its engine for colours (vscode-textmate) reads the grammar. That needs node and packages of npm;
`./dev test` puts them below build/npm.

The task of docs/guide/tools.md is run as it runs a task. What upcc says goes through the problem
matcher, a line at a time.

The launch configuration of docs/guide/debugging.md is done as the C/C++ extension does it: by gdb's
machine interface.
"""

# sanitize: no, it is about editors
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import json  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run(sys.executable, f"{SOURCE}/tools/editors/generate.py", "--cc", CC.split()[0], "share")
EXTENSION = "share/polder/vscode"
package = json.loads(read(f"{EXTENSION}/package.json"))["contributes"]
PATH = {
    "PATH": f"{os.path.dirname(UPCC)}:{os.environ['PATH']}",
    "HOME": os.path.abspath("."),
    "NO_COLOR": "1",
}
SHARE = os.path.join(os.path.dirname(os.path.dirname(UPCC)), "share")


def listing(page, marker):
    """The JSON text of a page that begins with `marker`."""
    text = read(f"{SOURCE}/docs/guide/{page}")
    return json.JSONDecoder().raw_decode(text[text.index(marker) :])[0]


# ---- colours ----
COLOURS = """#include <upc.h>
shared [4] int a[4 * THREADS]; /* shared */
strict shared double s;
int main(void)
{
    upc_forall (int i = 0; i < 4; i++; &a[i])
        a[i] = upc_threadof(&a[i]) + upc_blocksizeof(a);
    upc_barrier;
    return 0; // upc_barrier
}
"""
WANTED = [  # line, word, its scope
    (2, "shared", "storage.modifier.upc"),
    (2, "4", "constant.numeric"),
    (2, "THREADS", "variable.language.upc"),
    (2, "int", "storage.type"),
    (2, " shared ", "comment.block"),
    (3, "strict", "storage.modifier.upc"),
    (6, "upc_forall", "keyword.control.upc"),
    (6, "int", "storage.type"),
    (7, "upc_threadof", "support.function.upc"),
    (7, "upc_blocksizeof", "keyword.operator.sizeof.upc"),
    (8, "upc_barrier", "keyword.control.upc"),
    (9, "return", "keyword.control"),
    (9, " upc_barrier", "comment.line"),
]
ENGINE = """
const fs = require('fs');
const onig = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const [, , grammar, source] = process.argv;
const c = require.resolve('tm-grammars/grammars/c.json');
const read = path => fs.readFileSync(path, 'utf8');

async function main() {
  const wasm = require.resolve('vscode-oniguruma/release/onig.wasm');
  await onig.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new onig.OnigScanner(patterns),
      createOnigString: text => new onig.OnigString(text),
    }),
    loadGrammar: async name => {
      const file = { 'source.upc': grammar, 'source.c': c }[name];
      return file ? textmate.parseRawGrammar(read(file), 'x.json') : null;
    },
  });
  const upc = await registry.loadGrammar('source.upc');
  let state = textmate.INITIAL;
  const lines = read(source).split('\\n').map(line => {
    const done = upc.tokenizeLine(line, state);
    state = done.ruleStack;
    return done.tokens.map(t => [line.slice(t.startIndex, t.endIndex), t.scopes]);
  });
  console.log(JSON.stringify(lines));
}

main();
"""
modules = f"{SOURCE}/build/npm/node_modules"
if shutil.which("node") and os.path.isdir(f"{modules}/vscode-textmate"):
    write("engine.js", ENGINE)
    write("colours.upc", COLOURS)
    lines = json.loads(
        run(
            "node",
            "engine.js",
            f"{EXTENSION}/syntaxes/upc.tmLanguage.json",
            "colours.upc",
            env={"NODE_PATH": modules},
        ).out
    )
    for line, word, scope in WANTED:
        scopes = [s for text, s in lines[line - 1] if text == word]
        check(
            scopes and any(name.startswith(scope) for name in scopes[0]),
            f"line {line}: '{word}' is not {scope}",
            lines[line - 1],
        )
else:
    print("node or vscode-textmate is missing: the grammar was not tried in VS Code's engine")

# ---- the task and the problem matcher ----
task = listing("tools.md", '{ "version": "2.0.0"')["tasks"][0]
matcher = next(m for m in package["problemMatchers"] if "$" + m["name"] == task["problemMatcher"])[
    "pattern"
]


def build(folder, name, text=None):
    """Runs the task on an open file: its result, and the rows of the Problems view.

    A row is (file, line, column, severity, message)."""
    if text is not None:
        write(f"{folder}/{name}", text)
    variables = {
        "file": os.path.abspath(f"{folder}/{name}"),
        "fileDirname": os.path.abspath(folder),
        "fileBasenameNoExtension": name.rsplit(".", 1)[0],
    }
    command = re.sub(r"\$\{(\w+)\}", lambda m: variables[m[1]], task["command"])
    result = run("sh", "-c", command, cwd=folder, env=PATH, status=None)
    found = []
    for line in (result.out + result.err).split("\n"):
        m = re.search(matcher["regexp"], line)
        if m:
            found.append(
                tuple(
                    m[matcher[part]] for part in ("file", "line", "column", "severity", "message")
                )
            )
    return result, found


write("work/part.h", "static inline int part(int *p) { int unused; return *p; }\n")
write(
    "work/squares.upc",
    """#include <stdio.h>
#include <upc.h>
#include "part.h"
shared int squares[THREADS];
int main(void)
{
    int mine = MYTHREAD;
    squares[mine] = part(&mine) * mine;
    upc_barrier;
    if (!MYTHREAD)
        printf("%d\\n", (int)squares[THREADS - 1]); // look here
    return 0;
}
""",
)
right = read("work/squares.upc")
write(
    "work/squares.upc",
    right.replace("upc_barrier;", "upc_barier;")
    .replace("return 0;", "return nothing;")
    .replace("[THREADS]", "[10]"),
)
result, found = build("work", "squares.upc")
check(result.status == 1, "mistakes", result)
place = {(os.path.basename(f), int(line), severity) for f, line, _, severity, _ in found}
check(
    {("squares.upc", 9, "error"), ("squares.upc", 12, "error"), ("squares.upc", 4, "error")}
    <= place,
    "Problems view: errors",
    found,
    result,
)
check(
    all(os.path.exists(os.path.join("work", f)) for f, *_ in found), "Problems view: files", found
)
for f, line, column, _, _ in found:
    text = read(os.path.join("work", f)).split("\n")[int(line) - 1]
    check(
        1 <= int(column) <= len(text) + 1,
        "Problems view: a column that is not there",
        f,
        line,
        column,
    )
write("work/squares.upc", right)
result, found = build("work", "squares.upc")
check(result.status == 0, "the task", result)
check(
    [(os.path.basename(f), line, severity) for f, line, _, severity, _ in found]
    == [("part.h", "1", "warning")],
    "Problems view: a warning in a header",
    found,
)

# ---- the debugger ----
if not shutil.which("gdb"):
    print("gdb is missing: the launch configuration was not tried")
    print("pass")
    sys.exit(0)
launch = listing("debugging.md", '{ "type": "cppdbg"')
check(launch["MIMode"] == "gdb", "the launch configuration", launch)
place = right[: right.index("// look here")].count("\n") + 1
setup = [step["text"].replace("PREFIX", os.path.dirname(SHARE)) for step in launch["setupCommands"]]


def console(command):
    return "-interpreter-exec console " + json.dumps(command)


def debug(program, *words):
    """What gdb says to a front end that obeys the launch configuration."""
    commands = [
        *map(console, setup),
        f"-file-exec-and-symbols {os.path.abspath(program)}",
        *(f"-gdb-set env {v['name']} {v['value']}" for v in launch["environment"]),
        *words,
        console("kill"),
        "-gdb-exit",
    ]
    said = run(
        *("gdb", "-q", "-nx", "--interpreter=mi3"),
        stdin="\n".join(commands) + "\n",
        env=PATH,
        status=None,
    )
    if "ptrace: Operation not permitted" in said.out:
        skip("this machine forbids ptrace")
    return said


def stops(said, reason):
    """[(function, line)] of the stops for that reason in a UPC file."""
    where = r'.*?func="(\w+)".*?file="[^"]*squares\.upc".*?line="(\d+)"'
    return re.findall(rf'^\*stopped,reason="{reason}"{where}', said.out, re.M)


said = debug(
    "work/squares",
    f"-break-insert -f squares.upc:{place}",
    "-break-insert -t -f main",
    *map(console, ("run", "continue", "info upc-threads", "upc-print squares")),
)
found = stops(said, "breakpoint-hit")
check(found and found[0][0] == "main", "the debugger stops in main", found, said)
check(found[-1] == ("main", str(place)), "the debugger stops at a line", found, said)
check("{0, 1, 4, 9}" in said.out, "shared data in the debugger", said)

# ---- the transcript of the guide, whose editor only transcript_vscode.py has ----
page = read(f"{SOURCE}/docs/guide/tools.md")
program = re.search(r"^:append\n(.*?)^\.\n", page, re.S | re.M)[1]
first = re.search(r"^```vscode\n(.*?)^```", page, re.S | re.M)[1].splitlines()


def shown(view):
    return [line.removeprefix(view + ": ") for line in first if line.startswith(view + ": ")]


rows = [
    f"{text} [Ln {line}, Col {column}]"
    for _, line, column, _, text in build("guide", "squares.upc", program)[1]
]
check(rows == shown("problems")[:-1], "the Problems view of the guide", rows)
mended = program.replace("MYTHRED", "MYTHREAD")
check(build("guide", "squares.upc", mended)[1] == [], "the Problems view of the mended program")
asked = [line.removeprefix("> type >") for line in first if line.startswith("> type >")]
stop = re.search(r"received signal (\w+)", shown("console")[0])[1]
frame = shown("stack")[1].split()
said = debug("guide/squares", console("run"), *map(console, asked))
check(stops(said, "signal-received") == [(frame[0], frame[2])], "where the program stops", said)
check(f'signal-name="{stop}"' in said.out, "which signal", said)
given = [json.loads(text).strip() for text in re.findall(r'^~(".*")$', said.out, re.M)]
check(
    [text for text in given if text.startswith("= ")] == shown("console")[1:],
    "the debug console",
    said,
)
print("pass")
