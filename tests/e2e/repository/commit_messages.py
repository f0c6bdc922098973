"""Commit messages: the hook and ./dev check refuse what CONTRIBUTING.md forbids, and nothing
else."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

BODY = "\n\nIt was slow: 3 s for a hello, now 0.2 s.\n"
GOOD = (
    "Add a hook" + BODY,
    "Runtime: move the heap below the network" + BODY,
    "Pass errors on" + BODY,
    "Shorten a run of the suite: repeats" + BODY,
    "Merge branch 'x'\n",
    "fixup! Add a hook\n",
    "Feed the optimiser shorter loops" + BODY,
    "Add a hook\n\nhttps://example.org/" + "x" * 120 + "\n",
    "# a comment\nAdd a hook" + BODY,
)
BAD = {
    "Added a hook" + BODY: "not imperative",
    "Adds a hook" + BODY: "not imperative",
    "The hook" + BODY: "not imperative",
    "Test of hooks" + BODY: "not imperative",
    "Add a hook" + " and more" * 8 + BODY: "characters",
    "Add a hook.\n\nWhy.\n": "full stop",
    "Add a hook; mend a test" + BODY: "one commit, one change",
    "Add a hook\n": "no body",
    "Add a hook\nWhy.\n": "not empty",
    "Add a hook\n\n" + "word " * 30 + "\n": "a line has",
    "Add a hook\n\nSigned-off-by: A B <a@example.org>\n": "no body",
}
ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": "/dev/null",
}
RULES = os.path.join(SOURCE, "tools/check/commits.py")

for message in GOOD:
    run(sys.executable, RULES, "--message", write("message", message))
for message, words in BAD.items():
    result = run(sys.executable, RULES, "--message", write("message", message), status=1)
    check(words in result.err and "hint: CONTRIBUTING.md" in result.err, f"'{message}'", result)

# In a repository git asks the hook, once a build or ./dev setup has named it.
run("git", "init", "-q", "project")
for name in (".githooks", "tools/check"):
    run("mkdir", "-p", f"project/{name}")
    run("cp", "-r", f"{SOURCE}/{name}/.", f"project/{name}")
run("cp", os.path.join(SOURCE, "dev"), "project/dev")
result = run("project/dev", "build", status=None, env=ENVIRONMENT)  # there is nothing to build
check(
    "git now checks commit messages" in result.out, "the first build does not name the hook", result
)
result = run("project/dev", "build", status=None, env=ENVIRONMENT)
check("git now checks" not in result.out, "the second build names it again", result)
commit = ("git", "commit", "-q", "--allow-empty", "-m")
result = run(*commit, "Layout", cwd="project", env=ENVIRONMENT, status=1)
check("no body" in result.err, "the hook lets a bad message through", result)
run(*commit, "Add a line" + BODY, cwd="project", env=ENVIRONMENT)
result = run(sys.executable, "project/tools/check/commits.py")
check("not looked at" in result.out, "a repository without the first commit of the rule", result)
text = read("project/tools/check/commits.py")
base = run("git", "rev-parse", "HEAD", cwd="project").out.strip()
write("project/tools/check/commits.py", re.sub(r'SINCE = "\w+"', f'SINCE = "{base}"', text))
run(*commit, "Layout", "--no-verify", cwd="project", env=ENVIRONMENT)
result = run(sys.executable, "project/tools/check/commits.py", status=1)
check(
    "1 messages, 3 problems" in result.out or "1 messages, 2 problems" in result.out,
    "a commit past the hook",
    result,
)
print("pass")
