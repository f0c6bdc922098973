void work(int);
void f(int n, int b) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f1 = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_s2 = i;
        const long polder_c3 = i < n ? polder_trip_count((unsigned long)(int)polder_s2,
            (unsigned long)(int)(n), (unsigned long)3, 0) : 0;
        long polder_p4 = polder_c3 ? (long)((2 * i + 1)) : 0;
        long polder_a6 = 6L, polder_b7 = polder_c3 ? (long)(b) : 1;
        if (polder_b7 < 0) {
            polder_b7 = -polder_b7;
            polder_p4 = -polder_p4;
            polder_a6 = -polder_a6;
        }
        {
            for (long polder_k8 = polder_run_first(polder_e, polder_f1, polder_a6, polder_p4,
                polder_b7, polder_below_quotient, 0, polder_c3); polder_k8 < polder_c3; polder_k8
                = polder_run_first(polder_e, polder_f1, polder_a6, polder_p4, polder_b7,
                polder_below_quotient, polder_k8, polder_c3)) {
                const long polder_b9 = polder_run_end(polder_f1, polder_a6, polder_p4, polder_b7,
                    polder_below_quotient, polder_k8, polder_c3);
                for (i = (int)((long)polder_s2 + polder_k8 * 3); polder_k8 < polder_b9; polder_k8++,
                    i = (int)((long)i + 3)) { work(i); }
            }
        }
        *polder_depth = polder_f1;
    }
}
