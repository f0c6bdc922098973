polder_ga a;
static __attribute__((noinline)) void polder_n_f(int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-own: own elements as plain memory, from own iteration to own iteration */
    {
        const int polder_inside = *polder_depth;
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(i) : 0;
        if (polder_inside) {
            for (; i < n; i = (int)((long)i + 1)) {
                __extension__ ({
                    int polder_operand = 1;
                    const polder_ga polder_a_address = polder_index_seldom(polder_s_a, (long)(i),
                        sizeof(int), 1);
                    {
                        int polder_a_copy;
                        polder_far_load4(&polder_a_copy, polder_a_address);
                        (polder_a_copy += polder_operand);
                        polder_far_store4(polder_a_address, &polder_a_copy);
                    }
                });
            }
        } else {
            const long polder_period = polder_own_period(polder_e, 0, 1L), polder_iteration
                = polder_own_first(polder_e, 0, 1L, polder_position, polder_count);
            i = (int)((long)polder_start + polder_iteration * 1);
            long polder_row __attribute__((unused)) = (polder_position
                + 1L * polder_iteration) / (long)polder_e.threads;
            for (long polder_left = polder_iteration < polder_count ? (polder_count
                - polder_iteration - 1) / polder_period + 1 : 0; polder_left > 0; polder_left--,
                polder_row += 1L, i = (int)((long)i + polder_period * 1)) {
                (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_nnode((polder_s_a
                    + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row)))))) += 1;
            }
        }
    }
}
void f(int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(!polder_node.one, 0)) {
            polder_n_f(n);
            return;
        }
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-own: own elements as plain memory, from own iteration to own iteration */
    {
        const int polder_inside = *polder_depth;
        int i = 0;
        const int polder_start = i;
        const long polder_count = i < n ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(n), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(i) : 0;
        if (polder_inside) {
            for (; i < n; i = (int)((long)i + 1)) {
                (*(int *)polder_addr_1node(polder_index_seldom(polder_s_a, (long)(i), sizeof(int),
                    1))) += 1;
            }
        } else {
            const long polder_period = polder_own_period(polder_e, 0, 1L), polder_iteration
                = polder_own_first(polder_e, 0, 1L, polder_position, polder_count);
            i = (int)((long)polder_start + polder_iteration * 1);
            long polder_row __attribute__((unused)) = (polder_position
                + 1L * polder_iteration) / (long)polder_e.threads;
            for (long polder_left = polder_iteration < polder_count ? (polder_count
                - polder_iteration - 1) / polder_period + 1 : 0; polder_left > 0; polder_left--,
                polder_row += 1L, i = (int)((long)i + polder_period * 1)) {
                (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_1node((polder_s_a
                    + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row)))))) += 1;
            }
        }
    }
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 40, 1, 4, 4, 1, "a"};
