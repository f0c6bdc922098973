// One mistake, one message.
shared int x[THREADS];
int f(int n) {
    int a = undeclared1 + undeclared1; // error: 'undeclared1' undeclared
    unknown_t b; // error: unknown type name 'unknown_t'
    b.field = b + 1;
    shared int c; // error: shared variable 'c' has automatic storage duration; make it static or declare it at file scope
    c = c + 1;
    n = x; // error: pointer to shared 'shared int *' becomes an integer ('int') without a cast
    n = 1 +; // error: expected expression before ';'
    foo(bar(, n)); // error: expected expression before ','
    n = n + 1 // error: expected ';' before 'n'
    n = 2;
    for (int i = 0; i < n i++) // error: expected ';' before 'i'
        n++;
    if (n { // error: expected ')' before '{'
        n++;
    }
    *n = 3; // error: invalid operand of unary '*' (have 'int')
    return n.x; // error: request for a member of something that is no structure or union (have 'int')
}
int g(int n) { return undeclared1; } // error: 'undeclared1' undeclared
