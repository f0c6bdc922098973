#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
struct pair { int x, y; };
int f(int n) {
    int a = max(n, 3), b = max(max(n, 1), max(a, 2));
    struct pair p = ({ struct pair q = {n, n}; q.x++; q; });
    int empty = ({ int k = 4; for (int i = 0; i < n; i++) k += i; k; }) + ({ ; n; });
    ({ });
    ({ int unused = n; (void)unused; });
    if (({ int t = n > 2; t; })) b++;
    return a + b + p.x + empty + ({ again: if (b++ < 10) goto again; b; }) + ({ struct pair q = {1, 2}; q; }).y;
}
