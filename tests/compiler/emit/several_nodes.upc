// Code for several nodes: each kind of access asks where the object is; own parts of a upc_forall do not; what calls what.
// flags: -O1
// emit: if (__builtin_expect(!polder_node.one, 0)) return polder_n_total(p, n, (int)0);
// emit: static __attribute__((noinline)) int polder_n_total(polder_ga p, int n, int unused){
// emit: static int polder_l
// emit: if (polder_is_near_nnode(
// emit: else polder_far_load4(&
// emit: else polder_far_load8(&
// emit: polder_far_store4(
// emit: polder_read(&
// emit: polder_write(polder_s_pair, &
// emit: polder_far_get((char *)&
// emit: polder_far_put_strict(
// emit: polder_far_get_strict(&
// emit: polder_to_private(p)
// emit: return leaf(i) + 1;
// emit: return polder_n_leaf(i) + 1;
// emit: (*(double *)polder_addr_1node(((polder_ga)((double *)polder_addr_nnode((polder_s_v
// emit: if (polder_is_near_any(
// emit-not: polder_n_small
// emit-not: polder_n_printing
#include <upc_relaxed.h>
shared int x; shared [4] double v[4 * THREADS]; struct pair { long a; int b : 7; }; shared struct pair pair; strict shared int flag; shared int *shared link;
int total(shared int *p, int n, int unused)
{
    static int calls;
    int sum = ++calls;
    for (int i = 0; i < n; i++)
        sum += p[i];
    x = sum, x += 2;
    pair.b = 3;
    struct pair copy = pair;
    pair = copy, link++;
    flag = 1;
    return sum + flag + *(int *)p;
}
static int leaf(int i) { return v[i] > 0; }
static int branch(int i) { return leaf(i) + 1; }
int tree(int n) { int s = 0; for (int i = 0; i < n; i++) s += branch(i) + x; return s; }
void scale(double f) { int i; upc_forall (i = 0; i < 4 * THREADS; i++; &v[i]) v[i] *= f; }
int small(void) { return x; }
int printing(int n, ...) { while (n--) x++; return x; }
