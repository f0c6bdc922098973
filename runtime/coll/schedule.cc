// The list of steps; see schedule.h.
#include "runtime/coll/schedule.h"

#include <cstdlib>

namespace polder {

Schedule::~Schedule() {
    std::free(steps_);
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

Spot Schedule::scratch(std::size_t bytes) {
    const Spot spot{Place::scratch, scratch_};
    scratch_ += (bytes + 15) & ~std::size_t{15};
    return spot;
}

} // namespace polder
