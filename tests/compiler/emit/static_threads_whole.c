polder_ga a;
int f(int i) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get_static(4);
    const polder_ga polder_s_a __attribute__((unused)) = a;
    return (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_a, (long)(i),
        sizeof(int)))) + i % 4;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 8, 1, 4, 4, 0, "a"};
