// Updates at random in batches, whichever array each goes to; what else the loop does must be work on private scalars.
// flags: -O2 -fno-upc-passes -fupc-group-prefetch
// report: 16: [group-prefetch] done: updates in batches of 256, addresses first
// report: 19: [group-prefetch] done: updates in batches of 256, addresses first
// report: 21: [group-prefetch] done: updates in batches of 256, addresses first
#include <upc_relaxed.h>
typedef shared [] unsigned long *block_t;
typedef struct part { shared [] unsigned long *words; } part;
shared unsigned long table[1024 * THREADS];
strict shared unsigned long strict_table[1024 * THREADS];
static unsigned long next(unsigned long r) { return (r << 1) ^ (r >> 63); }
void f(shared unsigned long *t, const block_t *where, const part *parts, unsigned long *own, int n) {
    unsigned long r = 1;
    block_t named[16];
    for (int i = 0; i < 16; i++) named[i] = where[i];
    for (int i = 0; i < n; i++) { r = next(r); t[r & 1023] ^= r; }
    for (int i = 0; i < n; i++) { r = next(r); t[r & 1023] ^= own[i]; } // a private pointer may lead into shared memory
    for (int i = 0; i < n; i++) { r = next(r); own[i] = r; t[r & 1023] ^= r; }
    for (int i = 0; i < n; i++) { r = next(r); where[r & 15][r & 1023] ^= r; }
    for (int i = 0; i < n; i++) { r = next(r); where[r & 15][i] ^= r; } // not at random
    for (int i = 0; i < n; i++) { r = next(r); parts[r & 3].words[(r >> 4) & 1023] += r; }
    for (int i = 0; i < n; i++) { r = next(r); strict_table[r & 1023] ^= r; }
}
