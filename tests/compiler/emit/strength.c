polder_ga a;
int f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int s = 0;
    {
        int i = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        polder_ga polder_g6 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(i), sizeof(int));
        const polder_walk polder_w7 = polder_walk_by(polder_e, 1L, 1 * sizeof(int));
        for (; (long)i < polder_n1; i++, polder_g6 = polder_walk_on(polder_w7, polder_g6)) s
            += (*(int *)polder_at(((polder_ga)polder_g6)));
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
