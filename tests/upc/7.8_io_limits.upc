// Parallel I/O: a full disk and a limit of file sizes are errors of the functions, for all kinds of
// operations, and no thread is left waiting. /dev/full is a disk that is always full.
#include "io_file.h"
#include <signal.h>
#include <sys/resource.h>

shared [100] char data[100 * THREADS];

static void full_disk(void)
{
    upc_file_t *file = upc_all_fopen("/dev/full", UPC_RDWR | UPC_COMMON_FP, 0, NULL);
    if (!file) return; // no such device here
    FAILS(upc_all_fwrite_shared(file, data, 100, 1, 100 * THREADS, SYNC), ENOSPC);
    upc_all_fwrite_shared_async(file, data, 100, 1, 100 * THREADS, SYNC);
    FAILS(upc_all_fwait_async(file), ENOSPC);
    int done = 0;
    upc_off_t result = 0;
    upc_all_fwrite_shared_async(file, data, 100, 1, 100 * THREADS, SYNC);
    while (!done) result = upc_all_ftest_async(file, &done);
    CHECK_EQ(result, -1);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_INDIVIDUAL_FP, NULL), 0);
    char mine[10] = "";
    FAILS(upc_all_fwrite_local(file, mine, 1, 10, SYNC), ENOSPC);
    struct upc_local_memvec memory = {mine, 10};
    struct upc_filevec place = {0, 10};
    FAILS(upc_all_fwrite_list_local(file, 1, &memory, 1, &place, SYNC), ENOSPC);
    CHECK_EQ(upc_all_fread_local(file, mine, 1, 10, SYNC), 10);
    CHECK_EQ(upc_all_fclose(file), 0);
}

static void limit(void)
{
    upc_file_t *file = io_scratch("limit", UPC_INDIVIDUAL_FP);
    struct rlimit all, small;
    CHECK_EQ(getrlimit(RLIMIT_FSIZE, &all), 0);
    small = all;
    small.rlim_cur = 4096;
    upc_barrier;
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    upc_barrier;
    char mine[100] = "";
    CHECK_EQ(upc_all_fseek(file, 4046, UPC_SEEK_SET), 4046);
    FAILS(upc_all_fwrite_local(file, mine, 1, 100, SYNC), EFBIG);
    FAILS(upc_all_fset_size(file, 5000), EFBIG);
    FAILS(upc_all_fpreallocate(file, 5000), EFBIG);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fwrite_local(file, mine, 1, 100, SYNC), 100);
    upc_barrier;
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &all), 0);
    upc_barrier;
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    full_disk();
    limit();
    PASS();
    return 0;
}
