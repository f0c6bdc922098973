"""Parallel I/O survives death at any moment. Jobs that write in all ways (common and individual
pointers, lists, the background) are killed at random moments, whole or one process of them. What a
function said to be written, synchronised or closed before is in the file, and nothing is there that
was never written."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import random  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

EACH = 3000  # bytes a thread and round
MAPPINGS = (("-n", "3", "-p", "1"), ("-n", "3"), ("-n", "4", "-p", "2"))
WAYS = ("common", "background", "own", "list")
NAME = f"iokill{os.getpid() % 100000}"

write(
    "killed.upc",
    r"""
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_io.h>

enum { EACH = 3000 };
shared [EACH] char data[EACH * THREADS];
static char mine[EACH];

static char letter(long at) { return (char)(33 + (at * 31 + at / 997) % 90); }

static upc_off_t write_own(upc_file_t *file, const char *way, long begin)
{
    const long own = begin + EACH * MYTHREAD;
    struct upc_local_memvec memory[2] = {{mine + 100, EACH - 100}, {mine, 100}};
    struct upc_filevec places[1] = {{own, EACH}};
    for (int i = 0; i < EACH; i++)
        mine[i] = letter(own + (way[0] == 'l' ? (i + EACH - 100) % EACH : i));
    if (way[0] == 'l') return upc_all_fwrite_list_local(file, 2, memory, 1, places, 0);
    upc_all_fseek(file, own, UPC_SEEK_SET);
    return upc_all_fwrite_local(file, mine, 1, EACH, 0);
}

static upc_off_t write_common(upc_file_t *file, const char *way, long begin)
{
    for (int i = 0; i < EACH; i++) data[EACH * MYTHREAD + i] = letter(begin + EACH * MYTHREAD + i);
    if (way[0] == 'c') return upc_all_fwrite_shared(file, data, EACH, 1, EACH * THREADS, 0);
    upc_all_fwrite_shared_async(file, data, EACH, 1, EACH * THREADS, 0);
    return upc_all_fwait_async(file);
}

int main(int argc, char **argv)
{
    const char *way = argv[2];
    const int common = way[0] == 'c' || way[0] == 'b',
              kind = common ? UPC_COMMON_FP : UPC_INDIVIDUAL_FP;
    upc_file_t *file = upc_all_fopen(argv[1], UPC_RDWR | UPC_CREATE | UPC_EXCL | kind, 0, NULL);
    if (!file) return 9;
    for (long round = 0;; round++) {
        const long begin = round * EACH * THREADS, end = begin + EACH * THREADS;
        if ((common ? write_common : write_own)(file, way, begin) !=
            (common ? EACH * THREADS : EACH))
            return 8;
        if (round % 8 == 3 && upc_all_fsync(file) < 0) return 7;
        if (round % 8 == 7) {
            if (upc_all_fclose(file) < 0) return 6;
            file = upc_all_fopen(argv[1], UPC_RDWR | UPC_APPEND | kind, 0, NULL);
            if (!file || upc_all_fget_size(file) != end) return 5;
        }
        if (MYTHREAD == 0) printf("%ld\n", end), fflush(stdout);
    }
}
""",
)
upcc("-O1", "killed.upc", "-o", NAME)


def letters(begin, end):
    return bytes(33 + (at * 31 + at // 997) % 90 for at in range(begin, end))


seed = int(os.environ.get("POLDER_SEED", time.time_ns() % 1000000))
print("POLDER_SEED", seed)
chance = random.Random(seed)
whole = letters(0, 90 * 997)  # a period of the contents
for number in range(36):
    mapping, way = MAPPINGS[number % 3], WAYS[number // 3 % 4]
    name = f"data{number}"
    job = subprocess.Popen(
        [UPCRUN, *mapping, f"./{NAME}", name, way],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = [int(job.stdout.readline())]
    time.sleep(chance.random() * 0.06)
    if number % 2:
        job.send_signal(signal.SIGKILL)
    else:
        os.kill(chance.choice(processes_named(NAME)), signal.SIGKILL)
    rest, messages = finish(job)  # ends when the last process has closed its end
    said += [int(line) for line in rest.split("\n")[:-1]]
    what = f"{way} on {mapping}, killed {'whole' if number % 2 else 'one process'}"
    check(job.returncode != 0, f"{what}: status {job.returncode}\n{messages}")
    check("exit code" not in messages, f"{what}: {messages}")
    with open(name, "rb") as file:
        data = file.read()
    expected = (whole * (len(data) // len(whole) + 1))[: len(data)]
    promised = max(said)
    check(
        len(data) >= promised and data[:promised] == expected[:promised],
        f"{what}: {len(data)} bytes in the file, {promised} promised",
    )
    for at in range(promised, len(data)):
        check(data[at] in (0, expected[at]), f"{what}: byte {at} is {data[at]}, never written")
    os.unlink(name)
