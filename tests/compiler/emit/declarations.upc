// Pointers-to-shared have the representation their layout asks for, wherever they stand.
#include <upc.h>
// emit: polder_ga *q
// emit: polder_gp blocked
// emit: polder_gp generic
// emit: polder_ga (*get)(polder_ga, int)
// emit: static polder_ga next(polder_ga p)
// emit: struct node { int key; polder_ga next; };
shared int *p, **q;
shared [3] int *blocked;
shared void *generic;
shared [] int *(*get)(shared [] int *, int);
struct node { int key; shared [] struct node *next; };
static shared [] struct node *next(shared [] struct node *p) { return p->next; }
shared [] struct node *use(shared [] struct node *n) { return next(n); }
// emit-not: shared [
