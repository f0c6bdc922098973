// 6.5.2.1p2, dynamic THREADS: exactly once, in one dimension, alone or times a positive constant.
shared int a[10]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int b[THREADS][THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int c[10 + THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int d[THREADS * THREADS]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int e[THREADS / 2]; // error: THREADS must appear exactly once, in one dimension of a shared array and as a factor; or give -T N (a fixed number of threads), declare it 'shared []' (all of it on thread 0), or allocate it
shared int ok1[3 * THREADS], ok2[THREADS][4], ok3[4][THREADS], ok4[(2 * 3) * THREADS];
extern shared int ok5[];
