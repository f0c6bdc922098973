// flags: -w
#include <stddef.h>
void fill(size_t n, size_t m, int a[n][m], int b[static 3], int c[const], int d[*]);
void fill(size_t n, size_t m, int a[n][m], int b[static 3], int c[const], int d[]) {
    int local[n + 1][m], (*row)[m] = a;
    typedef int line[m];
    line one;
    char name[n ? n : 1];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) local[i][j] = row[i][j] + b[0] + c[0] + d[0];
    one[0] = local[0][0];
    a[0][0] = (int)(sizeof local + sizeof one + sizeof(int[n]) + sizeof name + (size_t)(&local[n] - &local[0])) + one[0];
    n++;
    { int after[n]; after[0] = (int)sizeof(*row) + (int)sizeof after; a[0][1] = after[0]; }
}
double sum(int n, double v[n][n]) { double s = 0; for (int i = 0; i < n; i++) s += v[i][i]; return s; }
struct s { int n; };
void member(struct s *p, int v[p->n]) { v[0] = p->n; }
int again(int n) { again: { int v[n]; v[0] = n; if (v[0]-- > 100) goto again; } return n; }
