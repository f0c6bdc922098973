// 6.4.2p1: no binary operator on a pointer-to-shared and a private pointer.
void f(shared int *p, int *q) {
    (void)(p == q); // error: operands of '==' are a pointer to shared and a private pointer (have 'shared int *' and 'int *')
    (void)(q < p); // error: operands of '<' are a pointer to shared and a private pointer (have 'int *' and 'shared int *')
    (void)(p - q); // error: operands of '-' are a pointer to shared and a private pointer (have 'shared int *' and 'int *')
    (void)(p == 0);
    (void)(p != (void *)0);
}
