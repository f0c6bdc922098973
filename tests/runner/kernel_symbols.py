"""An empty list of the kernel's symbols for the tests.

libfabric up to 1.17 reads all of /proc/kallsyms twice when it starts. Its provider `verbs` looks
for two functions of the kernel there. That is 0.17 s of processor time in each process that opens a
conduit, and the tests start some thousand of them. A runner that may do so (root) gets a mount
namespace of its own, in which that file is empty. What it starts inherits the namespace.
"""

import ctypes
import os

CLONE_NEWNS = 0x20000
MS_BIND, MS_REC, MS_SLAVE = 0x1000, 0x4000, 0x80000
PATH = "/proc/kallsyms"


def hide():
    """Nothing happens where it is not allowed. Mounts of others still reach this namespace."""
    if os.geteuid() != 0 or not os.path.exists(PATH):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS):
        return
    if libc.mount(b"none", b"/", None, MS_REC | MS_SLAVE, None) == 0:
        libc.mount(b"/dev/null", PATH.encode(), None, MS_BIND, None)
