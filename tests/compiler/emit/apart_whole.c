polder_ga a;
polder_ga b;
static __inline__ __attribute__((always_inline)) void polder_f16(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]) + (polder_r1_0[polder_k
            + (1)]);
    }
}
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    {
        int i = 1;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        while ((long)i < polder_n1) {
            long polder_c3 = polder_n1 - (long)i;
            const long polder_l7 = (long)(i);
            const polder_piece polder_p6 = polder_piece_object(polder_e, polder_s_a, polder_l7,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p6, polder_l7, polder_l7, 1, polder_c3);
            const long polder_l10 = (long)(i - 1);
            const long polder_h11 = (long)(i);
            const polder_piece polder_p9 = polder_piece_object(polder_e, polder_s_b, polder_l10,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p9, polder_l10, polder_h11, 1, polder_c3);
            const long polder_b4 = (long)i + (polder_c3 ? polder_c3 : 1);
            if (polder_c3) {
                double *polder_q8 __attribute__((unused)) = (double *)polder_at(polder_p6.bias);
                double *polder_q12 __attribute__((unused)) = (double *)polder_at(polder_p9.bias);
                const long polder_n13 = polder_b4 - (long)i;
                double *polder_q14;
                const double *polder_q15;
                polder_q14 = (double *)&(polder_q8[(long)(i)]);
                polder_q15 = (const double *)&(polder_q12[(long)(i - 1)]);
                if (__builtin_expect((polder_n13 > 0) & polder_apart((polder_ga)(polder_q15 + (0)),
                    (polder_ga)(polder_q15 + (2) + 1L * (polder_n13 - 1)), (polder_ga)(polder_q14
                    + (0)), (polder_ga)(polder_q14 + (1) + 1L * (polder_n13 - 1))), 1)) {
                    polder_f16(polder_e, polder_n13, (long)i, polder_q14, polder_q15);
                    i = (int)((long)i + polder_n13 * 1L);
                } else for (; (long)i < polder_b4; i++) (polder_q8[(long)(i)])
                    = (polder_q12[(long)(i - 1)]) + (polder_q12[(long)(i)]);
            } else for (; (long)i < polder_b4; i++) (*(double
                *)polder_at(polder_index_seldom(polder_s_a, (long)(i), sizeof(double), 64)))
                = (*(double *)polder_at(polder_index_seldom(polder_s_b, (long)(i - 1),
                sizeof(double), 64))) + (*(double *)polder_at(polder_index_seldom(polder_s_b,
                (long)(i), sizeof(double), 64)));
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
