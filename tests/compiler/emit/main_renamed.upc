// emit: int polder_main(int argc, char **argv)
// emit: return 0; }
// emit: = &polder_main_is_upc;
// emit: int polder_user_main(int polder_c, char **polder_v, char **polder_n) { (void)polder_n; return polder_main((int)polder_c, (char **)polder_v); }
int main(int argc, char **argv) { (void)argv; if (argc > 5) return 3; }
