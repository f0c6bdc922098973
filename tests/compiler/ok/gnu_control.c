int classify(int c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case '0' ... '9':
    case '_': return 2;
        int skipped;
    case -5: skipped = c; return skipped;
    default:;
    }
    switch (c) case 3: return 4;
    return 0;
}
int interpret(const unsigned char *code) {
    static const void *const targets[] = {&&stop, &&add, &&sub};
    static const int offsets[] = {&&add - &&stop, &&sub - &&stop};
    int value = 0;
    goto *targets[*code++];
add:
    value++;
    goto *targets[*code++];
sub:
    value--;
    goto *(&&stop + offsets[1]);
stop:
    return value;
}
int elvis(int a, int *p) { return (a ?: 3) + (p ?: &a)[0]; }
int loops(int n) {
    int k = 0;
    do if (n & 1) continue; else k++; while (--n > 0);
    for (;;) { if (k++ > 3) break; }
    for (int i = 0, j = n; i < j; i++, j--) for (k = 0; k < 2; k++);
    while (k) { switch (k) { case 1: k = 0; continue; default: k--; } }
    {
        __label__ out;
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) if (i * j == 2) goto out;
    out:;
    }
    { __label__ out; goto out; out: k++; }
    return k;
}
