// A short function that dispatches is inlined into the single-node versions of functions with loops
// that call it, unless it means something else there.
// flags: -O2
// emit: static __inline__ __attribute__((always_inline, unused)) int polder_i1_sum(int i)
// emit: return polder_i1_sum(i)
// emit: s += polder_i1_sum(i)
// emit: s += polder_n_sum(i)
// emit-not: polder_i1_deep
// emit-not: polder_i1_kept
// emit-not: polder_i1_named
// emit-not: polder_i1_framed
// emit-not: polder_i1_tall
// emit-not: polder_i1_weak
// emit-not: polder_i1_chain
// emit-not: polder_i1_once
// emit-not: polder_i1_grown
// emit-not: polder_i1_jumped
// emit-not: polder_i1_literal
// emit: polder_i1_some
// emit-not: polder_i1_often
// emit: polder_i1_last
// emit-not: polder_i1_waits
// emit-not: polder_i1_nested
// emit: p[i] = polder_i1_reached(i)
#include <alloca.h>
#include <setjmp.h>
shared [4] int *x;
int sum(int i) {
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k] + x[k];
    return s;
}
int deep(int i) {
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return i > 0 ? s + deep(i - 1) : s;
}
__attribute__((noinline)) int kept(int i) {
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int named(int i) {
    int s = __func__[0];
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int framed(int i) {
    int s = __builtin_return_address(0) != 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int tall(int i) {
    int s = 0, buffer[1000];
    for (int k = 0; k < 1000; k++) buffer[k] = x[4 * i + k];
    for (int k = 0; k < 1000; k++) s += buffer[s & 511];
    return s;
}
int weak(int i);
int weak(int i) __attribute__((weak));
int weak(int i) {
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int chain(int i) { // it is short, but not with what is inlined into it
    int s = 0;
    for (int k = 0; k < i; k++) s += sum(k) * sum(k + 1) * sum(k + 2) * sum(k + 3) * sum(k + 4) + x[k];
    return s;
}
int once(int i) { // not in a loop
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int grown(int i) {
    int s = 0, *copy = alloca(4 * sizeof(int));
    for (int k = 0; k < 4; k++) s += copy[k] = x[4 * i + k];
    return s + copy[i & 3];
}
jmp_buf place;
int jumped(int i) {
    int s = setjmp(place);
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int literal(int i) {
    int s = 0, *zeroes = (int[1000]){0};
    for (int k = 0; k < 1000; k++) zeroes[k] = x[4 * i + k];
    for (int k = 0; k < 1000; k++) s += zeroes[s & 511];
    return s;
}
int often(int i) { // eleven calls
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int some(int i) { // five calls
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int allocate(int i); // no alloca
int last(int i) {
    int s = allocate(i);
    for (int k = 0; k < 4; k++) s += x[4 * i + k];
    return s;
}
int all(int n) {
    int s = once(n);
    for (int i = 0; i < n; i++) s += sum(i);
    for (int i = 0; i < n; i++) s += deep(i) + kept(i);
    for (int i = 0; i < n; i++) s += named(i) + framed(i) + tall(i) + weak(i) + chain(i);
    for (int i = 0; i < n; i++) s += grown(i) + jumped(i) + literal(i) + last(i);
    for (int i = 0; i < n; i++) s += often(i) + often(i + 1) + often(i + 2) + often(i + 3) + often(i + 4);
    for (int i = 0; i < n; i++) s += often(i) + often(i + 1) + often(i + 2) + often(i + 3) + often(i + 4);
    for (int i = 0; i < n; i++) s += often(i) + some(i) + some(i + 1) + some(i + 2) + some(i + 3) + some(i + 4);
    return s + x[0];
}
int waits(int i) { // beside a barrier
    upc_barrier;
    return x[i] + x[i + 1] + x[i + 2];
}
int nested(int i) { // beside loops in loops, where it is not short
    int s = 0;
    for (int k = 0; k < i; k++)
        for (int j = 0; j < i; j++) {
            s += x[4 * k + j] + x[k] * x[j] - (s & 1023);
            s ^= x[4 * j + k] - x[i] / (s & 255 | 1) + (s >> 3) * (k + j);
            s -= (k ^ j) * (i + k) * (i - j) + (k & j);
        }
    return s;
}
int reached(int i) {
    return x[i] + x[i + 1] + x[i + 2];
}
void only_loops(int *p, int n) { // and calls a function that can stand in them
    for (int i = 0; i < n; i++) p[i] = waits(i) + nested(i);
    upc_forall (int i = 0; i < n; i++; i) p[i] = reached(i);
}
