polder_ga a;
polder_ga b;
static __inline__ __attribute__((always_inline)) void polder_loop1(const polder_env polder_e
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
    /* alias-versioning: 2 pointers, which do not overlap where a test says so; strip-mine: 3 references in runs through 2 spans */
    {
        int i = 1;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_a_low = (long)(i);
            const polder_span polder_a_span = polder_span_object(polder_e, polder_s_a, polder_a_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_b_low = (long)(i - 1);
            const long polder_b_high = (long)(i);
            const polder_span polder_b_span = polder_span_object(polder_e, polder_s_b, polder_b_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_b_span, polder_b_low, polder_b_high, 1,
                polder_left);
            const long polder_stop = (long)i + (polder_left > 0 ? polder_left : 1);
            double *polder_a_ptr __attribute__((unused)) = (double
                *)polder_addr_1node(polder_a_span.bias);
            __asm__("" : "+r"(polder_a_ptr));
            double *polder_b_ptr __attribute__((unused)) = (double
                *)polder_addr_1node(polder_b_span.bias);
            __asm__("" : "+r"(polder_b_ptr));
            if (polder_left > 0) {
                const long polder_passes = polder_stop - (long)i;
                double *polder_start;
                const double *polder_start2;
                polder_start = (double *)&(polder_a_ptr[(long)(i)]);
                polder_start2 = (const double *)&(polder_b_ptr[(long)(i - 1)]);
                if (__builtin_expect((polder_passes > 0) & polder_disjoint((polder_ga)(polder_start2
                    + (0)), (polder_ga)(polder_start2 + (2) + 1L * (polder_passes - 1)),
                    (polder_ga)(polder_start + (0)), (polder_ga)(polder_start + (1)
                    + 1L * (polder_passes - 1))), 1)) {
                    polder_loop1(polder_e, polder_passes, (long)i, polder_start, polder_start2);
                    i = (int)((long)i + polder_passes * 1L);
                } else for (; (long)i < polder_stop; i++) (polder_a_ptr[(long)(i)])
                    = (polder_b_ptr[(long)(i - 1)]) + (polder_b_ptr[(long)(i)]);
            } else {
                do (polder_a_ptr[(long)(i)]) = (polder_b_ptr[(long)(i - 1)])
                    + (*(double *)polder_addr_1node(polder_index_seldom(polder_s_b, (long)(i),
                    sizeof(double), 64)));
                while (0);
                i++;
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
