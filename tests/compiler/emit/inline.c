polder_ga a;
void f(int *x, polder_ga p) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    for (int i = 0; i < 4; i++) {
        __extension__ ({
            void *const polder_t1 = x;
            const polder_ga polder_t2 = p;
            if (polder_near(polder_t2)) __builtin_memcpy(polder_t1, polder_in_place(polder_t2), 8);
            else upc_memget(polder_t1, polder_gp_make(polder_t2, 0), 8);
        });
        __extension__ ({
            const polder_ga polder_t3 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
                sizeof(int));
            const void *const polder_t4 = x;
            if (polder_near(polder_t3)) __builtin_memcpy(polder_in_place(polder_t3), polder_t4, 4);
            else upc_memput(polder_gp_make(polder_t3, 0), polder_t4, 4);
        });
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
