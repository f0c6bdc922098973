// Strided and indexed transfers: many pieces at once, between private memory and the shared memory
// of one node's threads.
//
// Vocabulary.
//   piece     contiguous on both sides
//   shape     how pieces lie: `levels` nested strides on each side. Pieces are numbered, the first
//             level fastest
//   packed    pieces travel together in messages, which the node's leader unpacks (or packs, for
//             gets)
//   streamed  each piece is a transfer of its own
//
// Which it is (strided.cc, chooses): levels that are contiguous on both sides are joined first, so
// that pieces are as long as can be. Few pieces, or long ones, are streamed: a message costs two
// copies and the processor there. What is near is copied piece by piece. On return all is complete,
// puts too. Order with other accesses of the thread to the same bytes is kept.
#pragma once

#include "runtime/rma/far.h"

namespace polder::rma {

inline constexpr unsigned shape_levels = 8; // that travel in a message; more are loops around it

struct StridedShape {
    std::size_t bytes;                     // of a piece
    unsigned levels;                       // 0: one piece
    std::size_t count[shape_levels];       // pieces along each
    std::size_t far_stride[shape_levels];  // bytes
    std::size_t near_stride[shape_levels]; // in private memory
};

// counts[0] bytes a piece, counts[1] of them in the first level and so on; as in
// <polder/transfer.h>.
void strided_put(polder_ga to, const std::size_t *to_strides, const void *from, const std::size_t *from_strides,
                 const std::size_t *counts, std::size_t levels);
void strided_get(void *to, const std::size_t *to_strides, polder_ga from, const std::size_t *from_strides,
                 const std::size_t *counts, std::size_t levels);

// n pieces of `bytes` each; the shared ones may lie on several nodes.
void indexed_put(std::size_t n, const polder_ga *to, const void *const *from, std::size_t bytes);
void indexed_get(std::size_t n, void *const *to, const polder_ga *from, std::size_t bytes);

struct StridedCounts {                   // of this process: how transfers went
    std::atomic<std::uint64_t> packed;   // messages
    std::atomic<std::uint64_t> streamed; // pieces
    std::atomic<std::uint64_t> refused;  // messages from elsewhere that were malformed
};
extern StridedCounts strided_counts;

// Whether pieces go packed.
bool strided_packs(std::size_t pieces, std::size_t bytes);

} // namespace polder::rma
