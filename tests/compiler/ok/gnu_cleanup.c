static int count;
static void leave(int *p) { count += *p; }
int f(int n) {
    int guard __attribute__((cleanup(leave))) = n;
    for (int i = 0; i < n; i++) {
        int inner __attribute__((cleanup(leave))) = i;
        if (i == 3) break;
        inner++;
    }
    return guard;
}
