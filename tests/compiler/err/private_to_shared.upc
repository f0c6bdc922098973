// 6.4.3p1
int x;
void g(shared int *);
shared int *f(int *p) {
    shared int *q = &x; // error: private pointer 'int *' cannot become a pointer to shared ('shared int *')
    q = p; // error: private pointer 'int *' cannot become a pointer to shared ('shared int *')
    q = (shared int *)p; // error: private pointer 'int *' cannot become a pointer to shared ('shared int *')
    q = (shared int *)0;
    q = (shared int *)(void *)0;
    g(p); // error: private pointer 'int *' cannot become a pointer to shared ('shared int *')
    return p; // error: private pointer 'int *' cannot become a pointer to shared ('shared int *')
}
