polder_ga a;
polder_ga b;
static __attribute__((noinline)) double polder_n_coalesced(int n){
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    double s = 0;
    /* coalesce: what lies elsewhere is fetched a run at a time: 2 spans; strip-mine: 2 references in runs through 2 spans */
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
            const long polder_b_low = (long)(i);
            const polder_gp polder_b_base = polder_gp_from_ga(polder_s_b);
            polder_far_part polder_b_part = {1, sizeof(double), 64};
            polder_left = polder_far_cut(&polder_b_part, polder_b_base, polder_b_low, polder_b_low,
                polder_left);
            const long polder_stop = (long)i + (polder_left > 0 ? polder_left : 1);
            polder_far_ran((polder_left > 0 ? polder_left : 0) + 1);
            if (polder_left > 0) {
                char polder_a_buffer[8192] __attribute__((aligned(64)));
                char polder_b_buffer[8192] __attribute__((aligned(64)));
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_far_begin(&polder_a_part, polder_a_buffer, polder_left, 1);
                double *polder_b_ptr __attribute__((unused))
                    = (double *)polder_far_begin(&polder_b_part, polder_b_buffer, polder_left, 1);
                for (; (long)i < polder_stop; i++) s += (polder_a_ptr[(long)(i)]) *
                    (polder_b_ptr[(long)(i)]);
            } else for (; (long)i < polder_stop; i++) s += __extension__ ({
                const polder_ga polder_address = polder_index_seldom(polder_s_a, (long)(i),
                    sizeof(double), 64);
                double polder_value;
                polder_far_load8(&polder_value, polder_address);
                polder_value;
            }) * __extension__ ({
                const polder_ga polder_address2 = polder_index_seldom(polder_s_b, (long)(i),
                    sizeof(double), 64);
                double polder_value2;
                polder_far_load8(&polder_value2, polder_address2);
                polder_value2;
            });
        }
    }
    return s;
}
double coalesced(int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_coalesced(n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    double s = 0;
    /* strip-mine: 2 references in runs through 2 spans */
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
            const long polder_b_low = (long)(i);
            const polder_span polder_b_span = polder_span_object(polder_e, polder_s_b, polder_b_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_b_span, polder_b_low, polder_b_low, 1,
                polder_left);
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                double *polder_b_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_b_span.bias);
                __asm__("" : "+r"(polder_b_ptr));
                for (; (long)i < polder_stop; i++) s += (polder_a_ptr[(long)(i)]) *
                    (polder_b_ptr[(long)(i)]);
            }
        }
    }
    return s;
}
static __attribute__((noinline)) double polder_n_gathered(const int *at, int n, polder_gp x){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double s = 0;
    /* indirect-prefetch: 1 reference by index; strength-reduction: 1 reference by an index of memory */
    {
        polder_tlb polder_x_tlb __attribute__((unused));
        polder_x_tlb.chunk = 8192;
        polder_x_tlb.now = 0;
        polder_tlb_state polder_x_tlbs __attribute__((unused)) = {1, 0, 1, &polder_tlb_none};
        /* strength-reduction: 1 reference by an index of memory */
        {
            int i = 0;
            ;
            const long polder_end = __extension__ ({
                const long polder_bound __attribute__((unused)) = (long )(n);
                polder_bound;
            });
            const polder_array_base polder_x_origin __attribute__((unused))
                = polder_array_base_of(polder_e, (x).ga, (x).phase, sizeof(double), 1024);
            for (; (long)i < polder_end; i++) s += (*(const double *)polder_tlb_in(&polder_x_tlb,
                &polder_x_tlbs, (x), (long)(at[i]), sizeof(double), 1024, 8192));
        }
    }
    return s;
}
double gathered(const int *at, int n, polder_gp x) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_gathered(at, n, x);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double s = 0;
    /* strength-reduction: 1 reference by an index of memory; with one thread as in C */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        const polder_span polder_x_span = polder_span_whole(polder_e, (x).ga, (x).phase,
            sizeof(double), 1024);
        if (polder_x_span.end) {
            double *polder_x_ptr __attribute__((unused)) = (double
                *)polder_addr_1node(polder_x_span.bias);
            for (; (long)i < polder_end; i++) s += (polder_x_ptr[(long)(at[i])]);
        } else {
            const polder_array_base polder_x_origin __attribute__((unused))
                = polder_array_base_of(polder_e, (x).ga, (x).phase, sizeof(double), 1024);
            for (; (long)i < polder_end; i++) s += (*(double
                *)polder_addr_1node(polder_index_blocked(polder_e, polder_x_origin.origin,
                ((long)(at[i])) + polder_x_origin.ahead, sizeof(double), 1024)));
        }
    }
    return s;
}
static __attribute__((noinline)) double polder_n_early(int i, int j, polder_ga p, polder_ga q){
    /* split-phase: 2 reads under way together */
    {
        const polder_ga polder_p_address = polder_add_seldom(polder_gp_from_ga(p), (long)(i),
            sizeof(double), 1);
        const polder_ga polder_q_address = polder_add_seldom(polder_gp_from_ga(q), (long)(j),
            sizeof(double), 1);
        if (!polder_is_near_nnode(polder_p_address) + !polder_is_near_nnode(polder_q_address) > 1)
            polder_far_ahead((const polder_ga[]){polder_p_address, polder_q_address}, 2);
    }
    double s = __extension__ ({
        const polder_ga polder_address = polder_add_seldom(polder_gp_from_ga(p), (long)(i),
            sizeof(double), 1);
        double polder_value;
        if (polder_is_near_nnode(polder_address)) polder_value
            = *(double *)polder_addr_nnode(polder_address);
        else polder_far_load8(&polder_value, polder_address);
        polder_value;
    }) + __extension__ ({
        const polder_ga polder_address2 = polder_add_seldom(polder_gp_from_ga(q), (long)(j),
            sizeof(double), 1);
        double polder_value2;
        if (polder_is_near_nnode(polder_address2)) polder_value2
            = *(double *)polder_addr_nnode(polder_address2);
        else polder_far_load8(&polder_value2, polder_address2);
        polder_value2;
    });
    while (s < 1) s += 1;
    return s;
}
double early(int i, int j, polder_ga p, polder_ga q) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_early(i, j, p, q);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double s = (*(double *)polder_addr_1node(polder_at_cyclic(polder_e, p, (long)(i),
        sizeof(double)))) + (*(double *)polder_addr_1node(polder_at_cyclic(polder_e, q, (long)(j),
        sizeof(double))));
    while (s < 1) s += 1;
    return s;
}
void turned(double *out) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    /* rotate: each thread starts with its own part and goes round */
    {
        int t = 0;
        t = 1;
        const void *const polder_next_side = &out[t * 64];
        t = 0;
        const void *const polder_side = &out[t * 64];
        const unsigned long polder_bytes = 64 * sizeof(double);
        const long polder_own = polder_own_first(polder_e, 0, 1L, ((long)(t * 64)) / 64L,
            (long)polder_e.threads);
        t = (int)polder_own;
        const polder_ga polder_address = polder_index_blocked(polder_e, polder_s_a, (long)(t * 64),
            sizeof(double), 64);
        const long polder_turned = polder_may_turn(polder_e, polder_side, polder_next_side,
            polder_bytes, 1, polder_address) ? polder_own : 0;
        for (long polder_iteration = 0; polder_iteration < (long)polder_e.threads;
            polder_iteration++) {
            t = (int)(polder_iteration + polder_turned < (long)polder_e.threads ? polder_iteration
                + polder_turned : polder_iteration + polder_turned - (long)polder_e.threads);
            upc_memget(&out[t * 64], polder_point_blocked(polder_e, polder_s_a, (long)(t * 64),
                sizeof(double), 64), 64 * sizeof(double));
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
