"""Misuse of the Berkeley extensions ends the job with one message that says what was wrong, on
threads and on processes."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# statement, part of the message
CASES = [
    ("bupc_sem_wait(0)", "bupc_sem_wait: 0 is no semaphore"),
    ("bupc_sem_t *s = bupc_sem_alloc(0); bupc_sem_free(s); bupc_sem_post(s)", "bupc_sem_post: 0x"),
    ("bupc_sem_t *s = bupc_sem_alloc(0); bupc_sem_free(s); bupc_sem_free(s)", "bupc_sem_free: 0x"),
    ("bupc_sem_free((bupc_sem_t *)upc_alloc(64))", "is no semaphore"),
    ("bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_BOOLEAN)", "bupc_sem_alloc: flags 0x3 contradict"),
    ("bupc_sem_alloc(64)", "bupc_sem_alloc: flags 0x40"),
    ("bupc_sem_postN(bupc_sem_alloc(BUPC_SEM_BOOLEAN), 2)", "bupc_sem_postN: 2 at once"),
    ("bupc_sem_tryN(bupc_sem_alloc(BUPC_SEM_BOOLEAN), 2)", "bupc_sem_tryN: 2 at once"),
    ("bupc_memput_signal(&a[0], &mine, 4, 0, 1)", "bupc_memput_signal: 0 is no semaphore"),
    (
        "bupc_smemvec_t to[] = {{&a[0], 4}}; bupc_pmemvec_t from[] = {{&mine, 3}}; "
        "bupc_memput_vlist(1, to, 1, from)",
        "bupc_memput_vlist: 3 bytes of source and 4 of destination",
    ),
    (
        "bupc_memget_fstrided_async(&mine, 1, 1, 4, &a[0], 1, 1, 2)",
        "bupc_memget_fstrided_async: 2 bytes of source and 4",
    ),
    ("bupc_begin_accessregion(); bupc_begin_accessregion()", "bupc_begin_accessregion: inside"),
    ("bupc_end_accessregion()", "bupc_end_accessregion: no access region"),
    ("bupc_waitsync((bupc_handle_t)12345)", "0x3039 is no handle"),
    (
        "bupc_thread_distance(0, THREADS)",
        "bupc_thread_distance: there is no thread 3; THREADS is 3",
    ),
    ("bupc_thread_castable(-1)", "bupc_thread_castable: there is no thread"),
    ("bupc_local_to_shared(&mine, 0, 0)", "is not in shared memory"),
    (
        "bupc_local_to_shared((void *)&a[MYTHREAD], 7, 0)",
        "bupc_local_to_shared: there is no thread 7",
    ),
    ("bupc_allv_broadcast(int, mine, 3)", "bupc_allv_broadcast: there is no thread 3"),
    ("bupc_allv_reduce(int, mine, -2, UPC_ADD)", "bupc_allv_reduce: there is no thread -2"),
    ("bupc_allv_scatter(int, 0, NULL)", "bupc_allv_scatter: the root's array is null"),
    ("bupc_allv_gather(int, mine, 0, NULL)", "bupc_allv_gather: the root's array is null"),
    ("bupc_allv_permute(int, mine, 0)", "no permutation"),
    (
        "bupc_allv_broadcast(int, mine, MYTHREAD)",
        "bupc_allv_broadcast with a type of 4 bytes, root",
    ),
    ("bupc_allv_reduce_all(int, mine, 666)", "bupc_allv_reduce: operation 0x29a"),
    ("bupc_allv_prefix_reduce(double, number, UPC_XOR)", "bupc_allv_prefix_reduce: operation"),
    (
        "if (MYTHREAD) bupc_allv_reduce_all(int, mine, UPC_ADD); else bupc_allv_reduce_all(long, "
        "wide, UPC_ADD)",
        "a type of",
    ),
    (
        "if (MYTHREAD) bupc_allv_reduce_all(int, mine, UPC_ADD); else bupc_allv_permute(int, "
        "mine, 0)",
        "bupc_allv_permute",
    ),
    (
        "if (MYTHREAD) bupc_allv_reduce_all(int, mine, UPC_ADD); else bupc_allv_reduce_all(float, "
        "narrow, UPC_ADD)",
        "bupc_allv_reduce",
    ),
]
body = "".join(
    f"    case {n}: {{ {statement}; break; }}\n" for n, (statement, _) in enumerate(CASES)
)
write(
    "misuse.upc",
    f"""#include <bupc_extensions.h>
#include <bupc_collectivev.h>
#include <stdlib.h>
shared int a[THREADS];
int main(int argc, char **argv)
{{
    int mine = 1;
    long wide = 1;
    float narrow = 1;
    double number = 1;
    upc_barrier;
    switch (atoi(argv[1])) {{
{body}    }}
    upc_barrier;
    return 0;
}}
""",
)
upcc("misuse.upc", "-o", "misuse")
for number, (statement, text) in enumerate(CASES):
    result = upcrun("-n", "3", "-p", "3" if number % 2 else "1", "./misuse", str(number), status=1)
    check(text in result.err and result.err.count("error") == 1, statement, result)

# What a reduction cannot have is an error when it is compiled.
write(
    "types.upc",
    "#include <bupc_collectivev.h>\nstruct s { int n; } v;\n"
    "int main(void) { bupc_allv_reduce_all(struct s, v, UPC_ADD); return 0; }\n",
)
check("error" in upcc("-c", "types.upc", status=None).err, "a reduction of structures")
print("pass")
