shared [2147483648] int a[THREADS]; // error: block size 2147483648 exceeds UPC_MAX_BLOCK_SIZE (2147483647)
shared [2147483647] int b[THREADS];
shared [*] int c[THREADS * 2147483648]; // error: block size 2147483648 exceeds UPC_MAX_BLOCK_SIZE (2147483647)
