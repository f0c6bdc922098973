polder_ga a;
static __attribute__((noinline)) void polder_n_f(int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f9 = *polder_depth;
        int i = 0;
        const int polder_s10 = i;
        const long polder_c11 = i < n ? polder_trip_count((unsigned long)(int)polder_s10,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_p12 = polder_c11 ? (long)(i) : 0;
        if (polder_f9) {
            for (; i < n; i = (int)((long)i + 1)) {
                __extension__ ({
                    int polder_t17 = 1;
                    const polder_ga polder_t18 = polder_index_cyclic(polder_e, polder_s_a,
                        (long)(i), sizeof(int));
                    {
                        int polder_t20;
                        polder_far_load4(&polder_t20, polder_t18);
                        (polder_t20 += polder_t17);
                        polder_far_store4(polder_t18, &polder_t20);
                    }
                });
            }
        } else {
            const long polder_p16 = polder_own_period(polder_e, 0, 1L), polder_k14
                = polder_own_first(polder_e, 0, 1L, polder_p12, polder_c11);
            i = (int)((long)polder_s10 + polder_k14 * 1);
            long polder_r13 __attribute__((unused)) = (polder_p12
                + 1L * polder_k14) / (long)polder_e.threads;
            for (long polder_n15 = polder_k14 < polder_c11 ? (polder_c11 - polder_k14
                - 1) / polder_p16 + 1 : 0; polder_n15 > 0; polder_n15--, polder_r13 += 1L, i
                = (int)((long)i + polder_p16 * 1)) {
                (*(int *)polder_at(((polder_ga)((int *)polder_shifted((polder_s_a
                    + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r13)))))) += 1;
            }
        }
    }
}
void f(int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_f(n);
            return;
        }
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f1 = *polder_depth;
        int i = 0;
        const int polder_s2 = i;
        const long polder_c3 = i < n ? polder_trip_count((unsigned long)(int)polder_s2,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_p4 = polder_c3 ? (long)(i) : 0;
        if (polder_f1) {
            for (; i < n; i = (int)((long)i + 1)) {
                (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_a, (long)(i),
                    sizeof(int)))) += 1;
            }
        } else {
            const long polder_p8 = polder_own_period(polder_e, 0, 1L), polder_k6
                = polder_own_first(polder_e, 0, 1L, polder_p4, polder_c3);
            i = (int)((long)polder_s2 + polder_k6 * 1);
            long polder_r5 __attribute__((unused)) = (polder_p4
                + 1L * polder_k6) / (long)polder_e.threads;
            for (long polder_n7 = polder_k6 < polder_c3 ? (polder_c3 - polder_k6 - 1) / polder_p8
                + 1 : 0; polder_n7 > 0; polder_n7--, polder_r5 += 1L, i = (int)((long)i
                + polder_p8 * 1)) {
                (*(int *)polder_at(((polder_ga)((int *)polder_at((polder_s_a
                    + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r5)))))) += 1;
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
