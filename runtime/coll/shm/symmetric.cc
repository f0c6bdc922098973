// Collective operations on symmetric memory; symmetric.h has the rules.
#include "runtime/coll/shm/symmetric.h"

#include "runtime/coll/request/mismatch.h"
#include "runtime/coll/shm/array.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <algorithm>

namespace polder::coll::shm {
namespace {

// Sums are made in pieces that stay in the first cache.
constexpr std::size_t piece_bytes = 8192;

std::uint16_t signature_of(const SymmetricCall &what) {
    if (!what.combine) return collective_signature(what.call);
    CollectiveArguments call = what.call;
    call.element = what.combine->element;
    call.ordered = what.combine->ordered;
    return collective_signature(call);
}

// One operation, on the calling member.
class Carrying {
public:
    Carrying(Group &group, const SymmetricCall &what)
        : group_(group), what_(what), operation_(group_begin(group)), signature_(signature_of(what)) {}

    char *out_of(unsigned rank) const { return place(rank, what_.places.out); }
    const char *in() const { return static_cast<const char *>(what_.in); }
    const char *operand_of(unsigned rank) const;
    void offer_operand();

    void post(Stage stage) { post_position(group_, operation_, stage, signature_); }
    void await(unsigned rank, Stage stage) const;
    void await_all(Stage stage) const;
    // The caller's block for each other member: from(rank), to the offset in what is that member's.
    template <class From> void give_all(From from, std::size_t offset, std::size_t bytes) const;

    const Group &group() const { return group_; }

private:
    char *place(unsigned rank, std::uint64_t offset) const {
        return static_cast<char *>(segment_of(group_.thread(rank))) + offset;
    }

