void work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    int i, j;
    {
        const int polder_inside = *polder_depth;
        *polder_depth = 1;
        for (i = 0; i < n; i++) {
            if (polder_inside || polder_owns_number(polder_e, (long)(i * i))) {
                for (
                    j = 0; j < n; j++) work(i + j);
            }
        }
        *polder_depth = polder_inside;
    }
    for (i = 0; i < n; i++) work(i);
}
