#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
_Pragma("GCC diagnostic ignored \"-Wunused-function\"") static int f(int n) {
    int k = 0;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) k += i;
    if (n)
        k++;
    else
#pragma GCC ivdep
        for (int i = 0; i < n; i++) k -= i;
    return k + ({ _Pragma("GCC diagnostic push") int q = n; _Pragma("GCC diagnostic pop") q; });
}
enum {
    a,
    b
};
struct s {
    int x;
#pragma GCC diagnostic push
    int y;
};
int g(int a,
#pragma GCC diagnostic pop
      int b) { return f(a + b); }
#pragma redefine_extname old_name new_name
#pragma STDC FP_CONTRACT ON
