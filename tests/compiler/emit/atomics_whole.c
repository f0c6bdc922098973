long f(polder_ga d, polder_ga p) {
    const int polder_o2 __attribute__((unused)) = polder_domain_allows(
        d, 1UL, 8);
    long before, one = 1;
    __extension__ ({
        const polder_ga polder_t1 = d;
        polder_atomic_near8(polder_o2, polder_t1, &before,
            (1UL << 0),
            p, &one, 0, 0);
    });
    return before;
}
