// Piggybacked data: what travels with a message to the home of a lock instead of on its own
// (far_lock.h).
//
//   to home  *pieces*: bytes that the thread has written to memory of that node. Home stores them
//            before it does what the message asks. And addresses of *lines* that the thread is
//            going to read
//   back     the bytes of those lines, as home finds them once it has done what was asked
//
// runtime/cache fills it and takes the lines out; home's side is here.
//
// Order.
//   1. What a piece overwrites was put before, or is on its way on a conduit that keeps order. A
//      message is delivered behind the puts before it.
//   2. That home has stored the pieces is known by its answer, whatever it says.
//   3. Lines come only with an answer that is sent at once. Whoever has to queue for a lock asks
//      for them later.
//
// Bounds. It is at most piggyback_bytes long, an answer has at most piggyback_lines. A thread has
// one message with such wishes under way.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::rpc {

inline constexpr std::size_t piggyback_line_bytes = 1024; // a line of runtime/cache
inline constexpr unsigned piggyback_lines = 4;
inline constexpr std::size_t piggyback_bytes = 4096; // pieces with their heads

struct Piggyback { // as it travels, up to the last piece
    std::uint32_t lines;
    std::uint32_t bytes;
    polder_ga line[piggyback_lines];
    char pieces[piggyback_bytes];
};

struct PiggybackPiece { // a head; then so many bytes, up to the next multiple of 8
    polder_ga to;
    std::uint64_t bytes;
};

inline void piggyback_clear(Piggyback &piggyback) {
    piggyback.lines = piggyback.bytes = 0;
}
inline bool piggyback_is_empty(const Piggyback &piggyback) {
    return piggyback.lines == 0 && piggyback.bytes == 0;
}
constexpr std::size_t piggyback_piece_size(std::size_t bytes) {
    return sizeof(PiggybackPiece) + (bytes + 7) / 8 * 8;
}
inline std::size_t piggyback_size(const Piggyback &piggyback) {
    return piggyback_is_empty(piggyback) ? 0 : offsetof(Piggyback, pieces) + piggyback.bytes;
}
// There is room for it. What continues the last piece becomes part of that.
struct PiggybackLoader {
    Piggyback &piggyback;
    PiggybackPiece *last = nullptr;
    void add(polder_ga to, const void *from, std::size_t bytes);
};

// At home; from: as it came, not to be believed.
class PiggybackIn {
public:
    PiggybackIn(const void *from, std::size_t bytes);
    void take_in() const;                  // the pieces
    std::size_t gather(char *lines) const; // bytes of lines; room for piggyback_lines

private:
    const Piggyback *piggyback_; // null: none
};

} // namespace polder::rpc
