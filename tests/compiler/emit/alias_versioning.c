typedef polder_ga line_t;
polder_ga c;
polder_ga b;
static __inline__ __attribute__((always_inline)) void polder_loop1(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so */
    {
        int i = 1;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        const long polder_passes = polder_end - (long)i;
        double *polder_start;
        const double *polder_start2;
        polder_start = (double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(to) + ((long)(i))))));
        polder_start2 = (const double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(from) + ((long)(i - 1))))));
        if (__builtin_expect((polder_passes > 0) & polder_disjoint((polder_ga)(polder_start2 + (0)),
            (polder_ga)(polder_start2 + (3) + 1L * (polder_passes - 1)), (polder_ga)(polder_start
            + (0)), (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1))), 1)) {
            polder_loop1(polder_e, polder_passes, (long)i, polder_start, polder_start2, scale);
            i = (int)((long)i + polder_passes * 1L);
        } else for (; (long)i < polder_end; i++) (*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(to) + ((long)(i)))))) = scale * ((*(double
            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(from) + ((long)(i - 1))))))
            + (*(double *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(from)
            + ((long)(i + 1)))))));
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop2(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        const long polder_passes = polder_end - (long)i;
        double *polder_start;
        const double *polder_start2;
        polder_start = (double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(to) + ((long)(i))))));
        polder_start2 = (const double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(from) + ((long)(i))))));
        if (__builtin_expect((polder_passes > 0) & polder_disjoint((polder_ga)(polder_start2 + (0)),
            (polder_ga)(polder_start2 + (1) + 1L * (polder_passes - 1)), (polder_ga)(polder_start
            + (0)), (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1))), 1)) {
            polder_loop2(polder_e, polder_passes, (long)i, polder_start, polder_start2, &sum);
            i = (int)((long)i + polder_passes * 1L);
        } else for (; (long)i < polder_end; i++) (*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(to) + ((long)(i)))))) = sum
            += (*(double *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(from)
            + ((long)(i))))));
    }
    return sum;
}
static __inline__ __attribute__((always_inline)) void polder_loop3(const polder_env polder_e
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
    polder_kept_span polder_c_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept2 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept3 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept4 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept5 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept6 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_c_kept2 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept7 = {{0, 0, 0}, {0, 0}};
    /* unroll-and-jam: 6 iterations at once */
    {
        int k = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(side);
            polder_bound;
        });
        {
            int polder_goes = 1;
            while ((long)k < polder_end) {
                if (polder_goes && polder_end - (long)k >= 6) {
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
                        const long polder_c_low = (long)(3) * 64 + (long)(j);
                        const polder_span polder_c_span = polder_span_object_kept(&polder_c_kept,
                            polder_e, polder_s_c, polder_c_low, sizeof(double), 64);
                        polder_count = polder_span_run(polder_c_span, polder_c_low, polder_c_low, 1,
                            polder_count);
                        const long polder_b_low = (long)(k) * 64 + (long)(j);
                        const polder_span polder_b_span = polder_span_object_kept(&polder_b_kept,
                            polder_e, polder_s_b, polder_b_low, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span, polder_b_low, polder_b_low, 1,
                            polder_count);
                        double *polder_c_ptr __attribute__((unused))
                            = (double *)polder_addr_1node(polder_c_span.bias);
                        __asm__("" : "+r"(polder_c_ptr));
                        double *polder_b_ptr __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span.bias);
                        __asm__("" : "+r"(polder_b_ptr));
                        polder_start = (double *)&(polder_c_ptr[(long)(3) * 64 + (long)(j)]);
                        polder_start2 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(k))))));
                        polder_start8 = (const double *)&(polder_b_ptr[(long)(k) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low2 = (long)(((int)((long)k + 1L))) * 64 + (long)(j);
                        const polder_span polder_b_span2 = polder_span_object_kept(&polder_b_kept2,
                            polder_e, polder_s_b, polder_b_low2, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span2, polder_b_low2, polder_b_low2,
                            1, polder_count);
                        double *polder_b_ptr2 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span2.bias);
                        __asm__("" : "+r"(polder_b_ptr2));
                        polder_start3 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 1L))))))));
                        polder_start9 = (const double *)&(polder_b_ptr2[(long)(((int)((long)k
                            + 1L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low3 = (long)(((int)((long)k + 2L))) * 64 + (long)(j);
                        const polder_span polder_b_span3 = polder_span_object_kept(&polder_b_kept3,
                            polder_e, polder_s_b, polder_b_low3, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span3, polder_b_low3, polder_b_low3,
                            1, polder_count);
                        double *polder_b_ptr3 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span3.bias);
                        __asm__("" : "+r"(polder_b_ptr3));
                        polder_start4 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 2L))))))));
                        polder_start10 = (const double *)&(polder_b_ptr3[(long)(((int)((long)k
                            + 2L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low4 = (long)(((int)((long)k + 3L))) * 64 + (long)(j);
                        const polder_span polder_b_span4 = polder_span_object_kept(&polder_b_kept4,
                            polder_e, polder_s_b, polder_b_low4, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span4, polder_b_low4, polder_b_low4,
                            1, polder_count);
                        double *polder_b_ptr4 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span4.bias);
                        __asm__("" : "+r"(polder_b_ptr4));
                        polder_start5 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 3L))))))));
                        polder_start11 = (const double *)&(polder_b_ptr4[(long)(((int)((long)k
                            + 3L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low5 = (long)(((int)((long)k + 4L))) * 64 + (long)(j);
                        const polder_span polder_b_span5 = polder_span_object_kept(&polder_b_kept5,
                            polder_e, polder_s_b, polder_b_low5, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span5, polder_b_low5, polder_b_low5,
                            1, polder_count);
                        double *polder_b_ptr5 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span5.bias);
                        __asm__("" : "+r"(polder_b_ptr5));
                        polder_start6 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 4L))))))));
                        polder_start12 = (const double *)&(polder_b_ptr5[(long)(((int)((long)k
                            + 4L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low6 = (long)(((int)((long)k + 5L))) * 64 + (long)(j);
                        const polder_span polder_b_span6 = polder_span_object_kept(&polder_b_kept6,
                            polder_e, polder_s_b, polder_b_low6, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span6, polder_b_low6, polder_b_low6,
                            1, polder_count);
                        double *polder_b_ptr6 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span6.bias);
                        __asm__("" : "+r"(polder_b_ptr6));
                        polder_start7 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 5L))))))));
                        polder_start13 = (const double *)&(polder_b_ptr6[(long)(((int)((long)k
                            + 5L))) * 64 + (long)(j)]);
                    }
                    if (__builtin_expect((polder_passes > 0) & (polder_count == polder_passes)
                        & polder_disjoint((polder_ga)(polder_start2 + (0)),
                        (polder_ga)(polder_start2 + (1)), (polder_ga)(polder_start + (0)),
                        (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
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
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start9
                        + (0)), (polder_ga)(polder_start9 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start10
                        + (0)), (polder_ga)(polder_start10 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start11
                        + (0)), (polder_ga)(polder_start11 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start12
                        + (0)), (polder_ga)(polder_start12 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start13
                        + (0)), (polder_ga)(polder_start13 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))), 1)) {
                        polder_loop3(polder_e, polder_passes, (long)j, (long)k, polder_start,
                            polder_start2, polder_start3, polder_start4, polder_start5,
                            polder_start6, polder_start7, polder_start8, polder_start9,
                            polder_start10, polder_start11, polder_start12, polder_start13);
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
                        const long polder_c_low2 = (long)(3) * 64 + (long)(j);
                        const polder_span polder_c_span2 = polder_span_object_kept(&polder_c_kept2,
                            polder_e, polder_s_c, polder_c_low2, sizeof(double), 64);
                        polder_left2 = polder_span_run(polder_c_span2, polder_c_low2, polder_c_low2,
                            1, polder_left2);
                        const long polder_b_low7 = (long)(k) * 64 + (long)(j);
                        const polder_span polder_b_span7 = polder_span_object_kept(&polder_b_kept7,
                            polder_e, polder_s_b, polder_b_low7, sizeof(double), 64);
                        polder_left2 = polder_span_run(polder_b_span7, polder_b_low7, polder_b_low7,
                            1, polder_left2);
                        const long polder_stop2 = (long)j + polder_left2;
                        {
                            double *polder_c_ptr2 __attribute__((unused))
                                = (double *)polder_addr_1node(polder_c_span2.bias);
                            __asm__("" : "+r"(polder_c_ptr2));
                            double *polder_b_ptr7 __attribute__((unused))
                                = (double *)polder_addr_1node(polder_b_span7.bias);
                            __asm__("" : "+r"(polder_b_ptr7));
                            for (; (long)j < polder_stop2; j++) (polder_c_ptr2[(long)(3) * 64
                                + (long)(j)]) += (*(double *)polder_addr_1node(((polder_ga)((double
                                *)polder_addr_1node(a) + ((long)(k)))))) * (polder_b_ptr7[(long)(k)
                                * 64 + (long)(j)]);
                        }
                    }
                }
                k++;
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop4(const polder_env polder_e
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
    polder_kept_span polder_c_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept2 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept3 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept4 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_c_kept2 = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_b_kept5 = {{0, 0, 0}, {0, 0}};
    /* unroll-and-jam: 4 iterations at once */
    {
        int k = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(16);
            polder_bound;
        });
        {
            int polder_goes = 1;
            while ((long)k < polder_end) {
                if (polder_goes && polder_end - (long)k >= 4) {
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
                    {
                        const long polder_c_low = (long)(5) * 64 + (long)(j);
                        const polder_span polder_c_span = polder_span_object_kept(&polder_c_kept,
                            polder_e, polder_s_c, polder_c_low, sizeof(double), 64);
                        polder_count = polder_span_run(polder_c_span, polder_c_low, polder_c_low, 1,
                            polder_count);
                        const long polder_b_low = (long)(k) * 64 + (long)(j);
                        const polder_span polder_b_span = polder_span_object_kept(&polder_b_kept,
                            polder_e, polder_s_b, polder_b_low, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span, polder_b_low, polder_b_low, 1,
                            polder_count);
                        double *polder_c_ptr __attribute__((unused))
                            = (double *)polder_addr_1node(polder_c_span.bias);
                        __asm__("" : "+r"(polder_c_ptr));
                        double *polder_b_ptr __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span.bias);
                        __asm__("" : "+r"(polder_b_ptr));
                        polder_start = (double *)&(polder_c_ptr[(long)(5) * 64 + (long)(j)]);
                        polder_start2 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(k))))));
                        polder_start6 = (const double *)&(polder_b_ptr[(long)(k) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low2 = (long)(((int)((long)k + 1L))) * 64 + (long)(j);
                        const polder_span polder_b_span2 = polder_span_object_kept(&polder_b_kept2,
                            polder_e, polder_s_b, polder_b_low2, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span2, polder_b_low2, polder_b_low2,
                            1, polder_count);
                        double *polder_b_ptr2 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span2.bias);
                        __asm__("" : "+r"(polder_b_ptr2));
                        polder_start3 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 1L))))))));
                        polder_start7 = (const double *)&(polder_b_ptr2[(long)(((int)((long)k
                            + 1L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low3 = (long)(((int)((long)k + 2L))) * 64 + (long)(j);
                        const polder_span polder_b_span3 = polder_span_object_kept(&polder_b_kept3,
                            polder_e, polder_s_b, polder_b_low3, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span3, polder_b_low3, polder_b_low3,
                            1, polder_count);
                        double *polder_b_ptr3 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span3.bias);
                        __asm__("" : "+r"(polder_b_ptr3));
                        polder_start4 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 2L))))))));
                        polder_start8 = (const double *)&(polder_b_ptr3[(long)(((int)((long)k
                            + 2L))) * 64 + (long)(j)]);
                    }
                    {
                        const long polder_b_low4 = (long)(((int)((long)k + 3L))) * 64 + (long)(j);
                        const polder_span polder_b_span4 = polder_span_object_kept(&polder_b_kept4,
                            polder_e, polder_s_b, polder_b_low4, sizeof(double), 64);
                        polder_count = polder_span_run(polder_b_span4, polder_b_low4, polder_b_low4,
                            1, polder_count);
                        double *polder_b_ptr4 __attribute__((unused))
                            = (double *)polder_addr_1node(polder_b_span4.bias);
                        __asm__("" : "+r"(polder_b_ptr4));
                        polder_start5 = (const double *)&(*(double
                            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(a)
                            + ((long)(((int)((long)k + 3L))))))));
                        polder_start9 = (const double *)&(polder_b_ptr4[(long)(((int)((long)k
                            + 3L))) * 64 + (long)(j)]);
                    }
                    if (__builtin_expect((polder_passes > 0) & (polder_count == polder_passes)
                        & polder_disjoint((polder_ga)(polder_start2 + (0)),
                        (polder_ga)(polder_start2 + (1)), (polder_ga)(polder_start + (0)),
                        (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1)))
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
                        (polder_ga)(polder_start6 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start7
                        + (0)), (polder_ga)(polder_start7 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start8
                        + (0)), (polder_ga)(polder_start8 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))) & polder_disjoint((polder_ga)(polder_start9
                        + (0)), (polder_ga)(polder_start9 + (1) + 1L * (polder_passes - 1)),
                        (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                        + 1L * (polder_passes - 1))), 1)) {
                        polder_loop4(polder_e, polder_passes, (long)j, (long)k, polder_start,
                            polder_start2, polder_start3, polder_start4, polder_start5,
                            polder_start6, polder_start7, polder_start8, polder_start9);
                        k = (int)((long)k + 4 * 1L);
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
                        const long polder_c_low2 = (long)(5) * 64 + (long)(j);
                        const polder_span polder_c_span2 = polder_span_object_kept(&polder_c_kept2,
                            polder_e, polder_s_c, polder_c_low2, sizeof(double), 64);
                        polder_left2 = polder_span_run(polder_c_span2, polder_c_low2, polder_c_low2,
                            1, polder_left2);
                        const long polder_b_low5 = (long)(k) * 64 + (long)(j);
                        const polder_span polder_b_span5 = polder_span_object_kept(&polder_b_kept5,
                            polder_e, polder_s_b, polder_b_low5, sizeof(double), 64);
                        polder_left2 = polder_span_run(polder_b_span5, polder_b_low5, polder_b_low5,
                            1, polder_left2);
                        const long polder_stop2 = (long)j + polder_left2;
                        {
                            double *polder_c_ptr2 __attribute__((unused))
                                = (double *)polder_addr_1node(polder_c_span2.bias);
                            __asm__("" : "+r"(polder_c_ptr2));
                            double *polder_b_ptr5 __attribute__((unused))
                                = (double *)polder_addr_1node(polder_b_span5.bias);
                            __asm__("" : "+r"(polder_b_ptr5));
                            for (; (long)j < polder_stop2; j++) (polder_c_ptr2[(long)(5) * 64
                                + (long)(j)]) += (*(double *)polder_addr_1node(((polder_ga)((double
                                *)polder_addr_1node(a) + ((long)(k)))))) * (polder_b_ptr5[(long)(k)
                                * 64 + (long)(j)]);
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
static __inline__ __attribute__((always_inline)) void polder_loop5(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        const long polder_passes = polder_end - (long)i;
        const struct wave *polder_start;
        struct wave *polder_start2;
        polder_start = (const struct wave *)&(*(struct wave *)polder_addr_1node(((polder_ga)((struct
            wave *)polder_addr_1node(
            from) + ((long)(i))))));
        polder_start2 = (struct wave *)&(*(struct wave *)polder_addr_1node(((polder_ga)((struct wave
            *)polder_addr_1node(
            to) + ((long)(i))))));
        if (__builtin_expect((polder_passes > 0) & polder_disjoint((polder_ga)(polder_start2 + (0)),
            (polder_ga)(polder_start2 + (1) + 1L * (polder_passes - 1)), (polder_ga)(polder_start
            + (0)), (polder_ga)(polder_start + (1) + 1L * (polder_passes - 1))), 1)) {
            polder_loop5(polder_e, polder_passes, (long)i, polder_start, polder_start2,
                by);
            i = (int)((long)i + polder_passes * 1L);
        } else for (; (long)i < polder_end;
            i++) {
            struct wave w = (*(struct wave *)polder_addr_1node(((polder_ga)((struct wave
                *)polder_addr_1node(from) + ((long)(i))))));
            w.re *= by.re;
            (*(struct wave *)polder_addr_1node(((polder_ga)((struct wave *)polder_addr_1node(to)
                + ((long)(i)))))) = w;
            (*(struct wave *)polder_addr_1node(((polder_ga)((struct wave *)polder_addr_1node(to)
                + ((long)(i)))))).im = (*(struct wave *)polder_addr_1node(((polder_ga)((struct wave
                *)polder_addr_1node(from) + ((long)(i)))))).im * by.im;
        }
    }
}
struct hidden { volatile double v; };
void seen(polder_ga to, polder_ga from, int n) {
    for (int i = 0; i < n; i++) (*(struct hidden *)polder_addr_1node(((polder_ga)((struct hidden
        *)polder_addr_1node(to) + ((long)(i)))))).v = (*(struct hidden
        *)polder_addr_1node(((polder_ga)((struct hidden *)polder_addr_1node(from)
        + ((long)(i)))))).v;
}
polder_ga wide;
polder_ga narrow;
static __inline__ __attribute__((always_inline)) void polder_loop6(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 3 references in runs through 2 spans */
    {
        int j = 1;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(63);
            polder_bound;
        });
        while ((long)j < polder_end) {
            long polder_left = polder_end - (long)j;
            const long polder_wide_low = (long)(row * 64 + j);
            const polder_span polder_wide_span = polder_span_object(polder_e, polder_s_wide,
                polder_wide_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_wide_span, polder_wide_low, polder_wide_low, 1,
                polder_left);
            const long polder_narrow_low = (long)(row * 64 + j - 1);
            const long polder_narrow_high = (long)(row * 64 + j + 1);
            const polder_span polder_narrow_span = polder_span_object(polder_e, polder_s_narrow,
                polder_narrow_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_narrow_span, polder_narrow_low, polder_narrow_high,
                1, polder_left);
            const long polder_stop = (long)j + (polder_left > 0 ? polder_left : 1);
            double *polder_wide_ptr __attribute__((unused))
                = (double *)polder_addr_1node(polder_wide_span.bias);
            __asm__("" : "+r"(polder_wide_ptr));
            double *polder_narrow_ptr __attribute__((unused))
                = (double *)polder_addr_1node(polder_narrow_span.bias);
            __asm__("" : "+r"(polder_narrow_ptr));
            if (polder_left > 0) {
                const long polder_passes = polder_stop - (long)j;
                double *polder_start;
                const double *polder_start2;
                polder_start = (double *)&(polder_wide_ptr[(long)(row * 64 + j)]);
                polder_start2 = (const double *)&(polder_narrow_ptr[(long)(row * 64 + j - 1)]);
                if (__builtin_expect((polder_passes == 62L)
                    & polder_disjoint((polder_ga)(polder_start2 + (0)), (polder_ga)(polder_start2
                    + (3) + 1L * (62L - 1)), (polder_ga)(polder_start + (0)),
                    (polder_ga)(polder_start + (1) + 1L * (62L - 1))), 1)) {
                    polder_loop6(polder_e, 62L, (long)j, polder_start, polder_start2);
                    j = (int)((long)j + 62L * 1L);
                } else for (; (long)j < polder_stop; j++) (polder_wide_ptr[(long)(row * 64 + j)])
                    = (polder_narrow_ptr[(long)(row * 64 + j - 1)])
                    + (polder_narrow_ptr[(long)(row * 64 + j + 1)]);
            } else {
                do (polder_wide_ptr[(long)(row * 64 + j)]) = (polder_narrow_ptr[(long)(row * 64 + j
                    - 1)]) + (*(double *)polder_addr_1node(polder_index_seldom(polder_s_narrow,
                    (long)(row * 64 + j + 1), sizeof(double), 64)));
                while (0);
                j++;
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop7(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 2 references in runs through 2 spans */
    {
        int h = 62;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(0);
            polder_bound - 1;
        });
        while ((long)h > polder_end) {
            long polder_left = ((long)h - polder_end + 3L - 1) / (3L);
            const long polder_wide_low = (long)(row * 64 + h);
            const polder_span polder_wide_span = polder_span_object(polder_e, polder_s_wide,
                polder_wide_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_wide_span, polder_wide_low, polder_wide_low, -3,
                polder_left);
            const long polder_narrow_low = (long)(row * 64 + h);
            const polder_span polder_narrow_span = polder_span_object(polder_e, polder_s_narrow,
                polder_narrow_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_narrow_span, polder_narrow_low, polder_narrow_low,
                -3, polder_left);
            const long polder_stop = (long)h - polder_left * (3L);
            {
                double *polder_wide_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_wide_span.bias);
                __asm__("" : "+r"(polder_wide_ptr));
                double *polder_narrow_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_narrow_span.bias);
                __asm__("" : "+r"(polder_narrow_ptr));
                const long polder_passes = ((long)h - polder_stop + 3L - 1) / 3L;
                double *polder_start;
                const double *polder_start2;
                polder_start = (double *)&(polder_wide_ptr[(long)(row * 64 + h)]);
                polder_start2 = (const double *)&(polder_narrow_ptr[(long)(row * 64 + h)]);
                if (__builtin_expect((polder_passes == 21L)
                    & polder_disjoint((polder_ga)(polder_start2 + (0) + -3L * (21L - 1)),
                    (polder_ga)(polder_start2 + (1)), (polder_ga)(polder_start + (0) + -3L * (21L
                    - 1)), (polder_ga)(polder_start + (1))), 1)) {
                    polder_loop7(polder_e, 21L, (long)h, polder_start, polder_start2);
                    h = (int)((long)h + 21L * -3L);
                } else for (; (long)h > polder_stop; h -= 3) (polder_wide_ptr[(long)(row * 64 + h)])
                    = 2 * (polder_narrow_ptr[(long)(row * 64 + h)]);
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop8(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]);
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop9(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]) + (polder_r1_0[polder_k
            + (2)]);
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop10(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 2 references in runs through 2 spans */
    {
        int m = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(66);
            polder_bound;
        });
        while ((long)m < polder_end) {
            long polder_left = polder_end - (long)m;
            const long polder_wide_low = (long)(row * 64 + m);
            const polder_span polder_wide_span = polder_span_object(polder_e, polder_s_wide,
                polder_wide_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_wide_span, polder_wide_low, polder_wide_low, 1,
                polder_left);
            const long polder_narrow_low = (long)(row * 64 + m);
            const polder_span polder_narrow_span = polder_span_object(polder_e, polder_s_narrow,
                polder_narrow_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_narrow_span, polder_narrow_low, polder_narrow_low,
                1, polder_left);
            const long polder_stop = (long)m + polder_left;
            {
                double *polder_wide_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_wide_span.bias);
                __asm__("" : "+r"(polder_wide_ptr));
                double *polder_narrow_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_narrow_span.bias);
                __asm__("" : "+r"(polder_narrow_ptr));
                const long polder_passes = polder_stop - (long)m;
                double *polder_start;
                const double *polder_start2;
                polder_start = (double *)&(polder_wide_ptr[(long)(row * 64 + m)]);
                polder_start2 = (const double *)&(polder_narrow_ptr[(long)(row * 64 + m)]);
                if (__builtin_expect((polder_passes > 0) & polder_disjoint((polder_ga)(polder_start2
                    + (0)), (polder_ga)(polder_start2 + (1) + 1L * (polder_passes - 1)),
                    (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                    + 1L * (polder_passes - 1))), 1)) {
                    polder_loop8(polder_e, polder_passes, (long)m, polder_start, polder_start2);
                    m = (int)((long)m + polder_passes * 1L);
                } else for (; (long)m < polder_stop; m++) (polder_wide_ptr[(long)(row * 64 + m)])
                    = (polder_narrow_ptr[(long)(row * 64 + m)]);
            }
        }
    }
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 3 references in runs through 2 spans */
    {
        int m = 1;
        ;
        const long polder_end2 = __extension__ ({
            const long polder_bound2 __attribute__((unused)) = (long )(64);
            polder_bound2;
        });
        while ((long)m < polder_end2) {
            long polder_left2 = polder_end2 - (long)m;
            const long polder_wide_low2 = (long)(row * 64 + m);
            const polder_span polder_wide_span2 = polder_span_object(polder_e, polder_s_wide,
                polder_wide_low2, sizeof(double), 64);
            polder_left2 = polder_span_run(polder_wide_span2, polder_wide_low2, polder_wide_low2, 1,
                polder_left2);
            const long polder_narrow_low2 = (long)(row * 64 + m - 1);
            const long polder_narrow_high = (long)(row * 64 + m + 1);
            const polder_span polder_narrow_span2 = polder_span_object(polder_e, polder_s_narrow,
                polder_narrow_low2, sizeof(double), 64);
            polder_left2 = polder_span_run(polder_narrow_span2, polder_narrow_low2,
                polder_narrow_high, 1, polder_left2);
            const long polder_stop2 = (long)m + (polder_left2 > 0 ? polder_left2 : 1);
            double *polder_wide_ptr2 __attribute__((unused))
                = (double *)polder_addr_1node(polder_wide_span2.bias);
            __asm__("" : "+r"(polder_wide_ptr2));
            double *polder_narrow_ptr2 __attribute__((unused))
                = (double *)polder_addr_1node(polder_narrow_span2.bias);
            __asm__("" : "+r"(polder_narrow_ptr2));
            if (polder_left2 > 0) {
                const long polder_passes2 = polder_stop2 - (long)m;
                double *polder_start3;
                const double *polder_start4;
                polder_start3 = (double *)&(polder_wide_ptr2[(long)(row * 64 + m)]);
                polder_start4 = (const double *)&(polder_narrow_ptr2[(long)(row * 64 + m - 1)]);
                if (__builtin_expect((polder_passes2 > 0) &
                    polder_disjoint((polder_ga)(polder_start4 + (0)), (polder_ga)(polder_start4
                    + (3) + 1L * (polder_passes2 - 1)), (polder_ga)(polder_start3 + (0)),
                    (polder_ga)(polder_start3 + (1) + 1L * (polder_passes2 - 1))), 1)) {
                    polder_loop9(polder_e, polder_passes2, (long)m, polder_start3, polder_start4);
                    m = (int)((long)m + polder_passes2 * 1L);
                } else for (; (long)m < polder_stop2; m++) (polder_wide_ptr2[(long)(row * 64 + m)])
                    = (polder_narrow_ptr2[(long)(row * 64 + m - 1)])
                    + (polder_narrow_ptr2[(long)(row * 64 + m + 1)]);
            } else {
                do (polder_wide_ptr2[(long)(row * 64 + m)]) = (polder_narrow_ptr2[(long)(row * 64
                    + m - 1)]) + (*(double *)polder_addr_1node(polder_index_seldom(polder_s_narrow,
                    (long)(row * 64 + m + 1), sizeof(double), 64)));
                while (0);
                m++;
            }
        }
    }
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 2 references in runs through 2 spans */
    {
        int m = row;
        ;
        const long polder_end3 = __extension__ ({
            const long polder_bound3 __attribute__((unused)) = (long )(64);
            polder_bound3;
        });
        while ((long)m < polder_end3) {
            long polder_left3 = polder_end3 - (long)m;
            const long polder_wide_low3 = (long)(row * 64 + m);
            const polder_span polder_wide_span3 = polder_span_object(polder_e, polder_s_wide,
                polder_wide_low3, sizeof(double), 64);
            polder_left3 = polder_span_run(polder_wide_span3, polder_wide_low3, polder_wide_low3, 1,
                polder_left3);
            const long polder_narrow_low3 = (long)(row * 64 + m);
            const polder_span polder_narrow_span3 = polder_span_object(polder_e, polder_s_narrow,
                polder_narrow_low3, sizeof(double), 64);
            polder_left3 = polder_span_run(polder_narrow_span3, polder_narrow_low3,
                polder_narrow_low3, 1, polder_left3);
            const long polder_stop3 = (long)m + polder_left3;
            {
                double *polder_wide_ptr3 __attribute__((unused))
                    = (double *)polder_addr_1node(polder_wide_span3.bias);
                __asm__("" : "+r"(polder_wide_ptr3));
                double *polder_narrow_ptr3 __attribute__((unused))
                    = (double *)polder_addr_1node(polder_narrow_span3.bias);
                __asm__("" : "+r"(polder_narrow_ptr3));
                const long polder_passes3 = polder_stop3 - (long)m;
                double *polder_start5;
                const double *polder_start6;
                polder_start5 = (double *)&(polder_wide_ptr3[(long)(row * 64 + m)]);
                polder_start6 = (const double *)&(polder_narrow_ptr3[(long)(row * 64 + m)]);
                if (__builtin_expect((polder_passes3 > 0) &
                    polder_disjoint((polder_ga)(polder_start6 + (0)), (polder_ga)(polder_start6
                    + (1) + 1L * (polder_passes3 - 1)), (polder_ga)(polder_start5 + (0)),
                    (polder_ga)(polder_start5 + (1) + 1L * (polder_passes3 - 1))), 1)) {
                    polder_loop10(polder_e, polder_passes3, (long)m, polder_start5, polder_start6);
                    m = (int)((long)m + polder_passes3 * 1L);
                } else for (; (long)m < polder_stop3; m++) (polder_wide_ptr3[(long)(row * 64 + m)])
                    = (polder_narrow_ptr3[(long)(row * 64 + m)]);
            }
        }
    }
}
polder_ga dealt;
static __inline__ __attribute__((always_inline)) void polder_loop11(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const polder_stride polder_v1, polder_ga *polder_a1) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++, polder_r1_0
        = (const double *)polder_stride_step_pointer(polder_v1, polder_r1_0)) { (polder_r0_0[(0)])
        += (polder_r1_0[(0)]); }
    *polder_a1 = (polder_ga)polder_r1_0;
}
void sum_of(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_dealt __attribute__((unused)) = dealt;
    const polder_ga polder_s_wide __attribute__((unused)) = wide;
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strength-reduction: 1 address carried along */
    {
        int m = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_dealt_address __attribute__((unused)) = polder_at_cyclic(polder_e,
            polder_s_dealt, (long)(m), sizeof(double));
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 1 * sizeof(double));
        const long polder_passes = polder_end - (long)m;
        double *polder_start;
        const double *polder_start2;
        polder_start = (double *)&(*(double *)polder_addr_1node(polder_index_blocked(polder_e,
            polder_s_wide, (long)(0), sizeof(double), 64)));
        polder_start2 = (const double *)&(*(double
            *)polder_addr_1node(((polder_ga)polder_dealt_address)));
        if (__builtin_expect((polder_passes > 0), 1)) {
            polder_loop11(polder_e, polder_passes, (long)m, polder_start, polder_start2,
                polder_step, &polder_dealt_address);
            m = (int)((long)m + polder_passes * 1L);
        } else for (; (long)m < polder_end; m++, polder_dealt_address
            = polder_stride_step(polder_step, polder_dealt_address)) (*(double
            *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_wide, (long)(0),
            sizeof(double), 64))) += (*(double
            *)polder_addr_1node(((polder_ga)polder_dealt_address)));
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
