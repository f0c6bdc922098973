struct s {
    int x;
} v;
void f(shared int *p, int *q) {
    upc_barrier v; // error: incompatible types: 'struct s' cannot become 'int'
    upc_notify p; // error: pointer to shared 'shared int *' becomes an integer ('int') without a cast
    upc_wait 1.5; // warning: value of 'upc_wait' has type 'double' and is converted to 'int'
    upc_barrier q; // error: incompatible types: 'int *' cannot become 'int'
    upc_barrier "x"; // error: incompatible types: 'char *' cannot become 'int'
    upc_barrier 'a';
    upc_barrier;
}
