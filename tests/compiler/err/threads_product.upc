// Example 2 of 6.5.2.1 allows this with static THREADS only; taken all the same.
shared int a[THREADS * 100 * 20]; // warning: bound is not THREADS times one constant (UPC 1.3 6.5.2.1); write (constant)*THREADS
shared int b[THREADS * (100 * 20)];
