// The two directions of a pipelined tree; see pipelined_tree.h. The memory of a few segments is
// posted ahead of need, so a parent need not wait for each post.
#include "runtime/coll/algorithms/pipelined_tree.h"

namespace polder::coll {

namespace {
constexpr std::size_t most_segments = 256;
constexpr std::size_t ahead = 3; // segments whose memory is posted before they are needed
} // namespace

Segments segments_of(std::size_t bytes, std::size_t segment, std::size_t element) {
    if (!segment || segment >= bytes) return {bytes, bytes};
    const std::size_t least = (bytes + most_segments - 1) / most_segments;
    if (segment < least) segment = least;
    return {bytes, (segment + element - 1) / element * element};
}

void pipelined_broadcast(Schedule &schedule, const TreeLinks &links, unsigned phase, BufferRef data,
                         const Segments &segments) {
    const std::size_t n = segments.count();
    const auto tag = [&](std::size_t i) { return tag_of(phase, static_cast<unsigned>(i)); };
    const auto post = [&](std::size_t i) {
        if (links.has_parent && i < n) schedule.post(links.parent, tag(i), data + segments.at(i), segments.size(i));
    };
    for (std::size_t i = 0; i < ahead; ++i)
        post(i);
    for (std::size_t i = 0; i < n; ++i) {
        if (links.has_parent) schedule.await(links.parent, tag(i), data + segments.at(i), segments.size(i));
        post(i + ahead);
        for (unsigned c = links.count; c; --c) // the largest subtrees first
            schedule.send(links.child[c - 1], tag(i), data + segments.at(i), segments.size(i));
    }
}

namespace {

// What comes from the children, one (segment, child) after the other, each in one of two places by
// turns.
struct Incoming {
    Schedule &schedule;
    const TreeLinks &links;
    const Segments &segments;
    unsigned phase;
    BufferRef buffer[2];

    std::size_t count() const { return segments.count() * links.count; }
    std::size_t segment(std::size_t i) const { return i / links.count; }
    unsigned tag(std::size_t i) const { return tag_of(phase, static_cast<unsigned>(segment(i))); }
    unsigned child(std::size_t i) const { return links.child[i % links.count]; }
    void post(std::size_t i) {
        if (i < count()) schedule.post(child(i), tag(i), buffer[i % 2], segments.size(segment(i)));
    }
    void combine(std::size_t i, BufferRef sum) {
        const std::size_t bytes = segments.size(segment(i));
        schedule.await(child(i), tag(i), buffer[i % 2], bytes);
        post(i + 1);
        schedule.combine(sum + segments.at(segment(i)), buffer[i % 2], bytes);
    }
};

} // namespace

BufferRef pipelined_reduce(Schedule &schedule, const TreeLinks &links, unsigned phase, BufferRef own,
                           const BufferRef *wanted, const Segments &segments) {
    const std::size_t n = segments.count();
    BufferRef sum = wanted ? *wanted : links.count && segments.bytes ? schedule.scratch(segments.bytes) : own;
    if ((links.count || wanted) && segments.bytes) schedule.copy(sum, own, segments.bytes);
    Incoming incoming{schedule, links, segments, phase, {}};
    if (links.count)
        for (BufferRef &buffer : incoming.buffer)
            buffer = schedule.scratch(segments.each);
    if (links.count) incoming.post(0);
    for (std::size_t s = 0; s < n; ++s) {
        for (unsigned c = 0; c < links.count; ++c)
            incoming.combine(s * links.count + c, sum);
        if (links.has_parent)
            schedule.send(links.parent, tag_of(phase, static_cast<unsigned>(s)), sum + segments.at(s),
                          segments.size(s));
    }
    return sum;
}

} // namespace polder::coll
