polder_ga a;
void f(int *x, unsigned n, polder_ga p) {
    __extension__ ({
        void *const polder_t1 = x;
        const polder_ga polder_t2 = p;
        __builtin_memcpy(polder_t1, polder_at(polder_t2), 8);
    });
    __extension__ ({
        const polder_ga polder_t3 = p;
        const void *const polder_t4 = x;
        __builtin_memcpy(polder_at(polder_t3), polder_t4, 4);
    });
    upc_memget(x, polder_gp_from_ga(p), 65);
    upc_memget(x, polder_gp_from_ga(p), n);
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
