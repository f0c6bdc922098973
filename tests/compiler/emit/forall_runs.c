void work(int);
void f(int n, int b) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-stride: in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        *polder_depth = 1;
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)3, 0) : 0;
        long polder_position = polder_count ? (long)((2 * i + 1)) : 0;
        long polder_factor = 6L, polder_block = polder_count ? (long)(int)(b) : 1;
        if (polder_block < 0) {
            polder_block = -polder_block;
            polder_position = -polder_position;
            polder_factor = -polder_factor;
        }
        {
            for (long polder_iteration = 0; (polder_iteration = polder_run_first(polder_e,
                polder_inside, polder_factor, polder_position, polder_block, polder_below_quotient,
                polder_iteration, polder_count)) < polder_count;) {
                const long polder_run_end2 = polder_run_end(polder_inside, polder_factor,
                    polder_position, polder_block, polder_below_quotient, polder_iteration,
                    polder_count);
                for (i = (int)((long)polder_start + polder_iteration * 3);
                    polder_iteration < polder_run_end2; polder_iteration++, i = (int)((long)i
                    + 3)) { work(i); }
            }
        }
        *polder_depth = polder_inside;
    }
}
