"""Handlers of messages by name (<polder/message.h>): hundreds of them, and wrong use.

Each process registers them in another order; on threads, processes and nodes.
"""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.engine import all_right, build, misuse  # noqa: E402

HANDLERS = 500


def handler(i):
    """Says which one it is."""
    return (
        f"static void on_{i}(polder_message *m)\n{{\n    uint64_t words[17] = {{{i}}};\n"
        "    memcpy(words + 1, m->arguments, m->argument_count * 8);\n"
        "    const unsigned count = m->argument_count < 16 ? m->argument_count + 1 : 16;\n"
        "    polder_reply(m, heard_id, words, count, 0, 0);\n}\n"
    )


FUNCTIONS = "".join(handler(i) for i in range(HANDLERS))
LIST = ", ".join(f"on_{i}" for i in range(HANDLERS))
build(
    "handlers",
    f"enum {{ HANDLERS = {HANDLERS} }};\n"
    + r"""
static unsigned long heard[64]; /* by thread */
static polder_handler_id heard_id;

/* Function i says which one it is. */
"""
    + FUNCTIONS
    + f"static const polder_handler functions[] = {{{LIST}}};\n"
    + r"""
static void on_heard(polder_message *m) {
    CHECK(m->argument_count == 16 || m->arguments[0] == m->arguments[1]);
    __atomic_fetch_add(&heard[m->to], m->arguments[0] + 1, __ATOMIC_RELAXED);
}
static const char *name_of(int i) {
    static _Thread_local char name[64];
    snprintf(name, sizeof name, "test: %d", i);
    return name;
}

static int body(int argc, char **argv) {
    const int me = polder_mythread(), n = polder_threads();
    unsigned long wanted = 0;
    (void)argc, (void)argv;
    heard_id = polder_handler_register("test: heard", on_heard);
    for (int k = 0; k < HANDLERS; k++) {
        const int i = (k * 7 + me * 31) % HANDLERS;
        CHECK(polder_handler_register(name_of(i), functions[i]) ==
              polder_handler_named(name_of(i)));
    }
    polder_barrier_all();
    for (int i = 0; i < HANDLERS; i++) {
        const uint64_t words[POLDER_MAX_ARGUMENTS] = {(uint64_t)i};
        const unsigned count = i % 10 == 9 ? POLDER_MAX_ARGUMENTS : 1 + i % 5;
        while (polder_request((me + i) % n, polder_handler_named(name_of(i)), words, count, 0, 0,
                              0) == POLDER_AGAIN)
            polder_progress();
        wanted += (unsigned long)i + 1;
    }
    while (__atomic_load_n(&heard[me], __ATOMIC_RELAXED) != wanted) polder_progress();
    polder_barrier_all();
    printf("thread %d of %d: right\n", me, n);
    return 0;
}
int main(int argc, char **argv) {
    return polder_run(&argc, &argv, body);
}
""",
)

for threads, *options in ((1,), (3, "-p", "3"), (3, "-p", "1"), (4, "--nodes", "2")):
    all_right("handlers", threads, *options)
misuse(
    {
        'polder_handler_register("a", one); polder_handler_register("a", two)': (
            "another function is registered as 'a'"
        ),
        'polder_handler_register("", one)': "a handler without a name",
        'polder_handler_register("b", 0)': "no function for handler 'b'",
        'polder_request(0, polder_handler_named("nobody"), 0, 0, 0, 0, 0)': (
            "of which no name is registered in this process"
        ),
        "polder_handler_set(160, one); polder_request(0, 161, 0, 0, 0, 0, 0)": (
            "handler 161, which is not set in this process"
        ),
        'polder_request(0, polder_handler_register("c", one), words, 17, 0, 0, 0)': (
            "polder_request: 17 arguments; there are at most 16"
        ),
    },
    "static const uint64_t words[17]; (void)words;",
)
print("pass")
