// The list of steps; see schedule.h.
#include "runtime/coll/schedule/schedule.h"

#include <cstdlib>
#include <cstring>

namespace polder::coll {

Schedule::~Schedule() {
    std::free(steps_);
    std::free(constants_);
    std::free(context_);
}

Step *Schedule::add(Step::Kind kind, unsigned peer, unsigned tag, std::size_t bytes) {
    static Step nowhere; // written only, when memory has run out; nobody reads it
    if (size_ == room_) {
        const std::size_t room = room_ ? 2 * room_ : 16;
        void *more = std::realloc(steps_, room * sizeof(Step));
        if (!more) return failed_ = true, &nowhere;
        steps_ = static_cast<Step *>(more);
        room_ = room;
    }
    Step &step = steps_[size_++];
    step = {kind, false, Place::in, Place::out, peer, tag, 0, 0, bytes, 1, 0, 0};
    return &step;
}

void Schedule::post(unsigned peer, unsigned tag, Spot to, std::size_t bytes) {
    if (bytes <= eager_) return;
    Step *step = add(Step::Kind::post, peer, tag, bytes);
    step->to = to.place;
    step->to_at = to.offset;
}

void Schedule::send(unsigned peer, unsigned tag, Spot from, std::size_t bytes) {
    Step *step = add(Step::Kind::send, peer, tag, bytes);
    step->from = from.place;
    step->from_at = from.offset;
}

void Schedule::await(unsigned peer, unsigned tag, Spot to, std::size_t bytes) {
    Step *step = add(Step::Kind::await, peer, tag, bytes);
    step->to = to.place;
    step->to_at = to.offset;
}

void Schedule::combine(Spot to, Spot from, std::size_t bytes, bool left) {
    if (!bytes) return; // barriers have no operation
    Step *step = add(Step::Kind::combine, 0, 0, bytes);
    step->left = left;
    step->from = from.place;
    step->from_at = from.offset;
    step->to = to.place;
    step->to_at = to.offset;
}

void Schedule::copy(Spot to, Spot from, std::size_t bytes) {
    copy_pieces({to, 0}, {from, 0}, bytes, 1);
}

void Schedule::copy_pieces(Pieces to, Pieces from, std::size_t bytes, std::size_t count) {
    if (!bytes || !count) return;
    Step *step = add(Step::Kind::copy, 0, 0, bytes);
    step->from = from.spot.place;
    step->from_at = from.spot.offset;
    step->to = to.spot.place;
    step->to_at = to.spot.offset;
    step->count = static_cast<std::uint32_t>(count);
    step->from_stride = from.stride;
    step->to_stride = to.stride;
}

Spot Schedule::constant(const void *data, std::size_t bytes) {
    const std::size_t at = constant_bytes_, end = at + ((bytes + 15) & ~std::size_t{15});
    if (end > constant_room_) {
        const std::size_t room = end < 2 * constant_room_ ? 2 * constant_room_ : end;
        void *more = std::realloc(constants_, room);
        if (!more) return failed_ = true, Spot{Place::constant};
        constants_ = static_cast<char *>(more);
        constant_room_ = room;
    }
    if (bytes) std::memcpy(constants_ + at, data, bytes);
    constant_bytes_ = end;
    return {Place::constant, at};
}

void Schedule::then(Stage write, void *context) {
    if (!context) failed_ = true;
    stage_ = write;
    context_ = context;
}

void Schedule::next_stage(const char *scratch) {
    const Stage write = stage_;
    void *context = context_;
    stage_ = nullptr;
    context_ = nullptr;
    write(*this, scratch, context);
    std::free(context);
}

void Copies::add(Spot to, Spot from, std::size_t bytes) {
    if (!bytes) return;
    const auto distance = [](Spot a, Spot b) { return static_cast<std::ptrdiff_t>(a.offset - b.offset); };
    if (count_ == 1 && to.place == to_.spot.place && from.place == from_.spot.place) {
        const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(bytes_), apart = distance(to, to_.spot),
                             before = distance(from, from_.spot);
        if (apart == behind && before == behind) return void(bytes_ += bytes);
        if (bytes == bytes_) return void((to_.stride = apart, from_.stride = before, count_ = 2));
    } else if (count_ > 1 && bytes == bytes_ && to.place == to_.spot.place && from.place == from_.spot.place) {
        const auto n = static_cast<std::ptrdiff_t>(count_);
        if (distance(to, to_.spot) == n * to_.stride && distance(from, from_.spot) == n * from_.stride)
            return void(++count_);
    }
    flush();
    to_ = {to, 0}, from_ = {from, 0};
    bytes_ = bytes, count_ = 1;
}

void Copies::flush() {
    if (count_) schedule_.copy_pieces(to_, from_, bytes_, count_);
    count_ = 0;
}

Spot Schedule::scratch(std::size_t bytes) {
    const Spot spot{Place::scratch, scratch_};
    scratch_ += (bytes + 15) & ~std::size_t{15};
    return spot;
}

} // namespace polder::coll
