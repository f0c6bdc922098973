// 6.5.2.1p2: a structure has the same size in every job, so THREADS is no bound of its members.
struct s {
    int n;
    int a[2 * THREADS][3]; // error: THREADS in the bound of structure member 'a'; or give -T N
    shared int (*p)[THREADS];
};
typedef int row[THREADS];
shared struct t {
    row x; // error: THREADS in the bound of structure member 'x'; or give -T N
} t[THREADS];
