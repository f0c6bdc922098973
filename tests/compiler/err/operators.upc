struct s {
    int a;
} x;
void f(shared int *p, double d) {
    (void)(x + 1); // error: invalid operands of '+' (have 'struct s' and 'int')
    (void)(d % 2); // error: invalid operands of '%' (have 'double' and 'int')
    (void)(p * 2); // error: invalid operands of '*' (have 'shared int *' and 'int')
    (void)(p & 1); // error: invalid operands of '&' (have 'shared int *' and 'int')
    (void)~d; // error: wrong type of operand of unary '~' (have 'double')
    (void)!x; // error: a scalar is required here (have 'struct s')
    p += 1.5; // error: invalid operands of '+=' (have 'shared int *' and 'double')
}
