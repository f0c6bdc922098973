polder_ga a;
int f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int s = 0;
    /* strength-reduction: 1 address carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_a_address __attribute__((unused)) = polder_at_cyclic(polder_e, polder_s_a,
            (long)(i), sizeof(int));
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L, 1 * sizeof(int));
        for (; (long)i < polder_end; i++, polder_a_address = polder_stride_step(polder_step,
            polder_a_address)) s += (*(int *)polder_addr_1node(((polder_ga)polder_a_address)));
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
