// 6.5.2.1p9: what the standard allows with a static number of threads only.
shared int x1[10 + THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared [] int x2[THREADS]; // error: THREADS in the bound of a shared array with indefinite block size; or give -T N
shared int x3[10]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int x4[THREADS][4 * THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int x5[THREADS * THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int x6[THREADS * 100 * 20]; // warning: bound is not THREADS times one constant (UPC 1.3 6.5.2.1); write (constant)*THREADS
shared int (**p)[THREADS][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
typedef shared int (*t)[THREADS][13][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
void f(shared int *q)
{
    shared void *p = (shared int (*)[THREADS][THREADS])q; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
}
