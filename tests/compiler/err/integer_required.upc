// Where C wants an integer a pointer-to-shared is none, though it is a number underneath.
shared int *p;
int f(void)
{
    int a[p]; // error: an integer is required here (have 'shared int *')
    switch (p) { // error: an integer is required here (have 'shared int *')
    case 1: return 1;
    }
    switch (*p) {
    case 1: return 1;
    }
    return a[0];
}
