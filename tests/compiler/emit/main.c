static __attribute__((hot, noinline, used)) int main(int, char **);
int main(int argc, char **argv) {
    polder_barrier(1, (int)(argc));
    return argv[0][0];
    return 0;
}
static const char *const polder_this_main __attribute__((used)) = &polder_main_is_upc;
int polder_user_main(int polder_c, char **polder_v, char **polder_n) {
    (void)polder_n;
    return main((int)polder_c, (char **)polder_v);
}
int polder_main(int polder_c, char **polder_v) { return main((int)polder_c, (char **)polder_v); }
