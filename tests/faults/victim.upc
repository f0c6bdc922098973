/* The program of the campaign of faults: all threads are busy in some way, and one of them ends the job in some way at some moment.

   usage: victim KIND THREAD MOMENT ACTIVITY SUBTHREAD
   KIND "none": nobody; somebody outside kills. MOMENT: microseconds after main began. SUBTHREAD 1: a pthread of the UPC thread does it.
   Just before the end its moment is written to the file `moment` (CLOCK_MONOTONIC, ns). */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>

shared [64] long row[64 * THREADS];
shared int counter;
upc_lock_t *lock;
volatile int zero, sink;
static int moment_fd = -1;

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

/* No stream and no memory: the heap may be in ruins. */
static void write_moment(void)
{
    char text[24];
    int at = sizeof text;
    for (long left = now(); left; left /= 10) text[--at] = (char)('0' + left % 10);
    if (pwrite(moment_fd, text + at, sizeof text - (size_t)at, 0) < 0) _exit(99);
}

static int deep(int n)
{
    volatile char room[4096];
    room[0] = 1;
    return n ? deep(n - 1) + room[0] : 0;
}

/* glibc notices sooner or later: the end comes inside malloc or free, their locks taken. */
static void ruin_heap(void)
{
    char *blocks[16];
    for (int i = 0; i < 16; i++) blocks[i] = malloc(2000 + 500 * (size_t)i);
    memset(blocks[15], 0x7f, 9500 + 64); /* the size of what lies behind it */
    write_moment();
    for (int i = 0; i < 16; i++) free(blocks[i]);
    for (size_t size = 3000; size < 1000000; size += 4096) sink += malloc(size) != NULL;
    abort(); /* it has noticed nothing */
}

static void free_twice(void)
{
    char *volatile block = malloc(5000), *volatile wall = malloc(16);
    write_moment();
    free(block);
    free(block);
    free(wall);
}

/* Nothing more is to be had: neither by malloc nor by mmap. */
static void use_up_memory(void)
{
    for (size_t size = 64 << 20; size >= 16; size /= 2)
        while (malloc(size)) sink++;
}

static void forbid_memory(void)
{
    struct rlimit limit = {64 << 20, 64 << 20};
    setrlimit(RLIMIT_AS, &limit);
    use_up_memory();
}

static void touch_memory(void)
{
    write_moment();
    for (;;) {
        char *piece = malloc(4 << 20);
        if (piece) memset(piece, 1, 4 << 20);
    }
}

static void beyond_file(void)
{
    int fd = open("empty", O_RDWR | O_CREAT, 0600);
    volatile char *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    write_moment();
    sink = at[10];
}

static void end_by(const char *kind)
{
    if (!strcmp(kind, "heap")) ruin_heap();
    if (!strcmp(kind, "twice")) free_twice();
    if (!strcmp(kind, "bus")) beyond_file();
    if (!strcmp(kind, "touch")) touch_memory();
    if (!strcmp(kind, "nomem")) forbid_memory();
    if (!strcmp(kind, "ulimit")) use_up_memory();
    write_moment();
    if (!strcmp(kind, "nomem") || !strcmp(kind, "ulimit")) abort();
    if (!strcmp(kind, "segv")) *(volatile int *)8 = 0;
    if (!strcmp(kind, "wild")) *(volatile int *)0x1234567812345678 = 0;
    if (!strcmp(kind, "jump")) ((void (*volatile)(void))0)();
    if (!strcmp(kind, "fpe")) sink = 7 / zero;
    if (!strcmp(kind, "ill")) __builtin_trap();
    if (!strcmp(kind, "abort")) abort();
    if (!strcmp(kind, "overflow")) sink = deep(1 << 30);
    if (!strcmp(kind, "leave")) _exit(5);
    if (!strcmp(kind, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(kind, "error")) upc_free((shared void *)(row + 1));
    if (!strcmp(kind, "global")) upc_global_exit(9);
    if (!strcmp(kind, "exit")) exit(7);
}

static void *end_apart(void *kind)
{
    end_by(kind);
    return NULL;
}

/* Two threads of a process in trouble at once. */
static void end_both(void)
{
    pthread_t other;
    pthread_create(&other, NULL, end_apart, "heap");
    end_by("segv");
}

static void act(const char *activity, int turn)
{
    long private[64];
    const int other = (MYTHREAD + turn) % THREADS;
    switch (activity[0]) {
    case 'b': upc_barrier; return;
    case 't': row[64 * other + turn % 64] = turn; return;
    case 'g': upc_memget(private, &row[64 * other], sizeof private); return;
    case 'l':
        upc_lock(lock);
        counter++;
        upc_unlock(lock);
        return;
    case 'h': free(malloc((size_t)turn * 37 % 5000)); return;
    case 'a': upc_free(upc_alloc(100 + turn % 5000)); return;
    case 'p': printf("line %d of thread %d\n", turn, MYTHREAD); return;
    default: sink++; return; /* computes */
    }
}

int main(int argc, char **argv)
{
    const long begin = now(), moment = begin + atol(argv[3]) * 1000;
    const char *kind = argv[1], *activity = argv[4];
    const int victim = MYTHREAD == atoi(argv[2]) && strcmp(kind, "none");
    if (victim) moment_fd = open("moment", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (activity[0] == 'l') lock = upc_all_lock_alloc();
    for (int turn = 0;; turn++) {
        if (victim && now() >= moment) break;
        if (!victim || activity[0] != 'b' || turn < 1000) act(activity, turn);
    }
    if (argv[5][0] == '1') {
        pthread_t apart;
        pthread_create(&apart, NULL, end_apart, (void *)kind);
        for (;;) pause();
    }
    if (!strcmp(kind, "both")) end_both();
    end_by(kind);
    return 98;
}
