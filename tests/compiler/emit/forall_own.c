polder_ga a;
polder_ga b;
void f(int n, double x) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-own: own elements as plain memory, in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(i) : 0;
        if (polder_inside) {
            for (; i < n; i = (int)((long)i + 1)) {
                (*(double *)polder_addr_1node(polder_index_seldom(polder_s_a, (long)(i),
                    sizeof(double), 4))) = x * (*(double
                    *)polder_addr_1node(polder_index_seldom(polder_s_b, (long)(i), sizeof(double),
                    4)));
            }
        } else {
            for (long polder_iteration, polder_run_end2 = 0; (polder_iteration
                = polder_own_run_first(polder_e, 1L, polder_position, 4L, polder_run_end2,
                polder_count)) < polder_count;) {
                polder_run_end2 = polder_own_run_end(1L, polder_position, 4L, polder_iteration,
                    polder_count);
                const long polder_position2 = polder_position + 1L * polder_iteration;
                long polder_row __attribute__((unused)) = polder_position2 / (4L *
                    (long)polder_e.threads) * 4L + polder_position2 % 4L;
                i = (int)((long)polder_start + polder_iteration * 1);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, polder_row += 1L, i = (int)((long)i + 1)) {
                    (*(double *)polder_addr_1node(((polder_ga)((double
                        *)polder_addr_1node((polder_s_a + (polder_e.mythread << polder_e.shift)))
                        + ((long)(polder_row)))))) = x * (*(double
                        *)polder_addr_1node(((polder_ga)((double *)polder_addr_1node((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row))))));
                }
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 4, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 40, 4, 8, 8, 1, "b"};
