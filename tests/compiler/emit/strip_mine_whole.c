polder_ga a;
polder_ga b;
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    /* strip-mine: 2 references in runs through 2 spans */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_a_low = (long)(i);
            const polder_span polder_a_span = polder_span_object(polder_e, polder_s_a, polder_a_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_a_span, polder_a_low, polder_a_low, 1,
                polder_left);
            const long polder_b_low = (long)(i + 40);
            const polder_span polder_b_span = polder_span_object(polder_e, polder_s_b, polder_b_low,
                sizeof(double), 64);
            polder_left = polder_span_run(polder_b_span, polder_b_low, polder_b_low, 1,
                polder_left);
            const long polder_stop = (long)i + polder_left;
            {
                double *polder_a_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_a_span.bias);
                __asm__("" : "+r"(polder_a_ptr));
                double *polder_b_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_b_span.bias);
                __asm__("" : "+r"(polder_b_ptr));
                for (; (long)i < polder_stop; i++) (polder_a_ptr[(long)(i)])
                    = (polder_b_ptr[(long)(i + 40)]);
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
