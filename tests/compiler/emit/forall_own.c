polder_ga a;
polder_ga b;
void f(int n, double x) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
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
                (*(double *)polder_at(polder_index_seldom(polder_s_a, (long)(i), sizeof(double),
                    4))) = x * (*(double *)polder_at(polder_index_seldom(polder_s_b, (long)(i),
                    sizeof(double), 4)));
            }
        } else {
            for (long polder_k6 = polder_own_run_first(polder_e, 1L, polder_p4, 4L, 0, polder_c3),
                polder_b9; polder_k6 < polder_c3; polder_k6 = polder_own_run_first(polder_e, 1L,
                polder_p4, 4L, polder_b9, polder_c3)) {
                polder_b9 = polder_own_run_end(1L, polder_p4, 4L, polder_k6, polder_c3);
                const long polder_p8 = polder_p4 + 1L * polder_k6;
                long polder_r5 __attribute__((unused)) = polder_p8 / (4L * (long)polder_e.threads) *
                    4L + polder_p8 % 4L;
                i = (int)((long)polder_s2 + polder_k6 * 1);
                for (long polder_n7 = polder_b9 - polder_k6; polder_n7 > 0; polder_n7--, polder_r5
                    += 1L, i = (int)((long)i + 1)) {
                    (*(double *)polder_at(((polder_ga)((double *)polder_at((polder_s_a
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r5))))))
                        = x * (*(double *)polder_at(((polder_ga)((double *)polder_at((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r5))))));
                }
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 4, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 40, 4, 8, 8, 1, "b"};
