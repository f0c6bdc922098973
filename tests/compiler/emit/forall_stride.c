polder_ga a;
int work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f1 = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_s2 = i;
        const long polder_c3 = i < n ? polder_trip_count((unsigned long)(int)polder_s2,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_p4 = polder_c3 ? (long)(i) : 0;
        {
            const long polder_p7 = polder_own_period(polder_e, polder_f1, 1L);
            for (long polder_k6 = polder_own_first(polder_e, polder_f1, 1L, polder_p4, polder_c3);
                polder_k6 < polder_c3; polder_k6 += polder_p7) {
                i = (int)((long)polder_s2 + polder_k6 * 1);
                work(i);
            }
        }
        *polder_depth = polder_f1;
    }
    {
        const int polder_f8 = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_s9 = i;
        const long polder_c10 = i < n ? polder_trip_count((unsigned long)(int)polder_s9,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_p11 = polder_c10 ? (long)(i) : 0;
        {
            const long polder_p14 = polder_own_period(polder_e, polder_f8, 1L);
            for (long polder_k13 = polder_own_first(polder_e, polder_f8, 1L, polder_p11,
                polder_c10); polder_k13 < polder_c10; polder_k13 += polder_p14) {
                i = (int)((long)polder_s9 + polder_k13 * 1);
                work(i);
            }
        }
        *polder_depth = polder_f8;
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
