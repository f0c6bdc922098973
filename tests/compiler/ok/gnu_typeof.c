int i;
__typeof__(i) j = 1;
typeof(int *) p = &j;
__typeof(*p) k;
extern __typeof__(i) i;
const __typeof__(unsigned long) c = 4;
int a[3];
__typeof__(a) b = {1, 2, 3};
__typeof__(&a[0]) q = b;
__typeof__(int (*)(int)) fp;
static int twice(int x) { return 2 * x; }
__typeof__(twice) forward;
int forward(int x) { return x; }
#define swap(x, y) do { __typeof__(x) t_ = (x); (x) = (y); (y) = t_; } while (0)
int f(int n) {
    int m = 3, v[n];
    __typeof__(v) w;
    __auto_type d = 1.5;
    __auto_type r = &m;
    swap(n, m);
    w[0] = n;
    fp = twice;
    return (int)d + *r + w[0] + (int)sizeof(__typeof__(v)) + fp(1);
}
