shared void x; // error: shared object of type void
shared void *p;
shared void a[THREADS]; // error: shared object of type void
