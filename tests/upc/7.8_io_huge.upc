// Parallel I/O: positions, sizes and lists beyond 4 GB, in a file with holes; seeking from its end.
#include "io_file.h"

#define GB ((upc_off_t)1 << 30)

shared [10] char blocks[10 * THREADS];

int main(void)
{
    upc_file_t *file = io_scratch("huge", UPC_INDIVIDUAL_FP);
    char mine[10], got[10];
    memset(mine, 'a' + MYTHREAD, sizeof mine);
    const upc_off_t at = 5 * GB + MYTHREAD * 3 * GB - 5; // across a border of 4 GB for some
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    CHECK_EQ(upc_all_fwrite_local(file, mine, 1, sizeof mine, SYNC), sizeof mine);
    CHECK_EQ(upc_all_fsync(file), 0);
    const upc_off_t end = 5 * GB + (THREADS - 1) * 3 * GB + 5;
    CHECK_EQ(upc_all_fget_size(file), end);
    CHECK_EQ(upc_all_fseek(file, -10, UPC_SEEK_END), end - 10);
    CHECK_EQ(upc_all_fread_local(file, got, 1, 100, SYNC), 10);
    for (int i = 0; i < 10; i++) CHECK_EQ(got[i], 'a' + THREADS - 1);

    const upc_off_t next = 5 * GB + (MYTHREAD + 1) % THREADS * 3 * GB - 5;
    struct upc_local_memvec memory = {got, 9};
    struct upc_filevec pieces[2] = {{2 * GB, 3}, {next + 4, 6}}; // a hole, then data
    upc_all_fread_list_local_async(file, 1, &memory, 2, pieces, SYNC);
    CHECK_EQ(upc_all_fwait_async(file), 9);
    for (int i = 0; i < 9; i++) CHECK_EQ(got[i], i < 3 ? 0 : 'a' + (MYTHREAD + 1) % THREADS);

    CHECK_EQ(upc_all_fset_size(file, 100 * GB + 1), 0);
    CHECK_EQ(upc_all_fget_size(file), 100 * GB + 1);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_COMMON_FP, NULL), 0);
    CHECK_EQ(upc_all_fseek(file, 100 * GB, UPC_SEEK_SET), 100 * GB);
    for (int i = 0; i < 10; i++) blocks[10 * MYTHREAD + i] = 'A' + MYTHREAD;
    CHECK_EQ(upc_all_fwrite_shared(file, blocks, 10, 1, 10 * THREADS, SYNC), 10 * THREADS);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 100 * GB + 10 * THREADS);
    for (int i = 0; i < 10; i++) blocks[10 * MYTHREAD + i] = 0;
    CHECK_EQ(upc_all_fseek(file, -10 * THREADS, UPC_SEEK_END), 100 * GB);
    CHECK_EQ(upc_all_fread_shared(file, blocks, 10, 1, 10 * THREADS, SYNC), 10 * THREADS);
    for (int i = 0; i < 10; i++) CHECK_EQ(blocks[10 * MYTHREAD + i], 'A' + MYTHREAD);
    CHECK_EQ(upc_all_fset_size(file, 5 * GB), 0);
    CHECK_EQ(upc_all_fseek(file, 1, UPC_SEEK_END), 5 * GB + 1);
    CHECK_EQ(upc_all_fclose(file), 0);
    PASS();
    return 0;
}
