// What loops find at their begin and once a long block goes by calls, in main and in functions that
// main calls outside loops. A loop in another one, and one of a function that is called in loops,
// find it in place.
// flags: -O2 -fno-upc-one-thread -fupc-nodes=one
// emit: polder_c_address __attribute__((unused)) = polder_add_seldom(polder_gp_from_ga(polder_s_c),
// emit: = polder_span_object_seldom(polder_s_a,
// emit: = polder_span_object(polder_e, polder_s_b,
// emit: polder_run_first(polder_e, 0, 1L, polder_position, 64L, polder_below_floor,
// emit: = polder_span_object_kept(&polder_a_kept,
// emit: = polder_span_object(polder_e, polder_s_d,
// emit: = polder_span_object_seldom(polder_s_f,
#include <upc_relaxed.h>
shared [64] int a[64 * THREADS], d[64 * THREADS], f[64 * THREADS];
shared [16] int b[16 * THREADS];
shared int c[64 * THREADS];
int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += d[i];
    return s;
}
int sum_once(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += f[i];
    return s;
}
int main(int argc, char **argv) {
    int i, k, s = 0;
    for (i = 0; i < argc; i++) s += c[i];
    for (i = 0; i < argc; i++) s += a[i];
    for (i = 0; i < argc; i++) s += b[i];
    upc_forall (i = 0; i < 64 * THREADS; i++; &a[i]) a[i] = i;
    for (k = 0; k < argc; k++)
        for (i = 0; i < argc; i++) s += a[i];
    for (k = 0; k < argc; k++) s += sum(k);
    return s + sum_once(argc);
}
