typedef shared int (*t)[THREADS][13][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -fupc-threads=N
shared int (**p)[THREADS][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -fupc-threads=N
void f(shared void *q) {
    (void)(shared int(*)[THREADS][THREADS])q; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -fupc-threads=N
    (void)(shared int(*)[THREADS])q;
}
