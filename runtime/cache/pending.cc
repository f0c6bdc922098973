// What has been written and is not on its way yet: collected in lines, sent as few puts. See
// lines.h.
#include "runtime/cache/lines.h"

#include "base/copy_once.h"
#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"

#include <algorithm>

namespace polder::cache {

namespace {

constexpr unsigned word_bits = 64;
constexpr unsigned words = far_line_bytes / word_bits;

std::uint64_t bits_from(std::size_t begin, std::size_t count) {
    return (count == word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << begin;
}

// Calls part(word, bits) for the words that bytes [begin, begin + bytes) have bits in.
template <class Part> void for_parts(std::size_t begin, std::size_t bytes, Part part) {
    while (bytes) {
        const std::size_t at = begin % word_bits;
        const std::size_t count = std::min<std::size_t>(bytes, word_bits - at);
        part(begin / word_bits, bits_from(at, count));
        begin += count;
        bytes -= count;
    }
}

// The first bit from `begin` on that is set (or not); far_line_bytes: none.
std::size_t next_bit(const FarMask &mask, std::size_t begin, bool set) {
    for (std::size_t w = begin / word_bits; w < words; ++w) {
        std::uint64_t bits = set ? mask.word[w] : ~mask.word[w];
        if (w == begin / word_bits) bits &= ~std::uint64_t{0} << begin % word_bits;
        if (bits) return w * word_bits + static_cast<std::size_t>(__builtin_ctzll(bits));
    }
    return far_line_bytes;
}

// Bytes that are adjacent there and here, put at once.
class Sender {
public:
    explicit Sender(FarCache &c) : c_(c) {}
    ~Sender() { send(); }
    Sender(const Sender &) = delete;
    Sender &operator=(const Sender &) = delete;
    void add(polder_ga to, const char *from, std::size_t bytes) {
        if (to != to_ + bytes_ || from != from_ + bytes_ || bytes_ + bytes > put::put_copied ||
            ga_thread(to) != ga_thread(to_)) {
            send();
            to_ = to;
            from_ = from;
            bytes_ = 0;
        }
        bytes_ += bytes;
    }

private:
    void send() {
        if (!bytes_) return;
        ++c_.counts.puts;
        if (ga_is_near(to_)) {
            copy_once(near_pointer(to_), from_, bytes_);
            return;
        }
        put::put_pool_order(to_, bytes_, true);
        put::put_copy(ga_node(to_), to_, from_, bytes_);
    }
    FarCache &c_;
    polder_ga to_ = 0;
    const char *from_ = nullptr;
    std::size_t bytes_ = 0;
};

// Calls piece(address there, address here, bytes).
template <class Piece> void for_pieces(const FarCache &c, unsigned place, Piece piece) {
    if (!c.line[place].pending) return;
    const FarMask &mask = c.written[place];
    for (std::size_t begin = next_bit(mask, 0, true), end; begin < far_line_bytes; begin = next_bit(mask, end, true)) {
        end = next_bit(mask, begin, false);
        piece(c.line[place].at + begin, c.bytes_of(place) + begin, end - begin);
        if (end == far_line_bytes) break;
    }
}

template <class Sink> void hand_over(FarCache &c, unsigned place, Sink &sink) {
    if (!c.line[place].pending) return;
    for_pieces(c, place, [&](polder_ga to, const char *from, std::size_t bytes) { sink.add(to, from, bytes); });
    c.written[place] = {};
    c.line[place].pending = false;
}

// In order of addresses, so that what is adjacent goes together. A place may be in the list more
// than once, or have been flushed since.
void sort_pending(FarCache &c) {
    std::sort(c.place_pending, c.place_pending + c.pending.load(std::memory_order_relaxed),
              [&](unsigned a, unsigned b) { return c.line[a].at < c.line[b].at; });
}

// What a piggybacked data of what is pending in memory of the node would be.
struct Weight {
    unsigned pieces = 0;
    std::size_t size = 0;
};
Weight weigh(const FarCache &c, NodeNumber node) {
    Weight weight;
    for (std::uint32_t i = 0; i < c.pending.load(std::memory_order_relaxed); ++i)
        if (ga_node(c.line[c.place_pending[i]].at) == node)
            for_pieces(c, c.place_pending[i], [&](polder_ga, const char *, std::size_t bytes) {
                ++weight.pieces;
                weight.size += rpc::piggyback_piece_size(bytes);
            });
    return weight;
}

} // namespace

void line_write(FarCache &c, unsigned place, std::size_t begin, const void *from, std::size_t bytes) {
    FarLine &line = c.line[place];
    if (!line.pending) {
        if (c.pending.load(std::memory_order_relaxed) == most_pending) lines_flush(c);
        const std::uint32_t number = c.pending.load(std::memory_order_relaxed);
        c.place_pending[number] = place;
        c.pending.store(number + 1, std::memory_order_relaxed);
        line.pending = true;
    }
    std::memcpy(c.bytes_of(place) + begin, from, bytes);
    for_parts(begin, bytes, [&](std::size_t w, std::uint64_t bits) { c.written[place].word[w] |= bits; });
}

bool line_is_pending(const FarCache &c, unsigned place, std::size_t begin, std::size_t bytes) {
    bool all = c.line[place].pending;
    for_parts(begin, bytes,
              [&](std::size_t w, std::uint64_t bits) { all &= (c.written[place].word[w] & bits) == bits; });
    return all;
}

void line_flush(FarCache &c, unsigned place) {
    Sender sender(c);
    hand_over(c, place, sender);
}

void lines_flush(FarCache &c) {
    const std::uint32_t count = c.pending.load(std::memory_order_relaxed);
    if (!count) return;
    sort_pending(c);
    Sender sender(c);
    for (std::uint32_t i = 0; i < count; ++i)
        hand_over(c, c.place_pending[i], sender);
    c.pending.store(0, std::memory_order_relaxed);
}

bool lines_load(FarCache &c, NodeNumber node, unsigned least, rpc::Piggyback &piggyback) {
    const Weight weight = weigh(c, node);
    if (weight.pieces == 0 || weight.pieces < least || weight.size > rpc::piggyback_bytes) return false;
    sort_pending(c);
    rpc::PiggybackLoader loader{piggyback};
    for (std::uint32_t i = 0; i < c.pending.load(std::memory_order_relaxed); ++i) {
        const unsigned place = c.place_pending[i];
        if (ga_node(c.line[place].at) != node) continue;
        put::put_pool_order(c.line[place].at, far_line_bytes, true);
        hand_over(c, place, loader);
    }
    c.counts.carried += weight.pieces;
    return true;
}

} // namespace polder::cache
