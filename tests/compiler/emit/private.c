static int calls __attribute__((section("polder_data"))) = 1;
static int *at __attribute__((section("polder_data"))) = &calls;
static const struct polder_reloc polder_r1 __attribute__((section("polder_reloc"), used,
    aligned(8))) = {&(at), &at};
extern int elsewhere;
extern char polder_private_elsewhere __attribute__((weak));
int f(void) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const long polder_m_elsewhere __attribute__((unused)) = &polder_private_elsewhere
        ? polder_e.delta : 0;
    static int mine __attribute__((section("polder_data"))) = 2;
    return (*(__typeof__(&calls))((char *)&calls + polder_e.delta))++
        + *(*(__typeof__(&at))((char *)&at + polder_e.delta))
        + (*(__typeof__(&elsewhere))((char *)&elsewhere + polder_m_elsewhere))
        + (*(__typeof__(&mine))((char *)&mine + polder_e.delta));
}
