polder_ga a;
int work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-stride: from own iteration to own iteration */
    {
        const int polder_inside = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(i) : 0;
        {
            const long polder_period = polder_own_period(polder_e, polder_inside, 1L);
            for (long polder_iteration = polder_own_first(polder_e, polder_inside, 1L,
                polder_position, polder_count); polder_iteration < polder_count; polder_iteration
                += polder_period) {
                i = (int)((long)polder_start + polder_iteration * 1);
                work(i);
            }
        }
        *polder_depth = polder_inside;
    }
    /* forall-stride: from own iteration to own iteration */
    {
        const int polder_inside2 = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_start2 = i;
        const long polder_count2 = i < n ? polder_trip_count((unsigned long)(int)polder_start2,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position2 = polder_count2 ? (long)(i) : 0;
        {
            const long polder_period2 = polder_own_period(polder_e, polder_inside2, 1L);
            for (long polder_iteration2 = polder_own_first(polder_e, polder_inside2, 1L,
                polder_position2, polder_count2); polder_iteration2 < polder_count2;
                polder_iteration2 += polder_period2) {
                i = (int)((long)polder_start2 + polder_iteration2 * 1);
                work(i);
            }
        }
        *polder_depth = polder_inside2;
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
