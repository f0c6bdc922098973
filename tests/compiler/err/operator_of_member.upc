// The other operator is advised only where it would do.
struct s { int b; };
int a[10], z;
struct s *q, r[3], v;
shared struct s *w;
void f(void)
{
    a.b = 1; // error: request for a member of something that is no structure or union (have 'int [10]')
    r.b = 1; // error: request for a member of something that is no structure or union (have 'struct s [3]')
    z.b = 1; // error: request for a member of something that is no structure or union (have 'int')
    z->b = 1; // error: request for a member of something that is no structure or union (have 'int')
    q.b = 1; // error: '.' needs a structure or union (have 'struct s *'); use '->'
    w.b = 1; // error: '.' needs a structure or union (have 'shared struct s *'); use '->'
    v->b = 1; // error: '->' needs a pointer (have 'struct s'); use '.'
}
