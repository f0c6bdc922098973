polder_ga a;
static __attribute__((noinline)) int polder_n_f(const int *at, int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int s = 0;
    /* indirect-prefetch: 1 reference by index */
    {
        polder_tlb polder_a_tlb __attribute__((unused));
        polder_a_tlb.chunk = 4096;
        polder_a_tlb.now = 0;
        polder_tlb_state polder_a_tlbs __attribute__((unused)) = {1, 0, 1, &polder_tlb_none};
        for (int i = 0; i < n; i++) s += (*(const int *)polder_tlb_at_address(&polder_a_tlb,
            &polder_a_tlbs, polder_index_cyclic(polder_e, polder_s_a, (long)(at[i]), sizeof(int)),
            4));
    }
    return s;
}
int f(const int *at, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_f(at, n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int s = 0;
    for (int i = 0; i < n; i++) s += (*(int *)polder_addr_1node(polder_index_cyclic(polder_e,
        polder_s_a, (long)(at[i]), sizeof(int))));
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
