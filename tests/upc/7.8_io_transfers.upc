// Parallel I/O: reads and writes of local and shared buffers with individual and common file
// pointers: all block sizes, short files, zero lengths, what is visible to whom, and that no thread
// is left waiting when one has wrong arguments.
#include "io_file.h"

#define EACH 1300
#define N (EACH * THREADS)

shared int cyclic[EACH * THREADS];
shared [7] int sevens[(EACH + 7) * THREADS];
shared [EACH] int large[EACH * THREADS];

static int number(long i) { return (int)(i * 2654435761u); }

static void local_buffers(upc_file_t *file)
{
    int mine[EACH], got[EACH];
    for (int i = 0; i < EACH; i++) mine[i] = number(MYTHREAD * EACH + i);
    const upc_off_t at = MYTHREAD * (upc_off_t)sizeof mine;
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    CHECK_EQ(upc_all_fwrite_local(file, mine, sizeof(int), 100, NOSYNC), 400);
    CHECK_EQ(upc_all_fwrite_local(file, mine + 100, sizeof(int), EACH - 100, SYNC), (EACH - 100) * 4);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), at + (upc_off_t)sizeof mine);
    CHECK_EQ(upc_all_fsync(file), 0);
    CHECK_EQ(upc_all_fget_size(file), N * 4);
    const int next = (MYTHREAD + 1) % THREADS;
    CHECK_EQ(upc_all_fseek(file, next * (upc_off_t)sizeof mine, UPC_SEEK_SET), next * (upc_off_t)sizeof mine);
    CHECK_EQ(upc_all_fread_local(file, got, sizeof got, 1, UPC_IN_MYSYNC | UPC_OUT_MYSYNC), sizeof got);
    for (int i = 0; i < EACH; i++) CHECK_EQ(got[i], number(next * EACH + i));
}

static void ends(upc_file_t *file)
{
    char got[100];
    CHECK_EQ(upc_all_fseek(file, -30, UPC_SEEK_END), N * 4 - 30);
    CHECK_EQ(upc_all_fread_local(file, got, 1, 100, SYNC), 30);
    CHECK_EQ(upc_all_fread_local(file, got, 1, 100, SYNC), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), N * 4);
    CHECK_EQ(upc_all_fseek(file, 1000, UPC_SEEK_END), N * 4 + 1000);
    CHECK_EQ(upc_all_fread_local(file, got, 1, 100, SYNC), 0);
    CHECK_EQ(upc_all_fread_local(file, NULL, 0, 100, SYNC), 0);
    CHECK_EQ(upc_all_fwrite_local(file, NULL, 100, 0, SYNC), 0);
    CHECK_EQ(upc_all_fread_shared(file, NULL, 0, 0, 100, SYNC), 0);
    CHECK_EQ(upc_all_fget_size(file), N * 4);
    // One thread's mistake is its own error, and the others go on.
    const upc_off_t result = upc_all_fwrite_local(file, MYTHREAD ? got : NULL, MYTHREAD ? 0 : 1, 1, SYNC);
    CHECK_EQ(result, MYTHREAD ? 0 : -1);
    if (!MYTHREAD) CHECK_EQ(errno, EFAULT);
    FAILS(upc_all_fread_local(file, got, (size_t)1 << 40, (size_t)1 << 40, SYNC), EINVAL);
    FAILS(upc_all_fread_shared(file, NULL, 0, 1, 1, SYNC), EFAULT);
    CHECK_EQ(upc_all_fseek(file, 0x7fffffffffffffff, UPC_SEEK_SET), 0x7fffffffffffffff);
    FAILS(upc_all_fwrite_local(file, got, 1, 1, SYNC), EFBIG);
}

static void common(void)
{
    upc_file_t *file = io_scratch("common", UPC_COMMON_FP);
    char got[4];
    FAILS(upc_all_fread_local(file, got, 1, 1, SYNC), EINVAL);
    for (int i = MYTHREAD; i < N; i += THREADS) {
        sevens[i] = number(i);
        cyclic[i] = 0;
        large[i] = 0;
    }
    CHECK_EQ(upc_all_fwrite_shared(file, sevens, 7, sizeof(int), 0, SYNC), 0);
    CHECK_EQ(upc_all_fwrite_shared(file, sevens, 7, sizeof(int), 14, SYNC), 56);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 56);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fwrite_shared(file, sevens, 7, sizeof(int), N, SYNC), N * 4);
    CHECK_EQ(upc_all_fsync(file), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), N * 4);
    CHECK_EQ(upc_all_fread_shared(file, cyclic, 1, sizeof(int), 10, SYNC), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fread_shared(file, cyclic, 1, sizeof(int), N, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC), N * 4);
    for (int i = 0; i < N; i++) CHECK_EQ(cyclic[i], number(i));
    CHECK_EQ(upc_all_fseek(file, 8, UPC_SEEK_SET), 8);
    // More than the file holds; the phase of the pointer does not count, its thread does.
    CHECK_EQ(upc_all_fread_shared(file, large, EACH, sizeof(int), N, SYNC), N * 4 - 8);
    for (int i = 0; i < N - 2; i++) CHECK_EQ(large[i], number(i + 2));
    CHECK_EQ(upc_all_fclose(file), 0);
}

// Individual pointers into shared memory, starting at any thread.
static void shared_from_anywhere(void)
{
    upc_file_t *file = io_scratch("any", UPC_INDIVIDUAL_FP);
    int mine[35];
    for (int i = 0; i < 35; i++) mine[i] = number(MYTHREAD * 35 + i);
    CHECK_EQ(upc_all_fseek(file, MYTHREAD * (upc_off_t)sizeof mine, UPC_SEEK_SET), MYTHREAD * (upc_off_t)sizeof mine);
    CHECK_EQ(upc_all_fwrite_local(file, mine, 4, 35, SYNC), 140);
    CHECK_EQ(upc_all_fsync(file), 0);
    for (int turn = 0; turn < THREADS; turn++) {
        CHECK_EQ(upc_all_fseek(file, turn * 140, UPC_SEEK_SET), turn * 140);
        const int active = turn == MYTHREAD;
        CHECK_EQ(upc_all_fread_shared(file, &sevens[7 * turn], 7, 4, active ? 35 : 0, SYNC), active ? 140 : 0);
        for (int i = 0; i < 35; i++) CHECK_EQ(sevens[7 * turn + i], number(turn * 35 + i));
        upc_barrier;
        CHECK_EQ(upc_all_fread_shared(file, &cyclic[turn], 0, 4, 0, SYNC), 0);
    }
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fwrite_shared(file, &large[MYTHREAD * EACH], 0, 4, MYTHREAD ? 0 : EACH, SYNC), MYTHREAD ? 0 : EACH * 4);
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    upc_file_t *file = io_scratch("local", UPC_INDIVIDUAL_FP);
    local_buffers(file);
    ends(file);
    CHECK_EQ(upc_all_fclose(file), 0);
    common();
    shared_from_anywhere();
    PASS();
    return 0;
}
