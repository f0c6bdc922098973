polder_ga a;
polder_ga x;
static void polder_i1(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    static const int x_initial =
        5;
    polder_initialize(polder_e, x, &x_initial, 1, sizeof(int), 1);
}
static const struct polder_initializer polder_i1_entry __attribute__((section("polder_init"), used,
    aligned(8))) = {polder_i1};
static polder_ga s;
extern polder_ga text;
void f(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_s __attribute__((unused)) = s;
    const polder_ga polder_s_x __attribute__((unused)) = x;
    const polder_ga polder_s_text __attribute__((unused)) = text;
    const polder_ga polder_s_a __attribute__((unused)) = a;
    (*(double *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_s,
        (long)(((int)polder_e.mythread)) * 3 + (long)(1), sizeof(double))))
        = (*(int *)polder_addr_1node(polder_s_x)) + (*(char *)polder_addr_1node(((polder_ga)((char
        *)polder_addr_1node(polder_s_text) + ((long)(0))))))
        + (*(int *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_a, (long)(1),
        sizeof(int), 2)));
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 4, 2, 4, 4, 1, "a"};
static const struct polder_shared_object polder_d_x __attribute__((section("polder_shared"), used,
    aligned(8))) = {&x, 1, 1, 4, 4, 0, "x"};
static const struct polder_shared_object polder_d_s __attribute__((section("polder_shared"), used,
    aligned(8))) = {&s, 3, 1, 8, 8, 1, "s"};
