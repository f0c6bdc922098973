int a[sizeof(int) == 4 ? 1 : -1];
int b[sizeof(int) == 4 ? -1 : 1]; // error: size of array is negative
