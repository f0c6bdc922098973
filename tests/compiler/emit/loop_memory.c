struct grid { int n, width; double scale; };
polder_ga a;
typedef polder_ga line_t;
void bound(struct grid *g) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    /* strip-mine: 1 reference in runs through 1 span */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(g->n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_a_low = (long)(i);
            const polder_span polder_a_span = polder_span_object(polder_e, polder_s_a, polder_a_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                for (; (long)i < polder_stop; i++) (polder_a_ptr[(long)(i)]) = i;
            }
        }
    }
}
void name(struct grid *g, int y) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    /* strip-mine: 1 reference in runs through 1 span */
    {
        int x = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(g->width);
            polder_bound;
        });
        while ((long)x < polder_end) {
            long polder_left = polder_end - (long)x;
            const long polder_a_low = (long)(((int)(
                y * g->width + x)));
            const polder_span polder_a_span = polder_span_object(polder_e, polder_s_a, polder_a_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_stop = (long)x + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                for (; (long)x < polder_stop;
                    x++) {
                    const int at = y * g->width + x;
                    (polder_a_ptr[(long)(at)]) = x;
                }
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop1(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const int polder_u0_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = polder_u0_0 * (polder_r1_0[polder_k + (0)]);
    }
}
void value(struct grid *g, line_t to, line_t from) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    /* alias-versioning: 2 pointers, which do not overlap where a test says so */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(g->n);
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
            polder_loop1(polder_e, polder_passes, (long)i, polder_start, polder_start2, g->width);
            i = (int)((long)i + polder_passes * 1L);
        } else for (; (long)i < polder_end; i++) (*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(to) + ((long)(i)))))) = g->width * (*(double
            *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(from) + ((long)(i))))));
    }
}
static __inline__ __attribute__((always_inline)) void polder_loop2(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const double *__restrict__ polder_r2_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = (polder_r1_0[polder_k + (0)]) + (polder_r2_0[polder_k
            + (0)]);
    }
}
void alone(double *restrict sums, line_t *lines, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    line_t from = lines[0], more = lines[1];
    /* alias-versioning: 3 pointers, which do not overlap where a test says so */
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
        const double *polder_start3;
        polder_start = (double *)&sums[i];
        polder_start2 = (const double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(from) + ((long)(i))))));
        polder_start3 = (const double *)&(*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(more) + ((long)(i))))));
        if (__builtin_expect((polder_passes > 0), 1)) {
            polder_loop2(polder_e, polder_passes, (long)i, polder_start, polder_start2,
                polder_start3);
            i = (int)((long)i + polder_passes * 1L);
        } else for (; (long)i < polder_end; i++) sums[i]
            = (*(double *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node(from)
            + ((long)(i)))))) + (*(double *)polder_addr_1node(((polder_ga)((double
            *)polder_addr_1node(more) + ((long)(i))))));
    }
}
struct values {
    int n;
    polder_gp values;
};
void member(struct values *g) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    /* strip-mine: 1 reference in runs through 1 span */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(g->n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_g_low = (long)(i);
            const polder_span polder_g_span = polder_span_pointer(polder_e, g->values, polder_g_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_g_span, polder_g_low, polder_g_low, 1,
                polder_left);
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_g_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_g_span.bias);
                __asm__("" : "+r"(polder_g_ptr));
                for (; (long)i < polder_stop; i++) (polder_g_ptr[(long)(i)]) = i;
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
