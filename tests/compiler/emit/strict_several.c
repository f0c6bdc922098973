polder_ga flag;
static __attribute__((noinline)) int polder_n_f(int n){
    const polder_ga polder_s_flag __attribute__((unused)) = flag;
    for (int i = 0; i < n; i++) __extension__ ({
        int polder_value2 = i;
        const polder_ga polder_address = polder_s_flag;
        if (polder_is_near_nnode(polder_address)) {
            polder_strict_begin();
            __atomic_store((int *)polder_addr_nnode(polder_address), &polder_value2, 5);
            polder_after_strict_store();
        } else {
            int polder_copy = polder_value2;
            polder_far_put_strict(polder_address, &polder_copy, sizeof polder_copy);
        }
    });
    return __extension__ ({
        int polder_value4;
        const polder_ga polder_address2 = polder_s_flag;
        if (polder_is_near_nnode(polder_address2)) {
            polder_strict_begin();
            polder_before_strict_load();
            __atomic_load((int *)polder_addr_nnode(polder_address2), &polder_value4, 5);
        } else {
            int polder_copy2;
            polder_far_get_strict(&polder_copy2, polder_address2, sizeof polder_copy2);
            polder_value4 = polder_copy2;
        }
        polder_value4;
    });
}
int f(int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_f(n);
        0;
    });
    const polder_ga polder_s_flag __attribute__((unused)) = flag;
    for (int i = 0; i < n; i++) __extension__ ({
        int polder_value = i;
        __atomic_store((int *)polder_addr_1node(polder_s_flag), &polder_value, 5);
        polder_after_strict_store();
    });
    return __extension__ ({
        int polder_value2;
        polder_before_strict_load();
        __atomic_load((int *)polder_addr_1node(polder_s_flag), &polder_value2, 5);
        polder_value2;
    });
}
static const struct polder_shared_object polder_d_flag __attribute__((section("polder_shared"),
    used, aligned(8))) = {&flag, 1, 1, 4, 4, 0, "flag"};
