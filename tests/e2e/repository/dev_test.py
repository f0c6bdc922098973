"""./dev test says what it is going to install and for what; --no-install installs nothing and
says what is missing. Package tools, cmake and the suite are stand-ins here."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

for folder in ("p/build/release", "p/build/cmakes/316", "p/build/cmakes/4", "p/tests", "stand_ins"):
    os.makedirs(folder)
shutil.copy(os.path.join(SOURCE, "dev"), "p/dev")
write("p/build/release/build.ninja", "")
write("p/tests/run.py", "import sys\nprint('suite', *sys.argv[3:])\n")
INSTALLED = os.path.abspath("installed")


def stand_in(name, text):
    os.chmod(write(f"stand_ins/{name}", f"#!/bin/sh\n{text}\n"), 0o755)


stand_in("dpkg-query", "case $* in *gdb*|*zsh*) exit 1;; esac; echo install ok installed")
stand_in("apt-get", f'echo "$@" >> {INSTALLED}')
stand_in("sudo", 'exec "$@"')
stand_in("cmake", "exit 0")
ENVIRONMENT = {"PATH": f"{os.path.abspath('stand_ins')}:{os.environ['PATH']}"}


def test(*words):
    if os.path.exists(INSTALLED):
        os.unlink(INSTALLED)
    result = run("p/dev", "test", *words, env=ENVIRONMENT)
    return result, read(INSTALLED) if os.path.exists(INSTALLED) else ""


result, installed = test("--no-install", "--filter", "x")
check(
    "nothing is installed" in result.out and "suite --build" not in result.out,
    "--no-install",
    result,
)
check(
    "suite" in result.out and result.out.endswith("--filter x\n"),
    "the suite runs, with its arguments",
    result,
)
check(
    "  gdb                debugging UPC programs\n  zsh " in result.out,
    "what is missing, and for what",
    result,
)
check(not installed, "something was installed", installed)
result, installed = test()
check(
    "are installed with apt-get" in result.out and "  gdb " in result.out,
    "what is installed is said",
    result,
)
check(installed.splitlines()[-1].endswith(" gdb zsh"), "those are installed", installed)
check(
    result.out.index("  gdb ") < result.out.index("setup: installing"), "it is said before", result
)
stand_in("dpkg-query", "echo install ok installed")
result, installed = test()
check("gdb" not in result.out and not installed, "nothing is missing", result, installed)
print("pass")
