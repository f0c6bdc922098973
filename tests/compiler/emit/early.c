polder_ga a;
polder_ga b;
static __attribute__((noinline)) int polder_n_f(int i, int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int s = 0;
    while (n--) {
        {
            const polder_ga polder_h1 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
                sizeof(int));
            const polder_ga polder_h2 = polder_index_cyclic(polder_e, polder_s_b, (long)(s),
                sizeof(int));
            if (!polder_in_range(polder_h1) + !polder_in_range(polder_h2) > 1)
                polder_far_ahead((const polder_ga[]){polder_h1, polder_h2}, 2);
        }
        s += __extension__ ({
            const polder_ga polder_t3 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
                sizeof(int));
            int polder_t4;
            if (polder_in_range(polder_t3)) polder_t4 = *(int *)polder_shifted(polder_t3);
            else polder_far_load4(&polder_t4, polder_t3);
            polder_t4;
        }) * __extension__ ({
            const polder_ga polder_t6 = polder_index_cyclic(polder_e, polder_s_b, (long)(s),
                sizeof(int));
            int polder_t7;
            if (polder_in_range(polder_t6)) polder_t7 = *(int *)polder_shifted(polder_t6);
            else polder_far_load4(&polder_t7, polder_t6);
            polder_t7;
        });
        i = s;
    }
    {
        const polder_ga polder_h9 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int));
        const polder_ga polder_h10 = polder_index_cyclic(polder_e, polder_s_b, (long)(i + 1),
            sizeof(int));
        if (!polder_in_range(polder_h9) + !polder_in_range(polder_h10) > 1) polder_far_ahead((const
            polder_ga[]){polder_h9, polder_h10}, 2);
    }
    return __extension__ ({
        const polder_ga polder_t11 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int));
        int polder_t12;
        if (polder_in_range(polder_t11)) polder_t12 = *(int *)polder_shifted(polder_t11);
        else polder_far_load4(&polder_t12, polder_t11);
        polder_t12;
    }) + __extension__ ({
        const polder_ga polder_t14 = polder_index_cyclic(polder_e, polder_s_b, (long)(i + 1),
            sizeof(int));
        int polder_t15;
        if (polder_in_range(polder_t14)) polder_t15 = *(int *)polder_shifted(polder_t14);
        else polder_far_load4(&polder_t15, polder_t14);
        polder_t15;
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
        s += (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int)))) * (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_b, (long)(s),
            sizeof(int))));
        i = s;
    }
    return (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_a, (long)(i), sizeof(int))))
        + (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_b, (long)(i + 1),
        sizeof(int))));
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 40, 1, 4, 4, 1, "b"};
