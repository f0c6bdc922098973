polder_ga s;
void f(int *a) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    int i, j;
    {
        const int polder_f1 = *polder_depth;
        for (i = 0; i < 3; i++) {
            if (polder_f1 || polder_owns_number(polder_e, (long)(i * i))) {
                for (
                    j = 0; j < 3; j++) a[0] = 1;
            }
        }
    }
    for (i = 0; i < 5; i++) a[1] = 2;
}
polder_ga b;
polder_ga m;
polder_ga c;
void g(int *n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_m __attribute__((unused)) = m;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f2 = *polder_depth;
        int k = 0;
        const int polder_s3 = k;
        const long polder_c4 = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_s3,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p5 = polder_c4 ? (long)(k) : 0;
        {
            for (long polder_k7 = polder_run_first(polder_e, polder_f2, 1L, polder_p5, 4L,
                polder_below_floor, 0, polder_c4); polder_k7 < polder_c4; polder_k7
                = polder_run_first(polder_e, polder_f2, 1L, polder_p5, 4L, polder_below_floor,
                polder_k7, polder_c4)) {
                const long polder_b8 = polder_run_end(polder_f2, 1L, polder_p5, 4L,
                    polder_below_floor, polder_k7, polder_c4);
                for (k = (int)((long)polder_s3 + polder_k7 * 1); polder_k7 < polder_b8; polder_k7++,
                    k = (int)((long)k + 1)) { n[k] = k; }
            }
        }
    }
    {
        const int polder_f9 = *polder_depth;
        int k = 0;
        const int polder_s10 = k;
        const long polder_c11 = k < 4 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_s10,
            (unsigned long)(int)(4 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p12 = polder_c11 ? (long)(k) : 0;
        {
            for (long polder_k14 = polder_run_first(polder_e, polder_f9, 1L, polder_p12, 2L,
                polder_below_floor, 0, polder_c11); polder_k14 < polder_c11; polder_k14
                = polder_run_first(polder_e, polder_f9, 1L, polder_p12, 2L, polder_below_floor,
                polder_k14, polder_c11)) {
                const long polder_b15 = polder_run_end(polder_f9, 1L, polder_p12, 2L,
                    polder_below_floor, polder_k14, polder_c11);
                for (k = (int)((long)polder_s10 + polder_k14 * 1); polder_k14 < polder_b15;
                    polder_k14++, k = (int)((long)k + 1)) { n[k] = k; }
            }
        }
    }
    {
        const int polder_f16 = *polder_depth;
        for (int k = 0; k < 4; k++) {
            if (polder_f16 || polder_thread_of(polder_e, polder_index_blocked(polder_e, polder_s_m,
                (long)(k) * 3 + (long)(1), sizeof(int), 6)) == polder_e.mythread) { k++; }
        }
    }
}
static __attribute__((noinline)) void polder_n_h(void){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    const polder_ga polder_s_c __attribute__((unused)) = c;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f26 = *polder_depth;
        int k = 0;
        const int polder_s27 = k;
        const long polder_c28 = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_s27,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p29 = polder_c28 ? (long)(k) : 0;
        if (polder_f26) {
            for (; k < 8 * ((int)polder_e.threads); k = (int)((long)k + 1)) {
                __extension__ ({
                    int polder_t48 = __extension__ ({
                        const polder_ga polder_t41 = polder_index_seldom(polder_s_b, (long)(k + 1),
                            sizeof(int), 4);
                        int polder_t42;
                        polder_far_load4(&polder_t42, polder_t41);
                        polder_t42;
                    }) + __extension__ ({
                        const polder_ga polder_t44 = polder_index_cyclic(polder_e, polder_s_c,
                            (long)(k), sizeof(int));
                        int polder_t45;
                        polder_far_load4(&polder_t45, polder_t44);
                        polder_t45;
                    });
                    int polder_t49 = polder_t48;
                    const polder_ga polder_t47 = polder_index_seldom(polder_s_b, (long)(k),
                        sizeof(int), 4);
                    polder_far_store4(polder_t47, &polder_t49);
                });
            }
        } else {
            for (long polder_k37 = polder_own_run_first(polder_e, 1L, polder_p29, 4L, 0,
                polder_c28), polder_b40; polder_k37 < polder_c28; polder_k37
                = polder_own_run_first(polder_e, 1L, polder_p29, 4L, polder_b40, polder_c28)) {
                polder_b40 = polder_own_run_end(1L, polder_p29, 4L, polder_k37, polder_c28);
                const long polder_p39 = polder_p29 + 1L * polder_k37;
                long polder_r30 __attribute__((unused)) = polder_p39 / (4L * (long)polder_e.threads)
                    * 4L + polder_p39 % 4L;
                k = (int)((long)polder_s27 + polder_k37 * 1);
                for (long polder_n38 = polder_b40 - polder_k37; polder_n38 > 0; polder_n38--,
                    polder_r30 += 1L, k = (int)((long)k + 1)) {
                    (*(int *)polder_at(((polder_ga)((int *)polder_shifted((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r30))))))
                        = __extension__ ({
                        const polder_ga polder_t31 = polder_index_blocked(polder_e, polder_s_b,
                            (long)(k + 1), sizeof(int), 4);
                        int polder_t32;
                        polder_far_load4(&polder_t32, polder_t31);
                        polder_t32;
                    }) + __extension__ ({
                        const polder_ga polder_t34 = polder_index_cyclic(polder_e, polder_s_c,
                            (long)(k), sizeof(int));
                        int polder_t35;
                        polder_far_load4(&polder_t35, polder_t34);
                        polder_t35;
                    });
                }
            }
        }
    }
}
void h(void) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_h();
            return;
        }
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    const polder_ga polder_s_c __attribute__((unused)) = c;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f17 = *polder_depth;
        int k = 0;
        const int polder_s18 = k;
        const long polder_c19 = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_s18,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p20 = polder_c19 ? (long)(k) : 0;
        if (polder_f17) {
            for (; k < 8 * ((int)polder_e.threads); k = (int)((long)k + 1)) {
                (*(int *)polder_at(polder_index_seldom(polder_s_b, (long)(k), sizeof(int), 4)))
                    = (*(int *)polder_at(polder_index_seldom(polder_s_b, (long)(k + 1), sizeof(int),
                    4))) + (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_c, (long)(k),
                    sizeof(int))));
            }
        } else {
            for (long polder_k22 = polder_own_run_first(polder_e, 1L, polder_p20, 4L, 0,
                polder_c19), polder_b25; polder_k22 < polder_c19; polder_k22
                = polder_own_run_first(polder_e, 1L, polder_p20, 4L, polder_b25, polder_c19)) {
                polder_b25 = polder_own_run_end(1L, polder_p20, 4L, polder_k22, polder_c19);
                const long polder_p24 = polder_p20 + 1L * polder_k22;
                long polder_r21 __attribute__((unused)) = polder_p24 / (4L * (long)polder_e.threads)
                    * 4L + polder_p24 % 4L;
                k = (int)((long)polder_s18 + polder_k22 * 1);
                for (long polder_n23 = polder_b25 - polder_k22; polder_n23 > 0; polder_n23--,
                    polder_r21 += 1L, k = (int)((long)k + 1)) {
                    (*(int *)polder_at(((polder_ga)((int *)polder_at((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r21))))))
                        = (*(int *)polder_at(polder_index_blocked(polder_e, polder_s_b, (long)(k
                        + 1), sizeof(int), 4))) + (*(int *)polder_at(polder_index_cyclic(polder_e,
                        polder_s_c, (long)(k), sizeof(int))));
                }
            }
        }
    }
}
static __attribute__((noinline)) void polder_n_w(void){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f59 = *polder_depth;
        long w = 0;
        const long polder_s60 = w;
        const long polder_c61 = w < (long)8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(long)polder_s60,
            (unsigned long)(long)((long)8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p62 = polder_c61 ? (long)(w) : 0;
        if (polder_f59) {
            for (; w < (long)8 * ((int)polder_e.threads); w = (long)((long)w + 1)) {
                __extension__ ({
                    int polder_t69 = 1;
                    int polder_t70 = polder_t69;
                    const polder_ga polder_t68 = polder_index_seldom(polder_s_b, (long)(w),
                        sizeof(int), 4);
                    polder_far_store4(polder_t68, &polder_t70);
                });
            }
        } else {
            for (long polder_k64 = polder_own_run_first(polder_e, 1L, polder_p62, 4L, 0,
                polder_c61), polder_b67; polder_k64 < polder_c61; polder_k64
                = polder_own_run_first(polder_e, 1L, polder_p62, 4L, polder_b67, polder_c61)) {
                polder_b67 = polder_own_run_end(1L, polder_p62, 4L, polder_k64, polder_c61);
                const long polder_p66 = polder_p62 + 1L * polder_k64;
                long polder_r63 __attribute__((unused)) = polder_p66 / (4L * (long)polder_e.threads)
                    * 4L + polder_p66 % 4L;
                w = (long)((long)polder_s60 + polder_k64 * 1);
                for (long polder_n65 = polder_b67 - polder_k64; polder_n65 > 0; polder_n65--,
                    polder_r63 += 1L, w = (long)((long)w + 1)) {
                    (*(int *)polder_at(((polder_ga)((int *)polder_shifted((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r63)))))) = 1;
                }
            }
        }
    }
}
void w(void) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_w();
            return;
        }
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    {
        const int polder_f50 = *polder_depth;
        long w = 0;
        const long polder_s51 = w;
        const long polder_c52 = w < (long)8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(long)polder_s51,
            (unsigned long)(long)((long)8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_p53 = polder_c52 ? (long)(w) : 0;
        if (polder_f50) {
            for (; w < (long)8 * ((int)polder_e.threads); w = (long)((long)w + 1)) {
                (*(int *)polder_at(polder_index_seldom(polder_s_b, (long)(w), sizeof(int), 4))) = 1;
            }
        } else {
            for (long polder_k55 = polder_own_run_first(polder_e, 1L, polder_p53, 4L, 0,
                polder_c52), polder_b58; polder_k55 < polder_c52; polder_k55
                = polder_own_run_first(polder_e, 1L, polder_p53, 4L, polder_b58, polder_c52)) {
                polder_b58 = polder_own_run_end(1L, polder_p53, 4L, polder_k55, polder_c52);
                const long polder_p57 = polder_p53 + 1L * polder_k55;
                long polder_r54 __attribute__((unused)) = polder_p57 / (4L * (long)polder_e.threads)
                    * 4L + polder_p57 % 4L;
                w = (long)((long)polder_s51 + polder_k55 * 1);
                for (long polder_n56 = polder_b58 - polder_k55; polder_n56 > 0; polder_n56--,
                    polder_r54 += 1L, w = (long)((long)w + 1)) {
                    (*(int *)polder_at(((polder_ga)((int *)polder_at((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r54)))))) = 1;
                }
            }
        }
    }
}
int last __attribute__((section("polder_bss,\"aw\",@nobits#")));
void changes(int);
void x(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    int i;
    {
        const int polder_f71 = *polder_depth;
        *polder_depth = 1;
        i = 0;
        const int polder_f72 = i;
        for (i = (int)polder_forall_first(polder_e, polder_f71, (long)i, 4, 2147483647L);
            i < (*(__typeof__(&last))((char *)&last + polder_e.delta)); i
            = (int)polder_forall_next(polder_e, polder_f71, (long)i, 4, 2147483647L)) { changes(i);
            }
        if (!polder_f71) i = polder_f72 < ((*(__typeof__(&last))((char *)&last + polder_e.delta)))
            ? (int)((*(__typeof__(&last))((char *)&last + polder_e.delta))) : polder_f72;
        *polder_depth = polder_f71;
    }
}
static const struct polder_shared_object polder_d_s __attribute__((section("polder_shared"), used,
    aligned(8))) = {&s, 3, 0, 4, 4, 0, "s"};
static const struct polder_shared_object polder_d_b __attribute__((section("polder_shared"), used,
    aligned(8))) = {&b, 8, 4, 4, 4, 1, "b"};
static const struct polder_shared_object polder_d_m __attribute__((section("polder_shared"), used,
    aligned(8))) = {&m, 12, 6, 4, 4, 1, "m"};
static const struct polder_shared_object polder_d_c __attribute__((section("polder_shared"), used,
    aligned(8))) = {&c, 8, 1, 4, 4, 1, "c"};
char polder_private_last __attribute__((weak, section("polder_marker"))) = 1;
