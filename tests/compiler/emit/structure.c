struct s { int x; unsigned low : 3, high : 5; double v[4]; };
polder_ga a;
static __attribute__((noinline)) void polder_n_f(struct s *to, int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    {
        int i = 0;
        ;
        const long polder_n10 = __extension__ ({
            const long polder_t11 __attribute__((unused)) = (long )(n);
            polder_t11;
        });
        polder_ga polder_g15 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        const polder_walk polder_w16 = polder_walk_by(polder_e, 1L, 1 * sizeof(struct s));
        polder_ga polder_g17 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        polder_ga polder_g18 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        for (; (long)i < polder_n10;
            i++, polder_g15 = polder_walk_on(polder_w16, polder_g15), polder_g17
            = polder_walk_on(polder_w16, polder_g17), polder_g18 = polder_walk_on(polder_w16,
            polder_g18)) {
            to[i] = __extension__ ({
                struct s polder_t20;
                polder_read(&polder_t20, ((polder_ga)polder_g15), sizeof polder_t20);
                polder_t20;
            });
            __extension__ ({
                const polder_ga polder_t22 = ((polder_ga)polder_g17);
                if (polder_in_range(polder_t22)) (((struct s *)polder_shifted(polder_t22))->high++);
                else {
                    struct s polder_t24;
                    __builtin_memset(&polder_t24, 0, sizeof polder_t24);
                    polder_far_get((char *)&polder_t24 + 4, polder_t22 + 4, 1);
                    (polder_t24.high++);
                    polder_far_put(polder_t22 + 4, (char *)&polder_t24 + 4, 1);
                }
            });
            __extension__ ({
                double polder_t26 = to[i].x;
                const polder_ga polder_t25 = ((polder_ga)((double *)(void *)(((polder_ga)&((struct s
                    *)(void *)(((polder_ga)polder_g18)))->v)) + ((long)(2))));
                if (polder_in_range(polder_t25)) *(double *)polder_shifted(polder_t25) = polder_t26;
                else {
                    double polder_t27 = polder_t26;
                    polder_far_store8(polder_t25, &polder_t27);
                }
            });
        }
    }
}
void f(struct s *to, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_f(to, n);
            return;
        }
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    {
        int i = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        polder_ga polder_g6 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        const polder_walk polder_w7 = polder_walk_by(polder_e, 1L, 1 * sizeof(struct s));
        polder_ga polder_g8 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        polder_ga polder_g9 __attribute__((unused)) = polder_add_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        for (; (long)i < polder_n1;
            i++, polder_g6 = polder_walk_on(polder_w7, polder_g6), polder_g8
            = polder_walk_on(polder_w7, polder_g8), polder_g9 = polder_walk_on(polder_w7,
            polder_g9)) {
            to[i] = (*(struct s *)polder_at(((polder_ga)polder_g6)));
            (*(struct s *)polder_at(((polder_ga)polder_g8))).high++;
            (*(double *)polder_at(((polder_ga)((double *)polder_at(((polder_ga)&((struct s
                *)polder_at(((polder_ga)polder_g9)))->v)) + ((long)(2)))))) = to[i].x;
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 40, 8, 1, "a"};
