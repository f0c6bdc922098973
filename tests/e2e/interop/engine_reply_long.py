"""Long replies (`polder_reply_long`).

What a handler answers lies in the asker's shared memory before the reply's handler runs. Bytes of
all sizes, none and odd ones among them; on threads, processes, a mix and two nodes. Each asks
itself, too. A landing that is no shared memory is refused."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.engine import all_right, build, misuse  # noqa: E402

build(
    "reply",
    r"""
enum { MOST = 100003, ROUNDS = 4 };
static const size_t sizes[] = {0, 1, 7, 8, 63, 64, 65, 4096, 65536, 65537, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };
static polder_handler_id ask, answer;
static unsigned long answered[64]; /* by thread of the process */
static unsigned char source[MOST + 256]; /* what thread t answers begins at byte t */

static void on_ask(polder_message *m) {
    const uint64_t words[] = {m->arguments[0], m->arguments[1]};
    polder_reply_long(m, answer, words, 2, source + m->to, m->arguments[0], m->arguments[1]);
}
static void on_answer(polder_message *m) {
    const unsigned char *there = m->payload;
    CHECK(m->argument_count == 2 && m->bytes == m->arguments[0] && !m->reply);
    CHECK(!m->bytes || there == polder_pointer(m->arguments[1]));
    CHECK(!m->bytes || !memcmp(there, source + m->from, m->bytes));
    __atomic_fetch_add(&answered[m->to], 1, __ATOMIC_RELEASE);
}
static int body(int argc, char **argv) {
    const int me = polder_mythread(), n = polder_threads();
    const polder_ga landing = polder_alloc(MOST);
    unsigned long asked = 0;
    (void)argc, (void)argv;
    CHECK(n < 64);
    ask = polder_handler_register("test: ask", on_ask);
    answer = polder_handler_register("test: answer", on_answer);
    for (int i = 0; i < MOST + 256; i++) source[i] = (unsigned char)(i * 7 + i / 251);
    polder_barrier_all();
    for (int round = 0; round < ROUNDS; round++)
        for (int s = 0; s < SIZES; s++)
            for (int to = 0; to < n; to++) {
                const uint64_t words[] = {sizes[s], landing};
                unsigned char *const mine = polder_pointer(landing);
                memset(mine, 0xee, MOST);
                while (polder_request(to, ask, words, 2, 0, 0, 0) == POLDER_AGAIN)
                    polder_progress();
                asked++;
                while (__atomic_load_n(&answered[me], __ATOMIC_ACQUIRE) != asked) polder_progress();
                CHECK(sizes[s] == MOST || mine[sizes[s]] == 0xee); /* and not a byte more */
            }
    polder_barrier_all();
    printf("thread %d of %d: right\n", me, n);
    return 0;
}
int main(int argc, char **argv) {
    return polder_run(&argc, &argv, body);
}
""",
)
for threads, *options in (
    (1,),
    (2, "-p", "2"),
    (3, "-p", "1"),
    (4, "-p", "2"),
    (7, "-p", "7"),
    (2, "--nodes", "2"),
    (7, "-p", "3", "--nodes", "3"),
):
    all_right("reply", threads, *options)
misuse(
    {
        'send(polder_handler_register("a", nowhere))': "polder_reply_long",
        'send(polder_handler_register("b", twice))': (
            "polder_reply: this is a reply, or has been replied to"
        ),
    },
    functions=r"""
static void nowhere(polder_message *m) { polder_reply_long(m, m->arguments[0], 0, 0, "x", 1, 1); }
static void twice(polder_message *m)
{
    polder_reply_long(m, m->arguments[0], 0, 0, "x", 1, m->arguments[1]);
    polder_reply_long(m, m->arguments[0], 0, 0, "x", 1, m->arguments[1]);
}
static void send(polder_handler_id handler)
{
    const uint64_t words[] = {polder_handler_register("one", one), polder_alloc(8)};
    while (polder_request(0, handler, words, 2, 0, 0, 0) == POLDER_AGAIN) polder_progress();
    polder_barrier_all();
}
""",
)
print("pass")
