static int total __attribute__((section("polder_data"))) = 1;
void work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        __typeof__(total) polder_total_local = (*(__typeof__(&total))((char *)&total
            + polder_e.delta));
#pragma omp parallel for reduction(+ : polder_total_local)
        for (int i = 0; i < n; i++) {
            polder_adopt(polder_e.delta);
            {
                work(i);
                polder_total_local += i;
            }
        }
        (*(__typeof__(&total))((char *)&total + polder_e.delta)) = polder_total_local;
    }
}
