#!/usr/bin/env python3
"""Makes a release of the commit that is checked out: a source tarball, a .deb, and their checksums.

  ./dev release [--out FOLDER] [--root TREE] [--built BUILD]
  ./dev release --tag

The tarball is git's archive of HEAD. It is unpacked elsewhere, built without tests and packed. The
.deb is installed into a folder or, with --root, into a Debian tree made by debootstrap (as root,
with apt-get in a chroot). What is installed there must compile and run a program on every mapping
and name the version everywhere. With --built an existing build is packed: a rehearsal without the
build.

--tag makes nothing but the annotated tag vVERSION, whose text is the part of CHANGELOG.md.
"""

import argparse
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "support"))

from version import soname, version  # noqa: E402

MAPPINGS = (("-p", "1"), ("-p", "3"), ("-p", "2"), ("--nodes", "2"))
PROGRAM = """#include <stdio.h>
#include <upc.h>
shared int seen[THREADS];
int main(void)
{
    seen[MYTHREAD] = MYTHREAD + 1;
    upc_barrier;
    int sum = 0;
    for (int i = 0; i < THREADS; i++) sum += seen[i];
    if (MYTHREAD == 0) printf("%d\\n", sum);
    return 0;
}
"""


def fail(text, hint):
    sys.exit(f"release: error: {text}\nhint: {hint}")


def run(*command, **more):
    """The output of a command that must succeed."""
    done = subprocess.run(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more
    )
    if done.returncode != 0:
        print(done.stdout[-4000:], file=sys.stderr)
        fail(f"{' '.join(command)}: exit status {done.returncode}", "its output stands above")
    return done.stdout


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], text=True, capture_output=True)
    if done.returncode != 0:
        fail(
            f"git {words[0]}: {done.stderr.strip()}",
            "a release is made in a clone of the repository",
        )
    return done.stdout.strip()


