polder_ga p __attribute__((section("polder_bss,\"aw\",@nobits#")));
int f(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    return __extension__ ({
        const polder_ga polder_t1 = (*(__typeof__(&p))((char *)&p + polder_e.delta));
        int polder_t2;
        if (polder_near(polder_t1)) polder_t2 = *(int *)polder_in_place(polder_t1);
        else polder_far_load4(&polder_t2, polder_t1);
        polder_t2;
    });
}
char polder_private_p __attribute__((weak, section("polder_marker"))) = 1;
