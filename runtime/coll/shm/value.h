// Collective operations on values in private memory: each member gives a value, or gets one, or
// both. Every member calls with the same arguments but the value; none waits for more than its data
// needs, so a call is no barrier. Values of any size; those of more than 48 bytes go in several
// chunks.
#pragma once

#include "runtime/coll/reduction/partial.h"
#include "runtime/coll/shm/group.h"

namespace polder::coll::shm {

// value: given by `root`, received by all others.
void broadcast_value(Group &group, void *value, std::size_t bytes, unsigned root);
// all: size values in rank order, read on `root` only.
void scatter_value(Group &group, void *value, const void *all, std::size_t bytes, unsigned root);
// all: written on `root` only.
void gather_value(Group &group, void *all, const void *value, std::size_t bytes, unsigned root);
void gather_all_value(Group &group, void *all, const void *value, std::size_t bytes);
// given: a block for each member; received: one from each, in rank order. They do not overlap.
void exchange_value(Group &group, void *received, const void *given, std::size_t bytes);
// received: the value of the member that gave the caller's rank as `to`; all these ranks are
// different.
void permute_value(Group &group, void *received, const void *value, std::size_t bytes, unsigned to);
// sum: in, the member's value; out, the sum of all in rank order, on `root` (elsewhere it is left
// unspecified).
void reduce_value(Group &group, void *sum, const Reduction &reduction, unsigned root);
void reduce_all_value(Group &group, void *sum, const Reduction &reduction);
// sum: out, the sum of the values of ranks 0 to the caller's.
void prefix_value(Group &group, void *sum, const Reduction &reduction);

// ---- the steps these and other operations are made of ----
// `operation` is a number of its own for each step. `tree`: group.tree where all synchronise
// anyway; group.loose_tree where a member is to wait for others as little as possible.

// At most slot_bytes. The root waits for nobody.
void ring_broadcast(Group &group, std::uint64_t operation, void *value, std::size_t bytes, unsigned root, Tree tree);

// What `peer` shows in the operation, as a partial.
Partial ring_await_partial(Group &group, unsigned peer, std::uint64_t operation);
// Member `base` gets the sum of all partials, in the order of the ranks from base on; the others
// only give theirs and go. On them `partial` is left as the sum of the member's subtree.
void ring_reduce(Group &group, std::uint64_t operation, Partial &partial, const Reduction &reduction, unsigned base,
                 Tree tree);
// The sum of the partials before the caller's, in the order of the ranks from base on.
Partial ring_prefix(Group &group, std::uint64_t operation, const Partial &own, const Reduction &reduction,
                    unsigned base, Tree tree);

} // namespace polder::coll::shm
