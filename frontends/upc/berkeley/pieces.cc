// Copies of many pieces (Berkeley UPC): lists of regions (vlist), of regions of one length (ilist),
// regular distances (fstrided), and blocks of more dimensions (strided). They are done when the
// call returns, so the _async forms give a complete handle. On a node the processor does them, over
// the network many pieces are under way at a time.
//
// A *side* is where the bytes come from or go to, as a sequence of pieces. Both sides may be cut
// differently: the copy goes through them with two cursors and moves what is left of the shorter
// piece.
#include "frontends/upc/window.h"
#include "runtime/core/job.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

using Handle = unsigned long; // upc_handle_t; 0 is complete

// Addresses of shared and of private memory, so that they cannot be mixed up.
struct Shared {
    polder_ga at;
    Shared operator+(std::size_t bytes) const { return {at + bytes}; }
};
struct Private {
    char *at;
    Private operator+(std::size_t bytes) const { return {at + bytes}; }
};
struct Source {
    const char *at;
    Source operator+(std::size_t bytes) const { return {at + bytes}; }
};

void move(Window &window, Shared to, Shared from, std::size_t bytes) {
    window.copy(to.at, from.at, bytes);
}
void move(Window &window, Shared to, Source from, std::size_t bytes) {
    window.put(to.at, from.at, bytes);
}
void move(Window &window, Private to, Shared from, std::size_t bytes) {
    window.get(to.at, from.at, bytes);
}

// As bupc_smemvec_t and bupc_pmemvec_t.
struct SharedVector {
    polder_gp at;
    std::size_t length;
};
struct PrivateVector {
    void *at;
    std::size_t length;
};

// ---- sides: count(), at(i), length(i) ----

template <class Address, class Vector> struct VectorSide {
    const Vector *list;
    std::size_t pieces;
    std::size_t count() const { return pieces; }
    Address at(std::size_t i) const;
    std::size_t length(std::size_t i) const { return list[i].length; }
};
using SharedVectors = VectorSide<Shared, SharedVector>;
using PrivateVectors = VectorSide<Private, PrivateVector>;
using SourceVectors = VectorSide<Source, PrivateVector>;
template <> Shared SharedVectors::at(std::size_t i) const {
    return {list[i].at.ga};
}
template <> Private PrivateVectors::at(std::size_t i) const {
    return {static_cast<char *>(list[i].at)};
}
template <> Source SourceVectors::at(std::size_t i) const {
    return {static_cast<const char *>(list[i].at)};
}

struct SharedList {
    const polder_gp *list;
    std::size_t pieces;
    std::size_t bytes;
    std::size_t count() const { return pieces; }
    Shared at(std::size_t i) const { return {list[i].ga}; }
    std::size_t length(std::size_t) const { return bytes; }
};
template <class Address, class Pointer> struct PrivateList {
    Pointer const *list;
    std::size_t pieces, bytes;
    std::size_t count() const { return pieces; }
    Address at(std::size_t i) const { return {static_cast<decltype(Address::at)>(list[i])}; }
    std::size_t length(std::size_t) const { return bytes; }
};
using DestinationList = PrivateList<Private, void *>;
using SourceList = PrivateList<Source, const void *>;

template <class Address> struct Regular {
    Address first;
    std::size_t bytes, stride, pieces;
    std::size_t count() const { return pieces; }
    Address at(std::size_t i) const { return first + i * stride; }
    std::size_t length(std::size_t) const { return bytes; }
};

template <class Side> std::size_t bytes_of(const Side &side) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < side.count(); ++i)
        sum += side.length(i);
    return sum;
}

template <class Side> struct Cursor {
    const Side &side;
    std::size_t piece = 0;
    std::size_t done = 0; // bytes of this piece
    std::size_t left() {  // skips what is empty; 0: at the end
        while (piece < side.count() && done == side.length(piece))
            ++piece, done = 0;
        return piece < side.count() ? side.length(piece) - done : 0;
    }
};

template <class To, class From> void copy_pieces(const char *function, const To &to, const From &from) {
    const std::size_t there = bytes_of(to);
    const std::size_t here = bytes_of(from);
    if (there != here) job_fail(1, "%s: %zu bytes of source and %zu of destination", function, here, there);
    Cursor<To> target{to};
    Cursor<From> source{from};
    Window window;
    for (;;) {
        const std::size_t room = target.left();
        const std::size_t rest = source.left();
        const std::size_t bytes = room < rest ? room : rest;
        if (bytes == 0) return;
        move(window, to.at(target.piece) + target.done, from.at(source.piece) + source.done, bytes);
        target.done += bytes;
        source.done += bytes;
    }
}

// count[0] bytes, and on each of `levels` levels count[level] of what is below, at these distances.
template <class To, class From> struct Block {
    const std::size_t *to_strides, *from_strides, *count;
    Window window;

    void copy(To to, From from, std::size_t levels) {
        if (levels == 0) return move(window, to, from, count[0]);
        const std::size_t below = levels - 1;
        for (std::size_t i = 0; i < count[levels]; ++i)
            copy(to + i * to_strides[below], from + i * from_strides[below], below);
    }
};
template <class To, class From>
void copy_block(To to, const std::size_t *to_strides, From from, const std::size_t *from_strides,
                const std::size_t *count, std::size_t levels) {
    Block<To, From> block{to_strides, from_strides, count, {}};
    block.copy(to, from, levels);
}

