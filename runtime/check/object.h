// Which shared object an address lies in: the static ones from a table made at start, blocks from
// the book-keeping of the heaps (runtime/node_heap/record.h). Only in checked jobs.
#pragma once

#include "runtime/node_heap/record.h"

#include <polder/abi.h>
#include <polder/check.h>

#include <cstddef>
#include <cstdint>

namespace polder::check {

struct SharedObject {
    enum class Kind : std::uint8_t { none, array, block, freed };
    Kind kind = Kind::none;
    bool spread = false;                // all threads have a part at `start`; else one does
    bool near = true;                   // this node counts when it is freed
    unsigned thread = 0;                // if not spread
    std::uint64_t start = 0;            // offset in the segments
    std::uint64_t bytes = 0;            // room in each
    std::uint64_t total = 0;            // if spread: bytes of all threads
    std::uint64_t block = 0;            // and of a block
    const char *name = nullptr;         // of an array
    node_heap::BlockRecord record = {}; // of a block; zero: nothing is known of it

    bool known() const { return kind != Kind::none; }
    // Bytes that a thread has of it.
    std::uint64_t part_of(unsigned thread) const;
    std::uint64_t smallest_part() const;
};

// `size` bytes at ga, which a pointer `from` leads to.
struct Access {
    polder_ga from;
    polder_ga ga;
    std::uint64_t size;
    std::uint64_t align;
};
// True: the access is right, and what it met is remembered. In few instructions, where one process
// of this node keeps the book-keeping of the object; false elsewhere, and for mistakes.
bool quickly_right(const Access &access, struct polder_met *met);

// Of the live block of another node around an address: its bytes from `begin` on. 0: the shadow
// does not know.
struct Rest {
    polder_ga begin;
    std::uint64_t bytes;
};
Rest rest_elsewhere(polder_ga ga);
// As quickly_right, of such blocks. Where the thread has no cache nothing is remembered.
bool right_elsewhere(const Access &access, struct polder_met *met);

// A static object, at start, in any order; objects_sort when all are told. False: no memory.
bool objects_expect(std::size_t count);
void objects_add(const polder_shared_object &object, std::uint64_t offset, std::uint64_t bytes);
void objects_sort();

// The object around ga, or whose end ga is. Kind none: there is none.
SharedObject object_at(polder_ga ga);

} // namespace polder::check
