int f(shared int *p)
{
    return _Generic(p, shared int *: 1, shared [2] int *: 2, default: 3, shared [1] int *: 4); // error: a second association of _Generic is compatible with 'shared int *'
}
