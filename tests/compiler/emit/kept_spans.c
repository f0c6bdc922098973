typedef polder_gp line_t;
line_t at_file_scope __attribute__((section("polder_bss,\"aw\",@nobits#")));
void other(void);
void stays(line_t to, line_t from, int rows, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    polder_kept_span polder_to_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_from_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_from_kept2 = {{0, 0, 0}, {0, 0}};
    for (int r = 1; r < rows; r++)
        /* strip-mine: 4 references in runs through 3 spans */ {
        int i = 1;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n - 1);
            polder_bound;
        });
        while ((long)i < polder_end) {
            long polder_left = polder_end - (long)i;
            const long polder_to_low = (long)(
                r * n + i);
            const polder_span polder_to_span = polder_span_pointer_same(&polder_to_kept, polder_e,
                to, polder_to_low, sizeof(double), 256);
            polder_left = polder_span_run(polder_to_span, polder_to_low, polder_to_low, 1,
                polder_left);
            const long polder_from_low = (long)((r - 1) * n + i);
            const polder_span polder_from_span = polder_span_pointer_same(&polder_from_kept,
                polder_e, from, polder_from_low, sizeof(double), 256);
            polder_left = polder_span_run(polder_from_span, polder_from_low, polder_from_low, 1,
                polder_left);
            const long polder_from_low2 = (long)(r * n + i - 1);
            const long polder_from_high = (long)(r * n + i + 1);
            const polder_span polder_from_span2 = polder_span_pointer_same(&polder_from_kept2,
                polder_e, from, polder_from_low2, sizeof(double), 256);
            polder_left = polder_span_run(polder_from_span2, polder_from_low2, polder_from_high, 1,
                polder_left);
            const long polder_stop = (long)i + (polder_left > 0 ? polder_left : 1);
            double *polder_to_ptr __attribute__((unused))
                = (double *)polder_addr_1node(polder_to_span.bias);
            __asm__("" : "+r"(polder_to_ptr));
            double *polder_from_ptr __attribute__((unused))
                = (double *)polder_addr_1node(polder_from_span.bias);
            __asm__("" : "+r"(polder_from_ptr));
            double *polder_from_ptr2 __attribute__((unused))
                = (double *)polder_addr_1node(polder_from_span2.bias);
            __asm__("" : "+r"(polder_from_ptr2));
            if (polder_left > 0) {
                for (; (long)i < polder_stop;
                    i++) (polder_to_ptr[(long)(
                    r * n + i)]) = (polder_from_ptr[(long)((r - 1) * n + i)])
                    + (polder_from_ptr2[(long)(r * n + i - 1)]) + (polder_from_ptr2[(long)(r * n + i
                    + 1)]);
            } else {
                do (polder_to_ptr[(long)(r * n + i)]) = (polder_from_ptr[(long)((r - 1) * n + i)])
                    + (polder_from_ptr2[(long)(r * n + i - 1)])
                    + (*(double *)polder_addr_1node(polder_add_seldom(from, (long)(r * n + i + 1),
                    sizeof(double), 256)));
                while (0);
                i++;
            }
        }
    }
}
void changes(line_t to, int rows, int n) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    polder_kept_span polder_at_file_scope_kept = {{0, 0, 0}, {0, 0}};
    polder_kept_span polder_to_kept = {{0, 0, 0}, {0, 0}};
    for (int r = 1; r < rows; r++) {
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
                const long polder_at_file_scope_low = (long)(r * n + i);
                const polder_span polder_at_file_scope_span
                    = polder_span_pointer_kept(&polder_at_file_scope_kept, polder_e,
                    (*(__typeof__(&at_file_scope))((char *)&at_file_scope + polder_e.delta)),
                    polder_at_file_scope_low, sizeof(double), 256);
                polder_left = polder_span_run(polder_at_file_scope_span, polder_at_file_scope_low,
                    polder_at_file_scope_low, 1, polder_left);
                const long polder_to_low = (long)(r * n + i);
                const polder_span polder_to_span = polder_span_pointer_kept(&polder_to_kept,
                    polder_e, to, polder_to_low, sizeof(double), 256);
                polder_left = polder_span_run(polder_to_span, polder_to_low, polder_to_low, 1,
                    polder_left);
                const long polder_stop = (long)i + polder_left;
                {
                    double *polder_at_file_scope_ptr __attribute__((unused))
                        = (double *)polder_addr_1node(polder_at_file_scope_span.bias);
                    __asm__("" : "+r"(polder_at_file_scope_ptr));
                    double *polder_to_ptr __attribute__((unused))
                        = (double *)polder_addr_1node(polder_to_span.bias);
                    __asm__("" : "+r"(polder_to_ptr));
                    for (; (long)i < polder_stop; i++) (polder_to_ptr[(long)(r * n + i)])
                        = (polder_at_file_scope_ptr[(long)(r * n + i)]);
                }
            }
        }
        other();
        (to = polder_add_blocked(polder_e, to, (long)(1), sizeof(double), 256));
    }
}
char polder_private_at_file_scope __attribute__((weak, section("polder_marker"))) = 1;
