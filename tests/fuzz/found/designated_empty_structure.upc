struct e {};
struct s { int a; struct e e; int b; } x = {.e = 3, 4};
struct e y[3] = {[1] = 2, 3};
