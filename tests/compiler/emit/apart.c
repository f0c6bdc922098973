typedef polder_ga line_t;
polder_ga c;
polder_ga b;
static __inline__ __attribute__((always_inline)) void polder_f9(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const double polder_u0_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = polder_u0_0 * ((polder_r1_0[polder_k + (0)])
            + (polder_r1_0[polder_k + (2)]));
    }
}
void smooth(line_t to, line_t from, int n, double scale) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        int i = 1;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        const long polder_n6 = polder_n1 - (long)i;
        double *polder_q7;
        const double *polder_q8;
        polder_q7 = (double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(to)
            + ((long)(i))))));
        polder_q8 = (const double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(from)
            + ((long)(i - 1))))));
        if (__builtin_expect((polder_n6 > 0) & polder_apart((polder_ga)(polder_q8 + (0)),
            (polder_ga)(polder_q8 + (3) + 1L * (polder_n6 - 1)), (polder_ga)(polder_q7 + (0)),
            (polder_ga)(polder_q7 + (1) + 1L * (polder_n6 - 1))), 1)) {
            polder_f9(polder_e, polder_n6, (long)i, polder_q7, polder_q8, scale);
            i = (int)((long)i + polder_n6 * 1L);
        } else for (; (long)i < polder_n1; i++) (*(double *)polder_at(((polder_ga)((double
            *)polder_at(to) + ((long)(i)))))) = scale * ((*(double *)polder_at(((polder_ga)((double
            *)polder_at(from) + ((long)(i - 1)))))) + (*(double *)polder_at(((polder_ga)((double
            *)polder_at(from) + ((long)(i + 1)))))));
    }
}
static __inline__ __attribute__((always_inline)) void polder_f18(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0, double *polder_w0) {
    double polder_u0_0 = *polder_w0;
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = polder_u0_0 += (polder_r1_0[polder_k + (0)]);
    }
    *polder_w0 = polder_u0_0;
}
double sums(line_t to, line_t from, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double sum = 0;
    {
        int i = 0;
        ;
        const long polder_n10 = __extension__ ({
            const long polder_t11 __attribute__((unused)) = (long )(n);
            polder_t11;
        });
        const long polder_n15 = polder_n10 - (long)i;
        double *polder_q16;
        const double *polder_q17;
        polder_q16 = (double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(to)
            + ((long)(i))))));
        polder_q17 = (const double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(from)
            + ((long)(i))))));
        if (__builtin_expect((polder_n15 > 0) & polder_apart((polder_ga)(polder_q17 + (0)),
            (polder_ga)(polder_q17 + (1) + 1L * (polder_n15 - 1)), (polder_ga)(polder_q16 + (0)),
            (polder_ga)(polder_q16 + (1) + 1L * (polder_n15 - 1))), 1)) {
            polder_f18(polder_e, polder_n15, (long)i, polder_q16, polder_q17, &sum);
            i = (int)((long)i + polder_n15 * 1L);
        } else for (; (long)i < polder_n10; i++) (*(double *)polder_at(((polder_ga)((double
            *)polder_at(to) + ((long)(i)))))) = sum += (*(double *)polder_at(((polder_ga)((double
            *)polder_at(from) + ((long)(i))))));
    }
    return sum;
}
static __inline__ __attribute__((always_inline)) void polder_f63(const polder_env polder_e
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
void product(line_t a, int side) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_c __attribute__((unused)) = c;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    {
        int k = 0;
        ;
        const long polder_n19 = __extension__ ({
            const long polder_t20 __attribute__((unused)) = (long )(side);
            polder_t20;
        });
        {
            int polder_t26 = 1;
            while ((long)k < polder_n19) {
                if (polder_t26 && polder_n19 - (long)k >= 6) {
                    int j = 0;
                    ;
                    const long polder_n27 = __extension__ ({
                        const long polder_t28 __attribute__((unused)) = (long )(64);
                        polder_t28;
                    }), polder_n25 = polder_n27 - (long)j;
                    long polder_c24 = polder_n25;
                    double *polder_q29;
                    const double *polder_q30;
                    const double *polder_q31;
                    const double *polder_q32;
                    const double *polder_q33;
                    const double *polder_q34;
                    const double *polder_q35;
                    const double *polder_q36;
                    const double *polder_q37;
                    const double *polder_q38;
                    const double *polder_q39;
                    const double *polder_q40;
                    const double *polder_q41;
                    {
                        const long polder_l43 = (long)(3) * 64 + (long)(j);
                        const polder_piece polder_p42 = polder_piece_object(polder_e, polder_s_c,
                            polder_l43, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p42, polder_l43, polder_l43, 1,
                            polder_c24);
                        const long polder_l46 = (long)(k) * 64 + (long)(j);
                        const polder_piece polder_p45 = polder_piece_object(polder_e, polder_s_b,
                            polder_l46, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p45, polder_l46, polder_l46, 1,
                            polder_c24);
                        double *polder_q44 __attribute__((unused))
                            = (double *)polder_at(polder_p42.bias);
                        double *polder_q47 __attribute__((unused))
                            = (double *)polder_at(polder_p45.bias);
                        polder_q29 = (double *)&(polder_q44[(long)(3) * 64 + (long)(j)]);
                        polder_q30 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(k))))));
                        polder_q36 = (const double *)&(polder_q47[(long)(k) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_l49 = (long)(((int)((long)k + 1L))) * 64 + (long)(j);
                        const polder_piece polder_p48 = polder_piece_object(polder_e, polder_s_b,
                            polder_l49, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p48, polder_l49, polder_l49, 1,
                            polder_c24);
                        double *polder_q50 __attribute__((unused))
                            = (double *)polder_at(polder_p48.bias);
                        polder_q31 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 1L))))))));
                        polder_q37 = (const double *)&(polder_q50[(long)(((int)((long)k + 1L))) * 64
                            + (long)(j)]);
                    }
                    {
                        const long polder_l52 = (long)(((int)((long)k + 2L))) * 64 + (long)(j);
                        const polder_piece polder_p51 = polder_piece_object(polder_e, polder_s_b,
                            polder_l52, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p51, polder_l52, polder_l52, 1,
                            polder_c24);
                        double *polder_q53 __attribute__((unused))
                            = (double *)polder_at(polder_p51.bias);
                        polder_q32 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 2L))))))));
                        polder_q38 = (const double *)&(polder_q53[(long)(((int)((long)k + 2L))) * 64
                            + (long)(j)]);
                    }
                    {
                        const long polder_l55 = (long)(((int)((long)k + 3L))) * 64 + (long)(j);
                        const polder_piece polder_p54 = polder_piece_object(polder_e, polder_s_b,
                            polder_l55, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p54, polder_l55, polder_l55, 1,
                            polder_c24);
                        double *polder_q56 __attribute__((unused))
                            = (double *)polder_at(polder_p54.bias);
                        polder_q33 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 3L))))))));
                        polder_q39 = (const double *)&(polder_q56[(long)(((int)((long)k + 3L))) * 64
                            + (long)(j)]);
                    }
                    {
                        const long polder_l58 = (long)(((int)((long)k + 4L))) * 64 + (long)(j);
                        const polder_piece polder_p57 = polder_piece_object(polder_e, polder_s_b,
                            polder_l58, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p57, polder_l58, polder_l58, 1,
                            polder_c24);
                        double *polder_q59 __attribute__((unused))
                            = (double *)polder_at(polder_p57.bias);
                        polder_q34 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 4L))))))));
                        polder_q40 = (const double *)&(polder_q59[(long)(((int)((long)k + 4L))) * 64
                            + (long)(j)]);
                    }
                    {
                        const long polder_l61 = (long)(((int)((long)k + 5L))) * 64 + (long)(j);
                        const polder_piece polder_p60 = polder_piece_object(polder_e, polder_s_b,
                            polder_l61, sizeof(double), 64);
                        polder_c24 = polder_piece_run(polder_p60, polder_l61, polder_l61, 1,
                            polder_c24);
                        double *polder_q62 __attribute__((unused))
                            = (double *)polder_at(polder_p60.bias);
                        polder_q35 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 5L))))))));
                        polder_q41 = (const double *)&(polder_q62[(long)(((int)((long)k + 5L))) * 64
                            + (long)(j)]);
                    }
                    if (__builtin_expect((polder_n25 > 0) & (polder_c24 == polder_n25)
                        & polder_apart((polder_ga)(polder_q30 + (0)), (polder_ga)(polder_q30 + (1)),
                        (polder_ga)(polder_q29 + (0)), (polder_ga)(polder_q29 + (1)
                        + 1L * (polder_n25 - 1))) & polder_apart((polder_ga)(polder_q31 + (0)),
                        (polder_ga)(polder_q31 + (1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q32 + (0)), (polder_ga)(polder_q32 + (1)),
                        (polder_ga)(polder_q29 + (0)), (polder_ga)(polder_q29 + (1)
                        + 1L * (polder_n25 - 1))) & polder_apart((polder_ga)(polder_q33 + (0)),
                        (polder_ga)(polder_q33 + (1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q34 + (0)), (polder_ga)(polder_q34 + (1)),
                        (polder_ga)(polder_q29 + (0)), (polder_ga)(polder_q29 + (1)
                        + 1L * (polder_n25 - 1))) & polder_apart((polder_ga)(polder_q35 + (0)),
                        (polder_ga)(polder_q35 + (1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q36 + (0)), (polder_ga)(polder_q36 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q37 + (0)), (polder_ga)(polder_q37 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q38 + (0)), (polder_ga)(polder_q38 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q39 + (0)), (polder_ga)(polder_q39 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q40 + (0)), (polder_ga)(polder_q40 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1)))
                        & polder_apart((polder_ga)(polder_q41 + (0)), (polder_ga)(polder_q41 + (1)
                        + 1L * (polder_n25 - 1)), (polder_ga)(polder_q29 + (0)),
                        (polder_ga)(polder_q29 + (1) + 1L * (polder_n25 - 1))), 1)) {
                        polder_f63(polder_e, polder_n25, (long)j, (long)k, polder_q29, polder_q30,
                            polder_q31, polder_q32, polder_q33, polder_q34, polder_q35, polder_q36,
                            polder_q37, polder_q38, polder_q39, polder_q40, polder_q41);
                        k = (int)((long)k + 6 * 1L);
                        continue;
                    }
                    polder_t26 = 0;
                }
                {
                    int j = 0;
                    ;
                    const long polder_n64 = __extension__ ({
                        const long polder_t65 __attribute__((unused)) = (long )(64);
                        polder_t65;
                    });
                    while ((long)j < polder_n64) {
                        long polder_c66 = polder_n64 - (long)j;
                        const long polder_l70 = (long)(3) * 64 + (long)(j);
                        const polder_piece polder_p69 = polder_piece_object(polder_e, polder_s_c,
                            polder_l70, sizeof(double), 64);
                        polder_c66 = polder_piece_run(polder_p69, polder_l70, polder_l70, 1,
                            polder_c66);
                        const long polder_l73 = (long)(k) * 64 + (long)(j);
                        const polder_piece polder_p72 = polder_piece_object(polder_e, polder_s_b,
                            polder_l73, sizeof(double), 64);
                        polder_c66 = polder_piece_run(polder_p72, polder_l73, polder_l73, 1,
                            polder_c66);
                        const long polder_b67 = (long)j + polder_c66;
                        {
                            double *polder_q71 __attribute__((unused))
                                = (double *)polder_at(polder_p69.bias);
                            double *polder_q74 __attribute__((unused))
                                = (double *)polder_at(polder_p72.bias);
                            for (; (long)j < polder_b67; j++) (polder_q71[(long)(3) * 64
                                + (long)(j)]) += (*(double *)polder_at(((polder_ga)((double
                                *)polder_at(a) + ((long)(k)))))) * (polder_q74[(long)(k) * 64
                                + (long)(j)]);
                        }
                    }
                }
                k++;
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_f109(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    const long polder_outer __attribute__((unused)), double *__restrict__ polder_r0_0,
    const double *__restrict__ polder_r1_0, const double *__restrict__ polder_r1_1,
    const double *__restrict__ polder_r1_2, const double *__restrict__ polder_r1_3,
    const double *__restrict__ polder_r2_0, const double *__restrict__ polder_r2_1,
    const double *__restrict__ polder_r2_2, const double *__restrict__ polder_r2_3) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) += (polder_r1_0[(0)]) * (polder_r2_0[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_1[(0)]) * (polder_r2_1[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_2[(0)]) * (polder_r2_2[polder_k + (0)]);
        (polder_r0_0[polder_k + (0)]) += (polder_r1_3[(0)]) * (polder_r2_3[polder_k + (0)]);
    }
}
void short_product(line_t a, int side) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_c __attribute__((unused)) = c;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    {
        int k = 0;
        ;
        const long polder_n75 = __extension__ ({
            const long polder_t76 __attribute__((unused)) = (long )(16);
            polder_t76;
        });
        {
            int polder_t82 = 1;
            while ((long)k < polder_n75) {
                if (polder_t82 && polder_n75 - (long)k >= 4) {
                    int j = 0;
                    ;
                    const long polder_n83 = __extension__ ({
                        const long polder_t84 __attribute__((unused)) = (long )(64);
                        polder_t84;
                    }), polder_n81 = polder_n83 - (long)j;
                    long polder_c80 = polder_n81;
                    double *polder_q85;
                    const double *polder_q86;
                    const double *polder_q87;
                    const double *polder_q88;
                    const double *polder_q89;
                    const double *polder_q90;
                    const double *polder_q91;
                    const double *polder_q92;
                    const double *polder_q93;
                    {
                        const long polder_l95 = (long)(5) * 64 + (long)(j);
                        const polder_piece polder_p94 = polder_piece_object(polder_e, polder_s_c,
                            polder_l95, sizeof(double), 64);
                        polder_c80 = polder_piece_run(polder_p94, polder_l95, polder_l95, 1,
                            polder_c80);
                        const long polder_l98 = (long)(k) * 64 + (long)(j);
                        const polder_piece polder_p97 = polder_piece_object(polder_e, polder_s_b,
                            polder_l98, sizeof(double), 64);
                        polder_c80 = polder_piece_run(polder_p97, polder_l98, polder_l98, 1,
                            polder_c80);
                        double *polder_q96 __attribute__((unused))
                            = (double *)polder_at(polder_p94.bias);
                        double *polder_q99 __attribute__((unused))
                            = (double *)polder_at(polder_p97.bias);
                        polder_q85 = (double *)&(polder_q96[(long)(5) * 64 + (long)(j)]);
                        polder_q86 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(k))))));
                        polder_q90 = (const double *)&(polder_q99[(long)(k) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_l101 = (long)(((int)((long)k + 1L))) * 64 + (long)(j);
                        const polder_piece polder_p100 = polder_piece_object(polder_e, polder_s_b,
                            polder_l101, sizeof(double), 64);
                        polder_c80 = polder_piece_run(polder_p100, polder_l101, polder_l101, 1,
                            polder_c80);
                        double *polder_q102 __attribute__((unused))
                            = (double *)polder_at(polder_p100.bias);
                        polder_q87 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 1L))))))));
                        polder_q91 = (const double *)&(polder_q102[(long)(((int)((long)k
                            + 1L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_l104 = (long)(((int)((long)k + 2L))) * 64 + (long)(j);
                        const polder_piece polder_p103 = polder_piece_object(polder_e, polder_s_b,
                            polder_l104, sizeof(double), 64);
                        polder_c80 = polder_piece_run(polder_p103, polder_l104, polder_l104, 1,
                            polder_c80);
                        double *polder_q105 __attribute__((unused))
                            = (double *)polder_at(polder_p103.bias);
                        polder_q88 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 2L))))))));
                        polder_q92 = (const double *)&(polder_q105[(long)(((int)((long)k
                            + 2L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_l107 = (long)(((int)((long)k + 3L))) * 64 + (long)(j);
                        const polder_piece polder_p106 = polder_piece_object(polder_e, polder_s_b,
                            polder_l107, sizeof(double), 64);
                        polder_c80 = polder_piece_run(polder_p106, polder_l107, polder_l107, 1,
                            polder_c80);
                        double *polder_q108 __attribute__((unused))
                            = (double *)polder_at(polder_p106.bias);
                        polder_q89 = (const double *)&(*(double *)polder_at(((polder_ga)((double
                            *)polder_at(a) + ((long)(((int)((long)k + 3L))))))));
                        polder_q93 = (const double *)&(polder_q108[(long)(((int)((long)k
                            + 3L))) * 64 + (long)(j)]);
                    }
                    if (__builtin_expect((polder_n81 > 0) & (polder_c80 == polder_n81)
                        & polder_apart((polder_ga)(polder_q86 + (0)), (polder_ga)(polder_q86 + (1)),
                        (polder_ga)(polder_q85 + (0)), (polder_ga)(polder_q85 + (1)
                        + 1L * (polder_n81 - 1))) & polder_apart((polder_ga)(polder_q87 + (0)),
                        (polder_ga)(polder_q87 + (1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1)))
                        & polder_apart((polder_ga)(polder_q88 + (0)), (polder_ga)(polder_q88 + (1)),
                        (polder_ga)(polder_q85 + (0)), (polder_ga)(polder_q85 + (1)
                        + 1L * (polder_n81 - 1))) & polder_apart((polder_ga)(polder_q89 + (0)),
                        (polder_ga)(polder_q89 + (1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1)))
                        & polder_apart((polder_ga)(polder_q90 + (0)), (polder_ga)(polder_q90 + (1)
                        + 1L * (polder_n81 - 1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1)))
                        & polder_apart((polder_ga)(polder_q91 + (0)), (polder_ga)(polder_q91 + (1)
                        + 1L * (polder_n81 - 1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1)))
                        & polder_apart((polder_ga)(polder_q92 + (0)), (polder_ga)(polder_q92 + (1)
                        + 1L * (polder_n81 - 1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1)))
                        & polder_apart((polder_ga)(polder_q93 + (0)), (polder_ga)(polder_q93 + (1)
                        + 1L * (polder_n81 - 1)), (polder_ga)(polder_q85 + (0)),
                        (polder_ga)(polder_q85 + (1) + 1L * (polder_n81 - 1))), 1)) {
                        polder_f109(polder_e, polder_n81, (long)j, (long)k, polder_q85, polder_q86,
                            polder_q87, polder_q88, polder_q89, polder_q90, polder_q91, polder_q92,
                            polder_q93);
                        k = (int)((long)k + 4 * 1L);
                        continue;
                    }
                    polder_t82 = 0;
                }
                {
                    int j = 0;
                    ;
                    const long polder_n110 = __extension__ ({
                        const long polder_t111 __attribute__((unused)) = (long )(64);
                        polder_t111;
                    });
                    while ((long)j < polder_n110) {
                        long polder_c112 = polder_n110 - (long)j;
                        const long polder_l116 = (long)(5) * 64 + (long)(j);
                        const polder_piece polder_p115 = polder_piece_object(polder_e, polder_s_c,
                            polder_l116, sizeof(double), 64);
                        polder_c112 = polder_piece_run(polder_p115, polder_l116, polder_l116, 1,
                            polder_c112);
                        const long polder_l119 = (long)(k) * 64 + (long)(j);
                        const polder_piece polder_p118 = polder_piece_object(polder_e, polder_s_b,
                            polder_l119, sizeof(double), 64);
                        polder_c112 = polder_piece_run(polder_p118, polder_l119, polder_l119, 1,
                            polder_c112);
                        const long polder_b113 = (long)j + polder_c112;
                        {
                            double *polder_q117 __attribute__((unused))
                                = (double *)polder_at(polder_p115.bias);
                            double *polder_q120 __attribute__((unused))
                                = (double *)polder_at(polder_p118.bias);
                            for (; (long)j < polder_b113; j++) (polder_q117[(long)(5) * 64
                                + (long)(j)]) += (*(double *)polder_at(((polder_ga)((double
                                *)polder_at(a) + ((long)(k)))))) * (polder_q120[(long)(k) * 64
                                + (long)(j)]);
                        }
                    }
                }
                k++;
            }
        }
    }
}
struct wave { double re, im; int seen : 3; };
typedef polder_ga waves_t;
static __inline__ __attribute__((always_inline)) void polder_f129(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    const struct wave *__restrict__ polder_r0_0, struct wave *__restrict__ polder_r1_0,
    const struct wave polder_u0_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        {
            struct wave w = (polder_r0_0[polder_k + (0)]);
            w.re *= polder_u0_0.re;
            (polder_r1_0[polder_k + (0)]) = w;
            (polder_r1_0[polder_k + (0)]).im = (polder_r0_0[polder_k + (0)]).im * polder_u0_0.im;
        }
    }
}
void turn(waves_t to, waves_t from, struct wave by, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        int i = 0;
        ;
        const long polder_n121 = __extension__ ({
            const long polder_t122 __attribute__((unused)) = (long )(n);
            polder_t122;
        });
        const long polder_n126 = polder_n121 - (long)i;
        const struct wave *polder_q127;
        struct wave *polder_q128;
        polder_q127 = (const struct wave *)&(*(struct wave *)polder_at(((polder_ga)((struct wave
            *)polder_at(
            from) + ((long)(i))))));
        polder_q128 = (struct wave *)&(*(struct wave *)polder_at(((polder_ga)((struct wave
            *)polder_at(
            to) + ((long)(i))))));
        if (__builtin_expect((polder_n126 > 0) & polder_apart((polder_ga)(polder_q128 + (0)),
            (polder_ga)(polder_q128 + (1) + 1L * (polder_n126 - 1)), (polder_ga)(polder_q127 + (0)),
            (polder_ga)(polder_q127 + (1) + 1L * (polder_n126 - 1))), 1)) {
            polder_f129(polder_e, polder_n126, (long)i, polder_q127, polder_q128,
                by);
            i = (int)((long)i + polder_n126 * 1L);
        } else for (; (long)i < polder_n121;
            i++) {
            struct wave w = (*(struct wave *)polder_at(((polder_ga)((struct wave *)polder_at(from)
                + ((long)(i))))));
            w.re *= by.re;
            (*(struct wave *)polder_at(((polder_ga)((struct wave *)polder_at(to) + ((long)(i))))))
                = w;
            (*(struct wave *)polder_at(((polder_ga)((struct wave *)polder_at(to)
                + ((long)(i)))))).im = (*(struct wave *)polder_at(((polder_ga)((struct wave
                *)polder_at(from) + ((long)(i)))))).im * by.im;
        }
    }
}
struct hidden { volatile double v; };
void seen(polder_ga to, polder_ga from, int n) {
    for (int i = 0; i < n; i++) (*(struct hidden *)polder_at(((polder_ga)((struct hidden
        *)polder_at(to) + ((long)(i)))))).v = (*(struct hidden *)polder_at(((polder_ga)((struct
        hidden *)polder_at(from) + ((long)(i)))))).v;
}
polder_ga wide;
polder_ga narrow;
static __inline__ __attribute__((always_inline)) void polder_f145(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]) + (polder_r1_0[polder_k
            + (2)]);
    }
}
void inside(int row) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_wide __attribute__((unused)) = wide;
    const polder_ga polder_s_narrow __attribute__((unused)) = narrow;
    {
        int j = 1;
        ;
        const long polder_n130 = __extension__ ({
            const long polder_t131 __attribute__((unused)) = (long )(63);
            polder_t131;
        });
        while ((long)j < polder_n130) {
            long polder_c132 = polder_n130 - (long)j;
            const long polder_l136 = (long)(row * 64 + j);
            const polder_piece polder_p135 = polder_piece_object(polder_e, polder_s_wide,
                polder_l136, sizeof(double), 64);
            polder_c132 = polder_piece_run(polder_p135, polder_l136, polder_l136, 1, polder_c132);
            const long polder_l139 = (long)(row * 64 + j - 1);
            const long polder_h140 = (long)(row * 64 + j + 1);
            const polder_piece polder_p138 = polder_piece_object(polder_e, polder_s_narrow,
                polder_l139, sizeof(double), 64);
            polder_c132 = polder_piece_run(polder_p138, polder_l139, polder_h140, 1, polder_c132);
            const long polder_b133 = (long)j + (polder_c132 ? polder_c132 : 1);
            if (polder_c132) {
                double *polder_q137 __attribute__((unused)) = (double *)polder_at(polder_p135.bias);
                double *polder_q141 __attribute__((unused)) = (double *)polder_at(polder_p138.bias);
                const long polder_n142 = polder_b133 - (long)j;
                double *polder_q143;
                const double *polder_q144;
                polder_q143 = (double *)&(polder_q137[(long)(row * 64 + j)]);
                polder_q144 = (const double *)&(polder_q141[(long)(row * 64 + j - 1)]);
                if (__builtin_expect((polder_n142 == 62L) & polder_apart((polder_ga)(polder_q144
                    + (0)), (polder_ga)(polder_q144 + (3) + 1L * (62L - 1)), (polder_ga)(polder_q143
                    + (0)), (polder_ga)(polder_q143 + (1) + 1L * (62L - 1))), 1)) {
                    polder_f145(polder_e, 62L, (long)j, polder_q143, polder_q144);
                    j = (int)((long)j + 62L * 1L);
                } else for (; (long)j < polder_b133; j++) (polder_q137[(long)(row * 64 + j)])
                    = (polder_q141[(long)(row * 64 + j - 1)]) + (polder_q141[(long)(row * 64 + j
                    + 1)]);
            } else for (; (long)j < polder_b133; j++) (*(double
                *)polder_at(polder_index_seldom(polder_s_wide, (long)(row * 64 + j), sizeof(double),
                64))) = (*(double *)polder_at(polder_index_seldom(polder_s_narrow, (long)(row * 64
                + j - 1), sizeof(double), 64))) + (*(double
                *)polder_at(polder_index_seldom(polder_s_narrow, (long)(row * 64 + j + 1),
                sizeof(double), 64)));
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_f160(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[-3L * polder_k + (0)]) = 2 * (polder_r1_0[-3L * polder_k + (0)]);
    }
}
void down(int row) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_wide __attribute__((unused)) = wide;
    const polder_ga polder_s_narrow __attribute__((unused)) = narrow;
    {
        int h = 62;
        ;
        const long polder_n146 = __extension__ ({
            const long polder_t147 __attribute__((unused)) = (long )(0);
            polder_t147 - 1;
        });
        while ((long)h > polder_n146) {
            long polder_c148 = ((long)h - polder_n146 + 3L - 1) / (3L);
            const long polder_l152 = (long)(row * 64 + h);
            const polder_piece polder_p151 = polder_piece_object(polder_e, polder_s_wide,
                polder_l152, sizeof(double), 64);
            polder_c148 = polder_piece_run(polder_p151, polder_l152, polder_l152, -3, polder_c148);
            const long polder_l155 = (long)(row * 64 + h);
            const polder_piece polder_p154 = polder_piece_object(polder_e, polder_s_narrow,
                polder_l155, sizeof(double), 64);
            polder_c148 = polder_piece_run(polder_p154, polder_l155, polder_l155, -3, polder_c148);
            const long polder_b149 = (long)h - polder_c148 * (3L);
            {
                double *polder_q153 __attribute__((unused)) = (double *)polder_at(polder_p151.bias);
                double *polder_q156 __attribute__((unused)) = (double *)polder_at(polder_p154.bias);
                const long polder_n157 = ((long)h - polder_b149 + 3L - 1) / 3L;
                double *polder_q158;
                const double *polder_q159;
                polder_q158 = (double *)&(polder_q153[(long)(row * 64 + h)]);
                polder_q159 = (const double *)&(polder_q156[(long)(row * 64 + h)]);
                if (__builtin_expect((polder_n157 == 21L) & polder_apart((polder_ga)(polder_q159
                    + (0) + -3L * (21L - 1)), (polder_ga)(polder_q159 + (1)),
                    (polder_ga)(polder_q158 + (0) + -3L * (21L - 1)), (polder_ga)(polder_q158
                    + (1))), 1)) {
                    polder_f160(polder_e, 21L, (long)h, polder_q158, polder_q159);
                    h = (int)((long)h + 21L * -3L);
                } else for (; (long)h > polder_b149; h -= 3) (polder_q153[(long)(row * 64 + h)])
                    = 2 * (polder_q156[(long)(row * 64 + h)]);
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_f175(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]);
    }
}
static __inline__ __attribute__((always_inline)) void polder_f191(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]) + (polder_r1_0[polder_k
            + (2)]);
    }
}
static __inline__ __attribute__((always_inline)) void polder_f206(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]);
    }
}
void beyond(int row) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_wide __attribute__((unused)) = wide;
    const polder_ga polder_s_narrow __attribute__((unused)) = narrow;
    {
        int m = 0;
        ;
        const long polder_n161 = __extension__ ({
            const long polder_t162 __attribute__((unused)) = (long )(66);
            polder_t162;
        });
        while ((long)m < polder_n161) {
            long polder_c163 = polder_n161 - (long)m;
            const long polder_l167 = (long)(row * 64 + m);
            const polder_piece polder_p166 = polder_piece_object(polder_e, polder_s_wide,
                polder_l167, sizeof(double), 64);
            polder_c163 = polder_piece_run(polder_p166, polder_l167, polder_l167, 1, polder_c163);
            const long polder_l170 = (long)(row * 64 + m);
            const polder_piece polder_p169 = polder_piece_object(polder_e, polder_s_narrow,
                polder_l170, sizeof(double), 64);
            polder_c163 = polder_piece_run(polder_p169, polder_l170, polder_l170, 1, polder_c163);
            const long polder_b164 = (long)m + polder_c163;
            {
                double *polder_q168 __attribute__((unused)) = (double *)polder_at(polder_p166.bias);
                double *polder_q171 __attribute__((unused)) = (double *)polder_at(polder_p169.bias);
                const long polder_n172 = polder_b164 - (long)m;
                double *polder_q173;
                const double *polder_q174;
                polder_q173 = (double *)&(polder_q168[(long)(row * 64 + m)]);
                polder_q174 = (const double *)&(polder_q171[(long)(row * 64 + m)]);
                if (__builtin_expect((polder_n172 > 0) & polder_apart((polder_ga)(polder_q174
                    + (0)), (polder_ga)(polder_q174 + (1) + 1L * (polder_n172 - 1)),
                    (polder_ga)(polder_q173 + (0)), (polder_ga)(polder_q173 + (1)
                    + 1L * (polder_n172 - 1))), 1)) {
                    polder_f175(polder_e, polder_n172, (long)m, polder_q173, polder_q174);
                    m = (int)((long)m + polder_n172 * 1L);
                } else for (; (long)m < polder_b164; m++) (polder_q168[(long)(row * 64 + m)])
                    = (polder_q171[(long)(row * 64 + m)]);
            }
        }
    }
    {
        int m = 1;
        ;
        const long polder_n176 = __extension__ ({
            const long polder_t177 __attribute__((unused)) = (long )(64);
            polder_t177;
        });
        while ((long)m < polder_n176) {
            long polder_c178 = polder_n176 - (long)m;
            const long polder_l182 = (long)(row * 64 + m);
            const polder_piece polder_p181 = polder_piece_object(polder_e, polder_s_wide,
                polder_l182, sizeof(double), 64);
            polder_c178 = polder_piece_run(polder_p181, polder_l182, polder_l182, 1, polder_c178);
            const long polder_l185 = (long)(row * 64 + m - 1);
            const long polder_h186 = (long)(row * 64 + m + 1);
            const polder_piece polder_p184 = polder_piece_object(polder_e, polder_s_narrow,
                polder_l185, sizeof(double), 64);
            polder_c178 = polder_piece_run(polder_p184, polder_l185, polder_h186, 1, polder_c178);
            const long polder_b179 = (long)m + (polder_c178 ? polder_c178 : 1);
            if (polder_c178) {
                double *polder_q183 __attribute__((unused)) = (double *)polder_at(polder_p181.bias);
                double *polder_q187 __attribute__((unused)) = (double *)polder_at(polder_p184.bias);
                const long polder_n188 = polder_b179 - (long)m;
                double *polder_q189;
                const double *polder_q190;
                polder_q189 = (double *)&(polder_q183[(long)(row * 64 + m)]);
                polder_q190 = (const double *)&(polder_q187[(long)(row * 64 + m - 1)]);
                if (__builtin_expect((polder_n188 > 0) & polder_apart((polder_ga)(polder_q190
                    + (0)), (polder_ga)(polder_q190 + (3) + 1L * (polder_n188 - 1)),
                    (polder_ga)(polder_q189 + (0)), (polder_ga)(polder_q189 + (1)
                    + 1L * (polder_n188 - 1))), 1)) {
                    polder_f191(polder_e, polder_n188, (long)m, polder_q189, polder_q190);
                    m = (int)((long)m + polder_n188 * 1L);
                } else for (; (long)m < polder_b179; m++) (polder_q183[(long)(row * 64 + m)])
                    = (polder_q187[(long)(row * 64 + m - 1)]) + (polder_q187[(long)(row * 64 + m
                    + 1)]);
            } else for (; (long)m < polder_b179; m++) (*(double
                *)polder_at(polder_index_seldom(polder_s_wide, (long)(row * 64 + m), sizeof(double),
                64))) = (*(double *)polder_at(polder_index_seldom(polder_s_narrow, (long)(row * 64
                + m - 1), sizeof(double), 64))) + (*(double
                *)polder_at(polder_index_seldom(polder_s_narrow, (long)(row * 64 + m + 1),
                sizeof(double), 64)));
        }
    }
    {
        int m = row;
        ;
        const long polder_n192 = __extension__ ({
            const long polder_t193 __attribute__((unused)) = (long )(64);
            polder_t193;
        });
        while ((long)m < polder_n192) {
            long polder_c194 = polder_n192 - (long)m;
            const long polder_l198 = (long)(row * 64 + m);
            const polder_piece polder_p197 = polder_piece_object(polder_e, polder_s_wide,
                polder_l198, sizeof(double), 64);
            polder_c194 = polder_piece_run(polder_p197, polder_l198, polder_l198, 1, polder_c194);
            const long polder_l201 = (long)(row * 64 + m);
            const polder_piece polder_p200 = polder_piece_object(polder_e, polder_s_narrow,
                polder_l201, sizeof(double), 64);
            polder_c194 = polder_piece_run(polder_p200, polder_l201, polder_l201, 1, polder_c194);
            const long polder_b195 = (long)m + polder_c194;
            {
                double *polder_q199 __attribute__((unused)) = (double *)polder_at(polder_p197.bias);
                double *polder_q202 __attribute__((unused)) = (double *)polder_at(polder_p200.bias);
                const long polder_n203 = polder_b195 - (long)m;
                double *polder_q204;
                const double *polder_q205;
                polder_q204 = (double *)&(polder_q199[(long)(row * 64 + m)]);
                polder_q205 = (const double *)&(polder_q202[(long)(row * 64 + m)]);
                if (__builtin_expect((polder_n203 > 0) & polder_apart((polder_ga)(polder_q205
                    + (0)), (polder_ga)(polder_q205 + (1) + 1L * (polder_n203 - 1)),
                    (polder_ga)(polder_q204 + (0)), (polder_ga)(polder_q204 + (1)
                    + 1L * (polder_n203 - 1))), 1)) {
                    polder_f206(polder_e, polder_n203, (long)m, polder_q204, polder_q205);
                    m = (int)((long)m + polder_n203 * 1L);
                } else for (; (long)m < polder_b195; m++) (polder_q199[(long)(row * 64 + m)])
                    = (polder_q202[(long)(row * 64 + m)]);
            }
        }
    }
}
polder_ga dealt;
static __inline__ __attribute__((always_inline)) void polder_f217(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const polder_walk polder_v1, polder_ga *polder_a1) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++, polder_r1_0
        = (const double *)polder_walk_pointer(polder_v1, polder_r1_0)) { (polder_r0_0[(0)])
        += (polder_r1_0[(0)]); }
    *polder_a1 = (polder_ga)polder_r1_0;
}
void sum_of(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_dealt __attribute__((unused)) = dealt;
    const polder_ga polder_s_wide __attribute__((unused)) = wide;
    {
        int m = 0;
        ;
        const long polder_n207 = __extension__ ({
            const long polder_t208 __attribute__((unused)) = (long )(n);
            polder_t208;
        });
        polder_ga polder_g212 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_dealt,
            (long)(m), sizeof(double));
        const polder_walk polder_w213 = polder_walk_by(polder_e, 1L, 1 * sizeof(double));
        const long polder_n214 = polder_n207 - (long)m;
        double *polder_q215;
        const double *polder_q216;
        polder_q215 = (double *)&(*(double *)polder_at(polder_index_blocked(polder_e, polder_s_wide,
            (long)(0), sizeof(double), 64)));
        polder_q216 = (const double *)&(*(double *)polder_at(((polder_ga)polder_g212)));
        if (__builtin_expect((polder_n214 > 0), 1)) {
            polder_f217(polder_e, polder_n214, (long)m, polder_q215, polder_q216, polder_w213,
                &polder_g212);
            m = (int)((long)m + polder_n214 * 1L);
        } else for (; (long)m < polder_n207; m++, polder_g212 = polder_walk_on(polder_w213,
            polder_g212)) (*(double *)polder_at(polder_index_blocked(polder_e, polder_s_wide,
            (long)(0), sizeof(double), 64))) += (*(double *)polder_at(((polder_ga)polder_g212)));
    }
}
static const struct polder_shared_object polder_d_c __attribute__((section("polder_shared"), used,
    aligned(8))) = {&c, 512, 64, 8, 8, 1, "c"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 4096, 64, 8, 8, 1, "b"};
static const struct polder_shared_object polder_d_wide __attribute__((section("polder_shared"),
    used, aligned(8))) = {&wide, 64, 64, 8, 8, 1, "wide"};
static const struct polder_shared_object polder_d_narrow __attribute__((section("polder_shared"),
    used, aligned(8))) = {&narrow, 64, 64, 8, 8, 1, "narrow"};
static const struct polder_shared_object polder_d_dealt __attribute__((section("polder_shared"),
    used, aligned(8))) = {&dealt, 64, 1, 8, 8, 1, "dealt"};
