"""Mistakes about nodes give one message that says what and where, and leave nothing. They are about
hosts files, hosts that cannot be reached, commands that are missing, upcruns that do not belong
together."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")
write("here", '#!/bin/sh\nshift\nexec "$@"\n')
os.chmod("here", 0o755)
RSH = ("--rsh", os.path.abspath("here"))


def refused(status, *texts, words=(), program=("./hello",), env=None):
    result = upcrun(*words, *program, status=status, env=env)
    check(
        result.err.startswith("polder: error: ")
        and result.err.count("polder: error") == 1 + result.err.count(": polder: error"),
        "one message",
        result,
    )
    for text in texts:
        check(text in result.err, f"expected a message with '{text}'", result)
    return result


# ---- the command line ----
refused(2, "3 nodes for 2 threads", words=("--nodes", "3", "-n", "2"))
refused(2, "--nodes needs a number", words=("--nodes", "0"))
refused(2, "2 processes for 3 nodes", "--per-node", words=("--nodes", "3", "-n", "6", "-p", "2"))
refused(
    2, "3 processes for 2 threads of a node", words=("--nodes", "2", "-n", "5", "--per-node", "3")
)
refused(2, "-N 2: on which hosts?", words=("-N", "2", "-n", "2"))
refused(2, "--lost-after needs a number of seconds", words=("--nodes", "2", "--lost-after", "soon"))
refused(2, "3 nodes and only 2 hosts", words=("-N", "a,b", "--nodes", "3", "-n", "4"))

# ---- hosts ----
for text in (
    "a,,b",
    "a:0",
    "a:x",
    "a b",
    "-oProxyCommand=evil",
    "a[3-1]",
    "n[1-x]",
    "a;b",
    "$(id)",
):
    refused(2, "neither a host", words=("-N", text, "-n", "2"))
for number, line in (
    (1, "a slots=none"),
    (2, "-x"),
    (3, "a speed=3"),
    (1, "a 1 x"),
    (2, "a\0b"),
    (1, "`id`"),
):
    write("hosts", "ok\n" * (number - 1) + line + "\nok\n")
    refused(2, f"hosts:{number}: not a line of a hosts file", words=("-N", "hosts", "-n", "2"))
write("empty", "# nobody\n\n")
refused(2, "no host in 'empty'", words=("-N", "empty"))

# ---- hosts that do not answer ----
refused(
    1,
    "host a: upcrun cannot be started there (exit status 127): cannot run 'no-such-shell'",
    words=("-N", "a", "--rsh", "no-such-shell {host}"),
)
write("fails", '#!/bin/sh\necho first line >&2\necho "$1: no route to host" >&2\nexit 255\n')
os.chmod("fails", 0o755)
result = refused(
    1,
    "upcrun cannot be started there (exit status 255): ",
    "no route to host",
    words=("-N", "a,b", "-n", "2", "--rsh", "./fails"),
)
check("first line" not in result.err, "only the last line", result)
write("half", '#!/bin/sh\nh=$1; shift\n[ $h = a ] && exec "$@"\nexit 1\n')
os.chmod("half", 0o755)
refused(
    1,
    "host b (node 1): upcrun cannot be started there (exit status 1)",
    words=("-N", "a,b", "-n", "2", "--rsh", "./half"),
)
write("sleeps", "#!/bin/sh\nexec sleep 60\n")
os.chmod("sleeps", 0o755)
refused(
    1,
    "host a (node 0) and 1 more have not answered within 1 s",
    "POLDER_START_LIMIT",
    words=("-N", "a,b", "-n", "2", "--rsh", "./sleeps"),
    env={"POLDER_START_LIMIT": "1"},
)
result = run(UPCRUN, "-N", "host.invalid", "-n", "1", "./hello", status=1)  # ssh itself, or none
check(
    "host.invalid: upcrun cannot be started there" in result.err
    and result.err.count("polder: error") == 1,
    "ssh",
    result,
)
refused(
    1, "no network of this machine is 'nonet0'", words=("-N", "a", "--interface", "nonet0", *RSH)
)

# ---- what is there does not fit ----
refused(
    1,
    "host a: ",
    "upcrun cannot be started there",
    words=("-N", "a", "--remote-upcrun", "/nonexistent/upcrun", *RSH),
)
refused(
    1,
    "host a: upcrun cannot be started there (exit status 1)",
    words=("-N", "a", "--remote-upcrun", "/bin/false", *RSH),
)
refused(127, "not found", words=("-N", "a,b", "-n", "2", *RSH), program=("./missing",))
os.mkdir("gone")
write("removes", '#!/bin/sh\nshift\nrmdir "$OLD"\nexec "$@"\n')
os.chmod("removes", 0o755)
full = os.path.abspath("gone")
result = run(
    UPCRUN,
    "-N",
    "a",
    "-n",
    "1",
    "--rsh",
    os.path.abspath("removes"),
    os.path.abspath("hello"),
    cwd=full,
    env={"OLD": full},
    status=1,
)
check(
    result.err.startswith("polder: error: host a: cannot change to the folder")
    and result.err.count("polder: error") == 1,
    "a folder that is not there",
    result,
)
refused(
    7,
    "exit code 7",
    "never joined",
    words=("--nodes", "2", "-n", "2"),
    program=("sh", "-c", "exit 7"),
)

# the hidden option is for upcrun itself
for line in (
    "",
    "hello\n",
    "polder-agent 1 xyz 0 1 5 ::1\n",
    "polder-agent 1 " + "0" * 32 + " 0 99999 5 ::1\n",
    "polder-agent 1 " + "0" * 40000,
):
    result = upcrun("--polder-agent", stdin=line, status=2)
    check("is for upcrun itself" in result.err, "hidden option", result)

# compiled for a fixed number of threads
upcc("-fupc-threads=3", "hello.upc", "-o", "three")
check(upcrun("--nodes", "2", "./three").out == "sum 6 of 3 threads\n", "static threads")
refused(1, "compiled for 3 threads", words=("--nodes", "2", "-n", "2"), program=("./three",))

print("pass")
