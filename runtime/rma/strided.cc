// Choosing and walking; see strided.h.
#include "runtime/rma/strided.h"

#include "runtime/net/net.h"
#include "runtime/race/race.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "runtime/rma/packed.h"

#include <cstring>

namespace polder::rma {

StridedCounts strided_counts;

namespace {

// Over TCP on two cores, an operation of its own costs about as much as two more copies of 4 KiB.
constexpr std::size_t streamed_bytes = 4096;
constexpr std::size_t few_pieces = 2;
constexpr unsigned stream_window = 64; // streamed pieces under way

struct Sides { // of one transfer
    polder_ga far;
    char *near;
    bool put;
};

// ---- shapes ----

// Joins levels that are contiguous on both sides, and drops those of one piece.
StridedShape shape_of(const std::size_t *far, const std::size_t *near, const std::size_t *counts, std::size_t levels) {
    StridedShape s = {};
    s.bytes = counts[0];
    for (std::size_t i = 0; i < levels; ++i) {
        if (counts[i + 1] == 1) continue;
        const bool first = s.levels == 0;
        const std::size_t last = first ? 0 : s.levels - 1;
        const std::size_t far_end = first ? s.bytes : s.far_stride[last] * s.count[last];
        const std::size_t near_end = first ? s.bytes : s.near_stride[last] * s.count[last];
        if (far[i] == far_end && near[i] == near_end) {
            (first ? s.bytes : s.count[last]) *= counts[i + 1];
            continue;
        }
        s.count[s.levels] = counts[i + 1];
        s.far_stride[s.levels] = far[i];
        s.near_stride[s.levels++] = near[i];
    }
    return s;
}

std::size_t pieces_of(const StridedShape &s) {
    std::size_t pieces = 1;
    for (unsigned i = 0; i < s.levels; ++i)
        pieces *= s.count[i];
    return pieces;
}

// ---- streams: up to stream_window pieces under way ----

class Stream {
public:
    explicit Stream(bool put) : put_(put) {}
    ~Stream() {
        for (TransferHandle handle : handles_)
            async_wait(handle);
    }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    void piece(polder_ga far, char *near, std::size_t bytes) {
        TransferHandle &place = handles_[next_++ % stream_window];
        async_wait(place);
        place = put_ ? async_put(far, near, bytes) : async_get(near, far, bytes);
        strided_counts.streamed.fetch_add(1, std::memory_order_relaxed);
    }

private:
    const bool put_;
    unsigned next_ = 0;
    TransferHandle handles_[stream_window] = {};
};

void stream(const Sides &sides, const StridedShape &s, std::size_t pieces) {
    Stream stream(sides.put);
    for (std::size_t i = 0; i < pieces; ++i)
        stream.piece(sides.far + piece_offset(s, s.far_stride, i), sides.near + piece_offset(s, s.near_stride, i),
                     s.bytes);
}

// ---- packed ----

void pack(const Sides &sides, const StridedShape &s, std::size_t pieces) {
    alignas(8) char bytes[packed_bytes];
    const std::size_t each = packed_bytes / s.bytes;
    for (std::size_t first = 0; first < pieces; first += each) {
        const std::size_t count = pieces - first < each ? pieces - first : each;
        const PackedPieces packed = {sides.far, &s, nullptr, s.bytes, first, count};
        const auto near = [&](std::size_t i) { return sides.near + piece_offset(s, s.near_stride, first + i); };
        for (std::size_t i = 0; sides.put && i < count; ++i)
            std::memcpy(bytes + i * s.bytes, near(i), s.bytes);
        if (sides.put)
            packed_put(ga_node(sides.far), packed, bytes);
        else
            packed_get(ga_node(sides.far), packed, bytes);
        for (std::size_t i = 0; !sides.put && i < count; ++i)
            copy_once(near(i), bytes + i * s.bytes, s.bytes);
    }
}

// Of this node's memory.
void copy_piece(bool put, polder_ga far, void *near, std::size_t bytes) {
    if (put) {
        race::race_copied(near, near_pointer(far), bytes);
        copy_put(far, near, bytes);
    } else {
        race::race_copied(near_pointer(far), near, bytes);
        copy_get(near, far, bytes);
    }
}

// ---- a strided transfer ----

void copy_near(const Sides &sides, const StridedShape &s, std::size_t pieces) {
    for (std::size_t i = 0; i < pieces; ++i) {
        const polder_ga far = sides.far + piece_offset(s, s.far_stride, i);
        copy_piece(sides.put, far, sides.near + piece_offset(s, s.near_stride, i), s.bytes);
    }
}

std::size_t far_extent(const StridedShape &s) {
    std::size_t extent = s.bytes;
    for (unsigned i = 0; i < s.levels; ++i)
        extent += (s.count[i] - 1) * s.far_stride[i];
    return extent;
}

void transfer(const Sides &sides, const StridedShape &s) {
    const std::size_t pieces = pieces_of(s);
    far_check(sides.put ? "strided put" : "strided get", sides.far, far_extent(s));
    if (!is_far(sides.far) || ga_is_near(sides.far)) return copy_near(sides, s, pieces);
    cache::far_order(sides.far, far_extent(s), sides.put);
    if (strided_packs(pieces, s.bytes))
        pack(sides, s, pieces);
    else
        stream(sides, s, pieces);
}

// Levels beyond those of a shape are loops.
void strided(const Sides &sides, const std::size_t *far, const std::size_t *near, const std::size_t *counts,
             std::size_t levels) {
    for (std::size_t i = 0; i <= levels; ++i)
        if (counts[i] == 0) return;
    if (levels <= shape_levels) return transfer(sides, shape_of(far, near, counts, levels));
    const std::size_t outer = levels - 1;
    for (std::size_t i = 0; i < counts[levels]; ++i)
        strided({sides.far + i * far[outer], sides.near + i * near[outer], sides.put}, far, near, counts, outer);
}

// ---- indexed ----

// Pieces [first, end) lie on one node.
void indexed_far(bool put, const polder_ga *far, void *const *near, std::size_t first, std::size_t end,
                 std::size_t bytes) {
    for (std::size_t i = first; i < end; ++i)
        cache::far_order(far[i], bytes, put);
    if (!strided_packs(end - first, bytes)) {
        Stream stream(put);
        for (std::size_t i = first; i < end; ++i)
            stream.piece(far[i], static_cast<char *>(near[i]), bytes);
        return;
    }
    alignas(8) char data[packed_bytes];
    const std::size_t each = packed_bytes / (bytes + sizeof *far);
    for (; first < end; first += each) {
        const std::size_t count = end - first < each ? end - first : each;
        const PackedPieces packed = {far[first], nullptr, far, bytes, first, count};
        for (std::size_t i = 0; put && i < count; ++i)
            std::memcpy(data + i * bytes, near[first + i], bytes);
        if (put)
            packed_put(ga_node(far[first]), packed, data);
        else
            packed_get(ga_node(far[first]), packed, data);
        for (std::size_t i = 0; !put && i < count; ++i)
            copy_once(near[first + i], data + i * bytes, bytes);
    }
}

void indexed(bool put, std::size_t n, const polder_ga *far, void *const *near, std::size_t bytes) {
    if (bytes == 0) return;
    for (std::size_t i = 0; i < n;) {
        far_check(put ? "indexed put" : "indexed get", far[i], bytes);
        std::size_t end = i + 1;
        if (!is_far(far[i]) || ga_is_near(far[i])) {
            copy_piece(put, far[i], near[i], bytes);
        } else {
            for (; end < n && ga_is_shared(far[end]) && ga_node(far[end]) == ga_node(far[i]); ++end)
                far_check(put ? "indexed put" : "indexed get", far[end], bytes);
            indexed_far(put, far, near, i, end, bytes);
        }
        i = end;
    }
}

} // namespace

bool strided_packs(std::size_t pieces, std::size_t bytes) {
    return pieces > few_pieces && bytes < streamed_bytes;
}

void strided_put(polder_ga to, const std::size_t *to_strides, const void *from, const std::size_t *from_strides,
                 const std::size_t *counts, std::size_t levels) {
    strided({to, static_cast<char *>(const_cast<void *>(from)), true}, to_strides, from_strides, counts, levels);
}

void strided_get(void *to, const std::size_t *to_strides, polder_ga from, const std::size_t *from_strides,
                 const std::size_t *counts, std::size_t levels) {
    strided({from, static_cast<char *>(to), false}, from_strides, to_strides, counts, levels);
}

void indexed_put(std::size_t n, const polder_ga *to, const void *const *from, std::size_t bytes) {
    indexed(true, n, to, const_cast<void *const *>(from), bytes);
}

void indexed_get(std::size_t n, void *const *to, const polder_ga *from, std::size_t bytes) {
    indexed(false, n, from, to, bytes);
}

} // namespace polder::rma
