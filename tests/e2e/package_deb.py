"""CPack makes a .deb with the right contents and dependencies; unpacked, it works."""
# sanitize: no, no package is made of such a build
# requires: dpkg-deb cpack
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import glob  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run("cpack", "-G", "DEB", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", os.path.abspath("out"))
packages = glob.glob("out/*.deb")
check(len(packages) == 1, f"packages: {packages}")
contents = run("dpkg-deb", "--contents", packages[0]).out
for path in ("./usr/bin/upcc", "./usr/bin/upcrun", "./usr/include/upc.h", "./usr/include/polder/abi.h", "libpolder.a", "polder/module.o",
             "./usr/share/man/man1/upcc.1", "./usr/share/man/man1/upcrun.1", "./usr/share/man/man3/upc_collective.h.3",
             "./usr/share/man/man3/upc_alloc.3", "./usr/share/gdb/auto-load/polder-gdb.py", "./usr/share/polder/gdb/polder_gdb/job.py",
             "./usr/share/bash-completion/completions/upcc", "./usr/share/vim/vimfiles/syntax/upc.vim", "pkgconfig/polder.pc", "PolderConfig.cmake", "copyright"):
    check(path in contents, f"{path} is missing", contents)
check(SOURCE not in contents and "gtest" not in contents, "foreign files", contents)
depends = run("dpkg-deb", "--field", packages[0], "Depends").out
for package in ("gcc | clang", "libc6-dev", "libhwloc15"):
    check(package in depends, f"does not depend on {package}", depends)
run("dpkg-deb", "--extract", packages[0], "root")
write("hello.upc", HELLO)
run("root/usr/bin/upcc", "-O2", "hello.upc", "-o", "hello")
check(run("root/usr/bin/upcrun", "-n", "2", "./hello").out == "sum 3 of 2 threads\n", "the unpacked package does not work")
print("pass")
