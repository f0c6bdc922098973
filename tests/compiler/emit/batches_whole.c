polder_ga table __attribute__((section("polder_bss,\"aw\",@nobits#")));
unsigned long f(unsigned long r, unsigned long mask, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga target = (*(__typeof__(&table))((char *)&table + polder_e.delta));
    {
        int u = 0;
        ;
        const long polder_n1 = __extension__ ({
            const long polder_t2 __attribute__((unused)) = (long )(n);
            polder_t2;
        });
        const polder_piece polder_p3 = polder_piece_whole(polder_e,
            target, 0, sizeof(unsigned long), 1);
        if (polder_p3.end) {
            unsigned long *polder_q4 __attribute__((unused))
                = (unsigned long *)polder_at(polder_p3.bias);
            for (; (long)u < polder_n1;
                u++) {
                r = r * 5 + 1;
                (polder_q4[(long)(r & mask)]) += r * 3;
            }
        } else {
            while ((long)u < polder_n1) {
                polder_ga polder_a8[256];
                unsigned long polder_v9[256];
                long polder_k10 = 0;
                for (; (long)u < polder_n1 && polder_k10 < 256;
                    u++, polder_k10++) {
                    r = r * 5 + 1;
                    polder_a8[polder_k10] = polder_add_cyclic(polder_e,
                        target, (long)(r & mask), sizeof(unsigned long));
                    __builtin_prefetch(polder_at(polder_a8[polder_k10]), 1);
                    polder_v9[polder_k10] = r * 3;
                }
                for (long polder_j11 = 0; polder_j11 < polder_k10;
                    polder_j11++) *(unsigned long *)polder_at(polder_a8[polder_j11])
                    += polder_v9[polder_j11];
            }
        }
    }
    return r;
}
char polder_private_table __attribute__((weak, section("polder_marker"))) = 1;
