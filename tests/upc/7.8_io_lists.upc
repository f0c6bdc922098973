// Parallel I/O: list reads and writes, local and shared, of any shape; file pointers stay where
// they are.
#include "io_file.h"

#define EACH 600

shared [5] char fives[EACH * THREADS];
shared [EACH] char whole[EACH * THREADS];

static char letter(long i) { return (char)('A' + i * 7 % 59); }

// Every thread writes every THREADS-th cell of 10 bytes, from memory in three pieces, the last
// first.
static void local_lists(upc_file_t *file)
{
    char mine[EACH], got[EACH] = {0};
    struct upc_filevec cells[EACH / 10];
    for (int i = 0; i < EACH / 10; i++) {
        cells[i].offset = (i * THREADS + MYTHREAD) * 10L;
        cells[i].len = 10;
        for (int j = 0; j < 10; j++) mine[i * 10 + j] = letter(cells[i].offset + j);
    }
    struct upc_local_memvec pieces[] = {{mine, 133}, {NULL, 0}, {mine + 133, 300}, {mine + 433, EACH - 433}};
    CHECK_EQ(upc_all_fwrite_list_local(file, 4, pieces, EACH / 10, cells, SYNC), EACH);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 3);
    CHECK_EQ(upc_all_fsync(file), 0);
    CHECK_EQ(upc_all_fget_size(file), EACH * THREADS);

    struct upc_filevec line = {((MYTHREAD + 1) % THREADS) * (upc_off_t)EACH, EACH};
    struct upc_local_memvec turned[] = {{got + 400, EACH - 400}, {got, 400}};
    CHECK_EQ(upc_all_fread_list_local(file, 2, turned, 1, &line, NOSYNC), EACH);
    for (int i = 0; i < EACH; i++) CHECK_EQ(got[(i + 400) % EACH], letter(line.offset + i));
    CHECK_EQ(upc_all_fread_list_local(file, 0, NULL, 0, NULL, SYNC), 0);
    struct upc_filevec past = {EACH * THREADS - 4, 20};
    struct upc_local_memvec room = {got, 20};
    CHECK_EQ(upc_all_fread_list_local(file, 1, &room, 1, &past, SYNC), 4);
}

static void shared_lists(upc_file_t *file)
{
    const upc_off_t at = MYTHREAD * (upc_off_t)EACH;
    struct upc_filevec line = {at, EACH};
    struct upc_shared_memvec to = {&whole[at], 0, EACH};
    CHECK_EQ(upc_all_fread_list_shared(file, 1, &to, 1, &line, SYNC), EACH);
    for (int i = 0; i < EACH * THREADS; i++) CHECK_EQ(whole[i], letter(i));

    // Two pieces of blocks of five, each starting at this thread.
    const long half = EACH / 10 * 5;
    struct upc_shared_memvec spread[] = {{&fives[0], 5, half * THREADS}, {&fives[half * THREADS], 5, half * THREADS}};
    struct upc_filevec all[] = {{0, EACH * THREADS / 3}, {EACH * THREADS / 3, EACH * THREADS - EACH * THREADS / 3}};
    const int reads = MYTHREAD == THREADS - 1 ? 2 : 0;
    CHECK_EQ(upc_all_fread_list_shared(file, reads, spread, reads, all, SYNC), reads ? EACH * THREADS : 0);
    for (int i = 0; i < EACH * THREADS; i++) CHECK_EQ(fives[i], letter(i));
    upc_barrier;
    for (int i = 0; i < EACH; i++) whole[at + i] = 0;
    struct upc_filevec behind[] = {{(THREADS + MYTHREAD) * (upc_off_t)EACH, EACH}};
    upc_barrier;
    struct upc_shared_memvec from = {&fives[5 * MYTHREAD], 5, EACH - 5 * THREADS > 0 ? EACH - 5 * THREADS : 0};
    behind[0].len = from.len;
    CHECK_EQ(upc_all_fwrite_list_shared(file, 1, &from, 1, behind, SYNC), from.len);
    char got[EACH];
    struct upc_local_memvec into = {got, from.len};
    CHECK_EQ(upc_all_fread_list_local(file, 1, &into, 1, behind, NOSYNC), from.len);
    for (int i = 0; i < (int)from.len; i++) CHECK_EQ(got[i], letter(5 * MYTHREAD + i));
}

static void wrong_lists(upc_file_t *file)
{
    char mine[40];
    struct upc_local_memvec memory = {mine, 40}, nowhere = {NULL, 40};
    struct upc_filevec backwards[] = {{20, 20}, {0, 20}}, overlapping[] = {{0, 20}, {10, 20}}, negative = {-5, 40};
    struct upc_filevec shorter = {0, 39}, far = {0x7fffffffffffffff, 40}, good = {0, 40};
    struct upc_shared_memvec null = {NULL, 1, 40};
    FAILS(upc_all_fread_list_local(file, 1, &memory, 2, backwards, SYNC), EINVAL);
    FAILS(upc_all_fwrite_list_local(file, 1, &memory, 2, overlapping, SYNC), EINVAL);
    FAILS(upc_all_fread_list_local(file, 1, &memory, 1, &negative, SYNC), EINVAL);
    FAILS(upc_all_fread_list_local(file, 1, &memory, 1, &shorter, SYNC), EINVAL);
    FAILS(upc_all_fread_list_local(file, 1, &memory, 1, &far, SYNC), EFBIG);
    FAILS(upc_all_fwrite_list_local(file, 1, &nowhere, 1, &good, SYNC), EFAULT);
    FAILS(upc_all_fwrite_list_shared(file, 1, &null, 1, &good, SYNC), EFAULT);
    CHECK_EQ(upc_all_fread_list_local(file, 1, &memory, 2, overlapping, SYNC), 40);
    for (int i = 0; i < 20; i++) {
        CHECK_EQ(mine[i], letter(i));
        CHECK_EQ(mine[20 + i], letter(10 + i));
    }
}

int main(void)
{
    for (int common = 0; common < 2; common++) {
        upc_file_t *file = io_scratch("lists", common ? UPC_COMMON_FP : UPC_INDIVIDUAL_FP);
        CHECK_EQ(upc_all_fseek(file, 3, UPC_SEEK_SET), 3);
        local_lists(file);
        shared_lists(file);
        wrong_lists(file);
        CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 3);
        CHECK_EQ(upc_all_fclose(file), 0);
    }
    PASS();
    return 0;
}
