polder_ga b;
void f(polder_gp end) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-stride: in runs of own elements */
    {
        const int polder_inside = *polder_depth;
        polder_gp p = polder_gp_from_ga(polder_s_b);
        ;
        if (polder_inside) {
            for (; (p).ga != (end).ga; (p = polder_add_blocked(polder_e, p, (long)(1),
                sizeof(double), 4))) (*(double *)polder_addr_1node((p).ga)) = 1;
        } else {
            const polder_gp polder_start = p;
            const long polder_count = (p).ga != (end).ga ? polder_trip_count(0,
                (unsigned long)polder_sub_blocked(polder_e, end, p, sizeof(double), 4), 1, 0) : 0,
                polder_position = polder_count ? ((long)polder_thread_of(polder_e, (p).ga) * 4
                + (long)(p).phase) + 0L : 0;
            for (long polder_iteration = 0; (polder_iteration = polder_own_run_first(polder_e, 1L,
                polder_position, 4L, polder_iteration, polder_count)) < polder_count;) {
                const long polder_run_end2 = polder_own_run_end(1L, polder_position, 4L,
                    polder_iteration, polder_count);
                p = polder_add_blocked(polder_e, polder_start, (long)(polder_iteration * 1L),
                    sizeof(double), 4);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, p.ga += (polder_ga)1L * (polder_ga)(long)sizeof(double), p.phase
                    += (unsigned long)1L) (*(double *)polder_addr_1node((p).ga)) = 1;
                polder_iteration = polder_run_end2;
            }
        }
    }
}
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 4, 8, 8, 1, "b"};
