shared [-1] int a[THREADS]; // error: block size -1 is negative
shared [2 - 5] int *p; // error: block size -3 is negative