def changes():
    """The part of CHANGELOG.md about this version."""
    with open(os.path.join(ROOT, "CHANGELOG.md"), encoding="utf-8") as f:
        text = f.read()
    if re.search(r"^## Unreleased$", text, re.M):
        fail(
            "CHANGELOG.md has a part 'Unreleased'",
            "give it the number of the release, and CMakeLists.txt, too",
        )
    found = re.search(rf"^## {re.escape(version())}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found:
        fail(f"CHANGELOG.md has no part '## {version()}'", "CMakeLists.txt and CHANGELOG.md agree")
    return found[1].strip() + "\n"


def check_clean():
    if git("status", "--porcelain", "--untracked-files=no"):
        fail("the working tree differs from HEAD", "commit or stash first: a release is a commit")


def tag():
    name = f"v{version()}"
    if git("tag", "--list", name):
        fail(f"the tag {name} exists", "raise the version in CMakeLists.txt")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as text:
        text.write(f"Polder {version()}\n\n{changes()}")
        text.flush()
        git("tag", "--annotate", "--cleanup=whitespace", "--file", text.name, name)
    print(
        f"release: {name} is {git('rev-parse', '--short', 'HEAD')}; git push origin {name} sends it"
    )


def make_tarball(out):
    path = os.path.join(out, f"polder-{version()}.tar.gz")
    prefix = f"polder-{version()}/"
    git("archive", "--format=tar.gz", "-9", f"--prefix={prefix}", "--output", path, "HEAD")
    return path


def build(tarball, work):
    """The folder of a build of what the tarball holds."""
    run("tar", "-xzf", tarball, "-C", work)
    source = os.path.join(work, f"polder-{version()}")
    made = os.path.join(source, "build", "release")
    run(
        "cmake",
        "--preset",
        "release",
        "-DPOLDER_BUILD_TESTS=OFF",
        "-DPOLDER_BUILD_BENCH=OFF",
        cwd=source,
    )
    run("cmake", "--build", made)
    return made


def make_package(built, out, work):
    into = os.path.join(work, "package")
    run("cpack", "-G", "DEB", "--config", os.path.join(built, "CPackConfig.cmake"), "-B", into)
    made = glob.glob(os.path.join(into, "*.deb"))
    if len(made) != 1:
        fail(f"cpack made {len(made)} packages", f"look at {built}/CPackConfig.cmake")
    return shutil.copy(made[0], out)


class Place:
    """Where a package was installed: a folder, or a tree that programs see as their root."""

    def __init__(self, root, work):
        self.tree, self.work = root, work
        self.root = root or os.path.join(work, "root")
        self.enter = ["chroot", root] if root else []

    def install(self, package):
        if not self.tree:
            run("dpkg-deb", "--extract", package, self.root)
            return
        shutil.copy(package, os.path.join(self.tree, "tmp"))
        name = "/tmp/" + os.path.basename(package)
        run(*self.enter, "apt-get", "-qq", "install", "-y", "--no-install-recommends", name, "gcc")
        os.unlink(self.tree + name)

    def program(self, name):
        return f"/usr/bin/{name}" if self.tree else os.path.join(self.root, "usr/bin", name)

    def run(self, name, *words):
        folder = {} if self.tree else {"cwd": self.work}
        return run(*self.enter, self.program(name), *words, **folder)


def check_version(place):
    for name, words in (("upcc", ["--version"]), ("upcrun", ["--version"]), ("polder", ["info"])):
        first = place.run(name, *words).split("\n")[0]
        if version() not in first:
            fail(f"{name} {words[0]} says '{first}'", f"this is {version()}")
    library = os.path.join("usr/lib*/**/polder", soname())
    if not glob.glob(os.path.join(place.root, library), recursive=True):
        fail(f"{soname()} is not installed", "runtime/CMakeLists.txt names the shared library")


def check_program(place):
    source, program = ("/tmp/release.upc", "/tmp/release") if place.tree else ("a.upc", "./a")
    with open(
        os.path.join(place.tree or place.work, source.lstrip("/")), "w", encoding="utf-8"
    ) as f:
        f.write(PROGRAM)
    place.run("upcc", "-O2", source, "-o", program)
    for mapping in MAPPINGS:
        said = place.run("upcrun", "-n", "3", *mapping, program)
        if said != "6\n":
            fail(f"the program says {said!r} with {' '.join(mapping)}", "the sum of 1, 2, 3 is 6")


def write_checksums(out, paths):
    with open(os.path.join(out, "SHA256SUMS"), "w", encoding="utf-8") as f:
        for path in paths:
            with open(path, "rb") as made:
                digest = hashlib.sha256(made.read()).hexdigest()
            f.write(f"{digest}  {os.path.basename(path)}\n")


def release(out, root, built):
    check_clean()
    changes()
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="polder-release-") as work:
        tarball = make_tarball(out)
        print(f"release: {tarball}", flush=True)
        package = make_package(built or build(tarball, work), out, work)
        print(f"release: {package}", flush=True)
        place = Place(root, work)
        place.install(package)
        check_version(place)
        check_program(place)
    write_checksums(out, [tarball, package])
    print(
        (
            f"release: {version()} was built from the tarball"
            if not built
            else "release: a rehearsal: the package is of an existing build"
        ),
        end="",
    )
    print(f", installed into {root or 'a folder'} and tried; next: ./dev release --tag")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="./dev release",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", default=os.path.join(ROOT, "build", f"release-{version()}"))
    parser.add_argument("--root", help="a Debian tree to install the package into")
    parser.add_argument("--built", help="pack this build")
    parser.add_argument("--tag", action="store_true", help="make the tag and nothing else")
    arguments = parser.parse_args()
    if arguments.tag:
        check_clean()
        return tag()
    root = os.path.abspath(arguments.root) if arguments.root else None
    built = os.path.abspath(arguments.built) if arguments.built else None
    return release(os.path.abspath(arguments.out), root, built)


if __name__ == "__main__":
    sys.exit(main())
