"""polder doctor. On a sound machine a program is compiled, runs on each mapping, and the exit
status is 0. Each fault of a machine is said with what to do: small or missing /dev/shm, small
limits, no compiler, no debuggers. So are hosts that cannot be reached or do not reach each
other."""

# sanitize: no, processes do not go with sanitizers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import ctypes  # noqa: E402
import resource  # noqa: E402
import shutil  # noqa: E402
import struct  # noqa: E402
import subprocess  # noqa: E402

from runner import namespaces  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

POLDER = os.path.join(BUILD, "bin", "polder")
MAPPINGS = (
    "4 threads of one process",
    "4 processes",
    "2 processes of 2 threads",
    "2 simulated nodes",
)
os.environ.pop("POLDER_SEGMENT", None)


def findings(text):
    """[(kind, what, hint)] of what doctor prints."""
    found = []
    for line in text.splitlines()[1:-1]:
        if line.startswith("      ") and found:
            found[-1][2] = line.strip()
        else:
            found.append([line[:5].strip(), line[6:], ""])
    return found


def examined(result, kind, what, hint="", status=None):
    check(status is None or result.status == status, f"exit status {status}", result)
    hits = [f for f in findings(result.out) if f[0] == kind and what in f[1]]
    check(
        len(hits) == 1 and hint in hits[0][2],
        f"one finding '{kind}' with '{what}' and '{hint}'",
        result,
    )


def has_no(result, what):
    check(
        not any(what in f[1] for f in findings(result.out) if f[0] != "ok"),
        f"nothing of '{what}'",
        result,
    )


QUICK = (POLDER, "doctor", "--no-runs")


def limited(*limits, words=(), env=None, command=QUICK):
    def apply():
        for which, most in limits:
            resource.setrlimit(which, (most, most))

    job = start(*command, *words, env=env, stdin=subprocess.DEVNULL, preexec_fn=apply)
    out, err = finish(job)
    return Result(
        [*command, *words], subprocess.CompletedProcess(command, job.returncode, out, err)
    )


# ---- a sound machine ----
sound = run(POLDER, "doctor", env={"TMPDIR": os.getcwd()})
for name in MAPPINGS:
    examined(sound, "ok", name)
examined(sound, "ok", "compiles a program")
check(
    sound.out.splitlines()[-1].startswith("nothing is wrong") and sound.err == "",
    "the last line",
    sound,
)
check(not [name for name in os.listdir(".") if "doctor" in name], "nothing stays behind")

# ---- the compiler ----
for env, what in (
    ({"PATH": "/nonexistent", "POLDER_CC": ""}, "no C compiler was found"),
    ({"POLDER_CC": "no-such-cc"}, "'no-such-cc' was not found"),
):
    result = run(POLDER, "doctor", env=env, status=1)
    examined(result, "wrong", what, "apt-get install gcc")
    check("1 thing is wrong" in result.out, "the last line", result)
write(
    "fails",
    "#!/bin/sh\ncase $* in *--version*) exec cc --version;; esac\n"
    "echo 'fails: error: no headers here' >&2\nexit 1\n",
)
os.chmod("fails", 0o755)
examined(
    run(POLDER, "doctor", env={"POLDER_CC": os.path.abspath("fails")}, status=1),
    "wrong",
    "compiling a program fails: no headers here",
)
examined(
    run(POLDER, "doctor", env={"TMPDIR": "/proc"}, status=1),
    "wrong",
    "cannot write in /proc",
    "TMPDIR",
)

# ---- limits of the shell ----
# A run that fails is wrong; the limit itself is a note with what it means.
result = limited((resource.RLIMIT_FSIZE, 4 << 20), command=(POLDER, "doctor"))
examined(result, "note", "files are limited to 4 MiB (ulimit -f)", "SIGXFSZ")
examined(result, "wrong", MAPPINGS[0], "raise the limit of file sizes (ulimit -f)")
check("things are wrong; 1 note" in result.out, "the last line counts", result)
check(
    result.status == 1 and sum(f[0] == "wrong" for f in findings(result.out)) >= 3,
    "8 MB a thread do not fit into files of 4",
    result,
)
result = limited((resource.RLIMIT_AS, 4 << 30))
examined(result, "note", "address space is limited to 4 GiB (ulimit -v)", "half of it")
examined(
    limited((resource.RLIMIT_MEMLOCK, 64 << 10)),
    (
        "note"
        if not os.path.isdir("/sys/class/infiniband") or not os.listdir("/sys/class/infiniband")
        else "wrong"
    ),
    "locked memory is limited to 64 KiB (ulimit -l)",
    "unlimited",
)
examined(
    limited((resource.RLIMIT_NOFILE, 100)), "note", "open files are limited to 100", "ulimit -n"
)
examined(
    limited((resource.RLIMIT_CPU, 1000)), "note", "processor time is limited to 1000 s", "SIGXCPU"
)
if (
    os.geteuid() == 0
    and shutil.which("setpriv")
    and run("setpriv", "--reuid=54321", "--clear-groups", UPCC, "--version", status=None).status
    == 0
):
    other = ("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", *QUICK)
    os.chmod(".", 0o777)
    examined(
        limited((resource.RLIMIT_NPROC, 20), env={"TMPDIR": "/tmp"}, command=other),
        "wrong",
        "limited to 20 (ulimit -u)",
        "ulimit -u N",
    )