Private destination(void *p) {
    return {static_cast<char *>(p)};
}
Source source(const void *p) {
    return {static_cast<const char *>(p)};
}

} // namespace
} // namespace polder::upc

// Each function twice: it waits, or gives a handle.
#define BOTH(NAME, PARAMETERS, BODY)                                                                                   \
    extern "C" [[gnu::visibility("default")]] void NAME PARAMETERS {                                                   \
        const race::RaceCall call({&NAME, __builtin_return_address(0)});                                               \
        const char *const function = #NAME;                                                                            \
        BODY;                                                                                                          \
    }                                                                                                                  \
    extern "C" [[gnu::visibility("default")]] Handle NAME##_async PARAMETERS {                                         \
        const race::RaceCall call({&NAME##_async, __builtin_return_address(0)});                                       \
        const char *const function = #NAME "_async";                                                                   \
        BODY;                                                                                                          \
        return 0;                                                                                                      \
    }

using Bytes = std::size_t;

BOTH(bupc_memcpy_vlist, (Bytes dst_count, const SharedVector *dst, Bytes src_count, const SharedVector *src),
     copy_pieces(function, SharedVectors{dst, dst_count}, SharedVectors{src, src_count}))
BOTH(bupc_memput_vlist, (Bytes dst_count, const SharedVector *dst, Bytes src_count, const PrivateVector *src),
     copy_pieces(function, SharedVectors{dst, dst_count}, SourceVectors{src, src_count}))
BOTH(bupc_memget_vlist, (Bytes dst_count, const PrivateVector *dst, Bytes src_count, const SharedVector *src),
     copy_pieces(function, PrivateVectors{dst, dst_count}, SharedVectors{src, src_count}))

BOTH(bupc_memcpy_ilist,
     (Bytes dst_count, const polder_gp *dst, Bytes dst_length, Bytes src_count, const polder_gp *src, Bytes src_length),
     copy_pieces(function, SharedList{dst, dst_count, dst_length}, SharedList{src, src_count, src_length}))
BOTH(bupc_memput_ilist,
     (Bytes dst_count, const polder_gp *dst, Bytes dst_length, Bytes src_count, const void *const *src,
      Bytes src_length),
     copy_pieces(function, SharedList{dst, dst_count, dst_length}, SourceList{src, src_count, src_length}))
BOTH(bupc_memget_ilist,
     (Bytes dst_count, void *const *dst, Bytes dst_length, Bytes src_count, const polder_gp *src, Bytes src_length),
     copy_pieces(function, DestinationList{dst, dst_count, dst_length}, SharedList{src, src_count, src_length}))

BOTH(bupc_memcpy_fstrided,
     (polder_gp dst, Bytes dst_length, Bytes dst_stride, Bytes dst_count, polder_gp src, Bytes src_length,
      Bytes src_stride, Bytes src_count),
     copy_pieces(function, Regular<Shared>{{dst.ga}, dst_length, dst_stride, dst_count},
                 Regular<Shared>{{src.ga}, src_length, src_stride, src_count}))
BOTH(bupc_memput_fstrided,
     (polder_gp dst, Bytes dst_length, Bytes dst_stride, Bytes dst_count, const void *src, Bytes src_length,
      Bytes src_stride, Bytes src_count),
     copy_pieces(function, Regular<Shared>{{dst.ga}, dst_length, dst_stride, dst_count},
                 Regular<Source>{source(src), src_length, src_stride, src_count}))
BOTH(bupc_memget_fstrided,
     (void *dst, Bytes dst_length, Bytes dst_stride, Bytes dst_count, polder_gp src, Bytes src_length, Bytes src_stride,
      Bytes src_count),
     copy_pieces(function, Regular<Private>{destination(dst), dst_length, dst_stride, dst_count},
                 Regular<Shared>{{src.ga}, src_length, src_stride, src_count}))

BOTH(bupc_memcpy_strided,
     (polder_gp dst, const Bytes *dst_strides, polder_gp src, const Bytes *src_strides, const Bytes *count,
      Bytes levels),
     (void)function;
     copy_block(Shared{dst.ga}, dst_strides, Shared{src.ga}, src_strides, count, levels))
BOTH(bupc_memput_strided,
     (polder_gp dst, const Bytes *dst_strides, const void *src, const Bytes *src_strides, const Bytes *count,
      Bytes levels),
     (void)function;
     copy_block(Shared{dst.ga}, dst_strides, source(src), src_strides, count, levels))
BOTH(bupc_memget_strided,
     (void *dst, const Bytes *dst_strides, polder_gp src, const Bytes *src_strides, const Bytes *count, Bytes levels),
     (void)function;
     copy_block(destination(dst), dst_strides, Shared{src.ga}, src_strides, count, levels))
