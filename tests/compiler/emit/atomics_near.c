polder_ga cells;
polder_ga n;
static polder_ga domain __attribute__((section("polder_bss,\"aw\",@nobits#")));
static __attribute__((noinline)) long polder_n_raise(int at, long to){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cells __attribute__((unused)) = cells;
    long seen = 0;
    while (seen < to) {
        const long before = seen;
        /* atomics: upc_atomic_relaxed in place */
        polder_atomic_relaxed((*(__typeof__(&domain))((char *)&domain + polder_e.delta)), &seen,
            (1UL << 13)
            , polder_gp_from_ga(polder_index_cyclic(polder_e, polder_s_cells, (long)(at),
            sizeof(long))), &before, &to);
        if (seen == before) break;
    }
    /* atomics: upc_atomic_relaxed in place */
    polder_atomic_relaxed((*(__typeof__(&domain))((char *)&domain + polder_e.delta)), &seen,
        (1UL << 0)
        , polder_gp_from_ga(polder_index_cyclic(polder_e, polder_s_cells, (long)(at),
        sizeof(long))), &to, 0);
    return seen;
}
static long raise(int at, long to) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cells __attribute__((unused)) = cells;
    const int polder_domain_allowed __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_domain_allows((*(__typeof__(&domain))((char *)&domain
            + polder_e.delta)), 8193UL, 8), 0)) return polder_n_raise(at, to);
        1;
    });
    long seen = 0;
    while (seen < to) {
        const long before = seen;
        /* atomics: upc_atomic_relaxed in place */
        __extension__ ({
            const polder_ga polder_domain = (*(__typeof__(&domain))((char *)&domain
                + polder_e.delta));
            polder_atomic_near8(polder_domain_allowed, polder_domain, &seen,
                (1UL << 13), polder_index_cyclic(polder_e, polder_s_cells, (long)(
                at), sizeof(long)), &before, &to, 0);
        });
        if (seen == before) break;
    }
    /* atomics: upc_atomic_relaxed in place */
    __extension__ ({
        const polder_ga polder_domain2 = (*(__typeof__(&domain))((char *)&domain + polder_e.delta));
        polder_atomic_near8(polder_domain_allowed, polder_domain2, &seen,
            (1UL << 0), polder_index_cyclic(polder_e, polder_s_cells, (long)(
            at), sizeof(long)), &to, 0, 0);
    });
    return seen;
}
static __attribute__((noinline)) long polder_n_all(long to){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    long sum = 0;
    for (int i = 0; i < ((int)polder_e.threads); i++) sum += polder_n_raise(i, to);
    return sum;
}
long all(long to) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) return polder_n_all(to);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    long sum = 0;
    for (int i = 0; i < ((int)polder_e.threads); i++) sum += raise(i, to);
    return sum;
}
static __attribute__((noinline)) void polder_n_other(upc_type_t type){
    const polder_ga polder_s_n __attribute__((unused)) = n;
    polder_ga d = upc_all_atomicdomain_alloc(type,
        (1UL << 15)
        , 0);
    for (int i = 0; i < 3; i++) /* atomics: upc_atomic_strict in place */ polder_atomic_strict(d, 0,
        (1UL << 15)
        , polder_gp_from_ga(polder_s_n), 0, 0);
    upc_all_atomicdomain_free(d);
}
void other(upc_type_t type) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_other(type);
            return;
        }
        0;
    });
    const polder_ga polder_s_n __attribute__((unused)) = n;
    polder_ga d = upc_all_atomicdomain_alloc(type,
        (1UL << 15)
        , 0);
    for (int i = 0; i < 3; i++) /* atomics: upc_atomic_strict in place */ __extension__ ({
        const polder_ga polder_domain = d;
        polder_atomic_near4(polder_domain_allows(polder_domain, 32768UL, 4), polder_domain, 0,
            (1UL << 15), polder_s_n,
            0, 0, 1);
    });
    upc_all_atomicdomain_free(d);
}
static const struct polder_shared_object polder_d_cells __attribute__((section("polder_shared"),
    used, aligned(8))) = {&cells, 1, 1, 8, 8, 1, "cells"};
static const struct polder_shared_object polder_d_n __attribute__((section("polder_shared"), used,
    aligned(8))) = {&n, 1, 1, 4, 4, 0, "n"};
