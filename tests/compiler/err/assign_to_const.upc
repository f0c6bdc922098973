shared const int c = 1;
void f(shared const int *p) {
    c = 2; // error: assignment to read-only shared object ('const shared int')
    *p = 3; // error: assignment to read-only shared object ('const shared int')
    p[1] += 2; // error: assignment to read-only shared object ('const shared int')
}
