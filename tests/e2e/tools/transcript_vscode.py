"""The transcript of docs/guide/tools.md, from nothing to a debugged program, in Visual Studio Code.
Its workbench, in a browser without a screen, gets the keys that the page names, and shows what the
page shows.

The workbench and its extension host are those of code-server, a package of npm. The debugger is
Eclipse's adapter of gdb, which reaches Visual Studio Code as the extension "CDT GDB Debug Adapter
Extension". Its place is taken by an extension of this test with the same debugger type, as
registries of extensions may be out of reach. Polder's extension is installed from its package.
"""

# long: a browser, and 300 MB of packages
# sanitize: no, it is about editors
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.append(os.path.join(os.environ.get("POLDER_SOURCE", "."), "tools/editors"))
sys.path.append(os.path.join(os.environ.get("POLDER_SOURCE", "."), "tools/support"))

import atexit  # noqa: E402
import contextlib  # noqa: E402
import json  # noqa: E402
import re  # noqa: E402
import secrets  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402

import vscode  # noqa: E402
from runner import limits  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

MODULES = f"{SOURCE}/build/vscode/node_modules"
WORKBENCH = f"{MODULES}/code-server/lib/vscode"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
PATIENCE = limits.Limit(300, 60)
if not os.path.isdir(WORKBENCH) or not shutil.which("node"):
    skip("needs node and code-server, which ./dev test --long puts below build/vscode")
if not BROWSER or not shutil.which("gdb") or not shutil.which("bash"):
    skip("needs chromium, gdb and bash")

page = read(f"{SOURCE}/docs/guide/tools.md")
SHARE = os.path.join(os.path.dirname(os.path.dirname(UPCC)), "share")


def listing(name, marker):
    """The JSON text of a page of the guide that begins with `marker`."""
    text = read(f"{SOURCE}/docs/guide/{name}")
    return json.JSONDecoder().raw_decode(text[text.index(marker) :])[0]


# ---- the editor, and a folder with the program, the task and the launch configuration ----
GDB = {
    "name": "cdt-gdb-vscode",
    "displayName": "gdb",
    "description": "gdb",
    "version": "1.0.0",
    "publisher": "stand-in",
    "engines": {"vscode": "^1.60.0"},
    "categories": ["Debuggers"],
    "main": "./ready.js",
    "activationEvents": ["onStartupFinished"],
    "contributes": {
        "debuggers": [
            {
                "type": "gdb",
                "label": "GDB",
                "runtime": "node",
                "program": f"{MODULES}/cdt-gdb-adapter/dist/debugAdapter.js",
            }
        ]
    },
}
# Keys that come before the editor has read the tasks lead nowhere.
READY = """
const vscode = require('vscode');

exports.activate = async () => {
  await vscode.tasks.fetchTasks();
  const item = vscode.window.createStatusBarItem();
  item.text = 'ready for keys';
  item.show();
};
"""
SETTINGS = {
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
    "editor.accessibilitySupport": "off",
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "telemetry.telemetryLevel": "off",
    "terminal.integrated.gpuAcceleration": "off",
}
home = os.path.abspath("home")
folder = os.path.abspath("work")
environment = {"HOME": home, "SHELL": shutil.which("bash"), "NO_COLOR": "1", "NODE_PATH": MODULES}
write("home/.profile", f"export PATH={os.path.dirname(UPCC)}:$PATH\n")
write("server/data/User/settings.json", json.dumps(SETTINGS))
write("server/token", secrets.token_hex(16))
os.chmod("server/token", 0o600)
vscode.write_package(
    "gdb.vsix", {"package.json": json.dumps(GDB), "README.md": "", "ready.js": READY}
)
run(sys.executable, f"{SOURCE}/tools/editors/generate.py", "--cc", CC.split()[0], "share")
serve = ["node", f"{WORKBENCH}/out/server-main.js", "--server-data-dir", "server"]
serve += ["--extensions-dir", "extensions", "--accept-server-license-terms"]
for package in ("share/polder/polder-upc.vsix", "gdb.vsix"):
    run(*serve, "--install-extension", package, env=environment)
listed = run(*serve, "--list-extensions", env=environment)
check("polder.polder-upc" in listed.out.split(), "the package is installed", listed)

program = re.search(r"^:append\n(.*?)^\.\n", page, re.S | re.M)[1]
write("work/squares.upc", program)
tasks = listing("tools.md", '{ "version": "2.0.0"')
write("work/.vscode/tasks.json", json.dumps(tasks))
launch = listing("debugging.md", '{ "type": "gdb"')
launch["initCommands"] = [
    text.replace("PREFIX", os.path.dirname(SHARE)) for text in launch["initCommands"]
]
write("work/.vscode/launch.json", json.dumps({"version": "0.2.0", "configurations": [launch]}))

