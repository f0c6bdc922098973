// Without passes: loops as written, the processor's division, calls of the library.
// flags: -O3 -fno-upc-passes
// emit-not: polder_far_begin(&polder_b
// emit-not: polder_tlb polder_v
// emit-not: polder_far_ahead((const
// emit-not: = polder_may_turn(polder_e
// emit-not: polder_may_turn(polder_e, out
// emit-not: __builtin_prefetch(polder_addr_1node(
// emit-not: = polder_span_object(polder_e
// emit-not: = polder_stride_by_blocks(polder_e
// emit-not: polder_own_run_first(polder_e, 1L
// emit: upc_memput(
// emit: for (int i = 0; i < n; i++) s += 
#include "several_nodes_passes.upc"
#include "group_prefetch.upc"
shared [4] int own[4 * THREADS];
void put(int *from) {
    upc_forall (int i = 0; i < 4 * THREADS; i++; &own[i]) own[i] = 1;
    for (int i = 0; i < THREADS; i++)
        if (i % THREADS == MYTHREAD) own[i] = 2;
    upc_memput(&own[4], from, 4);
}
