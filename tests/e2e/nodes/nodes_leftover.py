"""What a call has sent reaches its target though the sender only computes from then on. Each kind
of message is sent, from the leader of a node and from another of its processes. It is sent before
there is a connection, and behind messages that wait (hook delay). It is sent, too, where the
kernel's buffers are full as the target's node was stopped meanwhile."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import signal  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

# Of its own processor time the sender computes so long; whoever has not heard from it by then never
# would.
PATIENCE = 20
write(
    "program.upc",
    r"""
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <upc_nb.h>
#include <bupc_extensions.h>
#include <polder/polder.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ASK = POLDER_FIRST_HANDLER, ANSWER, LONG = 16 << 20 };
#pragma upc c_code
static _Atomic int asked, answered;
#pragma upc upc_code
shared long word[THREADS];
shared [] char *shared place;
strict shared int shown;
static char bytes[LONG];
static int sender, stops;

static void ask(polder_message *m) { asked++; polder_reply(m, ANSWER, m->arguments, 1, NULL, 0); }
static void count(polder_message *m) { asked++; }
static void answer(polder_message *m) { answered++; }

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
/* Long enough for others to have come to where they wait, mostly. No result depends on it. */
static void compute_for(double seconds)
{
    for (const double end = spent() + seconds; spent() < end;)
        ;
}
static void compute(const char *kind)
{
    if (stops) fprintf(stderr, "left\n");
    compute_for(PATIENCE);
    fprintf(stderr, "%s: not heard\n", kind);
    _exit(7);
}
static void heard(void)
{
    fprintf(stderr, "heard\n");
    upc_global_exit(0);
}
/* Thread 0 stops, with what its process does for its node, until the sender has called for the last
 * time. Both are there: the sender needs nothing of it. */
static void meet(void)
{
    if (!stops) return;
    if (MYTHREAD == sender) { fclose(fopen("ready", "w")); while (access("go", F_OK)) ; }
    if (MYTHREAD != 0) return;
    while (access("ready", F_OK)) ;
    fprintf(stderr, "stops %d\n", (int)getpid());
    raise(SIGSTOP);
}
#define here(i) (((volatile char *)place)[i])

