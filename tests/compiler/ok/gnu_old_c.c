// flags: -std=gnu89 -w
/* What compilers of the eighties took, and gnu89 still takes. */
counter;
static pi = 3;
main_part(n) { implicit(n); return pi + counter; }
implicit(x) { extern printf(); printf("%d\n", x); return 0; }
const limit = 4;
f() { register i; auto j = 2; for (i = 0; i < limit; i++) j += i; return j; }
