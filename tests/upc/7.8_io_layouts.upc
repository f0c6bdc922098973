// Parallel I/O: where each byte of a shared buffer lies, for all combinations of element size,
// block size (larger than the buffer, none), number of elements, first thread and phase (which does
// not count), compared with plain arithmetic.
#include "io_file.h"

#define CAP 6000

static shared char *memory; // CAP bytes a thread; byte o of thread t is memory[o * THREADS + t]

struct layout {
    long size, block, count, thread, phase;
};

static long place(struct layout l, long byte)
{
    const long block = l.block * l.size, turn = block ? byte / block : 0, inside = block ? byte % block : byte;
    const long on = (l.thread + turn) % THREADS, row = (l.thread + turn) / THREADS;
    return (row * block + inside + l.phase) * THREADS + on;
}

static char value(long i, long salt) { return (char)((i * 31 + salt * 7 + i / 256) % 127 + 1); }

static void clear(void)
{
    upc_barrier;
    for (long o = 0; o < CAP; o++) memory[o * THREADS + MYTHREAD] = 0;
    upc_barrier;
}

static void try(upc_file_t *file, struct layout l, int active, long salt)
{
    const long bytes = l.size * l.count;
    shared [64] char *const at = (shared [64] char *)memory + l.thread * 64 + l.phase; // with that phase
    CHECK_EQ(upc_phaseof(at), l.phase);
    CHECK_EQ(upc_threadof(at), l.thread);
    clear();
    if (MYTHREAD == 0)
        for (long i = 0; i < bytes; i++) memory[place(l, i)] = value(i, salt);
    const long count = active ? l.count : 0, expected = active ? bytes : 0;
    CHECK_EQ(upc_all_fseek(file, 11, UPC_SEEK_SET), 11);
    CHECK_EQ(upc_all_fwrite_shared(file, at, l.block, l.size, count, SYNC), expected);
    CHECK_EQ(upc_all_fsync(file), 0);
    char flat[CAP];
    struct upc_local_memvec whole = {flat, bytes};
    struct upc_filevec from = {11, bytes};
    CHECK_EQ(upc_all_fread_list_local(file, 1, &whole, 1, &from, SYNC), bytes);
    for (long i = 0; i < bytes; i++) CHECK_EQ(flat[i], value(i, salt));
    clear();
    CHECK_EQ(upc_all_fseek(file, 11, UPC_SEEK_SET), 11);
    CHECK_EQ(upc_all_fread_shared(file, at, l.block, l.size, count, SYNC), expected);
    long set = 0, there = 0;
    for (long i = MYTHREAD; i < bytes; i += THREADS) CHECK_EQ(memory[place(l, i)], value(i, salt));
    if (MYTHREAD) return;
    for (long i = 0; i < bytes; i++) set += memory[place(l, i)] != 0;
    for (long i = 0; i < CAP * THREADS; i++) there += memory[i] != 0;
    CHECK_EQ(there, set); // and nothing anywhere else
}

int main(void)
{
    static const long sizes[] = {1, 3, 8}, blocks[] = {0, 1, 2, 5, 64, 100000};
    memory = upc_all_alloc(THREADS, CAP);
    upc_file_t *const common = io_scratch("common", UPC_COMMON_FP), *const own = io_scratch("own", UPC_INDIVIDUAL_FP);
    long salt = 0;
    for (int s = 0; s < 3; s++)
        for (int b = 0; b < 6; b++)
            for (int n = 0; n < 3; n++, salt++) {
                const long counts[] = {1, 5 * THREADS + 1, 64L * THREADS - 3};
                struct layout l = {sizes[s], blocks[b], counts[n], salt % THREADS, salt * 5 % 64};
                if ((l.count + 64) * l.size + l.phase > CAP) continue;
                try(common, l, 1, salt);
                try(own, l, MYTHREAD == salt / 2 % THREADS, salt);
            }
    CHECK_EQ(upc_all_fclose(common), 0);
    CHECK_EQ(upc_all_fclose(own), 0);
    upc_all_free(memory);
    PASS();
    return 0;
}
