polder_ga s;
void f(int *a) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    int i, j;
    {
        const int polder_inside = *polder_depth;
        for (i = 0; i < 3; i++) {
            if (polder_inside || polder_owns_number(polder_e, (long)(i * i))) {
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
    /* forall-stride: in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        int k = 0;
        const int polder_start = k;
        const long polder_count = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(k) : 0;
        {
            for (long polder_iteration = 0; (polder_iteration = polder_run_first(polder_e,
                polder_inside, 1L, polder_position, 4L, polder_below_floor, polder_iteration,
                polder_count)) < polder_count;) {
                const long polder_run_end2 = polder_run_end(polder_inside, 1L, polder_position, 4L,
                    polder_below_floor, polder_iteration, polder_count);
                for (k = (int)((long)polder_start + polder_iteration * 1);
                    polder_iteration < polder_run_end2; polder_iteration++, k = (int)((long)k
                    + 1)) { n[k] = k; }
            }
        }
    }
    /* forall-stride: in runs of own iterations */
    {
        const int polder_inside2 = *polder_depth;
        int k = 0;
        const int polder_start2 = k;
        const long polder_count2 = k < 4 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_start2,
            (unsigned long)(int)(4 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position2 = polder_count2 ? (long)(k) : 0;
        {
            for (long polder_iteration2 = 0; (polder_iteration2 = polder_run_first(polder_e,
                polder_inside2, 1L, polder_position2, 2L, polder_below_floor, polder_iteration2,
                polder_count2)) < polder_count2;) {
                const long polder_run_end3 = polder_run_end(polder_inside2, 1L, polder_position2,
                    2L, polder_below_floor, polder_iteration2, polder_count2);
                for (k = (int)((long)polder_start2 + polder_iteration2 * 1);
                    polder_iteration2 < polder_run_end3; polder_iteration2++, k = (int)((long)k
                    + 1)) { n[k] = k; }
            }
        }
    }
    {
        const int polder_inside3 = *polder_depth;
        for (int k = 0; k < 4; k++) {
            if (polder_inside3 || polder_thread_of(polder_e, polder_index_blocked(polder_e,
                polder_s_m, (long)(k) * 3 + (long)(1), sizeof(int), 6)) == polder_e.mythread) { k++;
                }
        }
    }
}
static __attribute__((noinline)) void polder_n_h(void){
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_b __attribute__((unused)) = b;
    const polder_ga polder_s_c __attribute__((unused)) = c;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    /* forall-own: own elements as plain memory, in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        int k = 0;
        const int polder_start = k;
        const long polder_count = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(k) : 0;
        if (polder_inside) {
            for (; k < 8 * ((int)polder_e.threads); k = (int)((long)k + 1)) {
                __extension__ ({
                    int polder_value5 = __extension__ ({
                        const polder_ga polder_address3 = polder_index_seldom(polder_s_b, (long)(k
                            + 1), sizeof(int), 4);
                        int polder_value3;
                        polder_far_load4(&polder_value3, polder_address3);
                        polder_value3;
                    }) + __extension__ ({
                        const polder_ga polder_address4 = polder_index_seldom(polder_s_c, (long)(k),
                            sizeof(int), 1);
                        int polder_value4;
                        polder_far_load4(&polder_value4, polder_address4);
                        polder_value4;
                    });
                    int polder_copy5 = polder_value5;
                    const polder_ga polder_address5 = polder_index_seldom(polder_s_b, (long)(k),
                        sizeof(int), 4);
                    polder_far_store4(polder_address5, &polder_copy5);
                });
            }
        } else {
            for (long polder_iteration, polder_run_end2 = 0; (polder_iteration
                = polder_run_first(polder_e, 0, 1L, polder_position, 4L, polder_below_floor,
                polder_run_end2, polder_count)) < polder_count;) {
                polder_run_end2 = polder_run_end(0, 1L, polder_position, 4L, polder_below_floor,
                    polder_iteration, polder_count);
                const long polder_position2 = polder_position + 1L * polder_iteration;
                long polder_row __attribute__((unused)) = polder_position2 / (4L *
                    (long)polder_e.threads) * 4L + polder_position2 % 4L;
                k = (int)((long)polder_start + polder_iteration * 1);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, polder_row += 1L, k = (int)((long)k + 1)) {
                    (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_nnode((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row))))))
                        = __extension__ ({
                        const polder_ga polder_address = polder_index_seldom(polder_s_b, (long)(k
                            + 1), sizeof(int), 4);
                        int polder_value;
                        polder_far_load4(&polder_value, polder_address);
                        polder_value;
                    }) + __extension__ ({
                        const polder_ga polder_address2 = polder_index_seldom(polder_s_c, (long)(k),
                            sizeof(int), 1);
                        int polder_value2;
                        polder_far_load4(&polder_value2, polder_address2);
                        polder_value2;
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
    /* forall-own: own elements as plain memory, in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        int k = 0;
        const int polder_start = k;
        const long polder_count = k < 8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(int)polder_start,
            (unsigned long)(int)(8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(k) : 0;
        if (polder_inside) {
            for (; k < 8 * ((int)polder_e.threads); k = (int)((long)k + 1)) {
                (*(int *)polder_addr_1node(polder_index_seldom(polder_s_b, (long)(k), sizeof(int),
                    4))) = (*(int *)polder_addr_1node(polder_index_seldom(polder_s_b, (long)(k + 1),
                    sizeof(int), 4))) + (*(int *)polder_addr_1node(polder_index_seldom(polder_s_c,
                    (long)(k), sizeof(int), 1)));
            }
        } else {
            for (long polder_iteration, polder_run_end2 = 0; (polder_iteration
                = polder_own_run_first(polder_e, 1L, polder_position, 4L, polder_run_end2,
                polder_count)) < polder_count;) {
                polder_run_end2 = polder_own_run_end(1L, polder_position, 4L, polder_iteration,
                    polder_count);
                const long polder_position2 = polder_position + 1L * polder_iteration;
                long polder_row __attribute__((unused)) = polder_position2 / (4L *
                    (long)polder_e.threads) * 4L + polder_position2 % 4L;
                k = (int)((long)polder_start + polder_iteration * 1);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, polder_row += 1L, k = (int)((long)k + 1)) {
                    (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_1node((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row))))))
                        = (*(int *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_b,
                        (long)(k + 1), sizeof(int), 4))) + (*(int
                        *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_c, (long)(k),
                        sizeof(int))));
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
    /* forall-own: own elements as plain memory, in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        long w = 0;
        const long polder_start = w;
        const long polder_count = w < (long)8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(long)polder_start,
            (unsigned long)(long)((long)8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(w) : 0;
        if (polder_inside) {
            for (; w < (long)8 * ((int)polder_e.threads); w = (long)((long)w + 1)) {
                __extension__ ({
                    int polder_value = 1;
                    int polder_copy = polder_value;
                    const polder_ga polder_address = polder_index_seldom(polder_s_b, (long)(w),
                        sizeof(int), 4);
                    polder_far_store4(polder_address, &polder_copy);
                });
            }
        } else {
            for (long polder_iteration, polder_run_end2 = 0; (polder_iteration
                = polder_run_first(polder_e, 0, 1L, polder_position, 4L, polder_below_floor,
                polder_run_end2, polder_count)) < polder_count;) {
                polder_run_end2 = polder_run_end(0, 1L, polder_position, 4L, polder_below_floor,
                    polder_iteration, polder_count);
                const long polder_position2 = polder_position + 1L * polder_iteration;
                long polder_row __attribute__((unused)) = polder_position2 / (4L *
                    (long)polder_e.threads) * 4L + polder_position2 % 4L;
                w = (long)((long)polder_start + polder_iteration * 1);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, polder_row += 1L, w = (long)((long)w + 1)) {
                    (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_nnode((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row)))))) = 1;
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
    /* forall-own: own elements as plain memory, in runs of own iterations */
    {
        const int polder_inside = *polder_depth;
        long w = 0;
        const long polder_start = w;
        const long polder_count = w < (long)8 * ((int)polder_e.threads)
            ? polder_trip_count((unsigned long)(long)polder_start,
            (unsigned long)(long)((long)8 * ((int)polder_e.threads)), (unsigned long)1, 0) : 0;
        const long polder_position = polder_count ? (long)(w) : 0;
        if (polder_inside) {
            for (; w < (long)8 * ((int)polder_e.threads); w = (long)((long)w + 1)) {
                (*(int *)polder_addr_1node(polder_index_seldom(polder_s_b, (long)(w), sizeof(int),
                    4))) = 1;
            }
        } else {
            for (long polder_iteration, polder_run_end2 = 0; (polder_iteration
                = polder_own_run_first(polder_e, 1L, polder_position, 4L, polder_run_end2,
                polder_count)) < polder_count;) {
                polder_run_end2 = polder_own_run_end(1L, polder_position, 4L, polder_iteration,
                    polder_count);
                const long polder_position2 = polder_position + 1L * polder_iteration;
                long polder_row __attribute__((unused)) = polder_position2 / (4L *
                    (long)polder_e.threads) * 4L + polder_position2 % 4L;
                w = (long)((long)polder_start + polder_iteration * 1);
                for (long polder_left = polder_run_end2 - polder_iteration; polder_left > 0;
                    polder_left--, polder_row += 1L, w = (long)((long)w + 1)) {
                    (*(int *)polder_addr_1node(((polder_ga)((int *)polder_addr_1node((polder_s_b
                        + (polder_e.mythread << polder_e.shift))) + ((long)(polder_row)))))) = 1;
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
    /* forall-stride: from own iteration to own iteration; the bound may change */
    {
        const int polder_inside = *polder_depth;
        *polder_depth = 1;
        i = 0;
        int polder_behind = i;
        for (i = (int)polder_forall_first(polder_e, polder_inside, (long)i, 4, 2147483647L);
            i < (*(__typeof__(&last))((char *)&last + polder_e.delta)); polder_behind = i + 1, i
            = (int)polder_forall_next(polder_e, polder_inside, (long)i, 4,
            2147483647L)) { changes(i); }
        if (!polder_inside) i = polder_behind < ((*(__typeof__(&last))((char *)&last
            + polder_e.delta))) ? (int)((*(__typeof__(&last))((char *)&last + polder_e.delta)))
            : polder_behind;
        *polder_depth = polder_inside;
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
