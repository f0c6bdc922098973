polder_ga a;
static __attribute__((noinline)) double polder_n_f(int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    double s = 0;
    {
        int i = 0;
        ;
        const long polder_n9 = __extension__ ({
            const long polder_t10 __attribute__((unused)) = (long )(n);
            polder_t10;
        });
        while ((long)i < polder_n9) {
            long polder_c11 = polder_n9 - (long)i;
            if (polder_c11 > 8192L) polder_c11 = 8192L;
            const long polder_l15 = (long)(i);
            const polder_piece polder_p14 = polder_piece_object(polder_e, polder_s_a, polder_l15,
                sizeof(double), 64);
            polder_c11 = polder_piece_run(polder_p14, polder_l15, polder_l15, 1, polder_c11);
            const polder_ga polder_a16 = polder_p14.bias + (polder_ga)polder_l15 * sizeof(double);
            const int polder_f17 = !polder_in_range(polder_a16);
            if (polder_f17) polder_c11 = polder_far_fits(polder_l15 - polder_l15, 1, sizeof(double),
                polder_c11);
            const long polder_b12 = (long)i + (polder_c11 ? polder_c11 : 1);
            polder_far_ran(polder_c11 + 1);
            if (polder_c11) {
                char polder_b19[8192] __attribute__((aligned(64)));
                double *polder_q18 __attribute__((unused)) = (double *)(polder_f17
                    ? (void *)((polder_ga)polder_far_fetch(polder_b19, polder_a16,
                    (unsigned long)(polder_l15 - polder_l15 + (polder_c11 - 1) * 1L
                    + 1) * sizeof(double)) - (polder_ga)polder_l15 * sizeof(double))
                    : polder_shifted(polder_p14.bias));
                for (; (long)i < polder_b12; i++) s += (polder_q18[(long)(i)]);
            } else for (; (long)i < polder_b12; i++) s += __extension__ ({
                const polder_ga polder_t20 = polder_index_seldom(polder_s_a, (long)(i),
                    sizeof(double), 64);
                double polder_t21;
                if (polder_in_range(polder_t20)) polder_t21 = *(double *)polder_shifted(polder_t20);
                else polder_far_load8(&polder_t21, polder_t20);
                polder_t21;
            });
        }
    }
    return s;
}
double f(int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_f(n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    double s = 0;
    {
        int i = 0;
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
            const long polder_b4 = (long)i + polder_c3;
            {
                double *polder_q8 __attribute__((unused)) = (double *)polder_at(polder_p6.bias);
                for (; (long)i < polder_b4; i++) s += (polder_q8[(long)(i)]);
            }
        }
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
