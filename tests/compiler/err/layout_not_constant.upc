int n = 4;
shared [n] int a[4 * THREADS]; // error: block size is not an integer constant expression
shared [THREADS] int b[THREADS]; // error: THREADS in a block size: it is a constant only with -T N (a fixed number of threads)
shared [2 * THREADS] int *pt; // error: THREADS in a block size: it is a constant only with -T N (a fixed number of threads)
shared [1.5] int c[THREADS]; // error: block size is not an integer constant expression
void f(int k) {
    shared [k] int *p; // error: block size is not an integer constant expression
}
