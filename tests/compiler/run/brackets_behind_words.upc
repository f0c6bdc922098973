// A bracket that follows a word at once: what stands for `(x)` must not grow together with
// `return`, `else`, `do` or `case`.
// variants: none: -O0 -fno-upc-passes
// variants: check: -O2 -fupc-check
#include "../../upc/check.h"

struct pair { int first, second; };
shared int word;
shared int own[THREADS];
shared struct pair pairs[THREADS];
static shared int *at;

int scalar(void) { return(word); }
int element(int i) { return(own[i]); }
int member(int i) { return(pairs[i].second); }
int target(void) { return(*at); }
int twice(void) { return((word))+((word)); }
int with_cast(int i) { return(int)(own[i]); }
int chosen(int i) { switch(own[i]) { case(0): return(own[i]); default: return(-own[i]); } }
int stepped(void) { return(own[MYTHREAD]++); }
size_t owner(int i) { return(upc_threadof(&own[i])); }
int mine(void) { return(MYTHREAD)+(THREADS); }
int walked(int n)
{
    int i = 0;
    do(own[MYTHREAD]++); while(++i < n);
    if(i < n) return(0); else(own[MYTHREAD]--);
    return(own[MYTHREAD]);
}

int main(void)
{
    if (MYTHREAD == 0) word = 42;
    at = &word;
    own[MYTHREAD] = MYTHREAD;
    pairs[MYTHREAD].second = 10 + MYTHREAD;
    upc_barrier;
    for (int i = 0; i < THREADS; i++) {
        CHECK(element(i) == i && with_cast(i) == i && chosen(i) == -i);
        CHECK(member(i) == 10 + i && owner(i) == (size_t)i);
    }
    CHECK(scalar() == 42 && target() == 42 && twice() == 84 && mine() == MYTHREAD + THREADS);
    upc_barrier;
    CHECK(stepped() == MYTHREAD && walked(3) == MYTHREAD + 3);
    PASS();
    return 0;
}
