// 6.5.1.1p10: the block size is part of the type.
void g(shared [4] int *);
void f(shared int *p, shared [4] int *q, shared [] int *r, shared void *v) {
    p = q; // error: 'shared [4] int *' becomes 'shared int *': block sizes [4] and [1] differ; a cast is needed
    q = r; // error: 'shared [] int *' becomes 'shared [4] int *': block sizes [] and [4] differ; a cast is needed
    r = p; // error: 'shared int *' becomes 'shared [] int *': block sizes [1] and [] differ; a cast is needed
    g(p); // error: 'shared int *' becomes 'shared [4] int *': block sizes [1] and [4] differ; a cast is needed
    p = v;
    v = q;
    p = (shared int *)q;
}
