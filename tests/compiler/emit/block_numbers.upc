// An index that names a block and a place in it is not divided by the block's size.
// flags: -O2 -fno-upc-one-thread -fupc-nodes=one
#include <upc_relaxed.h>
shared [8] int grid[10 * THREADS][8];
shared [8] int halves[10 * THREADS][2][4];
shared [4] int short_rows[10 * THREADS][8];
int f(shared [8] int *flat, int i, int j, unsigned k) {
    // emit: polder_index_in_block(polder_e, polder_s_grid, (long)(i), (long)(j), sizeof(int), 8)
    int sum = grid[i][j];
    // emit: polder_index_in_block(polder_e, polder_s_halves, (long)(i), (long)(j) * 4 + (long)(i), sizeof(int), 8)
    sum += halves[i][j][i];
    // emit: polder_at_in_block(polder_e, flat, (long)((i + 1)), (long)(j) - (long)(i), sizeof(int), 8)
    sum += flat[(i + 1) * 8 + j - i];
    // Rows of several blocks, and arithmetic that wraps, are left as they are.
    // emit: polder_index_blocked(polder_e, polder_s_short_rows, (long)(i) * 8 + (long)(j), sizeof(int), 4)
    sum += short_rows[i][j];
    // emit: polder_at_blocked(polder_e, flat, (long)(k * 8 + k), sizeof(int), 8)
    return sum + flat[k * 8 + k];
}
int g(shared [8] int *flat, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++)
        // emit: polder_from_in_block(polder_e, polder_flat_origin, (long)(i), (long)(j % 8), sizeof(int), 8)
        sum += flat[i * 8 + j % 8];
    return sum;
}
