polder_ga p __attribute__((section("polder_bss,\"aw\",@nobits#")));
int f(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    return __extension__ ({
        const polder_ga polder_address = (*(__typeof__(&p))((char *)&p + polder_e.delta));
        int polder_value;
        if (polder_is_near_any(polder_address)) polder_value
            = *(int *)polder_addr_any(polder_address);
        else polder_far_load4(&polder_value, polder_address);
        polder_value;
    });
}
char polder_private_p __attribute__((weak, section("polder_marker"))) = 1;
