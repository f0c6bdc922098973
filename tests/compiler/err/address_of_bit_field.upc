shared struct {
    unsigned a : 3;
    unsigned b;
} s;
void f(void) {
    (void)&s.a; // error: address of shared bit-field 'a'
    (void)&s.b;
}
