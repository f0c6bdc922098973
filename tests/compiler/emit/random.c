polder_ga table __attribute__((section("polder_bss,\"aw\",@nobits#")));
int f(const int *at, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga t = (*(__typeof__(&table))((char *)&table + polder_e.delta));
    int s = 0;
    for (int i = 0; i < n; i++) s += (*(int *)polder_addr_1node(((polder_ga)((int
        *)polder_addr_1node(t) + ((long)(at[i]))))));
    return s;
}
char polder_private_table __attribute__((weak, section("polder_marker"))) = 1;
