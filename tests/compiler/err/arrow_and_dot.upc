struct s {
    int a;
};
int f(struct s v, struct s *p) {
    return v->a + // error: '->' needs a pointer (have 'struct s'); use '.'
           p.a; // error: '.' needs a structure or union (have 'struct s *'); use '->'
}
