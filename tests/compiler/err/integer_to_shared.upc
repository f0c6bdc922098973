void f(long n) {
    shared int *q = 1; // error: integer 'int' cannot become a pointer to shared ('shared int *')
    q = n; // error: integer 'long' cannot become a pointer to shared ('shared int *')
    q = (shared int *)n; // error: integer 'long' cannot become a pointer to shared ('shared int *')
    q = 0;
}
