// flags: -fupc-nodes=one
// 6.7.1, 7.1: the pragma in effect decides what a qualifier does not: each function reads one shared object of its own name.
#include <upc.h>
shared int at_start, behind_strict, behind_relaxed, inner_strict, inner_relaxed, after_inner, restored, by_type;
relaxed shared int typed;
// emit: return (*(int *)polder_addr_1node(polder_s_at_start))
int f1(void) { return at_start; }
#include <upc_strict.h>
// emit: __atomic_load((int *)polder_addr_1node(polder_s_behind_strict)
int f2(void) { return behind_strict; }
#include <upc_relaxed.h>
// emit: return (*(int *)polder_addr_1node(polder_s_behind_relaxed))
int f3(void) { return behind_relaxed; }
int f4(void)
{
#pragma upc strict
    // emit: __atomic_load((int *)polder_addr_1node(polder_s_inner_strict)
    int sum = inner_strict;
    {
#pragma upc relaxed
        // emit: (*(int *)polder_addr_1node(polder_s_inner_relaxed))
        sum += inner_relaxed;
    }
    // emit: __atomic_load((int *)polder_addr_1node(polder_s_after_inner)
    return sum + after_inner;
}
// emit: return (*(int *)polder_addr_1node(polder_s_restored))
int f5(void) { return restored; }
#pragma upc strict
// emit: return (*(int *)polder_addr_1node(polder_s_typed))
int f6(void) { return typed; }
