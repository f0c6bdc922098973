polder_ga flag;
void f(int n) {
    const polder_ga polder_s_flag __attribute__((unused)) = flag;
    polder_notify(1, (int)(n));
    polder_wait(1, (int)(n));
    polder_fence();
    polder_barrier(0, 0);
    while (!__extension__ ({
        int polder_value;
        polder_before_strict_load();
        __atomic_load((int *)polder_addr_1node(polder_s_flag), &polder_value, 5);
        polder_value;
    })) { polder_spin(); }
}
static const struct polder_shared_object polder_d_flag __attribute__((section("polder_shared"),
    used, aligned(8))) = {&flag, 1, 1, 4, 4, 0, "flag"};
