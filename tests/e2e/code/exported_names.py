"""libpolder shows programs the names of runtime/exported.map and no others, as a shared library and
as an archive; plugins show their entry."""

# sanitize: no, instrumented objects have names of the sanitizer
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PLUGINS = os.path.join(BUILD, "lib", "polder")


def listed():
    text = re.sub(
        r"/\*.*?\*/",
        "",
        open(os.path.join(ROOT, "runtime", "exported.map"), encoding="utf-8").read(),
        flags=re.S,
    )
    return set(re.findall(r"(\w+);", text.partition("global:")[2].partition("local:")[0]))


def dynamic(path):
    lines = run("nm", "-D", "--defined-only", path).out.splitlines()
    return {line.split()[-1].partition("@")[0] for line in lines}


def defined(path):
    """(name, visibility) of what the objects of an archive define for others."""
    found = set()
    for line in run("readelf", "-sW", path).out.splitlines():
        words = line.split()
        if len(words) >= 8 and words[4] in ("GLOBAL", "WEAK") and words[6] != "UND":
            found.add((words[-1], words[5]))
    return found


def same(what, names, wanted):
    check(
        names == wanted,
        f"{what} shows {sorted(names - wanted)[:20]} unasked, lacks "
        f"{sorted(wanted - names)[:20]}; runtime/exported.map lists what programs may use",
    )


EXPORTED = listed()
check(len(EXPORTED) > 300, "the list was not read")
same("libpolder.so", dynamic(os.path.join(PLUGINS, "libpolder.so")), EXPORTED)

archive = defined(os.path.join(BUILD, "lib", "libpolder.a"))
same(
    "libpolder.a",
    {n for n, visibility in archive if visibility == "DEFAULT"},
    EXPORTED | {"main", "polder_main_is_upc"},
)
# What is hidden may still meet a name of the program in one link. So all of it is in C++'s
# namespace polder or begins with polder_.
mangled = re.compile(r"_Z.*6polder")
foreign = sorted(
    n
    for n, visibility in archive
    if visibility != "DEFAULT" and not n.startswith("polder_") and not mangled.match(n)
)
check(not foreign, f"libpolder.a defines names that programs may use themselves: {foreign[:20]}")

# A program that shows all of its names, as those that load libraries do: its own, those of its
# unit, and the listed ones.
write("shows.upc", "#include <upc.h>\nint mine;\nint main(void) { return MYTHREAD < 0; }\n")
OF_UNIT = {"polder_main", "polder_user_main", "polder_private_mine", "polder_main_is_upc"}
upcc("shows.upc", "-rdynamic", "-o", "shows")
shown = {
    n
    for n in dynamic("./shows")
    if "polder" in n and not n.startswith(("__start_polder", "__stop_polder"))
}
check(
    shown - EXPORTED <= OF_UNIT,
    f"names of the runtime are visible in a program: {sorted(shown - EXPORTED - OF_UNIT)[:20]}",
)
# On the shared library a program takes its entry from the archive, and not a second runtime.
upcc("shows.upc", "-shared-libpolder", "-o", "on_library")
inside = {
    n
    for n in {
        line.split()[-1] for line in run("nm", "--defined-only", "on_library").out.splitlines()
    }
    if n.startswith(("_ZN6polder", "_ZNK6polder"))
}
check(not inside, f"a program on libpolder.so holds parts of the runtime: {sorted(inside)[:20]}")

entries = {"conduit-ofi.so": "polder_conduit", "stub-psm.so": "psm_", "stub-psm2.so": "psm2_"}
for plugin, entry in entries.items():
    path = os.path.join(PLUGINS, plugin)
    if os.path.exists(path):
        names = {n for n in dynamic(path) if n != "PSM2_1.0"}
        check(
            names and all(n.startswith(entry) for n in names),
            f"{plugin} shows {sorted(names)[:20]}",
        )
check(
    not [n for n in EXPORTED if n.startswith("psm")],
    "libpolder stands in for libraries of hardware",
)
print("pass")
