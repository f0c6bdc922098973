typedef int function(void);
shared function *p; // error: shared qualifier on function type 'function'
