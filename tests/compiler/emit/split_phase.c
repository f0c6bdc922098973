polder_ga a;
polder_ga b;
static __attribute__((noinline)) int polder_n_f(int i, int n){
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int s = 0;
    while (n--) {
        /* split-phase: 2 reads under way together */
        {
            const polder_ga polder_a_address = polder_index_seldom(polder_s_a, (long)(i),
                sizeof(int), 1);
            const polder_ga polder_b_address = polder_index_seldom(polder_s_b, (long)(s),
                sizeof(int), 1);
            if (!polder_is_near_nnode(polder_a_address) + !polder_is_near_nnode(polder_b_address) >
                1) polder_far_ahead((const polder_ga[]){polder_a_address, polder_b_address}, 2);
        }
        s += __extension__ ({
            const polder_ga polder_address = polder_index_seldom(polder_s_a, (long)(i), sizeof(int),
                1);
            int polder_value;
            if (polder_is_near_nnode(polder_address)) polder_value
                = *(int *)polder_addr_nnode(polder_address);
            else polder_far_load4(&polder_value, polder_address);
            polder_value;
        }) * __extension__ ({
            const polder_ga polder_address2 = polder_index_seldom(polder_s_b, (long)(s),
                sizeof(int), 1);
            int polder_value2;
            if (polder_is_near_nnode(polder_address2)) polder_value2
                = *(int *)polder_addr_nnode(polder_address2);
            else polder_far_load4(&polder_value2, polder_address2);
            polder_value2;
        });
        i = s;
    }
    /* split-phase: 2 reads under way together */
    {
        const polder_ga polder_a_address2 = polder_index_seldom(polder_s_a, (long)(i), sizeof(int),
            1);
        const polder_ga polder_b_address2 = polder_index_seldom(polder_s_b, (long)(i + 1),
            sizeof(int), 1);
        if (!polder_is_near_nnode(polder_a_address2) + !polder_is_near_nnode(polder_b_address2) > 1)
            polder_far_ahead((const polder_ga[]){polder_a_address2, polder_b_address2}, 2);
    }
    return __extension__ ({
        const polder_ga polder_address3 = polder_index_seldom(polder_s_a, (long)(i), sizeof(int),
            1);
        int polder_value3;
        if (polder_is_near_nnode(polder_address3)) polder_value3
            = *(int *)polder_addr_nnode(polder_address3);
        else polder_far_load4(&polder_value3, polder_address3);
        polder_value3;
    }) + __extension__ ({
        const polder_ga polder_address4 = polder_index_seldom(polder_s_b, (long)(i + 1),
            sizeof(int), 1);
        int polder_value4;
        if (polder_is_near_nnode(polder_address4)) polder_value4
            = *(int *)polder_addr_nnode(polder_address4);
        else polder_far_load4(&polder_value4, polder_address4);
        polder_value4;
    });
}
int f(int i, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_f(i, n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int s = 0;
    while (n--) {
        s += (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int)))) * (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_b,
            (long)(s), sizeof(int))));
        i = s;
    }
    return (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_a, (long)(i),
        sizeof(int)))) + (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_b,
        (long)(i + 1), sizeof(int))));
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 40, 1, 4, 4, 1, "b"};
