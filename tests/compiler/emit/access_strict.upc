// Strict scalar accesses are atomics with fences; a strict structure is copied between fences.
#include <upc_strict.h>
// emit: polder_before_strict_load();
// emit: __atomic_load((int *)polder_addr_1node(polder_s_flag)
// emit: __atomic_store((int *)polder_addr_1node(polder_s_flag)
// emit: polder_after_strict_store();
// emit: polder_strict_store_whole(polder_addr_1node(polder_s_p), &
struct pair { long a, b; };
shared int flag;
shared struct pair p;
relaxed shared int r;
int f(struct pair v) {
    flag = 1;
    p = v;
    // emit: (*(int *)polder_addr_1node(polder_s_r)) = 5;
    r = 5;
    return flag;
}
