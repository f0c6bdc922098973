struct digits { 4; int x; }; // error: expected a member declaration before '4'
struct stored { static int a; }; // error: storage class is not allowed here
struct unknown;
struct unknown *pointer;
int f(void) { return pointer->member; } // error: invalid use of incomplete type 'struct unknown'
struct big { char a[1ul << 62], b[1ul << 62], c[1ul << 62]; }; // error: size of struct big is too large
