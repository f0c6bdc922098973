void work(int);
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    {
        int i = 0;
        const int polder_s1 = i;
        const long polder_c2 = i < n ? polder_trip_count((unsigned long)(int)polder_s1,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_p3 = polder_c2 ? (long)(
            i) : 0;
        {
            const long polder_p6 = polder_goes_below(1L, polder_p3, polder_c2) ? 0
                : polder_own_period(polder_e, 0, 1L);
            for (long polder_k5 = polder_p6 ? polder_own_first(polder_e, 0, 1L, polder_p3,
                polder_c2) : polder_run_first(polder_e, 0, 1L, polder_p3, 1, polder_below_remainder,
                0, polder_c2); polder_k5 < polder_c2; polder_k5 = polder_p6 ? polder_k5 + polder_p6
                : polder_run_first(polder_e, 0, 1L, polder_p3, 1, polder_below_remainder, polder_k5
                + 1, polder_c2)) {
                i = (int)((long)polder_s1 + polder_k5 * 1);
                work(i);
            }
        }
    }
}
