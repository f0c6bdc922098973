// A function with assembly has two versions, unless the template may define a symbol, or jumps.
#include <upc_relaxed.h>
long sum(shared [] long *a, long n) {
    // emit: polder_n_sum
    long s = 0;
    for (long i = 0; i < n; i++) {
        s += a[i];
        __asm__ __volatile__("" : : : "memory");
    }
    return s;
}
long paused(shared [] long *a, long n) {
    // emit: polder_n_paused
    long s = 0;
    for (long i = 0; i < n; i++) {
        s += a[i];
        __asm__ __volatile__("pause" ::: "memory");
    }
    return s;
}
long labelled(shared [] long *a, long n) {
    // emit-not: polder_n_labelled
    long s = 0;
    for (long i = 0; i < n; i++) s += a[i];
    __asm__ __volatile__("here_it_is:");
    return s;
}
long directed(shared [] long *a, long n) {
    // emit-not: polder_n_directed
    long s = 0;
    for (long i = 0; i < n; i++) s += a[i];
    __asm__ __volatile__(".globl " "there");
    return s;
}
long jumping(shared [] long *a, long n) {
    // emit-not: polder_n_jumping
    long s = 0;
    for (long i = 0; i < n; i++) s += a[i];
    __asm__ goto("" : : : : out);
out:
    return s;
}
int main(void) {
    return 0;
}
