void work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    /* owner-guards: from own iteration to own iteration */
    {
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(
            i) : 0;
        {
            const long polder_period = polder_goes_below(1L, polder_position, polder_count) ? 0
                : polder_own_period(polder_e, 0, 1L);
            for (long polder_iteration = polder_period ? polder_own_first(polder_e, 0, 1L,
                polder_position, polder_count) : polder_run_first(polder_e, 0, 1L, polder_position,
                1, polder_below_remainder, 0, polder_count); polder_iteration < polder_count;
                polder_iteration = polder_period ? polder_iteration + polder_period
                : polder_run_first(polder_e, 0, 1L, polder_position, 1, polder_below_remainder,
                polder_iteration + 1, polder_count)) {
                i = (int)((long)polder_start + polder_iteration * 1);
                work(i);
            }
        }
    }
}
