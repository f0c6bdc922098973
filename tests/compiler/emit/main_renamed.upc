// emit: static __attribute__((hot, noinline, used)) int main(int, char **);int main(int argc, char **argv)
// emit: return 0; }
// emit: = &polder_main_is_upc;
// emit: int polder_user_main(int polder_c, char **polder_v, char **polder_n) { (void)polder_n; return main((int)polder_c, (char **)polder_v); }
// emit: int polder_main(int polder_c, char **polder_v) { return main((int)polder_c, (char **)polder_v); }
int main(int argc, char **argv) { (void)argv; if (argc > 5) return 3; }
