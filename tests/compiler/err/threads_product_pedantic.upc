// flags: -pedantic-errors
shared int a[THREADS * 100 * 20]; // error: bound is not THREADS times one constant (UPC 1.3 6.5.2.1); write (constant)*THREADS
shared int b[THREADS * (100 * 20)];
