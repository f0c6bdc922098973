"""upcrun over ssh itself: a server of our own on this machine, with keys of its own. The process of
ssh is gone while the job runs, and nothing is left behind it."""

# sanitize: not thread address (the processes of a node share memory)
# requires: ssh
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import getpass  # noqa: E402
import shutil  # noqa: E402
import socket  # noqa: E402
import subprocess  # noqa: E402

from runner import limits  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"
if not os.access(SSHD, os.X_OK) or not shutil.which("ssh-keygen"):
    skip("needs sshd and ssh-keygen")
folder = os.getcwd()
for name in ("host_key", "user_key"):
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name)
shutil.copy("user_key.pub", "authorized")
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
write(
    "sshd_config",
    f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host_key\nPidFile none\n"
    f"AuthorizedKeysFile {folder}/authorized\n"
    "StrictModes no\nUsePAM no\nPermitRootLogin yes\nPasswordAuthentication no\n"
    "KbdInteractiveAuthentication no\n",
)
if os.geteuid() == 0:
    os.makedirs(
        "/run/sshd", exist_ok=True
    )  # where it locks itself up; of the package, and made at boot
server = subprocess.Popen([SSHD, "-D", "-e", "-f", "sshd_config"], stderr=open("log", "w"))
ssh = (
    f"ssh -x -F none -p {port} -i {folder}/user_key -o IdentitiesOnly=yes -o "
    f"StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
    f"-o LogLevel=ERROR -o BatchMode=yes {getpass.getuser()}@127.0.0.1"
)
try:
    answers = lambda: run(*ssh.split(), "true", status=None).status == 0  # noqa: E731
    if (
        limits.until(lambda: server.poll() is not None or answers(), limits.Meter(SOON), pause=0.2)
        or not answers()
    ):
        print(read("log"))
        skip(
            "no ssh to this machine: "
            + (read("log").strip().splitlines() or ["sshd says nothing"])[-1]
        )
    # -N names are only labels here: the command leads to the server whatever they are
    write("to", f'#!/bin/sh\nshift\nexec {ssh} "$@"\n')
    os.chmod("to", 0o755)
    write("hello.upc", HELLO)
    upcc("hello.upc", "-o", "hello")
    rsh = ("--rsh", os.path.abspath("to"))
    for count, each in ((2, 1), (3, 2)):
        hosts = ",".join("abc"[:count])
        result = upcrun("-N", hosts, *rsh, "-n", "7", "--per-node", str(each), "./hello")
        check(result.out == "sum 28 of 7 threads\n" and result.err == "", f"{count} hosts", result)
    name = f"ssh{os.getpid() % 100000}"
    write(
        "sleeper.upc",
        "#include <upc.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        'int main(void) { upc_barrier; fprintf(stderr, "ready\\n"); sleep(600); return 0; }\n',
    )
    upcc("sleeper.upc", "-o", name)
    job = subprocess.Popen(
        [UPCRUN, "-N", "a,b", *rsh, "-n", "2", f"./{name}"], stderr=subprocess.PIPE, text=True
    )
    for _ in range(2):
        check(job.stderr.readline() == "ready\n", "start", job.poll())
    children = lambda: [p.pid for p in limits.tree(job.pid)]  # noqa: E731
    until(lambda: not children(), "ssh is still there", children)
    job.kill()
    job.wait()
    until(lambda: not processes_named(name), "processes left")
    result = upcrun("-N", "a", *rsh, "--remote-upcrun", "/nowhere/upcrun", "./hello", status=1)
    check(
        "host a: upcrun cannot be started there (exit status 127)" in result.err
        and "/nowhere/upcrun" in result.err,
        "no upcrun there",
        result,
    )
finally:
    server.terminate()
    server.wait()
print("pass")
