polder_ga a;
void f(int *x) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    /* rotate: each thread starts with its own part and goes round */
    {
        int t = 0;
        t = 1;
        const void *const polder_next_side = x + 8 * t;
        t = 0;
        const void *const polder_side = x + 8 * t;
        const unsigned long polder_bytes = 32;
        const long polder_own = polder_own_first(polder_e, 0, 1L, ((long)(8 * t)) / 8L,
            (long)polder_e.threads);
        t = (int)polder_own;
        const polder_ga polder_address = polder_index_blocked(polder_e, polder_s_a, (long)(8 * t),
            sizeof(int), 8);
        const long polder_turned = polder_may_turn(polder_e, polder_side, polder_next_side,
            polder_bytes, 1, polder_address) ? polder_own : 0;
        for (long polder_iteration = 0; polder_iteration < (long)polder_e.threads;
            polder_iteration++) {
            t = (int)(polder_iteration + polder_turned < (long)polder_e.threads ? polder_iteration
                + polder_turned : polder_iteration + polder_turned - (long)polder_e.threads);
            upc_memget(x + 8 * t, polder_point_blocked(polder_e, polder_s_a, (long)(8 * t),
                sizeof(int), 8), 32);
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 8, 8, 4, 4, 1, "a"};