int main(int argc, char **argv)
{
    const char *kind = argv[1];
    sender = atoi(argv[2]), stops = argc > 3;
    const int me = MYTHREAD == sender;
    upc_lock_t *lock = NULL;
    polder_team_request *request = NULL;
    int value = me ? 4711 : 0, got[THREADS];
#define IS(name) (!strcmp(kind, #name))
    if (IS(barrier)) {
        if (me) compute_for(0.2);
        upc_barrier;
        if (me) compute(kind);
        if (MYTHREAD == 0) heard();
    } else if (IS(notify)) {
        meet();
        upc_notify;
        if (me) compute(kind);
        upc_wait;
        if (MYTHREAD == 0) heard();
    }
    if (MYTHREAD == 0) place = upc_alloc(LONG);
    polder_handler_set(ASK, IS(reply) ? ask : count);
    polder_handler_set(ANSWER, answer);
    static shared [] bupc_sem_t *shared the_sem;
    if (MYTHREAD == 0)
        the_sem = (shared [] bupc_sem_t *)bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER);
    if (IS(unlock)) lock = upc_all_lock_alloc();
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
    if (IS(unlock) && me) upc_lock(lock);
    /* Of two: in a tree the sender would hand on what others send. */
    polder_team *pair;
    polder_team_split(polder_team_world(), me || MYTHREAD == 0, MYTHREAD, &pair);
    upc_barrier;
    shared [] char *const to = place;
    bupc_sem_t *const sem = (bupc_sem_t *)the_sem;
    if (IS(unlock)) {
        meet();
        if (me) { upc_unlock(lock); compute(kind); }
        if (MYTHREAD == 0) { upc_lock(lock); heard(); }
    } else if (IS(signal)) {
        meet();
        if (me) { bupc_memput_signal(to, bytes, 100, sem, 1); compute(kind); }
        if (MYTHREAD == 0) { bupc_sem_wait(sem); heard(); }
    } else if (IS(signal_async)) {
        meet();
        if (me) { bupc_memput_signal_async(to, bytes, LONG, sem, 1); compute(kind); }
        if (MYTHREAD == 0) { bupc_sem_wait(sem); heard(); }
    } else if (IS(request)) {
        meet();
        const uint64_t one = 1;
        if (me) {
            while (polder_request(0, ASK, &one, 1, bytes, 100, 0) == POLDER_AGAIN)
                ;
            compute(kind);
        }
        if (MYTHREAD == 0) { while (!asked) polder_progress(); heard(); }
    } else if (IS(window)) { /* as many as are taken */
        meet();
        const uint64_t one = 1;
        if (me) {
            long sent = 0, refused = 0;
            while (refused < 1000 && sent < 20000)
                if (polder_request(0, ASK, &one, 1, bytes, 4000, 0) == POLDER_AGAIN)
                    refused++;
                else
                    sent++;
            FILE *f = fopen("sent.new", "w");
            fprintf(f, "%ld", sent);
            fclose(f);
            rename("sent.new", "sent");
            compute(kind);
        }
        if (MYTHREAD == 0) {
            long sent = -1;
            while (asked != sent) {
                polder_progress();
                FILE *f = sent < 0 ? fopen("sent", "r") : NULL;
                if (f && fscanf(f, "%ld", &sent) == 1) fclose(f);
            }
            heard();
        }
    } else if (IS(reply)) {
        const uint64_t one = 1;
        if (MYTHREAD == 0) {
            while (polder_request(sender, ASK, &one, 1, NULL, 0, 0) == POLDER_AGAIN)
                polder_progress();
            while (!answered) polder_progress();
            heard();
        }
        if (me) { while (!asked) polder_progress(); compute(kind); }
    } else if (IS(put)) {
        bytes[LONG - 1] = 1;
        meet();
        if (me) { upc_memput_nbi(to, bytes, LONG); compute(kind); }
        if (MYTHREAD == 0) { while (!here(LONG - 1)) sched_yield(); heard(); }
    } else if (IS(store)) {
        meet();
        if (me) { to[1] = 1; compute(kind); }
        if (MYTHREAD == 0) { while (!here(1)) sched_yield(); heard(); }
    } else if (IS(fence)) { /* complete when it returns; the store behind it goes by itself */
        if (me) { to[0] = 1; to[5000] = 1; upc_fence; to[1] = 1; compute(kind); }
        if (MYTHREAD == 0) {
            while (!here(1)) sched_yield();
            if (!here(0) || !here(5000)) {
                fprintf(stderr, "fence: not ordered\n");
                upc_global_exit(8);
            }
            heard();
        }
    } else if (IS(memput)) {
        bytes[999] = 1;
        meet();
        if (me) { upc_memput(to, bytes, 1000); compute(kind); }
        if (MYTHREAD == 0) { while (!here(999)) sched_yield(); heard(); }
    } else if (IS(atomic)) {
        const long one = 1;
        meet();
        if (me) { upc_atomic_relaxed(domain, NULL, UPC_ADD, &word[0], &one, NULL); compute(kind); }
        if (MYTHREAD == 0) { while (!*(volatile long *)&word[0]) sched_yield(); heard(); }
    } else if (IS(gather)) {
        if (me) {
            polder_team_gather_start(pair, &value, got, sizeof value, 0, &request);
            compute(kind);
        }
        if (MYTHREAD == 0) {
            polder_team_gather(pair, &value, got, sizeof value, 0);
            if (got[1] == 4711) heard();
        }
    } else if (IS(broadcast)) {
        if (me) {
            polder_team_broadcast_start(pair, &value, sizeof value, 1, &request);
            compute(kind);
        }
        if (MYTHREAD == 0) {
            polder_team_broadcast(pair, &value, sizeof value, 1);
            if (value == 4711) heard();
        }
    }
    for (;;) polder_progress();
}
""".replace("PATIENCE", str(PATIENCE)),
)
upcc("-O2", "program.upc", "-o", "program")


def job(kind, sender, *words):
    return [
        UPCRUN,
        "-n",
        "4",
        "--nodes",
        "2",
        "--lost-after",
        "0",
        "./program",
        kind,
        str(sender),
        *words,
    ]


def remove(*names):
    for name in names:
        if os.path.exists(name):
            os.unlink(name)


def check_heard(what, status, err):
    check(status == 0 and err.endswith("heard\n"), f"{what}: exit status {status}", err)


KINDS = [
    "barrier",
    "notify",
    "unlock",
    "signal",
    "signal_async",
    "request",
    "window",
    "reply",
    "put",
    "store",
    "fence",
    "memput",
    "atomic",
    "gather",
    "broadcast",
]
STOPPED = ["notify", "unlock", "request", "window", "put", "store", "memput", "atomic"]
for sender in (3, 2):  # node 1 has threads 2, of its leader, and 3
    for kind in KINDS:
        # The leader has a thread that makes progress for it: without --long, the harder half of its
        # cases.
        for hooks in ("", "delay:30ms") if LONG or sender == 3 else ("delay:30ms",):
            remove("sent")
            result = run(*job(kind, sender), env={"POLDER_HOOKS": hooks}, status=None)
            check_heard(f"{kind} of thread {sender}, hooks '{hooks}'", result.status, result.err)
    for kind in STOPPED if LONG or sender == 3 else STOPPED[::3]:
        remove("sent", "ready", "go")
        process = start(*job(kind, sender, "stops"), stdout=subprocess.DEVNULL)
        line = process.stderr.readline()
        check(line.startswith("stops "), f"{kind}: {line}")
        pid = int(line.split()[1])
        while read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[0] != "T":
            pass
        write("go", "")
        check(
            process.stderr.readline() == "left\n",
            f"{kind} of thread {sender} does not return while its target is stopped",
        )
        os.kill(pid, signal.SIGCONT)
        err = finish(process)[1]
        check_heard(f"{kind} of thread {sender}, whose target was stopped", process.returncode, err)
print("pass")