    Group &group_;
    const SymmetricCall &what_;
    std::uint64_t operation_;
    std::uint16_t signature_;
};

void copy(char *to, const char *from, std::size_t bytes) {
    if (to != from && bytes) std::memcpy(to, from, bytes);
}

// Compares what the member calls, unless it is further already.
void Carrying::await(unsigned rank, Stage stage) const {
    await_position(group_, rank, operation_, stage);
    const std::uint64_t position = group_.member(rank).position().number.load(std::memory_order_acquire);
    const std::uint16_t theirs = signature_at(position);
    if (__builtin_expect(theirs != signature_ && theirs && operation_at(position) == operation_, 0))
        fail_mismatch({group_.thread(rank), theirs}, {mythread(), signature_}, operation_);
}

void Carrying::await_all(Stage stage) const {
    for (unsigned i = 1; i < group_.size; ++i)
        await(group_.rank_of(i, group_.rank), stage);
}

// Members begin at different ones, so not all write to one member at a time.
template <class From> void Carrying::give_all(From from, std::size_t offset, std::size_t bytes) const {
    for (unsigned i = 1; i < group_.size; ++i) {
        const unsigned to = group_.rank_of(i, group_.rank);
        copy(out_of(to) + offset, from(to), bytes);
    }
}

// ---- copies ----

void broadcast(Carrying &carrying, const CollectiveArguments &call) {
    if (carrying.group().rank != call.root) return carrying.await(call.root, Stage::done);
    carrying.give_all([&](unsigned) { return carrying.in(); }, 0, call.bytes);
    carrying.post(Stage::done);
}

void allgather(Carrying &carrying, const CollectiveArguments &call) {
    const unsigned me = carrying.group().rank;
    const std::size_t bytes = call.uneven ? call.out.bytes[me] : call.bytes;
    const std::size_t at = call.uneven ? call.out.at[me] : me * bytes;
    carrying.give_all([&](unsigned) { return carrying.in(); }, at, bytes);
    carrying.post(Stage::done);
    copy(carrying.out_of(me) + at, carrying.in(), bytes);
    carrying.await_all(Stage::done);
}

void alltoall(Carrying &carrying, const CollectiveArguments &call) {
    const unsigned me = carrying.group().rank;
    const std::size_t own = me * call.bytes;
    carrying.give_all([&](unsigned to) { return carrying.in() + to * call.bytes; }, own, call.bytes);
    carrying.post(Stage::done);
    copy(carrying.out_of(me) + own, carrying.in() + own, call.bytes);
    carrying.await_all(Stage::done);
}

// ---- reductions ----

// The member is in this operation.
const char *Carrying::operand_of(unsigned rank) const {
    return place(rank, group_.member(rank).numbers.position.operand.load(std::memory_order_relaxed));
}

void Carrying::offer_operand() {
    const bool is_reached = what_.places.in != SymmetricPlaces::none;
    if (!is_reached) copy(out_of(group_.rank), in(), what_.call.bytes);
    group_.own().numbers.position.operand.store(is_reached ? what_.places.in : what_.places.out,
                                                std::memory_order_relaxed);
    post(Stage::entered);
}

struct Piece {
    std::size_t at;
    std::size_t bytes;
};

// To one sum of all operands, in the order of ranks from `base` on; it goes to all.
void sum_piece(const Carrying &carrying, const Combine &combine, Piece piece, unsigned base) {
    alignas(64) char scratch[piece_bytes];
    const Group &group = carrying.group();
    char *const sum = group.rank == base ? carrying.out_of(base) + piece.at : scratch;
    copy(sum, carrying.operand_of(base) + piece.at, piece.bytes);
    for (unsigned i = 1; i < group.size; ++i)
        combine.function(sum, carrying.operand_of(group.rank_of(i, base)) + piece.at, piece.bytes / combine.element,
                         combine.context);
    for (unsigned rank = 0; rank < group.size; ++rank)
        copy(carrying.out_of(rank) + piece.at, sum, piece.bytes);
}

// To the prefixes of all members.
void scan_piece(const Carrying &carrying, const Combine &combine, Piece piece, bool exclusive) {
    alignas(64) char sum[piece_bytes];
    alignas(64) char before[piece_bytes];
    copy(sum, carrying.operand_of(0) + piece.at, piece.bytes);
    if (!exclusive) copy(carrying.out_of(0) + piece.at, sum, piece.bytes);
    for (unsigned rank = 1; rank < carrying.group().size; ++rank) {
        if (exclusive) copy(before, sum, piece.bytes);
        combine.function(sum, carrying.operand_of(rank) + piece.at, piece.bytes / combine.element, combine.context);
        copy(carrying.out_of(rank) + piece.at, exclusive ? before : sum, piece.bytes);
    }
}

void combine_piece(const Carrying &carrying, const SymmetricCall &what, Piece piece, unsigned base) {
    if (what.call.collective == Collective::scan)
        scan_piece(carrying, *what.combine, piece, what.call.exclusive);
    else
        sum_piece(carrying, *what.combine, piece, base);
}

std::size_t most_of_piece(const SymmetricCall &what) {
    return piece_bytes / what.combine->element * what.combine->element;
}

void combine_pieces(const Carrying &carrying, const SymmetricCall &what, Piece share, unsigned base) {
    const std::size_t most = most_of_piece(what);
    for (std::size_t at = share.at; at < share.at + share.bytes; at += most)
        combine_piece(carrying, what, {at, std::min(most, share.at + share.bytes - at)}, base);
}

// Whole lines, where elements fill them.
Piece share_of(const Group &group, const SymmetricCall &what) {
    const std::size_t element = what.combine->element;
    const std::size_t unit = element < cache_line && cache_line % element == 0 ? cache_line : element;
    const std::size_t each = (what.call.bytes / group.size + unit - 1) / unit * unit;
    const std::size_t begin = std::min(what.call.bytes, group.rank * each);
    const bool last = group.rank + 1 == group.size;
    return {begin, last ? what.call.bytes - begin : std::min(each, what.call.bytes - begin)};
}

// Threads share cores: whoever is awake takes pieces.
void reduce_shared(Group &group, Carrying &carrying, const SymmetricCall &what) {
    const std::size_t most = most_of_piece(what);
    const auto pieces = static_cast<unsigned>((what.call.bytes + most - 1) / most);
    group_share(group, std::max(pieces, 1u), [&](unsigned i) {
        if (i == 0) carrying.await_all(Stage::entered); // they have: compares the calls
        const std::size_t at = i * most;
        combine_piece(carrying, what, {at, std::min(most, what.call.bytes - at)}, 0);
    });
}

// The order of operands depends on the arguments and the group alone. Where it is not known who
// computes an element, the sum begins with rank 0. Who computes a share of its own begins with
// itself, where order does not count: then its own `out` is where the sum is made.
void reduce(Group &group, Carrying &carrying, const SymmetricCall &what) {
    carrying.offer_operand();
    if (group.counting) return reduce_shared(group, carrying, what);
    if (acts_alone(group, {Sync::all, Sync::all}, what.call.bytes * group.size))
        return group_meet(group, [&] {
            carrying.await_all(Stage::entered);
            combine_pieces(carrying, what, {0, what.call.bytes}, 0);
        });
    carrying.await_all(Stage::entered);
    combine_pieces(carrying, what, share_of(group, what), what.combine->ordered ? 0 : group.rank);
    carrying.post(Stage::done);
    carrying.await_all(Stage::done);
}

// With a core each, a member reads a line of every other only if they are few or the data is long.
constexpr unsigned few_to_read = 16;
constexpr std::size_t worth_reading = 4096;
// A root that writes to all is the faster way up to so many members, or bytes in all.
constexpr unsigned few_to_give = 4;
constexpr std::size_t most_to_give = 65536;
// With a core each, a prefix needs no data of later members, but shares bring each member's to all.
// They pay by computing side by side: 4 KiB take 1.25 of the time of messages, 1 MiB half of it.
constexpr std::size_t worth_sharing = 16384;

} // namespace

bool symmetric_fits(unsigned members, bool counting, const CollectiveArguments &call, const Combine *combine) {
    const bool all_read = counting || members <= few_to_read || call.bytes >= worth_reading;
    switch (call.collective) {
    case Collective::broadcast: return counting || members <= few_to_give || call.bytes * (members - 1) <= most_to_give;
    case Collective::allgather: return all_read;
    case Collective::alltoall: return all_read && !call.uneven;
    case Collective::scan:
        return (counting || call.bytes >= worth_sharing) && all_read && combine->element <= piece_bytes;
    case Collective::allreduce: return all_read && combine->element <= piece_bytes;
    default: return false;
    }
}

void symmetric_run(Group &group, const SymmetricCall &what) {
    Carrying carrying(group, what);
    switch (what.call.collective) {
    case Collective::broadcast: return broadcast(carrying, what.call);
    case Collective::allgather: return allgather(carrying, what.call);
    case Collective::alltoall: return alltoall(carrying, what.call);
    default: return reduce(group, carrying, what);
    }
}

} // namespace polder::coll::shm
