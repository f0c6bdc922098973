polder_ga a;
polder_ga b;
void f(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    const polder_ga polder_s_b __attribute__((unused)) = b;
    {
        int i = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        while ((long)i < polder_n1) {
            long polder_c3 = polder_n1 - (long)i;
            const long polder_l7 = (long)(i);
            const polder_piece polder_p6 = polder_piece_object(polder_e, polder_s_a, polder_l7,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p6, polder_l7, polder_l7, 1, polder_c3);
            const long polder_l10 = (long)(i + 40);
            const polder_piece polder_p9 = polder_piece_object(polder_e, polder_s_b, polder_l10,
                sizeof(double), 64);
            polder_c3 = polder_piece_run(polder_p9, polder_l10, polder_l10, 1, polder_c3);
            const long polder_b4 = (long)i + polder_c3;
            {
                double *polder_q8 __attribute__((unused)) = (double *)polder_at(polder_p6.bias);
                double *polder_q11 __attribute__((unused)) = (double *)polder_at(polder_p9.bias);
                for (; (long)i < polder_b4; i++) (polder_q8[(long)(i)]) = (polder_q11[(long)(i
                    + 40)]);
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
