long f(long i, unsigned j) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    return ((long)polder_divided_signed(polder_e, (long)(i), 0))
        + ((unsigned int)polder_rest(polder_e, (unsigned int)(j), 1));
}
