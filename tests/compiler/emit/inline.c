polder_ga a;
void f(int *x, polder_ga p) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    for (int i = 0; i < 4; i++) {
        /* inline: upc_memget of 8 bytes in place */
        __extension__ ({
            void *const polder_to = x;
            const polder_ga polder_from = p;
            if (polder_is_near_any(polder_from)) __builtin_memcpy(polder_to,
                polder_addr_any(polder_from), 8);
            else upc_memget(polder_to, polder_gp_make(polder_from, 0), 8);
        });
        /* inline: upc_memput of 4 bytes in place */
        __extension__ ({
            const polder_ga polder_to2 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
                sizeof(int));
            const void *const polder_from2 = x;
            if (polder_is_near_any(polder_to2)) __builtin_memcpy(polder_addr_any(polder_to2),
                polder_from2, 4);
            else upc_memput(polder_gp_make(polder_to2, 0), polder_from2, 4);
        });
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
