__asm__(".globl nothing_here\n\t.set nothing_here, 0");
extern int renamed(int) __asm__("abs");
int variable __asm__("variable_in_asm") = 3;
static inline unsigned long flags(void) {
    unsigned long f;
#if defined(__x86_64__)
    __asm__ __volatile__("pushfq\n\tpopq %0" : "=r"(f) : : "memory");
#else
    f = 0;
#endif
    return f;
}
int f(int a, int b) {
    int r;
    asm("" : "=r"(r) : "0"(a), "r"(b) : "cc", "memory");
    asm volatile("" ::: "memory");
    asm("");
    asm inline("" : [out] "+r"(r) : [in] "g"(a));
    __asm__ goto("" : : "r"(a) : : away, here);
here:
    return r + renamed(-1) + (int)flags();
away:
    return 0;
}
int g(void) {
#if defined(__x86_64__)
    register long rax __asm__("rax") = 4;
    __asm__("" : "+r"(rax));
    return (int)rax;
#else
    return 0;
#endif
}
