// The list of steps that a schedule grows by; see schedule.h. Without memory a schedule becomes
// `failed`, and what is written to it afterwards is lost.
#include "runtime/coll/schedule/schedule.h"

#include <cstdlib>
#include <cstring>

namespace polder::coll {

void LaterStage::write(Schedule &schedule, const char *scratch) {
    const Write write = write_;
    void *context = context_;
    set(nullptr, nullptr);
    write(schedule, scratch, context);
    std::free(context);
}

Step *Schedule::add(Step::Kind kind, unsigned peer, unsigned tag, std::size_t bytes) {
    static Step nowhere; // written only, when memory has run out; nobody reads it
    Step *step = steps_.extend(1);
    if (!step) {
        failed_ = true;
        return &nowhere;
    }
    *step = {kind, false, Buffer::in, Buffer::out, peer, tag, 0, 0, bytes, 1, 0, 0};
    return step;
}

void Schedule::post(unsigned peer, unsigned tag, BufferRef to, std::size_t bytes) {
    if (bytes <= eager_) return;
    Step *step = add(Step::Kind::post, peer, tag, bytes);
    step->to = to.buffer;
    step->to_at = to.offset;
}

void Schedule::send(unsigned peer, unsigned tag, BufferRef from, std::size_t bytes) {
    Step *step = add(Step::Kind::send, peer, tag, bytes);
    step->from = from.buffer;
    step->from_at = from.offset;
}

void Schedule::await(unsigned peer, unsigned tag, BufferRef to, std::size_t bytes) {
    Step *step = add(Step::Kind::await, peer, tag, bytes);
    step->to = to.buffer;
    step->to_at = to.offset;
}

void Schedule::combine(BufferRef to, BufferRef from, std::size_t bytes, bool left) {
    if (!bytes) return; // barriers have no operation
    Step *step = add(Step::Kind::combine, 0, 0, bytes);
    step->left = left;
    step->from = from.buffer;
    step->from_at = from.offset;
    step->to = to.buffer;
    step->to_at = to.offset;
}

void Schedule::copy(BufferRef to, BufferRef from, std::size_t bytes) {
    copy_strided({to, 0}, {from, 0}, bytes, 1);
}

void Schedule::copy_strided(StridedRef to, StridedRef from, std::size_t bytes, std::size_t count) {
    if (!bytes || !count) return;
    Step *step = add(Step::Kind::copy, 0, 0, bytes);
    step->from = from.ref.buffer;
    step->from_at = from.ref.offset;
    step->to = to.ref.buffer;
    step->to_at = to.ref.offset;
    step->count = static_cast<std::uint32_t>(count);
    step->from_stride = from.stride;
    step->to_stride = to.stride;
}

BufferRef Schedule::constant(const void *data, std::size_t bytes) {
    const std::size_t at = constants_.size();
    char *copy = constants_.extend((bytes + 15) & ~std::size_t{15});
    if (!copy && bytes) {
        failed_ = true;
        return BufferRef{Buffer::constant};
    }
    if (bytes) std::memcpy(copy, data, bytes);
    return {Buffer::constant, at};
}

void Schedule::then(LaterStage::Write write, void *context) {
    if (!context) failed_ = true;
    stage_.set(write, context);
}

void Copies::add(BufferRef to, BufferRef from, std::size_t bytes) {
    if (!bytes) return;
    const auto distance = [](BufferRef a, BufferRef b) { return static_cast<std::ptrdiff_t>(a.offset - b.offset); };
    if (count_ == 1 && to.buffer == to_.ref.buffer && from.buffer == from_.ref.buffer) {
        const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(bytes_);
        const std::ptrdiff_t apart = distance(to, to_.ref);
        const std::ptrdiff_t before = distance(from, from_.ref);
        if (apart == behind && before == behind) return void(bytes_ += bytes);
        if (bytes == bytes_) {
            to_.stride = apart;
            from_.stride = before;
            count_ = 2;
            return;
        }
    } else if (count_ > 1 && bytes == bytes_ && to.buffer == to_.ref.buffer && from.buffer == from_.ref.buffer) {
        const auto n = static_cast<std::ptrdiff_t>(count_);
        if (distance(to, to_.ref) == n * to_.stride && distance(from, from_.ref) == n * from_.stride)
            return void(++count_);
    }
    flush();
    to_ = {to, 0};
    from_ = {from, 0};
    bytes_ = bytes;
    count_ = 1;
}

void Copies::flush() {
    if (count_) schedule_.copy_strided(to_, from_, bytes_, count_);
    count_ = 0;
}

BufferRef Schedule::scratch(std::size_t bytes) {
    const BufferRef ref{Buffer::scratch, scratch_};
    scratch_ += (bytes + 15) & ~std::size_t{15};
    return ref;
}

} // namespace polder::coll
