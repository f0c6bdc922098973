"""The files of the repository: those git knows, or, where git is missing or refuses (a tarball,
another owner), those on disk."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def files():
    """Paths relative to ROOT, with '/'."""
    try:
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True
        ).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = list(walk())
    return [p for p in listed if p and os.path.isfile(os.path.join(ROOT, p))]


def read(path):
    """The text of a file of the repository."""
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as f:
        return f.read()


def walk():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if not f.startswith((".", "build")) and f != "__pycache__"]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), ROOT).replace(os.sep, "/")
