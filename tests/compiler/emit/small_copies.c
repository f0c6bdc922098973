polder_ga a;
void f(int *x, unsigned n, polder_ga p) {
    /* inline: upc_memget of 8 bytes in place */
    __extension__ ({
        void *const polder_to = x;
        const polder_ga polder_from = p;
        __builtin_memcpy(polder_to, polder_addr_1node(polder_from), 8);
    });
    /* inline: upc_memput of 4 bytes in place */
    __extension__ ({
        const polder_ga polder_to2 = p;
        const void *const polder_from2 = x;
        __builtin_memcpy(polder_addr_1node(polder_to2), polder_from2, 4);
    });
    upc_memget(x, polder_gp_from_ga(p), 65);
    upc_memget(x, polder_gp_from_ga(p), n);
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
