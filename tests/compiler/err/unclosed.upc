void f(void) {
    int a[3 = {1, 2, 3}; // error: expected expression before '{'
    a[0] = 1;
    if (a[0]) {
        a[1] = 2;
// error: expected '}' before end of file
