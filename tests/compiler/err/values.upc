typedef int T;
void nothing(void);
shared int array[10 * THREADS];
int type(void) { return T; } // error: 'T' is a type, not a value
int none(void) { int k = nothing(); return k; } // error: void value not ignored as it ought to be
int twice(int i) { return i[i]; } // error: subscripted value is neither array nor pointer (have 'int')
int fraction(double d) { return array[d]; } // error: array subscript is not an integer (have 'double')
int generic(void) { return _Generic(1.0, int: 1, char *: 2); } // error: no association of _Generic is compatible with 'double'
