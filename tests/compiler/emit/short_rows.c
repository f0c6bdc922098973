polder_gp image __attribute__((section("polder_bss,\"aw\",@nobits#")));
polder_gp point __attribute__((section("polder_bss,\"aw\",@nobits#")));
static __attribute__((noinline, hot)) int polder_1_window(int i, int n){
    int sum = 0;
    {
        polder_gp polder_image_held = image;
        polder_image_held.ga = (polder_ga)polder_addr_1thread(polder_image_held.ga);
        for (int j = 1; j < n; j++)
            for (int k = -1; k <= 1; k++) sum += (((int
            *)polder_addr_1node((polder_image_held).ga))[((i + k) * 64 + j)]);
    }
    return sum;
}
int window(int i, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(polder_node.version == 1, 0)) return polder_1_window(i, n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    int sum = 0;
    /* strip-mine: 1 reference in runs through 3 spans */
    {
        int j = 1;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(n);
            polder_bound;
        });
        while ((long)j < polder_end) {
            long polder_left = polder_end - (long)j;
            int *polder_image_ptrs[3];
            for (long polder_at = 0; polder_at < 3; polder_at++) {
                const long polder_image_low = (long)(
                    (i + ((int)(polder_at * 1L + -1L))) * 64 + j);
                const long polder_image_high = (long)((i + ((int)(polder_at * 1L + -1L))) * 64 + j);
                const polder_span polder_image_span = polder_span_pointer(polder_e,
                    (*(__typeof__(&image))((char *)&image + polder_e.delta)), polder_image_low,
                    sizeof(int), 64);
                polder_left = polder_span_run(polder_image_span, polder_image_low,
                    polder_image_high, 1, polder_left);
                polder_image_ptrs[polder_at] = (int *)polder_addr_1node(polder_image_span.bias);
            }
            const long polder_stop = (long)j + (polder_left > 0 ? polder_left : 1);
            if (polder_left > 0) {
                for (; (long)j < polder_stop;
                    j++)
                    for (int k = -1; k <= 1; k++) sum += (polder_image_ptrs[(long)k
                    - (-1L)][(long)((i + k) * 64 + j)]);
            } else {
                do for (int k = -1; k <= 1; k++) sum += (*(int
                    *)polder_addr_1node(polder_add_seldom((*(__typeof__(&image))((char *)&image
                    + polder_e.delta)), (long)((i + k) * 64 + j), sizeof(int), 64)));
                while (0);
                j++;
            }
        }
    }
    return sum;
}
static __attribute__((noinline, hot)) double polder_1_row(int i){
    double sum = 0;
    {
        polder_gp polder_point_held = point;
        polder_point_held.ga = (polder_ga)polder_addr_1thread(polder_point_held.ga);
        for (int d = 0; d < 3; d++) sum += (((double *)polder_addr_1node((polder_point_held).ga))[(i
            * 3 + d)]);
    }
    return sum;
}
double row(int i) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(polder_node.version == 1, 0)) return polder_1_row(i);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    double sum = 0;
    /* strip-mine: 1 reference in one run through 1 span */
    {
        int d = 0;
        ;
        const long polder_end = __extension__ ({
            const long polder_bound __attribute__((unused)) = (long )(3);
            polder_bound;
        });
        if ((long)d < polder_end) {
            long polder_left = polder_end - (long)d;
            const long polder_point_low = (long)(i * 3 + d);
            const polder_span polder_point_span = polder_span_pointer(polder_e,
                (*(__typeof__(&point))((char *)&point + polder_e.delta)), polder_point_low,
                sizeof(double), 3);
            polder_left = polder_span_run(polder_point_span, polder_point_low, polder_point_low, 1,
                polder_left);
            const long polder_stop = polder_end;
            if (__builtin_expect(polder_left == 3L, 1)) {
                double *polder_point_ptr __attribute__((unused))
                    = (double *)polder_addr_1node(polder_point_span.bias);
                __asm__("" : "+r"(polder_point_ptr));
                for (long polder_left2 = 3L; polder_left2 > 0; polder_left2--, d++) sum
                    += (polder_point_ptr[(long)(i * 3 + d)]);
            } else for (; (long)d < polder_stop; d++) sum
                += (*(double *)polder_addr_1node(polder_add_seldom((*(__typeof__(&point))((char
                *)&point + polder_e.delta)), (long)(i * 3 + d), sizeof(double), 3)));
        }
    }
    return sum;
}
char polder_private_image __attribute__((weak, section("polder_marker"))) = 1;
char polder_private_point __attribute__((weak, section("polder_marker"))) = 1;
