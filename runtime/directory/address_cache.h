// Address cache: where extents of other nodes lie, and their keys, as far as this process knows
// them. Where a provider registers memory only once it is there (caps.allocated), nobody knows all
// keys. The first access to an extent is a message, and its answer carries address and key. Later
// accesses are transfers of the provider.
//
// Vocabulary.
//   extent   memory of one node with one key (conduits/conduit.h)
//   handle   names an extent in the job: the global address of its first byte
//   entry    what the cache has of an extent: its handle and node, address there, length, key
//   set      the entries among which a handle may be; a new one takes the place of one that was not
//            used lately
//
// Bounded: POLDER_ADDRESSES entries, whatever is accessed. 0: there is no cache, and all accesses
// stay messages.
//
// Threads. Any may look up and learn at any time. A look-up takes no lock and writes shared memory
// only to count. It reads an entry as under a sequence lock:
//   1. A writer holds the lock of writers. It makes the entry's version odd, writes with release,
//      and makes the version even.
//   2. A reader reads an even version, then the entry with acquire, then the version again. The
//      reads with acquire keep the last one behind them.
//   3. If a reader saw a word of a writer, that word's release carries the odd version. So the last
//      read differs from the first, and the look-up is a miss.
#pragma once

#include "conduits/conduit.h"

#include <polder/abi.h>

namespace polder::directory {

struct Address { // of an extent at its node
    std::uint64_t at;
    std::uint64_t bytes;
    ConduitKey key;
};

void address_cache_open(std::uint64_t entries); // errors end the job
void address_cache_close();
bool address_cache_on(); // it has entries

// *address is written if it is found.
bool address_find(polder_ga handle, NodeNumber node, Address *address);
void address_count(bool found); // an access: a hit or a miss
void address_learn(polder_ga handle, NodeNumber node, const Address &address);

// Nothing is found for the handle from then on, until it is learnt anew.
void address_forget(polder_ga handle, NodeNumber node);
// The same for all handles that differ from this one in the bits of `others` alone, on any node.
// Takes as long as a look at each entry.
void address_forget_like(polder_ga handle, polder_ga others);

struct AddressCounts {
    std::uint64_t hits;          // accesses that were transfers
    std::uint64_t misses;        // that were messages and asked for the extent
    std::uint64_t learnt;        // entries written
    std::uint64_t evictions;     // of these, in the place of another one
    std::uint64_t invalidations; // entries forgotten as their memory was deregistered
};
AddressCounts address_counts();

} // namespace polder::directory
