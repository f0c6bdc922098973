"""Tasks of <polder/task.h> in C and C++ programs.

Trees of tasks, lists of them, workers that meet, other system threads that spawn, pools that end
and start again. All of it on threads, processes and a mix, with more workers than cores. Workers
without work sleep. What a program must not do is told.
"""

# sanitize: no, other compilers do not link a sanitizer
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.engine import all_right, build, misuse  # noqa: E402

build(
    "tasks",
    r"""
#include <dirent.h>
#include <stdatomic.h>

enum { LIST = 20000, SUM = LIST / 2 * (LIST - 1), ROUNDS = 50, MOST = 64 };

static long fib(long n);
static void fib_task(void *argument) {
    long *value = argument;
    *value = fib(*value);
}
static long fib(long n) {
    long left = n - 1, right;
    if (n < 2) return n;
    polder_task_spawn(fib_task, &left, sizeof left);
    right = fib(n - 2);
    return right + *(const long *)polder_task_join();
}

/* An argument of the largest size; the result takes its place. Tasks know whose they are. */
struct whole {
    long me, number, words[4];
};
static void check_whole(void *argument) {
    struct whole *whole = argument;
    CHECK(whole->me == polder_mythread());
    for (int i = 0; i < 4; i++) CHECK(whole->words[i] == whole->number + i);
    whole->words[3] = 2 * whole->number;
}
/* A task that spawns still has its argument behind. */
static void keeps_argument(void *argument) {
    struct whole *whole = argument;
    for (int i = 0; i < 3 && whole->number < 200; i++) {
        const struct whole next = {whole->me, 3 * whole->number + i, {0}};
        polder_task_spawn(keeps_argument, &next, sizeof next);
    }
    for (int i = 2; i >= 0 && whole->number < 200; i--) {
        const struct whole *done = polder_task_join();
        CHECK(done->number == 3 * whole->number + i && done->words[0] == done->number);
    }
    whole->words[0] = whole->number;
}
static void trees_with_arguments(long me) {
    for (int i = 0; i < 20; i++) {
        const struct whole root = {me, 1, {0}};
        polder_task_spawn(keeps_argument, &root, sizeof root);
        CHECK(((struct whole *)polder_task_join())->words[0] == 1);
    }
}
static void list_of_tasks(long me) {
    long sum = 0;
    for (long n = 0; n < LIST; n++) {
        const struct whole whole = {me, n, {n, n + 1, n + 2, n + 3}};
        polder_task_spawn(check_whole, &whole, sizeof whole);
    }
    for (long n = LIST; n-- > 0;) {
        const struct whole *whole = polder_task_join();
        CHECK(whole->number == n); /* the latest first */
        sum += whole->words[3];
    }
    CHECK(sum == 2L * SUM);
}

/* Each worker once, in phases. */
struct meeting {
    atomic_int called, seen[MOST];
    long written[MOST];
};
static void meet(void *argument) {
    struct meeting *meeting = argument;
    const int workers = polder_workers(), me = polder_worker_number();
    CHECK(me >= 0 && me < workers && atomic_fetch_add(&meeting->seen[me], 1) == 0);
    atomic_fetch_add(&meeting->called, 1);
    for (int round = 1; round <= ROUNDS; round++) {
        meeting->written[me] = round;
        polder_workers_barrier();
        for (int w = 0; w < workers; w++) CHECK(meeting->written[w] == round);
        if (round % 10 == 0) CHECK(fib(12) == 144);
        polder_workers_barrier();
    }
    CHECK(atomic_load(&meeting->called) == workers);
}
static void meetings(void) {
    for (int i = 0; i < 10; i++) {
        struct meeting meeting = {0};
        polder_workers_each(meet, &meeting);
        CHECK(atomic_load(&meeting.called) == polder_workers());
    }
}

/* System threads that the pool does not know. */
static void *guest(void *result) {
    CHECK(polder_worker_number() == -1);
    for (int i = 0; i < 5; i++) list_of_tasks(polder_mythread());
    *(long *)result = fib(20);
    CHECK(polder_worker_number() == -1);
    return NULL;
}
static void guests(void) {
    for (int round = 0; round < 5; round++) {
        pthread_t threads[6];
        long results[6];
        for (int i = 0; i < 6; i++) CHECK(!pthread_create(&threads[i], NULL, guest, &results[i]));
        CHECK(fib(18) == 2584);
        for (int i = 0; i < 6; i++) CHECK(!pthread_join(threads[i], NULL) && results[i] == 6765);
    }
}

static void tell(void *argument) { atomic_store(*(atomic_int **)argument, 1); }
static void nothing(void *argument) { (void)argument; }
/* A task that its spawner does not join runs on another worker, which wakes up for it. It may have
 * asked too late for this spawn, but not for all the next ones. */
static void sleepers_wake(void) {
    for (int i = 0; i < 20; i++) {
        atomic_int told = 0, *at = &told;
        polder_task_spawn(tell, &at, sizeof at);
        while (!atomic_load(&told)) {
            polder_task_spawn(nothing, NULL, 0);
            sched_yield();
            polder_task_join();
        }
        polder_task_join();
    }
}

/* Of the process, the caller among them. */
static int running_threads(void) {
    char text[300], state;
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *task = readdir(tasks); task; task = readdir(tasks)) {
        FILE *stat;
        snprintf(text, sizeof text, "/proc/self/task/%s/stat", task->d_name);
        if (task->d_name[0] == '.' || !(stat = fopen(text, "r"))) continue;
        CHECK(fscanf(stat, "%*d %*s %c", &state) == 1);
        count += state != 'S';
        fclose(stat);
    }
    closedir(tasks);
    return count;
}
static void idle_workers_sleep(void) {
    if (polder_threads() > 1) return;
    while (running_threads() > 1) sched_yield();
}

static int program(int argc, char **argv) {
    const int me = polder_mythread(), workers = atoi(argv[argc - 1]);
    polder_task_counts counts;
    CHECK(polder_workers() == 1 && polder_worker_number() == 0);
    for (int round = 0; round < 3; round++) {
        CHECK(polder_workers_start(workers) == workers && polder_workers() == workers);
        CHECK(polder_workers_start(workers + 1) == workers && polder_worker_number() == 0);
        CHECK(fib(22) == 17711);
        list_of_tasks(me);
        trees_with_arguments(me);
        meetings();
        if (round == 1) guests();
        if (workers > 1) sleepers_wake();
        idle_workers_sleep();
        polder_task_count(&counts);
        if (workers == 1 && round != 1)
            CHECK(counts.stolen + counts.published + counts.sleeps == 0);
        if (workers > 1) CHECK(counts.stolen >= 20 && counts.sleeps && counts.published);
        polder_workers_end();
        CHECK(polder_workers() == 1);
    }
    CHECK(fib(15) == 610); /* a pool of the usual size, which the end of the thread ends */
    printf("thread %d of %d: right\n", me, polder_threads());
    return 0;
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, program); }
""",
)
for threads, options in (
    (1, ("./tasks", "1")),
    (1, ("./tasks", "5")),
    (2, ("-p", "1", "./tasks", "3")),
    (3, ("-p", "2", "./tasks", "2")),
    (4, ("./tasks", "2")),
    (7, ("-p", "2", "./tasks", "2")),
    (4, ("--nodes", "2", "./tasks", "2")),
):
    result = upcrun("-n", str(threads), *options)
    wanted = sorted(f"thread {t} of {threads}: right" for t in range(threads))
    check(sorted(result.out.splitlines()) == wanted, f"{threads} threads, {options}", result)

