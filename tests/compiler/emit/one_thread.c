polder_ga a;
polder_ga cyclic;
int total __attribute__((section("polder_bss,\"aw\",@nobits#")));
polder_ga numbers __attribute__((section("polder_bss,\"aw\",@nobits#")));
static inline int polder_1_at(int i){
    const polder_ga polder_s_cyclic __attribute__((unused))
        = (polder_ga)polder_addr_1thread(cyclic);
    return (((int *)polder_addr_1node(polder_s_cyclic))[(i)]);
}
int at(int i) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cyclic __attribute__((unused)) = cyclic;
    return (*(int *)polder_addr_1node(polder_index_cyclic(polder_e, polder_s_cyclic, (long)(i),
        sizeof(int))));
}
static inline int polder_1_next(int i){ return total + i; }
int next(int i) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    return (*(__typeof__(&total))((char *)&total + polder_e.delta)) + i;
}
static inline __attribute__((hot)) double polder_1_sum(polder_gp p, int n){
    const polder_env polder_e __attribute__((unused)) = polder_env_get_static(1);
    const polder_ga polder_s_a __attribute__((unused)) = (polder_ga)polder_addr_1thread(a);
    double s = (((double *)polder_addr_1thread((p).ga))[(0)]);
    {
        polder_gp polder_p_held = p;
        polder_p_held.ga = (polder_ga)polder_addr_1thread(polder_p_held.ga);
        for (int i = 0; i < n; i++)
            s += (((double *)polder_addr_1node(polder_s_a))[(i)]) * (((double
            *)polder_addr_1node((polder_p_held).ga))[(i)]) + polder_1_at(i);
    }
    {
        const polder_ga polder_numbers_held = (polder_ga)polder_addr_1thread(numbers);
        for (int i = 1; i < n; i++) (((long *)polder_addr_1node(polder_numbers_held))[(i)])
            += (((long *)polder_addr_1node(polder_numbers_held))[(i - 1)]);
    }
    total += ((int)1);
    return (polder_add_blocked(polder_e, p, (1), sizeof(double),
        4)).ga < ((polder_ga)((double *)polder_addr_1thread(polder_s_a) + ((n)))) ? s
        : ((double *)polder_addr_1thread((p).ga) - (double *)polder_addr_1thread(polder_s_a))
        + ((int)polder_e.mythread) + polder_thread_of(polder_e, (p).ga);
}
static __attribute__((noinline))
    double polder_d1_sum(polder_gp p, int n){ return polder_1_sum(p, n); }
double sum(polder_gp p, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(polder_node.version == 1, 0)) return polder_d1_sum(p, n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    int *const polder_depth __attribute__((unused)) = (int *)((char *)&polder_forall_depth
        + polder_e.delta);
    double s = (*(double *)polder_addr_1node(polder_at_blocked(polder_e, p, (long)(0),
        sizeof(double), 4)));
    {
        const int polder_inside = *polder_depth;
        for (int i = 0; i < n; i++) {
            if (polder_inside || polder_thread_of(polder_e, polder_index_blocked(polder_e,
                polder_s_a, (long)(i), sizeof(double), 4)) == polder_e.mythread) {
                s += (*(double *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_a,
                    (long)(i), sizeof(double), 4))) * (*(double
                    *)polder_addr_1node(polder_at_blocked(polder_e, p, (long)(i), sizeof(double),
                    4))) + at(i);
            }
        }
    }
    for (int i = 1; i < n; i++) (*(long *)polder_addr_1node(polder_at_cyclic(polder_e,
        (*(__typeof__(&numbers))((char *)&numbers + polder_e.delta)), (long)(i), sizeof(long))))
        += (*(long *)polder_addr_1node(polder_at_cyclic(polder_e,
        (*(__typeof__(&numbers))((char *)&numbers + polder_e.delta)), (long)(i - 1),
        sizeof(long))));
    (*(__typeof__(&total))((char *)&total + polder_e.delta)) += ((int)polder_e.threads);
    return polder_is_before(polder_e, polder_add_blocked(polder_e, p, (long)(1), sizeof(double), 4),
        polder_point_blocked(polder_e, polder_s_a, (long)(n), sizeof(double), 4), sizeof(double))
        ? s : polder_sub_blocked(polder_e, p, polder_gp_from_ga(polder_s_a), sizeof(double), 4)
        + ((int)polder_e.mythread) + polder_thread_of(polder_e, (p).ga);
}
static __attribute__((noinline, hot)) long polder_1_found(polder_ga p, int n, long x){
    const polder_ga polder_s_cyclic __attribute__((unused))
        = (polder_ga)polder_addr_1thread(cyclic);
    long k = 0;
    {
        const polder_ga polder_p_held = (polder_ga)polder_addr_1thread(p);
        for (int i = 0; i < n && k < x; i++) {
            polder_ga own = ((polder_ga)((int *)polder_addr_1thread(polder_s_cyclic) + ((i))));
            if ((((long *)polder_addr_1node(polder_p_held))[(i)]) > x) k
                += (((long *)polder_addr_1node(polder_p_held))[(i)])
                + (*(int *)polder_addr_1thread(own));
        }
    }
    return k;
}
long found(polder_ga p, int n, long x) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(polder_node.version == 1, 0)) return polder_1_found(p, n, x);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_cyclic __attribute__((unused)) = cyclic;
    long k = 0;
    for (int i = 0; i < n && k < x; i++) {
        polder_ga own = polder_index_cyclic(polder_e, polder_s_cyclic, (long)(i), sizeof(int));
        if ((*(long *)polder_addr_1node(polder_at_cyclic(polder_e, p, (long)(i),
            sizeof(long)))) > x) k += (*(long *)polder_addr_1node(polder_at_cyclic(polder_e, p,
            (long)(i), sizeof(long)))) + (*(int *)polder_addr_1node(own));
    }
    return k;
}
static __attribute__((noinline, hot)) long polder_1_moved(polder_ga p, int n){
    long k = 0;
    for (int i = 0; i < n; i++) {
        polder_ga *q = &p;
        *q = ((polder_ga)((long *)polder_addr_1thread(*q) + ((1))));
        k += (((long *)polder_addr_1thread(p))[(i)]);
    }
    return k;
}
long moved(polder_ga p, int n) {
    const int polder_d __attribute__((unused)) = __extension__ ({
        if (__builtin_expect(polder_node.version == 1, 0)) return polder_1_moved(p, n);
        0;
    });
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    long k = 0;
    for (int i = 0; i < n; i++) {
        polder_ga *q = &p;
        *q = polder_add_cyclic(polder_e, *q, (long)(1), sizeof(long));
        k += (*(long *)polder_addr_1node(polder_at_cyclic(polder_e, p, (long)(i), sizeof(long))));
    }
    return k;
}
double twice(polder_gp p, int n) { return sum(p, n) + sum(p, next(n)); }
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 4, 4, 8, 8, 1, "a"};
static const struct polder_shared_object polder_d_cyclic __attribute__((section("polder_shared"),
    used, aligned(8))) = {&cyclic, 10, 1, 4, 4, 1, "cyclic"};
char polder_private_total __attribute__((weak, section("polder_marker"))) = 1;
char polder_private_numbers __attribute__((weak, section("polder_marker"))) = 1;
