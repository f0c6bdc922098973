// The visibility of a shared object is that of the variable that holds its address.
// emit: polder_ga before __attribute__((visibility("hidden")));
// emit: polder_ga behind __attribute__((visibility("protected")));
// emit: polder_ga plain;
__attribute__((visibility("hidden"))) shared int before[THREADS];
shared int behind __attribute__((visibility("protected")));
shared int plain;
