// Parallel I/O: strong consistency and atomicity. Overlapping writes of all threads, each a list,
// leave the file as if they had come one after the other; what one thread has written the next one
// reads; overlapping reads into one shared buffer are whole.
#include "io_file.h"

#define CELLS 40
#define CELL 1000
#define ROUNDS often(8, 4)

shared [] char seen[CELLS * CELL];

static void writes(upc_file_t *file, int background)
{
    static char mine[CELLS * CELL], got[CELLS * CELL];
    struct upc_local_memvec memory = {mine, sizeof mine};
    struct upc_filevec cells[CELLS];
    for (int i = 0; i < CELLS; i++) {
        cells[i].offset = 3L * i * CELL;
        cells[i].len = CELL;
    }
    for (int round = 0; round < ROUNDS; round++) {
        memset(mine, 'a' + (MYTHREAD + round) % 26, sizeof mine);
        upc_off_t written;
        if (background) {
            upc_all_fwrite_list_local_async(file, 1, &memory, CELLS, cells, NOSYNC);
            written = upc_all_fwait_async(file);
        } else {
            written = upc_all_fwrite_list_local(file, 1, &memory, CELLS, cells, NOSYNC);
        }
        CHECK_EQ(written, sizeof mine);
        memory.baseaddr = got;
        CHECK_EQ(upc_all_fread_list_local(file, 1, &memory, CELLS, cells, NOSYNC), sizeof got);
        memory.baseaddr = mine;
        for (size_t i = 1; i < sizeof got; i++) CHECK_EQ(got[i], got[0]);
    }
}

// Thread t reads its own part of the file over the whole of one buffer.
static void reads(upc_file_t *file)
{
    static char mine[CELLS * CELL];
    memset(mine, 'A' + MYTHREAD % 26, sizeof mine);
    const upc_off_t at = MYTHREAD * (upc_off_t)sizeof mine;
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    CHECK_EQ(upc_all_fwrite_local(file, mine, 1, sizeof mine, NOSYNC), sizeof mine);
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    CHECK_EQ(upc_all_fread_shared(file, seen, 0, 1, sizeof mine, NOSYNC), sizeof mine);
    for (size_t i = 1; i < sizeof mine; i += sizeof mine / often(sizeof mine, 40)) CHECK_EQ(seen[i], seen[0]);
    upc_barrier;
}

int main(void)
{
    upc_file_t *file = io_scratch("strong", UPC_INDIVIDUAL_FP | UPC_STRONG_CA);
    writes(file, 0);
    writes(file, 1);
    reads(file);
    CHECK_EQ(upc_all_fclose(file), 0);

    // With a common pointer, what has been written is there for everybody without upc_all_fsync.
    file = io_scratch("common", UPC_COMMON_FP | UPC_STRONG_CA);
    char got[10];
    CHECK_EQ(upc_all_fwrite_shared(file, seen, 0, 1, CELL, NOSYNC), CELL);
    struct upc_local_memvec memory = {got, sizeof got};
    struct upc_filevec place = {CELL - 10, 10};
    CHECK_EQ(upc_all_fread_list_local(file, 1, &memory, 1, &place, NOSYNC), 10);
    for (int i = 0; i < 10; i++) CHECK_EQ(got[i], seen[0]);
    CHECK_EQ(upc_all_fclose(file), 0);
    PASS();
    return 0;
}
