// flags: -w
typedef int T;
struct s { int a; struct s *n; } v, *p = &v;
int arr[4], x, y;
int f(int, int);
int tricky(int a, int b) {
    int r = (T)a + (T)-1 + (T)(b) * (a) - -b + +a - (a)-b + ~a + !b + sizeof(T) + sizeof a + sizeof(a) * 2 + sizeof(int[3]);
    r = a < b == b > a != (a <= b && b >= a || !a) ^ b & a | a << 2 >> 1;
    r = a ? b ? 1 : 2 : b ? 3 : 4;
    r = (a, b), r += a = b, r -= a ? x : (y = 2);
    r += 2[arr] + arr[2] + *(arr + 2) + (&arr[1])[1] + (*p).a + p->n->n->a + (&v)->a + (p->a)++ + --v.a - - -a;
    (void)0, (void)(a ? (void)b : (void)a);
    r += f(a, b) + (f)(a, (a, b)) + (*f)(a, b) + (**&f)(a, b) + (&f)(1, 2);
    r += a++ + ++b - a-- - --b;
    x = y = r <<= 1, r >>= 1, r %= 7, r |= 8, r &= ~1, r ^= 3, r *= 2, r /= 3;
    r += sizeof(struct { int q; char c; }) + _Alignof(double) + __alignof__(arr) + (int)(long)&((struct s *)0)->n;
    r += __extension__(1) + __extension__ ({ 1; }) + *&*&a + (T){3} + ((T){4}) + *(T[]){1} + (struct s){1, 0}.a + sizeof (T){1};
    return r, r > 0 ? r : -r;
}
int pointer(char *a, char *b, void *v1, int (*g)(int, int)) {
    const char *c = a ? a : b;
    return (int)(a - b) + (a < b) + !a + (a && b) + (v1 == a) + (g == f) + (c != 0) + (a == (void *)0) + (int)((char *)v1 + 1 - a) + (a ? 1 : 0);
}
