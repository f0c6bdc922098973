"""The recipe for Meson of docs/guide/tools.md: a generator for .upc sources in a project of another
compiler, and upcc as the C compiler."""

# sanitize: no, plain cc does not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("meson") or not shutil.which("ninja") or not shutil.which("pkg-config"):
    skip("needs meson, ninja and pkg-config")
run("cmake", "--install", BUILD, "--prefix", os.path.abspath("prefix"))
PREFIX = os.path.abspath("prefix")
recipes = re.findall(
    r"^```meson[^\n]*\n(.*?)^```", read(f"{SOURCE}/docs/guide/tools.md"), re.S | re.M
)
check(len(recipes) == 2, "the recipes of the guide", recipes)
env = {
    "PATH": f"{PREFIX}/bin:{os.environ['PATH']}",
    "PKG_CONFIG_PATH": os.path.dirname(
        glob.glob("prefix/lib*/**/polder.pc", recursive=True)[0]
    ).replace("prefix", PREFIX, 1),
}

write("p/meson.build", recipes[0])
write("p/part.h", "#define PART 1\n")
write("p/hello.upc", '#include "part.h"\n' + HELLO)
write("p/total.upc", "#include <upc.h>\nint total(void) { return THREADS; }\n")
run("meson", "setup", "b", "p", env=env)
run("ninja", "-C", "b", env=env)
check_hello("b/hello")
check(re.search(r"Ok:\s+1\b", run("meson", "test", "-C", "b", env=env).out), "meson test")
check("no work to do" in run("ninja", "-C", "b", env=env).out, "built once more without a change")
write("p/part.h", "#define PART 2\n")
check(
    "hello.upc" in run("ninja", "-v", "-C", "b", env=env).out, "a changed header rebuilds nothing"
)

write("q/meson.build", recipes[1])
write("q/hello.c", HELLO)
run("meson", "setup", "c", "q", env=dict(env, CC="upcc"))
run("ninja", "-C", "c", env=env)
check_hello("c/hello")
print("pass")
