shared struct s {
    int a;
} x;
int f(shared struct s *p) {
    return x.b + p->c; // error: 'struct s' has no member named 'b' // error: 'struct s' has no member named 'c'
}
