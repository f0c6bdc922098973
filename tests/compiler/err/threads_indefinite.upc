// 6.5.2.1p3: no THREADS in a shared array of indefinite block size.
shared [] int a[THREADS]; // error: THREADS in the bound of a shared array with indefinite block size; or give -T N
shared [0] int b[4 * THREADS]; // error: THREADS in the bound of a shared array with indefinite block size; or give -T N
shared [] int ok[10];