# ---- the hands and eyes: one request a line, one answer a line ----
DRIVER = """
const { chromium } = require('playwright-core');
const readline = require('readline');

const [, , executablePath, address] = process.argv;
const VIEWS = {
  file: '.explorer-folders-view .monaco-list-row',
  status: '.statusbar-item',
  colours: '.editor-instance .view-line span span',
  problems: '.markers-panel .monaco-list-row, .markers-panel .message-box-container',
  stack: '.debug-call-stack .monaco-list-row',
  terminal: '.xterm-rows > div',
  console: '.repl .monaco-list-row',
};
const EDITOR = '.editor-instance .monaco-editor';
const FOCUS = {
  click: EDITOR,
  open: EDITOR,
  'Control+1': EDITOR,
  'Control+Shift+Backquote': '.xterm',
  'Control+G': '.quick-input-widget',
  'Control+Shift+M': '.markers-panel',
  'Control+Shift+Y': '.repl',
};

async function main() {
  const browser = await chromium.launch({
    executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(0);
  await page.goto(address);
  const seen = selector => page.evaluate(s => [...document.querySelectorAll(s)].map(node => [
    node.innerText, getComputedStyle(node).color,
  ]), selector);
  const does = {
    see: view => seen(VIEWS[view]),
    all: () => page.evaluate(() => document.body.innerText),
    press: keys => page.keyboard.press(keys),
    type: text => page.keyboard.type(text),
    click: async ([view, text]) => page.locator(VIEWS[view], { hasText: text }).first().dblclick(),
    asks: () => page.locator('.quick-input-widget').isVisible(),
    focused: keys => !FOCUS[keys] || page.evaluate(
      s => !!document.activeElement?.closest(s), FOCUS[keys]),
  };
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [verb, value] = JSON.parse(line);
    console.log(JSON.stringify(await does[verb](value) ?? null));
  }
  await browser.close();
}

main().catch(problem => { console.error(problem); process.exit(1); });
"""
write("driver.js", DRIVER)
server = start(
    *serve,
    *("--host", "127.0.0.1", "--port", "0", "--connection-token-file", "server/token"),
    *("--telemetry-level", "off"),
    env=environment,
    stdout=open("server.log", "w"),
    stderr=subprocess.STDOUT,
)
PORT = r"Extension host agent listening on (\d+)"
until(lambda: re.search(PORT, read("server.log")), "the server listens", lambda: read("server.log"))
port = re.search(PORT, read("server.log"))[1]
driver = start(
    *("node", "driver.js", BROWSER),
    f"http://127.0.0.1:{port}/?tkn={read('server/token')}&folder={folder}",
    env=environment,
    stdin=subprocess.PIPE,
    stderr=open("driver.log", "w"),
)




def stop():
    """Ends the browser and the server with all they have started: terminals outlive a server."""
    for job in (driver, server):
        for process in [*limits.tree(job.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        job.kill()
        job.wait()


atexit.register(stop)


def ask(verb, value=None):
    driver.stdin.write(json.dumps([verb, value]) + "\n")
    driver.stdin.flush()
    answer = b""
    while not answer.endswith(b"\n"):
        piece = heard(driver.stdout.fileno())
        check(piece, "the browser ended", read("driver.log"), read("server.log"))
        answer += piece
    return json.loads(answer)


def wait(condition, what):
    until(condition, what, lambda: ask("all"), lambda: read("server.log"), limit=PATIENCE)


def rows(view):
    """The texts that a view shows, each as one line."""
    texts = [text.replace("[Ln", " [Ln") for text, _ in ask("see", view)]
    return [re.sub(r"\s+", " ", text).strip() for text in texts]


def act(verb, value):
    if verb == "open":
        wait(lambda: any(value in text for text in rows("file")), f"{value} in the explorer")
        ask("click", ["file", value])
    elif verb == "click":
        ask("click", ["problems", value])
    else:
        ask(verb, value)
    leads = value if verb == "press" else verb
    wait(lambda: ask("focused", leads), f"{leads} leads nowhere")
    if value == "Enter":
        wait(lambda: not ask("asks"), "the field for a line stays open")


def shows(view, expected):
    if expected == "none":
        return not rows(view)
    pattern = re.escape(expected).replace(re.escape("..."), ".*")
    return any(re.search(pattern, text) for text in rows(view))


# ---- the transcript ----
BUILD = ["press", "Control+Shift+B"]
steps = [
    line
    for block in re.findall(r"^```vscode\n(.*?)^```", page, re.S | re.M)
    for line in block.splitlines()
]
wait(lambda: "ready for keys" in rows("status"), "the editor started")
check(len(steps) > 20, "the transcript of the guide", steps)
for step in steps:
    if step.startswith("> "):
        done = step[2:].split(" ", 1)
        act(*done)
    else:
        view, expected = step.split(": ", 1)
        # The editor drops what it has not read 0.1 s after a task's end: a busy machine needs more.
        for _ in range(9 if done == BUILD else 0):
            if not limits.until(lambda: shows(view, expected), limits.Meter(limits.Limit(60, 5))):
                break
            act(*done)
        wait(lambda: shows(view, expected), f"not shown: {step}")
    if "ptrace: Operation not permitted" in "".join(rows("console")):
        skip("this machine forbids ptrace")

# ---- colours: words of UPC have the colour of their kind in C ----
colour = {text.strip(): colour for text, colour in ask("see", "colours")}
for word, like in (("upc_barrier", "return"), ("upc_global_alloc", "printf"), ("shared", "int")):
    check(colour.get(word) == colour[like], f"{word} is not coloured as {like}", colour)
check(colour["shared"] != colour["upc_barrier"] != colour["upc_global_alloc"], "one colour", colour)

print("pass")
