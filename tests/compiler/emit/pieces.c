polder_ga a;
polder_ga b;
polder_ga cyclic;
polder_ga m;
void unit(int n) {
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
int column(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_m __attribute__((unused)) = m;
    int s = 0;
    {
        int r = 0;
        ;
        const long polder_n12 = __extension__ ({
            const long polder_t13 __attribute__((unused)) = (long )(((int)polder_e.threads));
            polder_t13;
        });
        polder_ga polder_g17 __attribute__((unused)) = polder_add_blocked(polder_e,
            polder_gp_from_ga(polder_s_m), (long)(r) * 16 + (long)(3), sizeof(int), 16).ga;
        const polder_walk polder_w18 = polder_walk_by(polder_e, 1L, 16 * sizeof(int));
        for (; (long)r < polder_n12; r++, polder_g17 = polder_walk_on(polder_w18, polder_g17)) s
            += (*(int *)polder_at(((polder_ga)polder_g17)));
    }
    return s;
}
void own(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cyclic __attribute__((unused)) = cyclic;
    long cyclic_sum = 0;
    {
        int i = ((int)polder_e.mythread);
        ;
        const long polder_n19 = __extension__ ({
            const long polder_t20 __attribute__((unused)) = (long )(10 * ((int)polder_e.threads));
            polder_t20;
        });
        int *polder_q24 __attribute__((unused)) = (int *)polder_at(polder_add_cyclic(polder_e,
            polder_s_cyclic, (long)(i), sizeof(int)));
        for (long polder_c25 = (long)i < polder_n19 ? (polder_n19 - (long)i
            + 1L * (long)polder_e.threads - 1) / (1L * (long)polder_e.threads) : 0; polder_c25 > 0;
            polder_c25--, i += ((int)polder_e.threads), polder_q24 += 1L) cyclic_sum
            += (*polder_q24);
    }
    (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_cyclic, (long)(0), sizeof(int))))
        = cyclic_sum;
}
double random_access(polder_gp x, const int *at, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double s = 0;
    {
        int i = 0;
        ;
        const long polder_n26 = __extension__ ({
            const long polder_t27 __attribute__((unused)) = (long )(n);
            polder_t27;
        });
        const polder_piece polder_p28 = polder_piece_whole(polder_e, (x).ga, (x).phase,
            sizeof(double), 64);
        if (polder_p28.end) {
            double *polder_q29 __attribute__((unused)) = (double *)polder_at(polder_p28.bias);
            for (; (long)i < polder_n26; i++) s += (polder_q29[(long)(at[i])]);
        } else {
            const polder_frame polder_f33 __attribute__((unused)) = polder_frame_of(polder_e,
                (x).ga, (x).phase, sizeof(double), 64);
            for (; (long)i < polder_n26; i++) s += (*(double
                *)polder_at(polder_index_blocked(polder_e, polder_f33.origin, ((long)(at[i]))
                + polder_f33.ahead, sizeof(double), 64)));
        }
    }
    return s;
}
double counted(int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    double s = 0;
    int i = 0;
    {
        const long polder_n37 = __extension__ ({
            const long polder_t38 __attribute__((unused)) = (long )(n);
            polder_t38;
        });
        while ((long)i < polder_n37) {
            long polder_c39 = polder_n37 - (long)i;
            const long polder_l43 = (long)(
                i);
            const polder_piece polder_p42 = polder_piece_object(polder_e, polder_s_a, polder_l43,
                sizeof(double), 64);
            polder_c39 = polder_piece_run(polder_p42, polder_l43, polder_l43, 1, polder_c39);
            const long polder_b40 = (long)i + polder_c39;
            {
                double *polder_q44 __attribute__((unused)) = (double *)polder_at(polder_p42.bias);
                for (; (long)i < polder_b40;
                    i++)
                {
                    s += (polder_q44[(long)(i)]);
                    ;
                }
            }
        }
    }
    return s;
}
polder_ga narrow;
int inside(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_narrow __attribute__((unused)) = narrow;
    int s = 0;
    {
        int i = 0;
        ;
        const long polder_n45 = __extension__ ({
            const long polder_t46 __attribute__((unused)) = (long )(4 * ((int)polder_e.threads));
            polder_t46;
        });
        polder_gp polder_g50 = polder_add_blocked(polder_e, polder_gp_from_ga(polder_s_narrow),
            (long)(3 * i), sizeof(int), 4);
        const polder_walk polder_w51 = polder_walk_by(polder_e, 1L, 4 * sizeof(int));
        for (; (long)i < polder_n45; i++, polder_g50 = polder_walk_inside(polder_w51, polder_g50,
            3L, sizeof(int), 4)) s += (*(int *)polder_at(((polder_ga)polder_g50.ga)));
    }
    return s;
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 64, 64, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 64, 64, 8, 8, 1, "b"};
static const struct polder_shared_object polder_d_cyclic __attribute__((section("polder_shared"),
    used, aligned(8))) = {&cyclic, 10, 1, 4, 4, 1, "cyclic"};
static const struct polder_shared_object polder_d_m __attribute__((section("polder_shared"), used,
    aligned(8))) = {&m, 16, 16, 4, 4, 1, "m"};
static const struct polder_shared_object polder_d_narrow __attribute__((section("polder_shared"),
    used, aligned(8))) = {&narrow, 12, 4, 4, 4, 1, "narrow"};
