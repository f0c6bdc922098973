typedef shared int (*t)[THREADS][13][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int (**p)[THREADS][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
void f(shared void *q) {
    (void)(shared int(*)[THREADS][THREADS])q; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
    (void)(shared int(*)[THREADS])q;
}
