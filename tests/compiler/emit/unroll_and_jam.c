polder_ga a;
polder_ga b;
polder_ga c;
static __inline__ __attribute__((always_inline)) void polder_loop1(const polder_env polder_e
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
    polder_kept_span polder_a_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_c_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept2 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept3 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept4 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept5 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept6 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept7 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_c_kept2 = {{0, 0, 0}, {0, 0}};
    for (int i = 0; i < n; i++)
        /* unroll-and-jam: 6 iterations at once; strip-mine: 1 reference in runs through 1 span */ {
        int k = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)k < polder_end) {
            long polder_left = polder_end - (long)k;
            const long polder_a_low = (long)(
                i) * 64 + (long)(k);
            const polder_span polder_a_span = polder_span_object_kept(&polder_a_kept, polder_e,
                polder_s_a, polder_a_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_stop = (long)k + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                {
                    int polder_goes = 1;
                    while ((long)k < polder_stop) {
                        if (polder_goes && polder_stop - (long)k >= 6) {
                            int j = 0;
                            ;
                            const long polder_end2 = __extension__ ({
                                const long polder_bound2 __attribute__((unused)) = (long )(64);
                                polder_bound2;
                            }), polder_passes = polder_end2 - (long)j;
                            long polder_count = polder_passes;
                            double *polder_start;
                            const double *polder_start2;
                            const double *polder_start3;
                            const double *polder_start4;
                            const double *polder_start5;
                            const double *polder_start6;
                            const double *polder_start7;
                            const double *polder_start8;
                            const double *polder_start9;
                            const double *polder_start10;
                            const double *polder_start11;
                            const double *polder_start12;
                            const double *polder_start13;
                            {
                                const long polder_b_low = (long)(k) * 64 + (long)(j);
                                const polder_span polder_b_span =
                                    polder_span_object_kept(&polder_b_kept, polder_e, polder_s_b,
                                    polder_b_low, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span, polder_b_low,
                                    polder_b_low, 1, polder_count);
                                const long polder_c_low = (long)(i) * 64 + (long)(j);
                                const polder_span polder_c_span =
                                    polder_span_object_kept(&polder_c_kept, polder_e, polder_s_c,
                                    polder_c_low, sizeof(double), 64);
                                polder_count = polder_span_run(polder_c_span, polder_c_low,
                                    polder_c_low, 1, polder_count);
                                double *polder_b_ptr __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span.bias);
                                __asm__("" : "+r"(polder_b_ptr));
                                double *polder_c_ptr __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_c_span.bias);
                                __asm__("" : "+r"(polder_c_ptr));
                                polder_start = (double *)&(polder_c_ptr[(long)(i) * 64
                                    + (long)(j)]);
                                polder_start2 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(k)]);
                                polder_start8 = (const double *)&(polder_b_ptr[(long)(k) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_b_low2 = (long)(((int)((long)k + 1L))) * 64
                                    + (long)(j);
                                const polder_span polder_b_span2 =
                                    polder_span_object_kept(&polder_b_kept2, polder_e, polder_s_b,
                                    polder_b_low2, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span2, polder_b_low2,
                                    polder_b_low2, 1, polder_count);
                                double *polder_b_ptr2 __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span2.bias);
                                __asm__("" : "+r"(polder_b_ptr2));
                                polder_start3 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(((int)((long)k + 1L)))]);
                                polder_start9 = (const double
                                    *)&(polder_b_ptr2[(long)(((int)((long)k + 1L))) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_b_low3 = (long)(((int)((long)k + 2L))) * 64
                                    + (long)(j);
                                const polder_span polder_b_span3 =
                                    polder_span_object_kept(&polder_b_kept3, polder_e, polder_s_b,
                                    polder_b_low3, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span3, polder_b_low3,
                                    polder_b_low3, 1, polder_count);
                                double *polder_b_ptr3 __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span3.bias);
                                __asm__("" : "+r"(polder_b_ptr3));
                                polder_start4 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(((int)((long)k + 2L)))]);
                                polder_start10 = (const double
                                    *)&(polder_b_ptr3[(long)(((int)((long)k + 2L))) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_b_low4 = (long)(((int)((long)k + 3L))) * 64
                                    + (long)(j);
                                const polder_span polder_b_span4 =
                                    polder_span_object_kept(&polder_b_kept4, polder_e, polder_s_b,
                                    polder_b_low4, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span4, polder_b_low4,
                                    polder_b_low4, 1, polder_count);
                                double *polder_b_ptr4 __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span4.bias);
                                __asm__("" : "+r"(polder_b_ptr4));
                                polder_start5 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(((int)((long)k + 3L)))]);
                                polder_start11 = (const double
                                    *)&(polder_b_ptr4[(long)(((int)((long)k + 3L))) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_b_low5 = (long)(((int)((long)k + 4L))) * 64
                                    + (long)(j);
                                const polder_span polder_b_span5 =
                                    polder_span_object_kept(&polder_b_kept5, polder_e, polder_s_b,
                                    polder_b_low5, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span5, polder_b_low5,
                                    polder_b_low5, 1, polder_count);
                                double *polder_b_ptr5 __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span5.bias);
                                __asm__("" : "+r"(polder_b_ptr5));
                                polder_start6 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(((int)((long)k + 4L)))]);
                                polder_start12 = (const double
                                    *)&(polder_b_ptr5[(long)(((int)((long)k + 4L))) * 64
                                    + (long)(j)]);
                            }
                            {
                                const long polder_b_low6 = (long)(((int)((long)k + 5L))) * 64
                                    + (long)(j);
                                const polder_span polder_b_span6 =
                                    polder_span_object_kept(&polder_b_kept6, polder_e, polder_s_b,
                                    polder_b_low6, sizeof(double), 64);
                                polder_count = polder_span_run(polder_b_span6, polder_b_low6,
                                    polder_b_low6, 1, polder_count);
                                double *polder_b_ptr6 __attribute__((unused))
                                    = (double *)polder_addr_1node(polder_b_span6.bias);
                                __asm__("" : "+r"(polder_b_ptr6));
                                polder_start7 = (const double *)&(polder_a_ptr[(long)(i) * 64
                                    + (long)(((int)((long)k + 5L)))]);
                                polder_start13 = (const double
                                    *)&(polder_b_ptr6[(long)(((int)((long)k + 5L))) * 64
                                    + (long)(j)]);
                            }
                            if (__builtin_expect((polder_passes > 0) & (polder_count
                                == polder_passes) & polder_disjoint((polder_ga)(polder_start2
                                + (0)), (polder_ga)(polder_start2 + (1)), (polder_ga)(polder_start
                                + (0)), (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start3 + (0)),
                                (polder_ga)(polder_start3 + (1)), (polder_ga)(polder_start + (0)),
                                (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start4 + (0)),
                                (polder_ga)(polder_start4 + (1)), (polder_ga)(polder_start + (0)),
                                (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start5 + (0)),
                                (polder_ga)(polder_start5 + (1)), (polder_ga)(polder_start + (0)),
                                (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start6 + (0)),
                                (polder_ga)(polder_start6 + (1)), (polder_ga)(polder_start + (0)),
                                (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start7 + (0)),
                                (polder_ga)(polder_start7 + (1)), (polder_ga)(polder_start + (0)),
                                (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
                                & polder_disjoint((polder_ga)(polder_start8 + (0)),
                                (polder_ga)(polder_start8 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))) &
                                polder_disjoint((polder_ga)(polder_start9 + (0)),
                                (polder_ga)(polder_start9 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))) &
                                polder_disjoint((polder_ga)(polder_start10 + (0)),
                                (polder_ga)(polder_start10 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))) &
                                polder_disjoint((polder_ga)(polder_start11 + (0)),
                                (polder_ga)(polder_start11 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))) &
                                polder_disjoint((polder_ga)(polder_start12 + (0)),
                                (polder_ga)(polder_start12 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))) &
                                polder_disjoint((polder_ga)(polder_start13 + (0)),
                                (polder_ga)(polder_start13 + (1) + 1L * (polder_passes - 1)),
                                (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                                + 1L * (polder_passes - 1))), 1)) {
                                polder_loop1(polder_e, polder_passes, (long)j, (long)k,
                                    polder_start, polder_start2, polder_start3, polder_start4,
                                    polder_start5, polder_start6, polder_start7, polder_start8,
                                    polder_start9, polder_start10, polder_start11, polder_start12,
                                    polder_start13);
                                k = (int)((long)k + 6 * 1L);
                                continue;
                            }
                            polder_goes = 0;
                        }
                        {
                            int j = 0;
                            ;
                            const long polder_end3 = __extension__ ({
                                const long polder_bound3 __attribute__((unused)) = (long )(64);
                                polder_bound3;
                            });
                            while ((long)j < polder_end3) {
                                long polder_left2 = polder_end3 - (long)j;
                                const long polder_b_low7 = (long)(k) * 64 + (long)(j);
                                const polder_span polder_b_span7 =
                                    polder_span_object_kept(&polder_b_kept7, polder_e, polder_s_b,
                                    polder_b_low7, sizeof(double), 64);
                                polder_left2 = polder_span_run(polder_b_span7, polder_b_low7,
                                    polder_b_low7, 1, polder_left2);
                                const long polder_c_low2 = (long)(i) * 64 + (long)(j);
                                const polder_span polder_c_span2 =
                                    polder_span_object_kept(&polder_c_kept2, polder_e, polder_s_c,
                                    polder_c_low2, sizeof(double), 64);
                                polder_left2 = polder_span_run(polder_c_span2, polder_c_low2,
                                    polder_c_low2, 1, polder_left2);
                                const long polder_stop2 = (long)j + polder_left2;
                                {
                                    double *polder_b_ptr7 __attribute__((unused))
                                        = (double *)polder_addr_1node(polder_b_span7.bias);
                                    __asm__("" : "+r"(polder_b_ptr7));
                                    double *polder_c_ptr2 __attribute__((unused))
                                        = (double *)polder_addr_1node(polder_c_span2.bias);
                                    __asm__("" : "+r"(polder_c_ptr2));
                                    for (; (long)j < polder_stop2; j++) (polder_c_ptr2[(long)(i) *
                                        64 + (long)(j)]) += (polder_a_ptr[(long)(i) * 64
                                        + (long)(k)]) * (polder_b_ptr7[(long)(k) * 64 + (long)(j)]);
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
