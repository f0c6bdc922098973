// Private statics are reached through delta; what is only declared, through its marker; const data is left alone.
// emit: int n __attribute__((section("polder_data"))) = 1;
// emit: (*(__typeof__(&n))((char *)&n + polder_e.delta))
// emit: ((__typeof__(&a[0]))((char *)a + polder_e.delta))[i]
// emit: (*(__typeof__(&few))((char *)&few + polder_e.delta))[i]
// emit: const long polder_m_elsewhere __attribute__((unused)) = &polder_private_elsewhere ? polder_e.delta : 0;
// emit: char polder_private_n __attribute__((weak, section("polder_marker"))) = 1;
// emit: static const int table[2] = { 3, 4 };
// emit: sizeof(a)
#include <stdio.h>
int n = 1;
double a[65], few[64];
extern int elsewhere;
static const int table[2] = { 3, 4 };
int f(int i) {
    fprintf(stderr, "%d", (int)sizeof(a));
    return n + (int)a[i] + (int)few[i] + elsewhere + table[i];
}
// emit-not: &stderr
