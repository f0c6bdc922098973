polder_gp next(polder_gp p, polder_gp q, long *d) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    *d = polder_sub_blocked(polder_e, p, (q), sizeof(int), 4);
    if (polder_is_before(polder_e, p, (q), sizeof(int))) (p = polder_add_blocked(polder_e, p,
        (long)(3), sizeof(int), 4));
    return polder_add_blocked(polder_e, p, (long)(1), sizeof(int), 4);
}
