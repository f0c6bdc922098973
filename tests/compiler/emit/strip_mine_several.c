polder_ga a;
static __attribute__((noinline)) double polder_n_f(int n){
    const polder_ga polder_s_a __attribute__((unused)) = a;
    double s = 0;
    /* coalesce: what lies elsewhere is fetched a run at a time: 1 span; strip-mine: 1 reference in runs through 1 span */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            if (polder_left > 8192L) polder_left = 8192L;
            const long polder_a_low = (long)(i);
            const polder_gp polder_a_base = polder_gp_from_ga(polder_s_a);
            polder_far_part polder_a_part = {1, sizeof(double), 64};
            polder_left = polder_far_cut(&polder_a_part, polder_a_base, polder_a_low, polder_a_low,
                polder_left);
            const long polder_stop = (long)i + (polder_left > 0 ? polder_left : 1);
            polder_far_ran((polder_left > 0 ? polder_left : 0) + 1);
            if (polder_left > 0) {
                char polder_a_buffer[8192] __attribute__((aligned(64)));
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_far_begin(&polder_a_part, polder_a_buffer, polder_left, 1);
                for (; (long)i < polder_stop; i++) s += (polder_a_ptr[(long)(i)]);
            } else for (; (long)i < polder_stop; i++) s += __extension__ ({
                const polder_ga polder_address = polder_index_seldom(polder_s_a, (long)(i),
                    sizeof(double), 64);
                double polder_value;
                polder_far_load8(&polder_value, polder_address);
                polder_value;
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
    /* strip-mine: 1 reference in runs through 1 span */
    {
        int i = 0;
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
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                for (; (long)i < polder_stop; i++) s += (polder_a_ptr[(long)(i)]);
            }
        }
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
