shared struct s *p, *q;
void f(void) {
    (void)(p < q); // error: relational comparison of 'shared struct s *', whose element type is incomplete
    (void)(p != q);
}
