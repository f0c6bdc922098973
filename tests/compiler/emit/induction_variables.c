polder_ga from;
polder_ga cyclic;
int f(polder_gp to, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_from __attribute__((unused)) = from;
    int k = 0;
    /* induction-variables: 1 reference in spans that follow 1 variable; as in C where an array is one span */
    {
        const polder_span polder_to_span = polder_span_whole(polder_e, (
            to).ga, (to).phase, sizeof(double), 64);
        if (polder_to_span.end) {
            double * polder_to_ptr __attribute__((unused))
                = (double *)polder_addr_1node(polder_to_span.bias);
            for (int i = 0; i < n; i++)
                if ((*(double *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_from,
                (long)(i), sizeof(double), 64))) > 0) (polder_to_ptr[(long)(k++)]) = i;
        } else {
            const polder_gp polder_to_base = to;
            double * polder_to_ptr2 __attribute__((unused)) = 0;
            int polder_first __attribute__((unused)) = 1;
            int polder_last __attribute__((unused)) = 0;
            if (k < polder_first || k > polder_last) {
                long polder_least = -2147483647L - 1;
                long polder_most = 2147483647L;
                const polder_span polder_to_span2 = polder_span_pointer(polder_e, polder_to_base,
                    (long)((unsigned long)k * 1L + 0L), sizeof(double), 64);
                polder_to_ptr2 = (double *)polder_addr_1node(polder_to_span2.bias);
                polder_least = polder_span_least(polder_to_span2, 1L, 0L, polder_least);
                polder_most = polder_span_most(polder_to_span2, 1L, 0L, polder_most);
                polder_first = (int)polder_least;
                polder_last = (int)polder_most;
            }
            for (int i = 0; i < n; i++)
                if ((*(double *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_from,
                (long)(i), sizeof(double), 64))) > 0) (*__extension__ ({
                double *const polder_to_at = polder_to_ptr2 + (long)k;
                k++;
                if (__builtin_expect(k > polder_last, 0)) {
                    long polder_least2 = -2147483647L - 1;
                    long polder_most2 = 2147483647L;
                    const polder_span polder_to_span3 = polder_span_pointer(polder_e,
                        polder_to_base, (long)((unsigned long)k * 1L + 0L), sizeof(double), 64);
                    polder_to_ptr2 = (double *)polder_addr_1node(polder_to_span3.bias);
                    polder_least2 = polder_span_least(polder_to_span3, 1L, 0L, polder_least2);
                    polder_most2 = polder_span_most(polder_to_span3, 1L, 0L, polder_most2);
                    polder_first = (int)polder_least2;
                    polder_last = (int)polder_most2;
                }
                polder_to_at;
            })) = i;
        }
    }
    return k;
}
int g(long k, int until) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cyclic __attribute__((unused)) = cyclic;
    /* induction-variables: 1 reference in spans that follow 1 variable; as in C where an array is one span */
    {
        const polder_span polder_cyclic_span = polder_span_whole(polder_e, polder_s_cyclic, 0,
            sizeof(int), 1);
        if (polder_cyclic_span.end) {
            int * polder_cyclic_ptr __attribute__((unused))
                = (int *)polder_addr_1node(polder_cyclic_span.bias);
            while ((polder_cyclic_ptr[(long)(k)]) != until) k += 2;
        } else {
            const polder_ga polder_cyclic_base = polder_s_cyclic;
            const long polder_cyclic_rest = (long)(((long)0));
            const polder_stride polder_step = polder_stride_by_blocks(polder_e, 2L, sizeof(int));
            polder_ga polder_cyclic_address __attribute__((unused)) = 0;
            polder_cyclic_address = polder_add_cyclic(polder_e, polder_cyclic_base,
                (long)((unsigned long)k * 1L + polder_cyclic_rest), sizeof(int));
            while ((*(int *)polder_addr_1node(((polder_ga)polder_cyclic_address))) != until)
                __extension__ ({
                k += 2;
                polder_cyclic_address = polder_stride_step_any(polder_step, polder_cyclic_address);
            });
        }
    }
    return (int)k;
}
static const struct polder_shared_object polder_d_from __attribute__((section("polder_shared"),
    used, aligned(8))) = {&from, 64, 64, 8, 8, 1, "from"};
static const struct polder_shared_object polder_d_cyclic __attribute__((section("polder_shared"),
    used, aligned(8))) = {&cyclic, 1, 1, 4, 4, 1, "cyclic"};
