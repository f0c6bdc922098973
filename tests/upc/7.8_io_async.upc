// Parallel I/O: every asynchronous function, completed by waiting and by testing; what is forbidden
// meanwhile; errors show at completion; lists may be changed as soon as the operation has been
// started.
// limit: 960 (between nodes that share cores it asks again and again whether an operation is over)
#include "io_file.h"

#define N (9024 * THREADS)

shared [64] long blocks[N];
shared long cyclic[N];

// By waiting, or by testing until all threads are told, in the same call, that it is over.
static upc_off_t finish(upc_file_t *file, int by_testing)
{
    CHECK_EQ(upc_all_fcntl(file, UPC_ASYNC_OUTSTANDING, NULL), 1);
    upc_off_t moved = 0;
    int done = 0;
    if (!by_testing) moved = upc_all_fwait_async(file);
    else
        while (!done) moved = upc_all_ftest_async(file, &done);
    CHECK_EQ(upc_all_fcntl(file, UPC_ASYNC_OUTSTANDING, NULL), 0);
    return moved;
}

static void common(int by_testing)
{
    const long n = often(N, 16); /* element by element: each is a transfer */
    upc_file_t *file = io_scratch("common", UPC_COMMON_FP);
    for (long i = MYTHREAD; i < n; i += THREADS) {
        blocks[i] = i * i;
        cyclic[i] = -1;
    }
    upc_all_fwrite_shared_async(file, blocks, 64, sizeof(long), n, SYNC);
    FAILS(upc_all_fseek(file, 0, UPC_SEEK_SET), EBUSY);
    FAILS(upc_all_fclose(file), EBUSY);
    FAILS(upc_all_fcntl(file, UPC_GET_FL, NULL), EBUSY);
    FAILS(upc_all_fread_shared(file, cyclic, 1, sizeof(long), 1, SYNC), EBUSY);
    CHECK_EQ(finish(file, by_testing), n * sizeof(long));
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), n * sizeof(long));
    CHECK_EQ(upc_all_fsync(file), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
    upc_all_fread_shared_async(file, cyclic, 1, sizeof(long), n, SYNC);
    CHECK_EQ(finish(file, by_testing), n * sizeof(long));
    for (long i = 0; i < n; i++) CHECK_EQ(cyclic[i], i * i);
    upc_all_fread_local_async(file, &by_testing, 1, 1, SYNC);
    FAILS(finish(file, by_testing), EINVAL);
    CHECK_EQ(upc_all_fclose(file), 0);
}

static void individual(int by_testing)
{
    upc_file_t *file = io_scratch("own", UPC_INDIVIDUAL_FP);
    int mine[500], got[500], done = 0;
    for (int i = 0; i < 500; i++) mine[i] = MYTHREAD * 1000 + i;
    const upc_off_t at = MYTHREAD * (upc_off_t)sizeof mine;
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    upc_all_fwrite_local_async(file, mine, sizeof mine, 1, NOSYNC);
    CHECK_EQ(finish(file, by_testing), sizeof mine);
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    upc_all_fread_local_async(file, got, sizeof got, 1, NOSYNC);
    CHECK_EQ(finish(file, by_testing), sizeof got);
    CHECK_EQ(memcmp(mine, got, sizeof got), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), at + (upc_off_t)sizeof mine);
    FAILS(upc_all_fwait_async(file), EINVAL);
    FAILS(upc_all_ftest_async(file, &done), EINVAL);
    CHECK_EQ(done, 1);
    FAILS(upc_all_fwait_async(NULL), EBADF);
    upc_all_fread_local_async(file, got, 1, 0, SYNC);
    CHECK_EQ(finish(file, by_testing), 0);
    CHECK_EQ(upc_all_fclose(file), 0);
}

static void lists(int by_testing)
{
    upc_file_t *file = io_scratch("lists", UPC_COMMON_FP | UPC_STRONG_CA);
    char mine[] = "abcdefghijklmnopqrst", got[21] = "";
    const upc_off_t at = MYTHREAD * 20L;
    struct upc_local_memvec memory[2] = {{mine, 7}, {mine + 7, 13}};
    struct upc_filevec where[2] = {{at, 10}, {at + 10, 10}};
    upc_all_fwrite_list_local_async(file, 2, memory, 2, where, SYNC);
    memset(memory, 0, sizeof memory);
    where[0].offset = -1;
    CHECK_EQ(finish(file, by_testing), 20);
    where[0].offset = at;
    struct upc_shared_memvec to = {&blocks[64 * MYTHREAD], 0, 20};
    upc_all_fread_list_shared_async(file, 1, &to, 2, where, SYNC);
    to.len = 0;
    CHECK_EQ(finish(file, by_testing), 20);
    upc_memget(got, &blocks[64 * MYTHREAD], 20);
    CHECK_EQ(strcmp(got, mine), 0);
    to.len = 20;
    where[0].offset += 2000;
    where[1].offset += 2000;
    upc_all_fwrite_list_shared_async(file, 1, &to, 2, where, SYNC);
    CHECK_EQ(finish(file, by_testing), 20);
    struct upc_local_memvec back[3] = {{got + 19, 1}, {got, 2}, {got + 2, 17}};
    upc_all_fread_list_local_async(file, 3, back, 2, where, SYNC);
    CHECK_EQ(finish(file, by_testing), 20);
    CHECK_EQ(got[19], 'a');
    CHECK_EQ(memcmp(got, mine + 1, 19), 0);
    upc_all_fread_list_local_async(file, 3, back, 1, where, SYNC);
    FAILS(finish(file, by_testing), EINVAL);
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    for (int by_testing = 0; by_testing < 2; by_testing++) {
        common(by_testing);
        individual(by_testing);
        lists(by_testing);
    }
    PASS();
    return 0;
}
