// THREADS and MYTHREAD are expressions, not objects (6.3.1, 6.3.2).
void f(void) {
    THREADS = 4; // error: lvalue required as left operand of assignment, increment or decrement
    MYTHREAD++; // error: lvalue required as left operand of assignment, increment or decrement
    (void)&MYTHREAD; // error: lvalue required as operand of unary '&'
}
