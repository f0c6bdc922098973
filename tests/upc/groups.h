// Groups for tests of <upc_groups.h>: all threads; those of a node; every second thread, in reverse
// order by key; threads of a list in an order of its own; and all alone. Some overlap, some are
// nested. Each thread gets its own group of a kind, or null.
#ifndef GROUPS_H
#define GROUPS_H

#include "check.h"
#include <upc_groups.h>

enum { ALL, NODE, HALVES, LISTED, NESTED, ALONE, KINDS };

static upc_group_t *listed(void)
{
    int ranks[THREADS], count = 0;
    for (int t = THREADS - 1; t >= 0; t -= 2) ranks[count++] = t; /* backwards ... */
    if (count > 2) ranks[count++] = !((THREADS - 1) % 2); /* ... and one of the others at the end */
    int is_member = 0;
    for (int i = 0; i < count; i++) is_member |= ranks[i] == MYTHREAD;
    return upc_group_list(upc_group_world(), ranks, is_member ? count : 0);
}

static upc_group_t *group_of_kind(int kind)
{
    upc_group_t *const world = upc_group_world();
    switch (kind) {
    case ALL: return world;
    case NODE: return upc_group_node(world);
    case HALVES: return upc_group_split(world, MYTHREAD % 2, -MYTHREAD);
    case LISTED: return listed();
    case NESTED: {
        upc_group_t *const half = upc_group_split(world, MYTHREAD < THREADS / 2, 0);
        upc_group_t *const inner = upc_group_split(half, upc_group_rank(half) ? 1 : -1, 0);
        upc_group_free(half);
        return inner;
    }
    default: return upc_group_split(world, MYTHREAD, 0);
    }
}

static void free_group(int kind, upc_group_t *group)
{
    if (kind != ALL) upc_group_free(group);
}

#endif
