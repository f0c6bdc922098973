int a[THREADS]; // error: THREADS in the bound of a private array of static storage duration; or give -T N
static double b[2][THREADS]; // error: THREADS in the bound of a private array of static storage duration; or give -T N
void f(void) {
    int ok[THREADS];
    static int c[THREADS]; // error: THREADS in the bound of a private array of static storage duration; or give -T N
    ok[0] = 0;
}
