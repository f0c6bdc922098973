struct s {
    int a, b[3];
} x = {.c = 1, .b[1] = 2}; // error: 'struct s' has no member named 'c'
int y[3] = {[-1] = 1}; // error: invalid array designator for 'int [3]'
