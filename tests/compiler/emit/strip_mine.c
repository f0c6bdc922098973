polder_ga a;
polder_ga b;
polder_ga cyclic;
polder_ga m;
void unit(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
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
            const long polder_b_low = (long)(i + 40);
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
                for (; (long)i < polder_stop; i++) (polder_a_ptr[(long)(i)])
                    = (polder_b_ptr[(long)(i + 40)]);
            }
        }
    }
}
int column(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_m __attribute__((unused)) = m;
    int s = 0;
    /* strength-reduction: 1 address carried along */
    {
        int r = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(((int)polder_e.threads));
            polder_bound;
        });
        polder_ga polder__m_address __attribute__((unused)) = polder_at_blocked(polder_e,
            polder_gp_from_ga(polder_s_m), (long)(r) * 16 + (long)(3), sizeof(int), 16);
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 16 * sizeof(int));
        for (; (long)r < polder_end; r++, polder__m_address = polder_stride_step(polder_step,
            polder__m_address)) s += (*(int *)polder_addr_1node(((polder_ga)polder__m_address)));
    }
    return s;
}
void own(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cyclic __attribute__((unused)) = cyclic;
    long cyclic_sum = 0;
    /* strength-reduction: 1 address carried along */
    {
        int i = ((int)polder_e.mythread);
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(10 * ((int)polder_e.threads));
            polder_bound;
        });
        int *polder_cyclic_ptr __attribute__((unused)) = (int
            *)polder_addr_1node(polder_at_cyclic(polder_e, polder_s_cyclic, (long)(i),
            sizeof(int)));
        for (long polder_left2 = (long)i < polder_end ? (polder_end - (long)i
            + 1L * (long)polder_e.threads - 1) / (1L * (long)polder_e.threads) : 0;
            polder_left2 > 0; polder_left2--, i += ((int)polder_e.threads), polder_cyclic_ptr
            += 1L) cyclic_sum += (*polder_cyclic_ptr);
    }
    (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_cyclic, (long)(0),
        sizeof(int)))) = cyclic_sum;
}
double random_access(polder_gp x, const int *at, int n) {
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
            sizeof(double), 64);
        if (polder_x_span.end) {
            double *polder_x_ptr __attribute__((unused)) = (double
                *)polder_addr_1node(polder_x_span.bias);
            for (; (long)i < polder_end; i++) s += (polder_x_ptr[(long)(at[i])]);
        } else {
            const polder_array_base polder_x_origin __attribute__((unused))
                = polder_array_base_of(polder_e, (x).ga, (x).phase, sizeof(double), 64);
            for (; (long)i < polder_end; i++) s += (*(double
                *)polder_addr_1node(polder_index_blocked(polder_e, polder_x_origin.origin,
                ((long)(at[i])) + polder_x_origin.ahead, sizeof(double), 64)));
        }
    }
    return s;
}
double counted(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    polder_kept_span polder_a_kept = {{0, 0, 0}, {0, 0}};
    double s = 0;
    int i = 0;
    /* strip-mine: 1 reference in runs through 1 span */
    {
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_a_low = (long)(
                i);
            const polder_span polder_a_span = polder_span_object_kept(&polder_a_kept, polder_e,
                polder_s_a, polder_a_low, sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                for (; (long)i < polder_stop;
                    i++)
                {
                    s += (polder_a_ptr[(long)(i)]);
                    ;
                }
            }
        }
    }
    return s;
}
polder_ga narrow;
int inside(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_narrow __attribute__((unused)) = narrow;
    int s = 0;
    /* strength-reduction: 1 address carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(4 * ((int)polder_e.threads));
            polder_bound;
        });
        polder_gp polder_narrow_address = polder_add_blocked(polder_e,
            polder_gp_from_ga(polder_s_narrow), (long)(3 * i), sizeof(int), 4);
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 4 * sizeof(int));
        for (; (long)i < polder_end; i++, polder_narrow_address
            = polder_stride_step_inside(polder_step, polder_narrow_address, 3L, sizeof(int), 4)) s
            += (*(int *)polder_addr_1node(((polder_ga)polder_narrow_address.ga)));
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
static const struct polder_shared_object polder_d_cyclic __attribute__((section("polder_shared"),
    used, aligned(8))) = {&cyclic, 10, 1, 4, 4, 1, "cyclic"};
static const struct polder_shared_object polder_d_m __attribute__((section("polder_shared"), used,
    aligned(8))) = {&m, 16, 16, 4, 4, 1, "m"};
static const struct polder_shared_object polder_d_narrow __attribute__((section("polder_shared"),
    used, aligned(8))) = {&narrow, 12, 4, 4, 4, 1, "narrow"};