# Function objects as tasks, and what C++ threads do with them.
write(
    "objects.cc",
    r"""
#include <polder/polder.h>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

static long fib(long n) {
    if (n < 2) return n;
    long left = 0;
    polder_cxx_task task([&left, n] { left = fib(n - 1); });
    const long right = fib(n - 2);
    task.join();
    return left + right;
}
static void fill(std::vector<int> &list, std::size_t from, std::size_t to) {
    if (to - from < 10) {
        for (std::size_t i = from; i < to; ++i) list[i] = static_cast<int>(i) + polder_mythread();
        return;
    }
    const std::size_t middle = from + (to - from) / 2;
    polder_cxx_task left([&, from, middle] { fill(list, from, middle); }); // joined at the end
    fill(list, middle, to);
}
static int program(int, char **argv) {
    if (argv[1]) {
        polder_cxx_task task([] { throw std::runtime_error("of the task"); });
        return 0;
    }
    std::vector<int> list(10000);
    fill(list, 0, list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i] != static_cast<int>(i) + polder_mythread()) return 1;
    long there = 0;
    std::thread other([&] { there = fib(18); });
    const bool right = fib(20) == 6765;
    other.join();
    if (right && there == 2584)
        std::printf("thread %d of %d: right\n", polder_mythread(), polder_threads());
    return 0;
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, program); }
""",
)
if shutil.which("c++"):
    flags, libraries = upcc("--compile-flags").out.split(), upcc("--link-flags").out.split()
    warnings = ("-Wall", "-Wextra", "-Werror")
    run("c++", "-std=c++17", "-O2", *warnings, *flags, "objects.cc", *libraries, "-o", "objects")
    all_right("objects", 2)
    all_right("objects", 3, "-p", "1")
    result = upcrun("-n", "1", "./objects", "throw", status=None)
    told = result.status not in (0, 124) and "an exception has left a task" in result.err
    check(told, "an exception", result)

