struct s { int x; unsigned low : 3, high : 5; double v[4]; };
polder_ga a;
static __attribute__((noinline)) void polder_n_f(struct s *to, int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    /* strength-reduction: 1 address carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_a_address __attribute__((unused))
            = polder_add_seldom(polder_gp_from_ga(polder_s_a), (long)(
            i), sizeof(struct s), 1);
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L,
            1 * sizeof(struct s));
        for (; (long)i < polder_end;
            i++, polder_a_address = polder_stride_step(polder_step, polder_a_address)) {
            to[i] = __extension__ ({
                struct s polder_value;
                polder_read(&polder_value, ((polder_ga)polder_a_address), sizeof polder_value);
                polder_value;
            });
            __extension__ ({
                const polder_ga polder_a_address2 = ((polder_ga)polder_a_address);
                if (polder_is_near_nnode(polder_a_address2)) (((struct s
                    *)polder_addr_nnode(polder_a_address2))->high++);
                else {
                    struct s polder_a_copy;
                    __builtin_memset(&polder_a_copy, 0, sizeof polder_a_copy);
                    polder_far_get((char *)&polder_a_copy + 4, polder_a_address2 + 4, 1);
                    (polder_a_copy.high++);
                    polder_far_put(polder_a_address2 + 4, (char *)&polder_a_copy + 4, 1);
                }
            });
            __extension__ ({
                double polder_value2 = to[i].x;
                const polder_ga polder_address2 = ((polder_ga)((double *)(void
                    *)(((polder_ga)&((struct s *)(void *)(((polder_ga)polder_a_address)))->v))
                    + ((long)(2))));
                if (polder_is_near_nnode(polder_address2)) *(double
                    *)polder_addr_nnode(polder_address2) = polder_value2;
                else {
                    double polder_copy2 = polder_value2;
                    polder_far_store8(polder_address2, &polder_copy2);
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
    /* strength-reduction: 1 address carried along */
    {
        int i = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        polder_ga polder_a_address __attribute__((unused)) = polder_at_cyclic(polder_e, polder_s_a,
            (long)(
            i), sizeof(struct s));
        const polder_stride polder_step = polder_stride_by_blocks(polder_e, 1L,
            1 * sizeof(struct s));
        for (; (long)i < polder_end;
            i++, polder_a_address = polder_stride_step(polder_step, polder_a_address)) {
            to[i] = (*(struct s *)polder_addr_1node(((polder_ga)polder_a_address)));
            (*(struct s *)polder_addr_1node(((polder_ga)polder_a_address))).high++;
            (*(double *)polder_addr_1node(((polder_ga)((double
                *)polder_addr_1node(((polder_ga)&((struct s
                *)polder_addr_1node(((polder_ga)polder_a_address)))->v)) + ((long)(2))))))
                = to[i].x;
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 40, 8, 1, "a"};
