// 6.5.1.1p4: [*] does not stand in a pointer type.
shared [*] int *p; // error: layout qualifier [*] in a pointer type; give the block size as a number
void f(shared [*] int *q); // error: layout qualifier [*] in a pointer type; give the block size as a number
void g(shared [*] int a[]); // error: layout qualifier [*] in a pointer type; give the block size as a number
int *shared [*] *r; // error: layout qualifier [*] in a pointer type; give the block size as a number
shared [*] int ok[4 * THREADS];
