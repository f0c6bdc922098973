void g(int *);
int *f(shared int *p) {
    int *q = p; // error: pointer to shared 'shared int *' becomes a private pointer ('int *') without a cast; cast it where the data is known to be local
    void *v;
    v = p; // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local
    g(p); // error: pointer to shared 'shared int *' becomes a private pointer ('int *') without a cast; cast it where the data is known to be local
    q = (int *)p;
    return p; // error: pointer to shared 'shared int *' becomes a private pointer ('int *') without a cast; cast it where the data is known to be local
}
