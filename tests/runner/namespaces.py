"""Machines for tests: network namespaces of this one, joined by a bridge. Each has its own
interfaces, addresses and packet filter, so links can be taken down and packets dropped as between
hosts. Needs root and the program ip, and nft to drop packets.

    with Namespaces(2) as machines:
        upcrun("-N", machines.hosts, "--rsh", machines.rsh, "--interface", machines.network, ...)

Names are made of a number that a run claims, so several runs do not meet. What is made is deleted
at the end, also after a signal that ends Python. What a killed run left is deleted by the next one.

A claim is a lock on a file beside the list of network namespaces. The kernel gives the lock back
when the run ends, however it ends. Process numbers would not do: runs in different process
namespaces may share this list."""

import atexit
import fcntl
import itertools
import os
import re
import shutil
import signal
import subprocess

PREFIX = "pd"
CLAIMS = "/run/polder-tests"  # one file a number
LINK = r"\d+: ({}(\d+)(?:b|v\d+))\b"  # a line of ip -o link


def claim(number):
    """The open file that holds the claim to this number, or None: another run has it."""
    os.makedirs(CLAIMS, exist_ok=True)
    held = open(os.path.join(CLAIMS, str(number)), "w", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        return None
    return held


def claim_any():
    """A number that no run has, and the open file that holds the claim."""
    for number in itertools.count():
        held = claim(number)
        if held:
            return number, held


def possible():
    """Why namespaces cannot be had here, or None."""
    if os.geteuid() != 0:
        return "needs root"
    if not shutil.which("ip"):
        return "needs the program ip"
    try:
        number, held = claim_any()
    except OSError as error:
        return f"{CLAIMS} cannot be written: {error.strerror}"
    name = f"{PREFIX}{number}n0"  # as those of a run: the next one deletes it if this one is killed
    ip("netns", "del", name, check=False)
    try:
        ip("netns", "add", name)
        works = (
            ip("netns", "exec", name, "true", check=False).returncode == 0
        )  # not where / is no mount point (chroot)
    except subprocess.CalledProcessError:
        works = False
    ip("netns", "del", name, check=False)
    held.close()
    return None if works else "network namespaces are not allowed here"


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def delete_abandoned(own):
    """What belongs to test runs that are no more, and what the last holder of the number `own`
    left. The claim is held meanwhile: nobody makes new ones of these names."""
    lists = (("netns", ("netns", "list"), r"({}(\d+)n\d+)\b"), ("link", ("-o", "link"), LINK))
    for kind, words, form in lists:
        lines = ip(*words, check=False).stdout.splitlines()
        delete_of_ended(kind, [re.match(form.format(PREFIX), line) for line in lines], own)


def delete_of_ended(kind, found, own):
    """`found` has matches of a name and its number, or None."""
    for match in filter(None, found):
        number = int(match.group(2))
        held = None if number == own else claim(number)
        if held or number == own:
            ip(kind, "del", match.group(1), check=False)
        if held:
            held.close()


class Namespaces:
    """`count` of them: names (hosts: comma separated), addresses, network. The bridge itself has an
    address: this is where upcrun runs."""

    def __init__(self, count):
        self.number, self.claimed = claim_any()
        self.tag = f"{PREFIX}{self.number}"
        self.names = [f"{self.tag}n{i}" for i in range(count)]
        self.bridge = f"{self.tag}b"
        block = self.number % 2048  # 10.128.0.0/9, a /20 a run
        self.base = (10 << 24) + (1 << 23) + (block << 12)
        self.network = self.text(self.base) + "/20"
        self.address = self.text(self.base + 1)
        self.addresses = [self.text(self.base + 2 + i) for i in range(count)]
        self.hosts = ",".join(self.names)
        self.rsh = "ip netns exec {host}"

    @staticmethod
    def text(number):
        return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0))

    def __enter__(self):
        delete_abandoned(self.number)
        atexit.register(self.close)
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, lambda *_: os._exit((self.close(), 143)[1]))
        ip("link", "add", self.bridge, "type", "bridge")
        ip("addr", "add", f"{self.address}/20", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")
        for i, name in enumerate(self.names):
            self.add(i, name)
        return self

    def add(self, i, name):
        outside = self.outside(i)
        ip("netns", "add", name)
        ip("link", "add", outside, "type", "veth", "peer", "name", "net0", "netns", name)
        ip("link", "set", outside, "master", self.bridge, "up")
        ip("-n", name, "addr", "add", f"{self.addresses[i]}/20", "dev", "net0")
        ip("-n", name, "link", "set", "net0", "up")
        ip("-n", name, "link", "set", "lo", "up")

    def outside(self, i):
        return f"{self.tag}v{i}"

    def link(self, i, up):
        ip("link", "set", self.outside(i), "up" if up else "down")
        if up:  # who was not found meanwhile is remembered for a while
            ip("neigh", "flush", "dev", self.bridge, check=False)
            ip("-n", self.names[i], "neigh", "flush", "dev", "net0", check=False)

    def drop_packets(self, i):
        """All that comes to a namespace over TCP is lost from now on."""
        rules = (
            "add table inet polder; add chain inet polder in { type filter hook input priority 0;"
            " policy drop; }"
        )
        subprocess.run(
            ["ip", "netns", "exec", self.names[i], "nft", rules], check=True, capture_output=True
        )

    def run(self, i, *words, **more):
        return subprocess.run(
            ["ip", "netns", "exec", self.names[i], *words], capture_output=True, text=True, **more
        )

    def processes(self, i):
        return sorted(int(pid) for pid in ip("netns", "pids", self.names[i]).stdout.split())

    def close(self):
        for i, name in enumerate(self.names):
            ip("link", "del", self.outside(i), check=False)
            ip("netns", "del", name, check=False)
        ip("link", "del", self.bridge, check=False)
        self.claimed.close()

    def __exit__(self, *_):
        self.close()
        atexit.unregister(self.close)
