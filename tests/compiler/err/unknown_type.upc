missing_t x; // error: unknown type name 'missing_t'
missing_t *f(int a, missing_t b); // error: unknown type name 'missing_t' // error: unknown type name 'missing_t'
