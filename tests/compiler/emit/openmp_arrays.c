static int histogram[4] __attribute__((section("polder_bss,\"aw\",@nobits#"))),
    own[2] __attribute__((section("polder_bss,\"aw\",@nobits#")));
void add_up(int n)
{
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        __typeof__(&histogram[0]) polder_o1 = (void *)((char *)histogram + polder_e.delta);
#pragma omp for reduction(+ : polder_o1[0 : 4])
        for (int k = 0; k < n; k++) polder_o1[k % 4] += k;
    }
}
void change_copies(void)
{
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        __typeof__(own) polder_o2;
        __builtin_memcpy(polder_o2, ((char *)own + polder_e.delta), sizeof own);
#pragma omp parallel firstprivate(polder_o2)
        polder_o2
            [0] = 1;
    }
}
