"""Machines for tests: network namespaces of this one, joined by a bridge. Each has its own
interfaces, addresses and packet filter, so links can be taken down and packets dropped as between
hosts. Needs root and the program ip, and nft to drop packets.

    with Namespaces(2) as machines:
        upcrun("-N", machines.hosts, "--rsh", machines.rsh, "--interface", machines.network, ...)

Names are made of the process's number, so several runs do not meet. What is made is deleted at the
end, also after a signal that ends Python. What a killed run left is deleted by the next one."""

import atexit
import os
import re
import shutil
import signal
import subprocess

PREFIX = "pd"


def possible():
    """Why namespaces cannot be had here, or None."""
    if os.geteuid() != 0:
        return "needs root"
    if not shutil.which("ip"):
        return "needs the program ip"
    name = f"{PREFIX}{os.getpid()}n0"  # as those of a run, so that a killed probe leaves nothing for ever
    try:
        ip("netns", "add", name)
        works = (
            ip("netns", "exec", name, "true", check=False).returncode == 0
        )  # not where / is no mount point (chroot)
    except subprocess.CalledProcessError:
        works = False
    ip("netns", "del", name, check=False)
    return None if works else "network namespaces are not allowed here"


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def delete_abandoned():
    """What belongs to test runs that are no more."""
    for line in ip("netns", "list", check=False).stdout.splitlines():
        found = re.match(rf"{PREFIX}(\d+)n\d+\b", line)
        if found and not lives(int(found.group(1))):
            ip("netns", "del", line.split()[0], check=False)
    for name in os.listdir("/sys/class/net"):
        found = re.fullmatch(rf"{PREFIX}(\d+)(b|v\d+)", name)
        if found and not lives(int(found.group(1))):
            ip("link", "del", name, check=False)


class Namespaces:
    """`count` of them: names (hosts: comma separated), addresses, network. The bridge itself has an
    address: this is where upcrun runs."""

    def __init__(self, count):
        self.tag = f"{PREFIX}{os.getpid()}"
        self.names = [f"{self.tag}n{i}" for i in range(count)]
        self.bridge = f"{self.tag}b"
        # 10.128.0.0/9, a /20 a run: pids of runs at the same time are near each other, so these
        # differ
        block = os.getpid() % 2048
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
        delete_abandoned()
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
        rules = "add table inet polder; add chain inet polder in { type filter hook input priority 0; policy drop; }"
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

    def __exit__(self, *_):
        self.close()
        atexit.unregister(self.close)
