shared struct s *p, *q;
void f(void) {
    (void)(p + 1); // error: arithmetic on 'shared struct s *', whose element type is incomplete
    (void)(p - q); // error: arithmetic on 'shared struct s *', whose element type is incomplete
    (void)p[0]; // error: arithmetic on 'shared struct s *', whose element type is incomplete
    (void)(p == q);
}
