polder_ga a;
polder_ga b;
polder_ga c;
static __inline__ __attribute__((always_inline)) void polder_f48(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    const long polder_outer __attribute__((unused)), double *__restrict__ polder_r0_0,
    const double *__restrict__ polder_r1_0, const double *__restrict__ polder_r1_1,
    const double *__restrict__ polder_r1_2, const double *__restrict__ polder_r1_3,
    const double *__restrict__ polder_r1_4, const double *__restrict__ polder_r1_5,
    const double *__restrict__ polder_r2_0, const double *__restrict__ polder_r2_1,
    const double *__restrict__ polder_r2_2, const double *__restrict__ polder_r2_3,
    const double *__restrict__ polder_r2_4, const double *__restrict__ polder_r2_5) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) += (polder_r1_0[(0)]) * (polder_r2_0[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_1[(0)]) * (polder_r2_1[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_2[(0)]) * (polder_r2_2[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_3[(0)]) * (polder_r2_3[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_4[(0)]) * (polder_r2_4[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_5[(0)]) * (polder_r2_5[polder_k + (0)]);
    }
}
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get_static(4);
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    const polder_ga polder_s_c __attribute__((unused)) = c;
    for (int i = 0; i < n; i++)
    {
        int k = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        while ((long)k < polder_n1) {
            long polder_c3 = polder_n1 - (long)k;
            const long polder_l7 = (long)(
                i) * 64 + (long)(k);
            const polder_piece polder_p6 = polder_piece_object(polder_e, polder_s_a, polder_l7,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p6, polder_l7, polder_l7, 1, polder_c3);
            const long polder_b4 = (long)k + polder_c3;
            {
                double *polder_q8 __attribute__((unused)) = (double *)polder_at(polder_p6.bias);
                {
                    int polder_t11 = 1;
                    while ((long)k < polder_b4) {
                        if (polder_t11 && polder_b4 - (long)k >= 6) {
                            int j = 0;
                            ;
                            const long polder_n12 = __extension__ ({
                                const long polder_t13 __attribute__((unused)) = (long )(64);
                                polder_t13;
                            }), polder_n10 = polder_n12 - (long)j;
                            long polder_c9 = polder_n10;
                            double *polder_q14;
                            const double *polder_q15;
                            const double *polder_q16;
                            const double *polder_q17;
                            const double *polder_q18;
                            const double *polder_q19;
                            const double *polder_q20;
                            const double *polder_q21;
                            const double *polder_q22;
                            const double *polder_q23;
                            const double *polder_q24;
                            const double *polder_q25;
                            const double *polder_q26;
                            {
                                const long polder_l28 = (long)(k) * 64 + (long)(j);
                                const polder_piece polder_p27 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l28, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p27, polder_l28, polder_l28, 1,
                                    polder_c9);
                                const long polder_l31 = (long)(i) * 64 + (long)(j);
                                const polder_piece polder_p30 = polder_piece_object(polder_e,
                                    polder_s_c, polder_l31, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p30, polder_l31, polder_l31, 1,
                                    polder_c9);
                                double *polder_q29 __attribute__((unused))
                                    = (double *)polder_at(polder_p27.bias);
                                double *polder_q32 __attribute__((unused))
                                    = (double *)polder_at(polder_p30.bias);
                                polder_q14 = (double *)&(polder_q32[(long)(i) * 64 + (long)(j)]);
                                polder_q15 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(k)]);
                                polder_q21 = (const double *)&(polder_q29[(long)(k) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_l34 = (long)(((int)((long)k + 1L))) * 64
                                    + (long)(j);
                                const polder_piece polder_p33 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l34, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p33, polder_l34, polder_l34, 1,
                                    polder_c9);
                                double *polder_q35 __attribute__((unused))
                                    = (double *)polder_at(polder_p33.bias);
                                polder_q16 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(((int)((long)k + 1L)))]);
                                polder_q22 = (const double *)&(polder_q35[(long)(((int)((long)k
                                    + 1L))) * 64 + (long)(j)]);
                            }
                            {
                                const long polder_l37 = (long)(((int)((long)k + 2L))) * 64
                                    + (long)(j);
                                const polder_piece polder_p36 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l37, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p36, polder_l37, polder_l37, 1,
                                    polder_c9);
                                double *polder_q38 __attribute__((unused))
                                    = (double *)polder_at(polder_p36.bias);
                                polder_q17 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(((int)((long)k + 2L)))]);
                                polder_q23 = (const double *)&(polder_q38[(long)(((int)((long)k
                                    + 2L))) * 64 + (long)(j)]);
                            }
                            {
                                const long polder_l40 = (long)(((int)((long)k + 3L))) * 64
                                    + (long)(j);
                                const polder_piece polder_p39 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l40, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p39, polder_l40, polder_l40, 1,
                                    polder_c9);
                                double *polder_q41 __attribute__((unused))
                                    = (double *)polder_at(polder_p39.bias);
                                polder_q18 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(((int)((long)k + 3L)))]);
                                polder_q24 = (const double *)&(polder_q41[(long)(((int)((long)k
                                    + 3L))) * 64 + (long)(j)]);
                            }
                            {
                                const long polder_l43 = (long)(((int)((long)k + 4L))) * 64
                                    + (long)(j);
                                const polder_piece polder_p42 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l43, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p42, polder_l43, polder_l43, 1,
                                    polder_c9);
                                double *polder_q44 __attribute__((unused))
                                    = (double *)polder_at(polder_p42.bias);
                                polder_q19 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(((int)((long)k + 4L)))]);
                                polder_q25 = (const double *)&(polder_q44[(long)(((int)((long)k
                                    + 4L))) * 64 + (long)(j)]);
                            }
                            {
                                const long polder_l46 = (long)(((int)((long)k + 5L))) * 64
                                    + (long)(j);
                                const polder_piece polder_p45 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l46, sizeof(double), 64);
                                polder_c9 = polder_piece_run(polder_p45, polder_l46, polder_l46, 1,
                                    polder_c9);
                                double *polder_q47 __attribute__((unused))
                                    = (double *)polder_at(polder_p45.bias);
                                polder_q20 = (const double *)&(polder_q8[(long)(i) * 64
                                    + (long)(((int)((long)k + 5L)))]);
                                polder_q26 = (const double *)&(polder_q47[(long)(((int)((long)k
                                    + 5L))) * 64 + (long)(j)]);
                            }
                            if (__builtin_expect((polder_n10 > 0) & (polder_c9 == polder_n10)
                                & polder_apart((polder_ga)(polder_q15 + (0)), (polder_ga)(polder_q15
                                + (1)), (polder_ga)(polder_q14 + (0)), (polder_ga)(polder_q14 + (1)
                                + 1L * (polder_n10 - 1))) & polder_apart((polder_ga)(polder_q16
                                + (0)), (polder_ga)(polder_q16 + (1)), (polder_ga)(polder_q14
                                + (0)), (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q17 + (0)), (polder_ga)(polder_q17
                                + (1)), (polder_ga)(polder_q14 + (0)), (polder_ga)(polder_q14 + (1)
                                + 1L * (polder_n10 - 1))) & polder_apart((polder_ga)(polder_q18
                                + (0)), (polder_ga)(polder_q18 + (1)), (polder_ga)(polder_q14
                                + (0)), (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q19 + (0)), (polder_ga)(polder_q19
                                + (1)), (polder_ga)(polder_q14 + (0)), (polder_ga)(polder_q14 + (1)
                                + 1L * (polder_n10 - 1))) & polder_apart((polder_ga)(polder_q20
                                + (0)), (polder_ga)(polder_q20 + (1)), (polder_ga)(polder_q14
                                + (0)), (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q21 + (0)), (polder_ga)(polder_q21
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q22 + (0)), (polder_ga)(polder_q22
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q23 + (0)), (polder_ga)(polder_q23
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q24 + (0)), (polder_ga)(polder_q24
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q25 + (0)), (polder_ga)(polder_q25
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1)))
                                & polder_apart((polder_ga)(polder_q26 + (0)), (polder_ga)(polder_q26
                                + (1) + 1L * (polder_n10 - 1)), (polder_ga)(polder_q14 + (0)),
                                (polder_ga)(polder_q14 + (1) + 1L * (polder_n10 - 1))), 1)) {
                                polder_f48(polder_e, polder_n10, (long)j, (long)k, polder_q14,
                                    polder_q15, polder_q16, polder_q17, polder_q18, polder_q19,
                                    polder_q20, polder_q21, polder_q22, polder_q23, polder_q24,
                                    polder_q25, polder_q26);
                                k = (int)((long)k + 6 * 1L);
                                continue;
                            }
                            polder_t11 = 0;
                        }
                        {
                            int j = 0;
                            ;
                            const long polder_n49 = __extension__ ({
                                const long polder_t50 __attribute__((unused)) = (long )(64);
                                polder_t50;
                            });
                            while ((long)j < polder_n49) {
                                long polder_c51 = polder_n49 - (long)j;
                                const long polder_l55 = (long)(k) * 64 + (long)(j);
                                const polder_piece polder_p54 = polder_piece_object(polder_e,
                                    polder_s_b, polder_l55, sizeof(double), 64);
                                polder_c51 = polder_piece_run(polder_p54, polder_l55, polder_l55, 1,
                                    polder_c51);
                                const long polder_l58 = (long)(i) * 64 + (long)(j);
                                const polder_piece polder_p57 = polder_piece_object(polder_e,
                                    polder_s_c, polder_l58, sizeof(double), 64);
                                polder_c51 = polder_piece_run(polder_p57, polder_l58, polder_l58, 1,
                                    polder_c51);
                                const long polder_b52 = (long)j + polder_c51;
                                {
                                    double *polder_q56 __attribute__((unused))
                                        = (double *)polder_at(polder_p54.bias);
                                    double *polder_q59 __attribute__((unused))
                                        = (double *)polder_at(polder_p57.bias);
                                    for (; (long)j < polder_b52; j++) (polder_q59[(long)(i) * 64
                                        + (long)(j)]) += (polder_q8[(long)(i) * 64
                                        + (long)(k)]) * (polder_q56[(long)(k) * 64 + (long)(j)]);
                                }
                            }
                        }
                        k++;
                    }
                }
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 4096, 64, 8, 8, 0, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 4096, 64, 8, 8, 0, "b"};
static const struct polder_shared_object polder_d_c __attribute__((section("polder_shared"), used,
    aligned(8))) = {&c, 4096, 64, 8, 8, 0, "c"};
