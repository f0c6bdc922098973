polder_ga table __attribute__((section("polder_bss,\"aw\",@nobits#")));
unsigned long update(unsigned long r, unsigned long mask, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga target = (*(__typeof__(&table))((char *)&table + polder_e.delta));
    /* group-prefetch: updates in batches of 256, addresses first; strength-reduction: 1 reference by an index of memory; with one thread as in C */
    {
        int u = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        const polder_span polder_target_span = polder_span_whole(polder_e,
            target, 0, sizeof(unsigned long), 1);
        if (polder_target_span.end) {
            unsigned long *polder_target_ptr __attribute__((unused))
                = (unsigned long *)polder_addr_1node(polder_target_span.bias);
            for (; (long)u < polder_end;
                u++) {
                r = r * 5 + 1;
                (polder_target_ptr[(long)(r & mask)]) += (r) * 3;
            }
        } else {
            const polder_array_base polder_target_origin __attribute__((unused))
                = polder_array_base_of(polder_e,
                target, 0, sizeof(unsigned long), 1);
            while ((long)u < polder_end) {
                polder_ga polder_addresses[256];
                unsigned long polder_values[256];
                long polder_filled = 0;
                for (; (long)u < polder_end && polder_filled < 256;
                    u++, polder_filled++) {
                    r = r * 5 + 1;
                    polder_addresses[polder_filled] = polder_index_cyclic(polder_e,
                        polder_target_origin.origin, ((long)(
                        r & mask)) + polder_target_origin.ahead, sizeof(unsigned long));
                    __builtin_prefetch(polder_addr_1node(polder_addresses[polder_filled]), 1);
                    polder_values[polder_filled] = (r) * 3;
                }
                for (long polder_each = 0; polder_each < polder_filled;
                    polder_each++) *(unsigned long
                    *)polder_addr_1node(polder_addresses[polder_each])
                    += polder_values[polder_each];
            }
        }
    }
    return r;
}
char polder_private_table __attribute__((weak, section("polder_marker"))) = 1;
