// Functions of the C library whose header was forgotten take private pointers all the same.
// flags: -w
shared int x;
void f(shared char *p)
{
    free(&x); // error: argument of 'free' is a pointer to shared (have 'shared int *')
    memcpy(p, p, 4); // error: argument of 'memcpy' is a pointer to shared (have 'shared char *')
    own_function(p);
    printf("%p\n", p);
}
