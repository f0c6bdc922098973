// One forgotten brace is one message, whatever follows.
shared int x[THREADS];
void f(int n) {
    if (n) {
        x[0] = n;
}

void g(void) { // error: a '}' is missing before function 'g'
    x[MYTHREAD] = 1;
}

int main(void) {
    f(1);
    g();
    return 0;
}
