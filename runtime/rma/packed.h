// Packed: pieces in messages of class NetClass::rma. A scatter carries addresses, or a shape, and
// the bytes. A gather carries the addresses, and is answered with the bytes. Replies come to the
// leader of the asking node, which need not be the process that waits. So answers lie in memory
// that the node shares.
//
//   scatter   header, [addresses,] bytes  -->  leader writes them, answers `done`
//   gather    header[, addresses]         -->  leader reads them, answers `data` with the bytes
//   done      the asker's leader adds 1 to the counter of the asking thread
//   data      the asker's leader copies the bytes to the landing of the asking thread, then adds 1
//
// Invariant (bounded). A system thread has one packed message under way at a time. It uses the
// landing and the counter of its UPC thread, which it holds by a lock. So a leader keeps at most
// one answer a thread of the job. Nothing that comes in is believed: every piece lies in this
// node's range, sizes add up, threads are of this node. Held by tests/unit/runtime/rma/strided.cc.
#pragma once

#include "runtime/rma/strided.h"

namespace polder::rma {

inline constexpr std::size_t packed_bytes = 64 * 1024; // of a message's payload

// Pieces [first, first + count) of a shape. `bytes` holds them one behind the other.
struct PackedPieces {
    polder_ga at;              // where piece 0 is
    const StridedShape *shape; // null: addresses
    const polder_ga *address;  // by number
    std::size_t bytes;         // of a piece
    std::size_t first;
    std::size_t count;
};

// Wait, polling, until the node has done it.
void packed_put(NodeNumber node, const PackedPieces &pieces, const void *bytes);
void packed_get(NodeNumber node, const PackedPieces &pieces, void *bytes);

// Offset of piece `number` by the strides of one side.
std::size_t piece_offset(const StridedShape &shape, const std::size_t *strides, std::size_t number);

} // namespace polder::rma
