// A UPC file without UPC in a function keeps the function's tokens.
// emit: static int twice(int x) { return x * 2; }
// emit: int apply(int (*f)(int), int x) { struct pair { int a, b; } t = { f(x), .b = 3 }; return t.a + t.b + twice(x); }
static int twice(int x) { return x * 2; }
int apply(int (*f)(int), int x) { struct pair { int a, b; } t = { f(x), .b = 3 }; return t.a + t.b + twice(x); }
// emit-not: polder_e __attribute__
