// Linear mappings: a second place at which the elements of a shared array lie in the order of their indexes, whoever owns them.
//
// The blocks of an array dealt out to the threads are scattered over the segments. Where blocks are whole pages, the same pages can be
// mapped once more, block behind block; then element i is at base + i * size, and loops that read or write at random find it as C does. It
// is the same memory: nothing has to be kept in step.
//
// Made for arrays of upc_all_alloc and upc_global_alloc in jobs of one node, when a loop has asked for one several times (its making costs
// a system call a block). Mappings stay: which pages a segment's addresses mean never changes (segment/growth.h), so that of an array
// that has been freed is right for the next one at that place with that block, if it is not longer.
// Invariant. What generated code gets is valid for all elements of the array for as long as the array lives.
#pragma once

#include <polder/abi.h>
