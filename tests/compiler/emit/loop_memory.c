struct grid { int n, width; double scale; };
polder_ga a;
typedef polder_ga line_t;
void bound(struct grid *g) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    {
        int i = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(g->n);
            polder_t2;
        });
        while ((long)i < polder_n1) {
            long polder_c3 = polder_n1 - (long)i;
            const long polder_l7 = (long)(i);
            const polder_piece polder_p6 = polder_piece_object(polder_e, polder_s_a, polder_l7,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p6, polder_l7, polder_l7, 1, polder_c3);
            const long polder_b4 = (long)i + polder_c3;
            {
                double *polder_q8 __attribute__((unused)) = (double *)polder_at(polder_p6.bias);
                for (; (long)i < polder_b4; i++) (polder_q8[(long)(i)]) = i;
            }
        }
    }
}
void name(struct grid *g, int y) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    {
        int x = 0;
        ;
        const long polder_n9 = __extension__ ({
            const long polder_t10 __attribute__((unused)) = (long )(g->width);
            polder_t10;
        });
        while ((long)x < polder_n9) {
            long polder_c11 = polder_n9 - (long)x;
            const long polder_l15 = (long)(((int)(
                y * g->width + x)));
            const polder_piece polder_p14 = polder_piece_object(polder_e, polder_s_a, polder_l15,
                sizeof(double), 64);
            polder_c11 = polder_piece_run(polder_p14, polder_l15, polder_l15, 1, polder_c11);
            const long polder_b12 = (long)x + polder_c11;
            {
                double *polder_q16 __attribute__((unused)) = (double *)polder_at(polder_p14.bias);
                for (; (long)x < polder_b12;
                    x++) {
                    const int at = y * g->width + x;
                    (polder_q16[(long)(at)]) = x;
                }
            }
        }
    }
}
static __inline__ __attribute__((always_inline)) void polder_f25(const polder_env polder_e
    __attribute__((unused)), const long polder_n, const long polder_first __attribute__((unused)),
    double *__restrict__ polder_r0_0, const double *__restrict__ polder_r1_0,
    const int polder_u0_0) {
    for (long polder_k = 0; polder_k < polder_n; polder_k++) {
        (polder_r0_0[polder_k + (0)]) = polder_u0_0 * (polder_r1_0[polder_k + (0)]);
    }
}
void value(struct grid *g, line_t to, line_t from) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        int i = 0;
        ;
        const long polder_n17 = __extension__ ({
            const long polder_t18 __attribute__((unused)) = (long )(g->n);
            polder_t18;
        });
        const long polder_n22 = polder_n17 - (long)i;
        double *polder_q23;
        const double *polder_q24;
        polder_q23 = (double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(to)
            + ((long)(i))))));
        polder_q24 = (const double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(from)
            + ((long)(i))))));
        if (__builtin_expect((polder_n22 > 0) & polder_apart((polder_ga)(polder_q24 + (0)),
            (polder_ga)(polder_q24 + (1) + 1L * (polder_n22 - 1)), (polder_ga)(polder_q23 + (0)),
            (polder_ga)(polder_q23 + (1) + 1L * (polder_n22 - 1))), 1)) {
            polder_f25(polder_e, polder_n22, (long)i, polder_q23, polder_q24, g->width);
            i = (int)((long)i + polder_n22 * 1L);
        } else for (; (long)i < polder_n17; i++) (*(double *)polder_at(((polder_ga)((double
            *)polder_at(to) + ((long)(i)))))) = g->width * (*(double
            *)polder_at(((polder_ga)((double *)polder_at(from) + ((long)(i))))));
    }
}
static __inline__ __attribute__((always_inline)) void polder_f35(const polder_env polder_e
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
    {
        int i = 0;
        ;
        const long polder_n26 = __extension__ ({
            const long polder_t27 __attribute__((unused)) = (long )(n);
            polder_t27;
        });
        const long polder_n31 = polder_n26 - (long)i;
        double *polder_q32;
        const double *polder_q33;
        const double *polder_q34;
        polder_q32 = (double *)&sums[i];
        polder_q33 = (const double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(from)
            + ((long)(i))))));
        polder_q34 = (const double *)&(*(double *)polder_at(((polder_ga)((double *)polder_at(more)
            + ((long)(i))))));
        if (__builtin_expect((polder_n31 > 0), 1)) {
            polder_f35(polder_e, polder_n31, (long)i, polder_q32, polder_q33, polder_q34);
            i = (int)((long)i + polder_n31 * 1L);
        } else for (; (long)i < polder_n26; i++) sums[i]
            = (*(double *)polder_at(((polder_ga)((double *)polder_at(from) + ((long)(i))))))
            + (*(double *)polder_at(((polder_ga)((double *)polder_at(more) + ((long)(i))))));
    }
}
struct values {
    int n;
    polder_gp values;
};
void member(struct values *g) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        int i = 0;
        ;
        const long polder_n36 = __extension__ ({
            const long polder_t37 __attribute__((unused)) = (long )(g->n);
            polder_t37;
        });
        while ((long)i < polder_n36) {
            long polder_c38 = polder_n36 - (long)i;
            const long polder_l42 = (long)(i);
            const polder_piece polder_p41 = polder_piece_pointer(polder_e, g->values, polder_l42,
                sizeof(double), 64);
            polder_c38 = polder_piece_run(polder_p41, polder_l42, polder_l42, 1, polder_c38);
            const long polder_b39 = (long)i + polder_c38;
            {
                double *polder_q43 __attribute__((unused)) = (double *)polder_at(polder_p41.bias);
                for (; (long)i < polder_b39; i++) (polder_q43[(long)(i)]) = i;
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
