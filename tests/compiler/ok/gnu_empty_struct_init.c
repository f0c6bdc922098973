// flags: -w
// Empty structures take no initialiser; a designator may lead to one, or to an aggregate whose braces are left out.
struct e {};
struct s {
    int a;
    struct e e;
    int b;
} x = {1, {}, 2}, y = {.e = {}, 3};
struct {
    struct {
        int a, b;
    } c;
    int d[2];
} z = {.c = 1, 2, .d = 3, 4};
int w[2][3] = {1, 2, 3, 4, 5, 6, [0][1] = 7, 8, [0] = 9, [0] = 10, 11, [1][0] = 12};
