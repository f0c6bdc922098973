"""Programs of another machine, run by an emulator of it (qemu-user), as if the kernel knew how.

The kernel starts a file of a foreign machine through an interpreter that is registered with
binfmt_misc. Since Linux 6.7 a user namespace has a register of its own. The runner starts itself
again in such a namespace and registers the emulator there, so nothing of this machine changes.
Whatever the tests start is emulated: upcrun, its processes, a program by exec. Compilers, Python
and shells stay those of this machine.
"""

import os
import shutil
import subprocess

INSIDE = "POLDER_TEST_EMULATED"
REGISTER = "/proc/sys/fs/binfmt_misc"
# e_machine of ELF files.
MACHINES = {"qemu-aarch64": 183}


def machine_of(emulator):
    name = os.path.basename(emulator).removesuffix("-static")
    return MACHINES.get(name)


def rule(emulator, machine):
    def text(data):
        return "".join(f"\\x{byte:02x}" for byte in data)

    magic = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00" + machine.to_bytes(2, "little")
    mask = b"\xff" * 7 + b"\x00" + b"\xff" * 8 + b"\xfe\xff\xff\xff"
    return f":polder:M::{text(magic)}:{text(mask)}:{emulator}:OCF"


def problem(emulator):
    """Why it cannot be used, or None."""
    if not shutil.which(emulator):
        return f"the emulator {emulator} is missing (apt-get install qemu-user-static)"
    return (
        None
        if machine_of(emulator)
        else f"{emulator} is not known here; one of {', '.join(MACHINES)}"
    )


def enter(emulator, words):
    """Runs `words` where programs of the emulator's machine start. Does not return."""
    prefix = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork"]
    prefix += ["--mount-proc", "--kill-child"]
    os.environ[INSIDE] = os.path.realpath(shutil.which(emulator))
    os.execvp(prefix[0], prefix + words)


def is_inside():
    return INSIDE in os.environ


def register():
    """In the namespace. Why it failed, or None."""
    emulator = os.environ[INSIDE]
    words = ["mount", "-t", "binfmt_misc", "none", REGISTER]
    mounted = subprocess.run(words, capture_output=True, text=True)
    if mounted.returncode:
        why = mounted.stderr.strip()
        return f"no register of programs in a user namespace ({why}); it takes Linux 6.7"
    with open(os.path.join(REGISTER, "register"), "w") as f:
        f.write(rule(emulator, machine_of(emulator)))
    return None
