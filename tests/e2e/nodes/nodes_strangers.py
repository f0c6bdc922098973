"""Who does not hold the key of a job gets nowhere. Random bytes, wrong keys, half sentences and
floods at the port where upcrun waits for its agents change nothing. An upcrun of another version is
told apart. The other side of the handshake is written here once more, from its description."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import random  # noqa: E402
import socket  # noqa: E402
import struct  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

MASK = (1 << 64) - 1
GREETING, ANSWER, WELCOME = 56, 88, 40  # bytes
write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")


def turned(x, bits):
    return (x << bits | x >> (64 - bits)) & MASK


def siphash(key, message):
    """SipHash-2-4 with 128 bits."""
    k0, k1 = struct.unpack("<QQ", key)
    v = [
        k0 ^ 0x736F6D6570736575,
        k1 ^ 0x646F72616E646F6D ^ 0xEE,
        k0 ^ 0x6C7967656E657261,
        k1 ^ 0x7465646279746573,
    ]

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = turned(v[1], 13) ^ v[0]
            v[0] = turned(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = turned(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = turned(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = turned(v[1], 17) ^ v[2]
            v[2] = turned(v[2], 32)

    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) & 255])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return struct.pack("<QQ", low, v[0] ^ v[1] ^ v[2] ^ v[3])


check(siphash(bytes(range(16)), b"").hex() == "a3817f04ba25a8e66df67214c7550293", "our own siphash")


def receive(line, size):
    data = b""
    while len(data) < size:
        piece = line.recv(size - len(data))
        if not piece:
            return data
        data += piece
    return data


class Job:
    """A job of hosts a and b that waits: its agents start when we say so. port, key: of its start
    line."""

    def __init__(self):
        for name in ("line", "go"):
            if os.path.exists(name):
                os.remove(name)
        self.process = subprocess.Popen(
            [UPCRUN, "-N", "a,b", "-n", "2", "--rsh", os.path.abspath("waits"), "./hello"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        until(
            lambda: os.path.exists("line")
            and read("line").endswith("\n")
            or self.process.poll() is not None,
            "no start line",
            limit=LIMIT,
        )
        check(self.process.poll() is None, "upcrun ended before its time")
        words = read("line").split()
        self.key, self.port, self.addresses = (
            bytes.fromhex(words[2]),
            int(words[4]),
            words[6].split(","),
        )

    def connect(self):
        return socket.create_connection((self.addresses[0], self.port))

    def finish(self):
        write("go", "")
        out, err = finish(self.process)
        check(
            (self.process.returncode, out, err) == (0, "sum 3 of 2 threads\n", ""),
            "the job was disturbed",
            self.process.returncode,
            out,
            err,
        )


write(
    "waits",
    '#!/bin/sh\nhost=$1; shift; read line\n'
    '[ $host = a ] && echo "$line" > line.$$ && mv line.$$ line\n'
    'while [ ! -e go ]; do sleep 0.02; done\necho "$line" | exec "$@"\n',
)
os.chmod("waits", 0o755)


def answer(key, greeting, node, version=None):
    identity = bytearray(greeting[:40])
    if version:
        identity[20:40] = version.ljust(20, b"\0")
    number = os.urandom(16)
    said = bytes(identity) + struct.pack("<IIQ", node, 0, 0) + number
    return said + siphash(key, b"a" + greeting + said)


# ---- strangers ----
random.seed(int(os.environ.get("POLDER_TEST_SEED", "1")))
job = Job()
for turn in range(300):
    line = job.connect()
    size = random.choice([0, 1, 7, 16, 40, 87, 88, 89, 100, 5000, 100000])
    greeting = receive(line, GREETING)
    check(len(greeting) == GREETING and greeting[:6] == b"polder", "a greeting")
    data = bytearray(random.randbytes(size))
    if turn % 3 == 1:
        data = bytearray(
            answer(random.randbytes(16), greeting, turn % 5)
        )  # all right but for the key
    if turn % 3 == 2:
        data = bytearray(answer(job.key, greeting, 0))  # one bit of a right answer is wrong
        bit = random.randrange(8 * ANSWER)
        data[bit // 8] ^= 1 << bit % 8
    try:
        line.sendall(data)
        if len(data) >= ANSWER:
            check(receive(line, 1) == b"", f"a stranger was answered in turn {turn}")
    except (ConnectionResetError, BrokenPipeError):
        pass
    line.close()
    check(
        job.process.poll() is None,
        f"upcrun ended in turn {turn}",
        job.process.communicate() if job.process.poll() is not None else "",
    )
job.finish()

# ---- many that wait, and go ----
job = Job()
lines = [job.connect() for _ in range(400)]
for line in lines[::2]:
    line.sendall(b"polder")
for line in lines[:100]:
    line.close()
job.finish()
for line in lines:
    line.close()

# ---- what was said once is no answer to another greeting ----
job = Job()
first, second = job.connect(), job.connect()
said = answer(job.key, receive(first, GREETING), 0)
receive(second, GREETING)
second.sendall(said)
try:
    check(receive(second, 1) == b"", "a repeated answer")
except ConnectionResetError:
    pass
job.finish()

# ---- somebody who listens at the port in upcrun's place learns nothing, and the agent goes ----
fake = socket.create_server(("127.0.0.1", 0))
agent = subprocess.Popen(
    [UPCRUN, "--polder-agent"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
)
agent.stdin.write(f"polder-agent 1 {'ab' * 16} 0 {fake.getsockname()[1]} 5 127.0.0.1\n")
agent.stdin.close()
line, _ = fake.accept()
job = Job()
other = job.connect()
greeting = receive(other, GREETING)  # a real one
line.sendall(greeting)
said = receive(line, ANSWER)
check(len(said) == ANSWER and bytes.fromhex("ab" * 16) not in said, "the key travelled")
line.sendall(os.urandom(WELCOME))
check(
    ended(agent) == 1 and "does not hold the key" in agent.stderr.read(),
    "an agent believed a stranger",
)
job.finish()
other.close()

# ---- an upcrun of another version, which holds the key ----
job = Job()
line = job.connect()
said = answer(job.key, receive(line, GREETING), 1, version=b"9.9")
line.sendall(said)
welcome = receive(line, WELCOME)
check(len(welcome) == WELCOME and welcome[:4] == bytes(4), "refused, but told", welcome)
out, err = finish(job.process)
check(
    job.process.returncode == 1
    and "host b (node 1): upcrun there is of version 9.9, this one of " in err
    and err.count("polder: error") == 1,
    "versions",
    err,
)
write("go", "")
print("pass")
