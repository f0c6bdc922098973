"""Atomic operations used wrongly end the job with one message that names the operation, the type
and what was allowed."""

# sanitize: not thread (it explains crashes itself)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = """
#include <upc.h>
#include <upc_atomic.h>
shared long n;
shared [] int *shared head;
static upc_atomicdomain_t *everywhere;
static long twice(void)
{
    long one = 1, old = 0;
    upc_atomic_relaxed(everywhere, &old, UPC_ADD, &n, &one, 0);
    upc_atomic_relaxed(everywhere, 0, UPC_OR, &n, &one, 0);
    return old;
}
int main(void)
{
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET | UPC_CSWAP, 0);
    long one = 1, old = 0;
    shared long *nowhere = 0;
    upc_lock_t *lock = upc_all_lock_alloc();
    upc_barrier;
    if (CONDITION) { STATEMENT; }
    upc_barrier;
    (void)one, (void)old, (void)nowhere, (void)lock, (void)twice;
    return 0;
}
"""

CASES = (
    (
        "upc_atomic_relaxed(d, &old, UPC_OR, &n, &one, 0)",
        "UPC_OR is not an operation of this domain, which was allocated for UPC_ADD | UPC_GET | "
        "UPC_CSWAP on UPC_LONG",
    ),
    (
        "upc_atomic_strict(d, &old, UPC_MULT, &n, &one, 0)",
        "upc_atomic_strict: UPC_MULT is not an operation",
    ),
    (
        "upc_atomic_relaxed(d, &old, UPC_ADD | UPC_GET, &n, &one, 0)",
        "UPC_ADD | UPC_GET is not one operation",
    ),
    ("upc_atomic_relaxed(d, &old, 0, &n, &one, 0)", "none is not one operation"),
    ("upc_atomic_relaxed(d, &old, 1UL << 40, &n, &one, 0)", "0x10000000000 is not an operation"),
    (
        "upc_atomic_relaxed(d, &old, UPC_ADD, &n, 0, 0)",
        "UPC_ADD lacks an operand: operand1 is null",
    ),
    (
        "upc_atomic_relaxed(d, &old, UPC_CSWAP, &n, &one, 0)",
        "UPC_CSWAP lacks an operand: operand2 is null",
    ),
    (
        "upc_atomic_relaxed(d, 0, UPC_GET, &n, 0, 0)",
        "UPC_GET needs a place for the value: fetch_ptr is null",
    ),
    (
        "upc_op_t op = UPC_ADD; upc_atomic_relaxed(d, 0, op + !n - 1, nowhere, &one, 0)",
        "UPC_ADD on a null pointer-to-shared",
    ),
    ("upc_atomic_relaxed(0, &old, UPC_ADD, &n, &one, 0)", "the domain is a null pointer"),
    (
        "upc_atomic_relaxed((upc_atomicdomain_t *)lock, &old, UPC_ADD, &n, &one, 0)",
        "no atomicity domain",
    ),
    (
        "upc_all_atomicdomain_free(d); upc_atomic_strict(d, &old, UPC_ADD, &n, &one, 0)",
        "one that has been freed",
    ),
    (
        "upc_atomicdomain_t *none = MYTHREAD ? 0 : d; if (none == d) none = 0; "
        "upc_atomic_relaxed(none, &old, UPC_ADD, &n, &one, 0)",
        "the domain is a null pointer",
    ),
    (
        "shared int *part = (shared int *)&n; int two = 2; upc_atomic_relaxed(d, 0, UPC_ADD, "
        "part, &two, 0)",
        "UPC_ADD on 4 bytes; this domain is on UPC_LONG",
    ),
    ("twice()", "the domain is a null pointer"),
    ("everywhere = d; twice()", "upc_atomic_relaxed: UPC_OR is not an operation of this domain"),
    ("upc_all_atomicdomain_free(d); upc_all_atomicdomain_free(d)", "upc_all_atomicdomain_free: "),
    ("upc_all_atomicdomain_alloc(UPC_SHORT, UPC_ADD, 0)", "no atomic operations on UPC_SHORT"),
    (
        "upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD | UPC_XOR, 0)",
        "UPC_XOR is no atomic operation on UPC_DOUBLE",
    ),
    (
        "upc_all_atomicdomain_alloc(UPC_PTS, UPC_ADD, 0)",
        "UPC_ADD is no atomic operation on UPC_PTS",
    ),
    (
        "upc_all_atomicdomain_alloc(UPC_INT, UPC_LOGAND, 0)",
        "UPC_LOGAND is no atomic operation on UPC_INT",
    ),
    (
        "upc_all_atomicdomain_alloc(MYTHREAD ? UPC_INT : UPC_UINT, UPC_ADD, 0)",
        "thread 0 asks for UPC_ADD on UPC_UINT",
    ),
)

for number, (statement, message) in enumerate(CASES):
    everybody = "atomicdomain_" in statement
    write(
        "wrong.upc",
        PROGRAM.replace("CONDITION", "1" if everybody else "MYTHREAD == THREADS - 1").replace(
            "STATEMENT", statement
        ),
    )
    upcc("wrong.upc", "-o", "wrong", *(["-O2"] if number % 2 or "UPC_ADD on 4" in message else []))
    result = upcrun("-n", "2", "-p", str(1 + number % 2), "./wrong", status=1)
    check(
        message in result.err and result.err.count("polder: error") == 1,
        f"message of {statement}",
        result,
    )

# done in place, a null target is the crash any access through a null pointer-to-shared is
write(
    "null.upc",
    PROGRAM.replace("CONDITION", "MYTHREAD == 1").replace(
        "STATEMENT", "upc_atomic_relaxed(d, &old, UPC_ADD, nowhere, &one, 0)"
    ),
)
upcc("-O2", "null.upc", "-o", "null")
result = upcrun("-n", "2", "./null", status=None)
check(
    result.status != 0
    and ("null pointer-to-shared" in result.err or "AddressSanitizer: SEGV" in result.err),
    "null target",
    result,
)
