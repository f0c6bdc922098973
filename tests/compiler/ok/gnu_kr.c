// flags: -w
/* Definitions from before prototypes. */
int old();
int old(a, b, c)
    int a, *b;
    char c;
{
    return a + *b + c;
}
int empty() { return old(1, &(int){2}, 99); }
double (*table())(int);
double half(x) int x; { return x / 2.0; }
double (*table())(int) { return (double (*)(int))half; }
int later(p) const char *p; { extern int hidden(); return hidden(p); }
int hidden(const char *p) { return *p; }
struct t { int a; } f(s) struct t s; { return s; }
