"""tools/check/namespaces.py: a file whose names lie in the namespace of its folder, or deeper,
passes. One whose names lie elsewhere is named."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")


def block(space, text="int f();\n"):
    return f"namespace {space} {{\n{text}}} // namespace {space}\n"


NONE = "struct Ring {\n    int size;\n};\n"
for path, text, wrong in (
    ("runtime/net/a.h", block("polder::net"), None),
    ("runtime/net/a.cc", block("polder::net", "namespace {\nint g;\n} // namespace\n"), None),
    ("runtime/net/a.h", block("polder::net::detail"), None),
    ("runtime/net/a.h", block("polder::am", "class Inbox;\nstruct Cell;\n"), None),
    ("runtime/net/a.h", "namespace polder {\nstruct Cell;\n}\n" + block("polder::net"), None),
    ("runtime/net/a.cc", 'extern "C" {\n' + NONE + "}\n", None),
    ("runtime/net/a.cc", "namespace {\n" + NONE + "} // namespace\n", None),
    ("frontends/shmem/a.h", "struct polder_shmem_team {\n    int size;\n};\n", None),
    ("runtime/core/a.h", block("polder"), None),
    ("runtime/coll/shm/a.h", block("polder::coll::shm"), None),
    ("compiler/sema/a.h", block("polder::cc"), None),
    ("tests/unit/a.cc", block("anything"), None),
    ("runtime/net/a.h", block("polder"), "are in polder,"),
    ("runtime/net/a.h", block("polder::am"), "are in polder::am,"),
    ("runtime/net/a.h", block("polder::network"), "are in polder::network,"),
    ("runtime/new/a.h", block("polder"), "belong into polder::new"),
    ("runtime/core/a.h", block("polder::net"), "are in polder::net,"),
    ("runtime/coll/shm/a.h", block("polder::coll"), "belong into polder::coll::shm"),
    ("runtime/net/a.h", NONE, "are in no namespace,"),
    ("compiler/sema/a.h", block("polder"), "belong into polder::cc"),
):
    shutil.rmtree("p/runtime", ignore_errors=True)
    for top in ("compiler", "frontends", "tests"):
        shutil.rmtree(f"p/{top}", ignore_errors=True)
    write("p/runtime/net/net.h", block("polder::net"))
    write(f"p/{path}", text)
    result = run(sys.executable, "p/tools/check/namespaces.py", status=None)
    said = [line for line in result.err.splitlines() if path in line]
    check((result.status == 0) == (not said), "exit status and problems agree", result)
    if wrong is None:
        check(not said, f"passes: {path}: {text!r}", said)
    else:
        check(len(said) == 1 and wrong in said[0], f"is found: {path}: {text!r}", said)
