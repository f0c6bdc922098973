shared struct {
    unsigned a : 3;
} s;
unsigned long f(void) {
    return upc_localsizeof(s.a); // error: operand of upc_localsizeof is a bit-field
}
