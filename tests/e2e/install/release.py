"""./dev release: the tarball holds the commit, and the package has the right contents and
dependencies and works where it is installed. The tag has the list of changes. What is no release is
refused. The version stands in one place."""

# sanitize: no, no package is made of such a build
# requires: dpkg-deb cpack git
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402
import tarfile  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

sys.path[:0] = [f"{SOURCE}/tools/check", f"{SOURCE}/tools/support"]

from support import tree  # noqa: E402
from version import soname, version  # noqa: E402

VERSION, SONAME = version(), soname()

# One version in all that says one.
for program, words in (
    (UPCC, ["--version"]),
    (UPCRUN, ["--version"]),
    (f"{BUILD}/bin/polder", ["--version"]),
    (f"{BUILD}/bin/polder", ["info"]),
):
    check(
        VERSION in run(program, *words).out.split("\n")[0],
        f"{program} {words[0]} does not say {VERSION}",
    )
write("hello.upc", HELLO)
upcc("-shared-libpolder", "hello.upc", "-o", "hello")
needed = run("readelf", "-d", "hello").out
check(f"[{SONAME}]" in needed, f"the shared runtime is not {SONAME}", needed)
package = run(
    "cmake",
    "-DVERSION=",
    "-P",
    write(
        "version.cmake",
        f"""
set(PACKAGE_FIND_VERSION 0)
include({BUILD}/PolderConfigVersion.cmake)
message("${{PACKAGE_VERSION}}")
""",
    ),
).err.strip()
check(package == VERSION, "the CMake package", package)
check(f"Version: {VERSION}\n" in read(f"{BUILD}/polder.pc"), "the pkg-config file")

# A repository of this tree's files.
IDENTITY = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"))
}
os.environ.update(IDENTITY, GIT_CONFIG_GLOBAL="/dev/null")
FILES = tree.files()
for path in FILES:
    os.makedirs(os.path.dirname(os.path.join("project", path)) or ".", exist_ok=True)
    shutil.copy2(os.path.join(SOURCE, path), os.path.join("project", path), follow_symlinks=False)
for words in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-q", "-m", "Release")):
    run("git", *words, cwd="project")
RELEASE = (os.path.abspath("project/dev"), "release")
# As at a release: nothing is unreleased.
CHANGES = re.sub(r"## Unreleased\n.*?(?=^## )", "", read("project/CHANGELOG.md"), flags=re.S | re.M)


def refused(words, *expected):
    result = run(*RELEASE, *words, status=1)
    check(all(e in result.err for e in expected) and "hint:" in result.err, f"{words}", result)


def commit_changes(text):
    write("project/CHANGELOG.md", text)
    run("git", "commit", "-q", "-a", "-m", "Changes", cwd="project")


commit_changes(CHANGES + "\n")

# What is no release.
write("project/CHANGELOG.md", CHANGES + "- More.\n")
refused((), "the working tree differs from HEAD")
commit_changes(CHANGES.replace(f"## {VERSION}\n", "## Unreleased\n"))
refused((), "has a part 'Unreleased'")
commit_changes(CHANGES.replace(f"## {VERSION}\n", "## 0.0.9\n"))
refused(("--tag",), f"has no part '## {VERSION}'")
commit_changes(CHANGES)
refused(("--built", os.path.abspath("missing"), "--out", "out"), "exit status")

# A rehearsal with the build at hand; ./dev test --long builds from the tarball.
result = run(*RELEASE, "--out", os.path.abspath("out"), *(() if LONG else ("--built", BUILD)))
check("installed into a folder and tried" in result.out, "the end of a release", result)
made = sorted(os.listdir("out"))
check(
    made
    == [
        "SHA256SUMS",
        f"polder-{VERSION}.tar.gz",
        f"polder_{VERSION}_{run('dpkg', '--print-architecture').out.strip()}.deb",
    ],
    "what a release makes",
    made,
)
run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd="out")
with tarfile.open(f"out/polder-{VERSION}.tar.gz") as archive:
    inside = {m.name.partition("/")[2] for m in archive if not m.isdir()}
check(inside == set(FILES), "files of the tarball", sorted(inside ^ set(FILES))[:20])

# The package: contents, dependencies, no scripts; lintian has nothing to say.
PACKAGE = glob.glob("out/*.deb")[0]
contents = run("dpkg-deb", "--contents", PACKAGE).out
for path in (
    "./usr/bin/upcc",
    "./usr/bin/upcrun",
    "./usr/include/upc.h",
    "./usr/include/polder/abi.h",
    "libpolder.a",
    "polder/module.o",
    "polder/core.o",
    "./usr/share/man/man1/upcc.1",
    "./usr/share/man/man1/upcrun.1",
    "./usr/share/man/man3/upc_collective.h.3",
    "./usr/share/man/man3/upc_alloc.3",
    "./usr/share/gdb/auto-load/polder-gdb.py",
    "./usr/share/polder/gdb/polder_gdb/job.py",
    "./usr/share/bash-completion/completions/upcc",
    "./usr/share/zsh/vendor-completions/_upcc",
    "./usr/share/fish/vendor_completions.d/upcrun.fish",
    "./usr/share/doc/polder/guide/getting-started.md",
    "./usr/share/doc/polder/guide/tutorial/01-first-program.md",
    "./usr/share/doc/polder/guide/errors.md",
    "./usr/share/doc/polder/examples/heat.upc",
    "./usr/share/doc/polder/changelog.gz",
    "./usr/share/vim/vimfiles/syntax/upc.vim",
    "pkgconfig/polder.pc",
    "PolderConfig.cmake",
    "copyright",
):
    check(path in contents, f"{path} is missing", contents)
check(SOURCE not in contents and "gtest" not in contents, "foreign files", contents)
depends = run("dpkg-deb", "--field", PACKAGE, "Depends").out
for package in ("gcc | clang", "libc6-dev", "libhwloc15"):
    check(package in depends, f"does not depend on {package}", depends)
control = run("dpkg-deb", "--info", PACKAGE).out
check(
    "postinst" not in control and "postrm" not in control,
    "no script runs when it is installed",
    control,
)
if shutil.which("lintian"):
    said = run("lintian", "--allow-root", "--no-tag-display-limit", PACKAGE, status=None)
    check(not re.findall(r"^[EW]: ", said.out, re.M) and said.status == 0, "lintian", said)
else:
    print("lintian is missing: the package was not linted")
run("dpkg-deb", "--extract", PACKAGE, "root")
write("hello.upc", HELLO)
run("root/usr/bin/upcc", "-O2", "hello.upc", "-o", "hello")
check(
    run("root/usr/bin/upcrun", "-n", "2", "./hello").out == "sum 3 of 2 threads\n",
    "the unpacked package does not work",
)

# The tag.
run(*RELEASE, "--tag")
text = run(
    "git",
    "for-each-ref",
    "--format=%(objecttype)%0a%(contents)",
    f"refs/tags/v{VERSION}",
    cwd="project",
).out
check(
    text.startswith(f"tag\nPolder {VERSION}\n") and "### Added" in text,
    "the text of the tag",
    text[:300],
)
refused(("--tag",), f"the tag v{VERSION} exists")
print("pass")
