"""What orders memory in code for aarch64, with atomic instructions (LSE, armv8.1-a) and without.

It looks at each form of access, at fences and atomic operations, and at what the runtime's waits
are made of. The lists are tests/e2e/code/aarch64/*.txt, a line a function. They name the
instructions that order or are atomic, and calls; of plain accesses also the loads and stores.
POLDER_TEST_UPDATE=1 writes them anew: read the difference then. Without a cross compiler this is
skipped."""

# sanitize: no (it looks at code without theirs)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

TARGET = "aarch64-linux-gnu"
HERE = os.path.join(os.environ["POLDER_SOURCE"], "tests/e2e/code/aarch64")
PLAIN = """
int relaxed_load(shared [] int *p) { return *p; }
void relaxed_store(shared [] int *p) { *p = 1; }
void relaxed_update(shared [] int *p) { *p += 1; }
char strict_load_char(strict shared [] char *p) { return *p; }
int strict_load(strict shared [] int *p) { return *p; }
double strict_load_double(strict shared [] double *p) { return *p; }
void strict_store(strict shared [] int *p) { *p = 1; }
void strict_store_double(strict shared [] double *p, double v) { *p = v; }
void strict_update(strict shared [] int *p) { *p += 1; }
"""
LONGER = """
void strict_wide(strict shared [] wide_t *p, wide_t v) { *p = v; }
void strict_structure(strict shared [] struct pair *p, struct pair *v) { *p = *v; }
void fence(void) { upc_fence; }
void notify(void) { upc_notify; }
void wait(void) { upc_wait; }
void barrier(void) { upc_barrier; }
void lock(upc_lock_t *l) { upc_lock(l); }
void unlock(upc_lock_t *l) { upc_unlock(l); }
"""
ATOMIC = """
long atomic_relaxed_add(shared [] long *p, long v) {
    long was; upc_atomic_relaxed(domain, &was, UPC_ADD, p, &v, 0); return was;
}
long atomic_strict_add(shared [] long *p, long v) {
    long was; upc_atomic_strict(domain, &was, UPC_ADD, p, &v, 0); return was;
}
long atomic_strict_get(shared [] long *p) {
    long is; upc_atomic_strict(domain, &is, UPC_GET, p, 0, 0); return is;
}
void atomic_strict_set(shared [] long *p, long v) {
    upc_atomic_strict(domain, 0, UPC_SET, p, &v, 0);
}
long atomic_strict_cswap(shared [] long *p, long o, long n) {
    long was; upc_atomic_strict(domain, &was, UPC_CSWAP, p, &o, &n); return was;
}
"""
RUNTIME = """
#include "runtime/sync/lock_layout.h"
#include "runtime/sync/wait.h"
using namespace polder;
using namespace polder::sync;
extern "C" {
void runtime_pause() { cpu_pause(); }
void runtime_lock_fence() { lock_fence(); }
void runtime_lock_take(Lock &lock, LockUser user) { lock_take(lock, 2, user); }
bool runtime_lock_held(const Lock &lock, LockUser user) { return lock_held_by(lock, user); }
void runtime_signal(WaitPoint &point) { wait_signal(point); }
void runtime_signal_after_exchange(WaitPoint &point, std::atomic<unsigned> &data) {
    data.exchange(1, std::memory_order_seq_cst);
    wait_signal_after_rmw(point);
}
void runtime_publish(std::atomic<unsigned> &flag) { flag.store(1, std::memory_order_release); }
unsigned runtime_look(std::atomic<unsigned> &flag) { return flag.load(std::memory_order_acquire); }
}
"""
HEAD = """#include <upc_relaxed.h>
#include <upc_atomic.h>
struct pair { long a, b; };
typedef shared void *wide_t;
extern upc_atomicdomain_t *domain;
"""
ORDERS = (
    r"dmb|dsb|isb|yield|lda\w*|stl\w*|ldx\w*|stx\w*|swp\w*|cas\w*"
    r"|ld(?:add|clr|set|eor|smax|smin|umax|umin)\w*"
)
# Loads and stores that are plain: not of the stack, not of addresses and thread-local data.
ACCESS = r"(?:ldr|str|ldur|stur)[bh]?"


def functions(assembly):
    for name, body in re.findall(r"^(\w+):[^\n]*\n(.*?)^\s*\.size\s+\1,", assembly, re.M | re.S):
        yield name, [line.strip() for line in body.split("\n")]


def orders(lines, plain):
    found = []
    for line in lines:
        word = line.split()[0] if line.split() else ""
        call = re.match(r"(?:bl?|b)\s+((?:polder|upc)_\w+|_?_?\w*wait_wake\w*)", line)
        if word in ("dmb", "dsb"):
            found.append(" ".join(line.split()[:2]))
        elif call:
            found.append("call " + ("wait_wake" if "wait_wake" in call.group(1) else call.group(1)))
        elif re.fullmatch(ORDERS, word) or (plain and re.fullmatch(ACCESS, word)):
            if not re.search(r"\[sp|:got|:lo12|tpidr", line):
                found.append("ldr" if word == "ldur" else "str" if word == "stur" else word)
    return " ; ".join(found)


def table(assembly, names, plain=False):
    code = dict(functions(assembly))
    return [f"{name}: {orders(code[name], plain)}" for name in names]


def names_in(text):
    return re.findall(r"^\w[\w *&<>]*?\b(\w+)\(", text, re.M)


def compiled(march, text):
    write("forms.upc", HEAD + text)
    flags = ["-O2", "-fPIC", f"-march={march}", "-mno-outline-atomics"]
    flags += ["-fupc-nodes=one", "-fno-upc-one-thread"]  # one version of each function
    return upcc(*flags, "-S", "forms.upc", "-o", "-", env={"POLDER_CC": f"{TARGET}-gcc"}).out


def compiled_runtime(march):
    write("forms.cc", RUNTIME)
    root = os.environ["POLDER_SOURCE"]
    words = ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti", "-mno-outline-atomics"]
    words += [f"-march={march}", f"-I{root}", f"-I{root}/include", "-S", "forms.cc"]
    run(f"{TARGET}-g++", *words, "-o", "forms.s")
    with open("forms.s", encoding="utf-8") as f:
        return f.read()


def expected(march, part, lines):
    path = os.path.join(HERE, f"{march}-{part}.txt")
    if os.environ.get("POLDER_TEST_UPDATE"):
        write(path, "\n".join(lines) + "\n")
    with open(path, encoding="utf-8") as f:
        return f.read().splitlines()


def compare(march, part, lines):
    for wanted, given in zip(expected(march, part, lines), lines, strict=True):
        check(wanted == given, f"-march={march}:", f"expected  {wanted}", f"found     {given}")


for tool in ("gcc", "g++"):
    if not shutil.which(f"{TARGET}-{tool}"):
        skip(f"no {TARGET}-{tool} (apt-get install g++-{TARGET})")
for march in ("armv8-a", "armv8.1-a"):
    compare(march, "accesses", table(compiled(march, PLAIN), names_in(PLAIN), plain=True))
    compare(march, "constructs", table(compiled(march, LONGER), names_in(LONGER)))
    compare(march, "atomics", table(compiled(march, ATOMIC), names_in(ATOMIC)))
    compare(march, "runtime", table(compiled_runtime(march), names_in(RUNTIME)))
