polder_ga x;
polder_ga y;
polder_ga k;
double sum(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_x __attribute__((unused)) = x;
    const polder_ga polder_s_y __attribute__((unused)) = y;
    const polder_ga polder_s_k __attribute__((unused)) = k;
    double s = 0;
    /* strength-reduction: 3 addresses carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_x_address __attribute__((unused)) = polder_at_cyclic(polder_e, polder_s_x,
            (long)(i), sizeof(double));
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 1 * sizeof(double));
        const polder_ga polder_y_apart __attribute__((unused)) = polder_s_y - polder_s_x;
        polder_ga polder_k_address __attribute__((unused)) = polder_at_cyclic(polder_e, polder_s_k,
            (long)(i), sizeof(int));
        const polder_stride polder_step2 = polder_stride_by_blocks(polder_e, 1L, 1 * sizeof(int));
        polder_ga polder_x_address2 __attribute__((unused)) = polder_at_cyclic(polder_e, polder_s_x,
            (long)(i + 1), sizeof(double));
        for (; (long)i < polder_end; i++, polder_x_address = polder_stride_step(polder_step,
            polder_x_address), polder_k_address = polder_stride_step(polder_step2,
            polder_k_address), polder_x_address2 = polder_stride_step(polder_step,
            polder_x_address2)) s += (*(double *)polder_addr_1node(((polder_ga)polder_x_address))) *
            (*(double *)polder_addr_1node(((polder_ga)(polder_x_address + polder_y_apart))))
            + (*(int *)polder_addr_1node(((polder_ga)polder_k_address)))
            + (*(double *)polder_addr_1node(((polder_ga)polder_x_address2)));
    }
    return s;
}
void count(polder_ga text, polder_ga mark, int n, char c) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    /* strength-reduction: 2 addresses carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_text_address __attribute__((unused)) = polder_at_cyclic(polder_e,
            text, (long)(i), sizeof(char));
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 1 * sizeof(char));
        polder_ga polder_mark_address __attribute__((unused)) = polder_at_cyclic(polder_e, mark,
            (long)(i), sizeof(char));
        for (; (long)i < polder_end;
            i++, polder_text_address = polder_stride_step(polder_step, polder_text_address),
            polder_mark_address = polder_stride_step(polder_step, polder_mark_address))
            if ((*(char *)polder_addr_1node(((polder_ga)polder_text_address))) == c
            || (*(char *)polder_addr_1node(((polder_ga)polder_text_address)))
            == 'x') (*(char *)polder_addr_1node(((polder_ga)polder_mark_address))) = 1;
    }
}
static const struct polder_shared_object polder_d_x __attribute__((section("polder_shared"), used,
    aligned(8))) = {&x, 64, 1, 8, 8, 1, "x"};
static const struct polder_shared_object polder_d_y __attribute__((section("polder_shared"), used,
    aligned(8))) = {&y, 64, 1, 8, 8, 1, "y"};
static const struct polder_shared_object polder_d_k __attribute__((section("polder_shared"), used,
    aligned(8))) = {&k, 64, 1, 4, 4, 1, "k"};
