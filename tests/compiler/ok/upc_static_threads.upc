// flags: -fupc-threads=4
// With static THREADS it is an integer constant: anything goes in bounds, layouts and case labels (UPC 1.3 6.5.2.1, example 2).
shared int a[10 + THREADS];
shared [] int b[THREADS];
shared int c[10];
shared int d[THREADS][4 * THREADS];
shared int e[THREADS * THREADS];
shared int f[THREADS * 100 * 20];
shared int (**p)[THREADS][THREADS];
typedef shared int (*t)[THREADS][13][THREADS];
shared [THREADS] int g[THREADS * THREADS];
shared [*] int h[10];
shared [*] int deduced[] = {1, 2, 3, 4, 5};
int private_array[THREADS];
enum { threads = THREADS };
_Static_assert(sizeof(c) == 10 * sizeof(int), "");
_Static_assert(upc_blocksizeof(h) == 3, "");
_Static_assert(upc_blocksizeof(deduced) == 2, "");
_Static_assert(upc_localsizeof(c) == 3 * sizeof(int), "");
_Static_assert(upc_localsizeof(shared [3] char[5][THREADS]) == 6, "");
_Static_assert(upc_localsizeof(shared [4] char[7 * THREADS]) == 8, "");
int pick(int n) {
    switch (n) {
    case THREADS: return 1;
    case sizeof(c): return 2;
    }
    return 0;
}
int main(void) { return pick(private_array[0]); }
