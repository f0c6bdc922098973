// Memory grows with what is allocated, for all threads and for system calls at once: blocks of
// doubling sizes from one thread, from all threads and of upc_all_alloc are read and written by
// threads that have never touched them, by copies, and by read(2) and write(2); what a program
// closes in between of its own descriptors does not matter (over several nodes some are
// connections).
#include "check.h"
#include <string.h>
#include <unistd.h>
#include <upc_castable.h>

#define LARGEST (24L << 20)

shared [] char *shared blocks[THREADS];

static void through_the_system(char *memory)
{
    int ends[2];
    char back[100] = "";
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(write(ends[1], memory, 100), 100); // pages this process may never have seen
    CHECK_EQ(read(ends[0], back, 100), 100);
    CHECK_EQ(memcmp(back, memory, 100), 0);
    CHECK_EQ(write(ends[1], "0123456789", 10), 10);
    CHECK_EQ(read(ends[0], memory + 50, 10), 10);
    CHECK_EQ(memcmp(memory + 50, "0123456789", 10), 0);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const int next = (MYTHREAD + 1) % THREADS;
    for (int fd = 3; fd < 100 && !getenv("TEST_NODES"); fd++)
        if (MYTHREAD == 0 && lseek(fd, 0, SEEK_CUR) >= 0) close(fd); // as some libraries do
    upc_barrier;
    for (long size = 1000; size < LARGEST; size *= 4) {
        shared [] char *const mine = upc_alloc(size);
        CHECK(mine != NULL);
        blocks[MYTHREAD] = mine;
        upc_barrier;
        shared [] char *const theirs = blocks[next];
        theirs[0] = 1;
        theirs[size - 1] = (char)next;
        upc_memset(theirs + size / 2, 'a' + MYTHREAD, 200);
        if (upc_cast(theirs)) through_the_system((char *)upc_cast(theirs + size - 150));
        upc_barrier;
        CHECK_EQ(mine[0], 1);
        CHECK_EQ(mine[size - 1], MYTHREAD);
        CHECK_EQ(mine[size / 2 + 100], 'a' + (MYTHREAD + THREADS - 1) % THREADS);
        upc_barrier;
        if (size % 3) upc_free(mine); // some stay
        shared [] char *all = (shared [] char *)upc_all_alloc(THREADS, size);
        CHECK(all != NULL);
        shared char *every = (shared char *)upc_all_alloc(THREADS, size);
        every[(size - 1) * THREADS + next] = 'x';
        upc_barrier;
        CHECK_EQ(every[(size - 1) * THREADS + MYTHREAD], 'x');
        upc_all_free((shared void *)every);
        upc_all_free((shared void *)all);
    }
    PASS();
    return 0;
}
