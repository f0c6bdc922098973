shared _Thread_local int x; // error: shared variable 'x' declared thread-local
static __thread shared int y; // error: shared variable 'y' declared thread-local
