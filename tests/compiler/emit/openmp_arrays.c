static int histogram[4] __attribute__((section("polder_bss,\"aw\",@nobits#"))),
    own[2] __attribute__((section("polder_bss,\"aw\",@nobits#")));
void add_up(int n)
{
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        __typeof__(&histogram[0]) polder_histogram_place = (void *)((char *)histogram
            + polder_e.delta);
#pragma omp for reduction(+ : polder_histogram_place[0 : 4])
        for (int k = 0; k < n; k++) polder_histogram_place[k % 4] += k;
    }
}
void change_copies(void)
{
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        __typeof__(own) polder_own_local;
        __builtin_memcpy(polder_own_local, ((char *)own + polder_e.delta), sizeof own);
#pragma omp parallel firstprivate(polder_own_local)
        polder_own_local
            [0] = 1;
    }
}
