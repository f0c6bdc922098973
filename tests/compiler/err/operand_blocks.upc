void f(shared int *p, shared [4] int *q, shared [] int *r) {
    (void)(p == q); // error: operands of '==' point to shared types of different block sizes [1] and [4] (have 'shared int *' and 'shared [4] int *'); cast one of them
    (void)(q - r); // error: operands of '-' point to shared types of different block sizes [4] and [] (have 'shared [4] int *' and 'shared [] int *'); cast one of them
    (void)(r < p); // error: operands of '<' point to shared types of different block sizes [] and [1] (have 'shared [] int *' and 'shared int *'); cast one of them
    (void)(p == (shared int *)q);
}
