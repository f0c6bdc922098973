void f(int n) {
    static shared [] int a[n]; // error: shared array 'a' has variable length
    static shared int b[2 * n * THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
}
