#!/usr/bin/env python3
"""Commit messages: a short imperative subject for one change, an empty line, a body that says why.

Without arguments: those of all commits after SINCE. `--message FILE`: the one in FILE, as the hook
.githooks/commit-msg asks. A message that git writes itself (merge, fixup, squash) passes.
"""

import os
import re
import subprocess
import sys

from support.outcome import outcome

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SINCE = "c9c0ff9d637584600d8353a938b116e61836b6a6"  # the last commit before the rule
LONGEST_SUBJECT, LONGEST_LINE = 72, 100
SCISSORS = "# ------------------------ >8 ------------------------"
OF_GIT = re.compile(r"(Merge |fixup! |squash! |amend! )")
TRAILER = re.compile(r"[A-Z][\w-]+: .*<.*@.*>$")
AREA = re.compile(r"[\w./-]+(?:,? [\w./-]+)?: ")
# Words that no imperative begins with, and those that look like another form of a verb but are one.
NO_VERB = set("""
    a an the no not this that these what who where when how it some more and of in from one
    layout
    """.split())
VERBS = set("""
    focus bias alias embed feed need seed shed speed exceed proceed bring ring string
    """.split())


def is_imperative(word):
    word = word.lower().strip("`'\".,:")
    if word in VERBS or word.endswith("ss"):
        return True
    if not (word.isascii() and word[:1].isalpha()):
        return False
    return word not in NO_VERB and not word.endswith(("ing", "ed", "s"))


def problems_of(message):
    """What is wrong with a message, in words; nothing: it is fine."""
    subject, _, rest = message.strip("\n").partition("\n")
    if OF_GIT.match(subject):
        return []
    found = []
    if len(subject) > LONGEST_SUBJECT:
        found.append(f"the subject has {len(subject)} characters, {LONGEST_SUBJECT} are allowed")
    if ";" in subject:
        found.append("the subject joins changes with ';': one commit, one change")
    if subject.endswith("."):
        found.append("the subject ends with a full stop")
    words = AREA.sub("", subject, count=1).split() + ["", ""]
    if not is_imperative(words[0]) or words[1] == "of":  # "Test of ...": a noun
        found.append(
            f"the subject is not imperative ('{' '.join(words[:2]).strip()}'): "
            "say what the commit does, as in 'Add', 'Move', 'Count'"
        )
    if rest and not rest.startswith("\n"):
        found.append("the second line is not empty")
    body = [line for line in rest.split("\n") if line.strip() and not TRAILER.match(line)]
    if not body:
        found.append("there is no body: say why, and what was measured")
    found += [
        f"a line has {len(line)} characters, {LONGEST_LINE} are allowed: {line[:40]}..."
        for line in body
        if len(line) > LONGEST_LINE and " " in line.strip()
    ]
    return found


def without_comments(text):
    """As git takes it: nothing below the scissors, no line that begins with '#'."""
    lines = text.partition(SCISSORS)[0].split("\n")
    return "\n".join(line for line in lines if not line.startswith("#"))


def git(*words):
    done = subprocess.run(
        ["git", "-C", ROOT, *words], capture_output=True, text=True, errors="replace"
    )
    return done.stdout if done.returncode == 0 else None


def check_file(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        found = problems_of(without_comments(f.read()))
    for problem in found:
        print(f"commit-msg: {problem}", file=sys.stderr)
    if found:
        print(f"hint: CONTRIBUTING.md has the rules; your text is kept in {path}", file=sys.stderr)
    return 1 if found else 0


def main():
    if sys.argv[1:2] == ["--message"]:
        return check_file(sys.argv[2])
    log = git("log", "--no-merges", "--format=%h%x00%B%x01", f"{SINCE}..HEAD")
    if log is None:
        why = f"commit {SINCE[:12]} is not here (a tarball, or a shallow clone)"
        return outcome("commits", [], f"not looked at: {why}")
    commits = [entry.strip("\n").split("\0", 1) for entry in log.split("\x01") if entry.strip()]
    found = [f"{name}: {problem}" for name, text in commits for problem in problems_of(text)]
    return outcome("commits", found, f"{len(commits)} messages, {len(found)} problems")


if __name__ == "__main__":
    sys.exit(main())