FORGOTTEN = "a task has returned and has not joined"
TOGETHER = "called in a task, or with tasks"
misuse(
    {
        "polder_task_join()": "all tasks of the caller are joined",
        "spawn(forgets); polder_task_join()": FORGOTTEN,
        "polder_workers_start(2); spawn(forgets); until_begun(); polder_task_join()": FORGOTTEN,
        "spawn(idle); spawn(joins); polder_task_join()": "a task has joined more tasks than it",
        "spawn(idle)": "1 task is spawned and not joined",
        "spawn(idle); spawn(idle); exit(0)": "2 tasks are spawned and not joined",
        "polder_task_spawn(idle, argv, argc * 32)": "64 bytes; a task has room for 48",
        "for (;;) spawn(idle)": "POLDER_TASKS is the room",
        "polder_workers_start(-1)": "polder_workers_start: -1 workers",
        "polder_workers_barrier()": "not in a function that polder_workers_each calls",
        "spawn(idle); polder_workers_each(idle, NULL)": TOGETHER,
        "spawn(each); polder_task_join()": TOGETHER,
        "spawn(leaves); polder_task_join()": "1 task is spawned and not joined",
        "polder_workers_start(2); polder_workers_each(ends, NULL)": "has not started the pool",
        "spawn(idle); polder_workers_end()": TOGETHER,
    },
    functions=r"""
#include <stdatomic.h>
static atomic_int begun;
static void spawn(void (*run)(void *)) { polder_task_spawn(run, NULL, 0); }
static void idle(void *a) { (void)a; }
static void forgets(void *a) { (void)a; atomic_store(&begun, 1); spawn(idle); }
static void joins(void *a) { (void)a; polder_task_join(); }
static void each(void *a) { polder_workers_each(idle, a); }
static void leaves(void *a) { (void)a; exit(0); }
static void ends(void *a) { (void)a; if (polder_worker_number()) polder_workers_end(); }
static void until_begun(void) { /* a later spawn publishes what an early one could not */
    while (!atomic_load(&begun)) { spawn(idle); polder_task_join(); }
}
""",
    before="(void)forgets; (void)joins; (void)each; (void)leaves; (void)ends; (void)until_begun;",
)
