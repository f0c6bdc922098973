polder_ga a;
void f(int *x) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    {
        int t = 0;
        t = 1;
        const void *const polder_u4 = x + 8 * t;
        t = 0;
        const void *const polder_u3 = x + 8 * t;
        const unsigned long polder_n5 = 32;
        const long polder_t6 = polder_own_first(polder_e, 0, 1L, ((long)(8 * t)) / 8L,
            (long)polder_e.threads);
        t = (int)polder_t6;
        const polder_ga polder_p7 = polder_index_blocked(polder_e, polder_s_a, (long)(8 * t),
            sizeof(int), 8);
        const long polder_t1 = polder_may_turn(polder_e, polder_u3, polder_u4, polder_n5, 1,
            polder_p7) ? polder_t6 : 0;
        for (long polder_k2 = 0; polder_k2 < (long)polder_e.threads; polder_k2++) {
            t = (int)(polder_k2 + polder_t1 < (long)polder_e.threads ? polder_k2 + polder_t1
                : polder_k2 + polder_t1 - (long)polder_e.threads);
            upc_memget(x + 8 * t, polder_point_blocked(polder_e, polder_s_a, (long)(8 * t),
                sizeof(int), 8), 32);
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 8, 8, 4, 4, 1, "a"};
