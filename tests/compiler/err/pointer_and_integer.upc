void f(shared int *p, int n) {
    (void)(p == 7); // error: operands of '==' are a pointer to shared and an integer (have 'shared int *' and 'int')
    (void)(p > n); // error: operands of '>' are a pointer to shared and an integer (have 'shared int *' and 'int')
    (void)(p == 0);
}