# ---- shared memory, in a mount namespace ----
if (
    os.geteuid() == 0
    and run("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm", status=None).status == 0
):

    def with_shm(options, more="--no-runs", env=None, status=None):
        return run(
            "unshare",
            "-m",
            "sh",
            "-c",
            f"mount -t tmpfs -o {options} tmpfs /dev/shm && exec {POLDER} doctor {more}",
            env=env,
            status=status,
        )

    examined(
        with_shm("size=1m", status=0),
        "note",
        "/dev/shm has 1 MiB free of 1 MiB",
        "POLDER_SEGMENT=posix",
    )
    examined(with_shm("ro", status=0), "note", "/dev/shm: Read-only file system", "mount -t tmpfs")
    small = with_shm("size=1m", "", env={"POLDER_SEGMENT": "posix"}, status=1)
    examined(small, "wrong", "/dev/shm has 1 MiB free", "--shm-size")
    check(
        any(f[0] == "wrong" and MAPPINGS[1] in f[1] for f in findings(small.out)),
        "the runs that need it fail",
        small,
    )
    has_no(with_shm("size=1g"), "/dev/shm")
else:
    print("no mount namespaces here: /dev/shm was left as it is")

# ---- debuggers: what a container's filter of system calls does ----
if os.uname().machine == "x86_64":

    def without_ptrace():
        """A filter of this process and its children: ptrace (101) fails with EPERM, the rest
        passes."""
        code = b"".join(
            struct.pack("HBBI", *i)
            for i in (
                (0x20, 0, 0, 0),
                (0x15, 0, 1, 101),
                (6, 0, 0, 0x50000 | 1),
                (6, 0, 0, 0x7FFF0000),
            )
        )
        buffer = ctypes.create_string_buffer(code, len(code))
        program = struct.pack("HxxxxxxP", 4, ctypes.addressof(buffer))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
            os._exit(99)

    job = start(*QUICK, stdin=subprocess.DEVNULL, preexec_fn=without_ptrace)
    out, err = finish(job)
    if job.returncode != 99:
        result = Result(
            [POLDER, "doctor"], subprocess.CompletedProcess([], job.returncode, out, err)
        )
        examined(
            result,
            "note",
            "debuggers are forbidden here (ptrace: Operation not permitted)",
            "SYS_PTRACE",
            status=0,
        )

# ---- hosts ----
check("name hosts (-N)" in run(*QUICK, "-n", "4", status=2).err, "options without hosts")
write(
    "here",
    '#!/bin/sh\n[ "$1" != bad ] || { echo \'bad: no route to host\' >&2; exit 255; }\nshift\n'
    'exec "$@"\n',
)
os.chmod("here", 0o755)
RSH = ("--rsh", os.path.abspath("here"))
result = run(*QUICK, "-N", "a,bad,b", *RSH, status=1)
examined(result, "wrong", "host bad: ", "When it does not start")
check("no route to host" in result.out, "what ssh said", result)
examined(result, "ok", "the hosts reach one another")
if namespaces.possible() or not shutil.which("nft"):
    print(f"without namespaces: {namespaces.possible() or 'needs nft'}")
    print("pass")
    sys.exit(0)
with namespaces.Namespaces(3) as machines:
    words = (
        "-N",
        machines.hosts,
        "--rsh",
        machines.rsh,
        "--interface",
        machines.network,
        "--lost-after",
        "3",
    )
    examined(run(*QUICK, *words), "ok", "the hosts reach one another")
    # A packet filter on the second host lets nothing of the third one in, but all of the first
    # upcrun.
    for line in (
        "add table inet t",
        "add chain inet t i { type filter hook input priority 0 ; }",
        f"add rule inet t i ip saddr {machines.addresses[2]} drop",
    ):
        run("ip", "netns", "exec", machines.names[1], "nft", line)
    result = run(*QUICK, *words, status=1)
    examined(result, "wrong", f"{machines.names[1]} and {machines.names[2]}: ", "firewall")
    examined(result, "ok", "upcrun starts on 3 hosts")
    has_no(result, f"{machines.names[0]} and {machines.names[1]}")
print("pass")
