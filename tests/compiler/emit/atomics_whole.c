long f(polder_ga d, polder_ga p) {
    const int polder__d_allowed __attribute__((unused)) = polder_domain_allows(
        d, 1UL, 8);
    long before, one = 1;
    /* atomics: upc_atomic_relaxed in place */
    __extension__ ({
        const polder_ga polder_domain = d;
        polder_atomic_near8(polder__d_allowed, polder_domain, &before,
            (1UL << 0),
            p, &one, 0, 0);
    });
    return before;
}
