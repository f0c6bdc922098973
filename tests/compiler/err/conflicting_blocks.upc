extern shared [2] int a[4 * THREADS]; // note: previous declaration is here
shared [4] int a[4 * THREADS]; // error: conflicting types for 'a': 'shared [4] int [4*THREADS]', previously 'shared [2] int [4*THREADS]'
void f(shared int *p); // note: previous declaration is here
void f(shared [2] int *p); // error: conflicting types for 'f': 'void (shared [2] int *)', previously 'void (shared int *)'
