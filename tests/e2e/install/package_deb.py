"""CPack makes a .deb with the right contents and dependencies; unpacked, it works."""
# sanitize: no, no package is made of such a build
# requires: dpkg-deb cpack
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run("cpack", "-G", "DEB", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", os.path.abspath("out"))
packages = glob.glob("out/*.deb")
check(len(packages) == 1, f"packages: {packages}")
contents = run("dpkg-deb", "--contents", packages[0]).out
for path in ("./usr/bin/upcc", "./usr/bin/upcrun", "./usr/include/upc.h", "./usr/include/polder/abi.h", "libpolder.a", "polder/module.o",
             "./usr/share/man/man1/upcc.1", "./usr/share/man/man1/upcrun.1", "./usr/share/man/man3/upc_collective.h.3",
             "./usr/share/man/man3/upc_alloc.3", "./usr/share/gdb/auto-load/polder-gdb.py", "./usr/share/polder/gdb/polder_gdb/job.py",
             "./usr/share/bash-completion/completions/upcc",
             "./usr/share/zsh/vendor-completions/_upcc", "./usr/share/fish/vendor_completions.d/upcrun.fish", "./usr/share/doc/polder/guide/getting-started.md",
             "./usr/share/doc/polder/guide/tutorial/01-first-program.md", "./usr/share/doc/polder/guide/errors.md", "./usr/share/doc/polder/examples/heat.upc",
             "./usr/share/doc/polder/changelog.gz", "./usr/share/vim/vimfiles/syntax/upc.vim", "pkgconfig/polder.pc", "PolderConfig.cmake", "copyright"):
    check(path in contents, f"{path} is missing", contents)
check(SOURCE not in contents and "gtest" not in contents, "foreign files", contents)
depends = run("dpkg-deb", "--field", packages[0], "Depends").out
for package in ("gcc | clang", "libc6-dev", "libhwloc15"):
    check(package in depends, f"does not depend on {package}", depends)
control = run("dpkg-deb", "--info", packages[0]).out
check("postinst" not in control and "postrm" not in control, "no script runs when it is installed", control)
if shutil.which("lintian"):
    said = run("lintian", "--allow-root", "--no-tag-display-limit", packages[0], status=None)
    check(not re.findall(r"^[EW]: ", said.out, re.M) and said.status == 0, "lintian", said)
else:
    print("lintian is missing: the package was not linted")
run("dpkg-deb", "--extract", packages[0], "root")
write("hello.upc", HELLO)
run("root/usr/bin/upcc", "-O2", "hello.upc", "-o", "hello")
check(run("root/usr/bin/upcrun", "-n", "2", "./hello").out == "sum 3 of 2 threads\n", "the unpacked package does not work")
print("pass")
