#include "runtime/check/object.h"

#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <cstdlib>

namespace polder {

std::uint64_t SharedObject::part_of(unsigned of) const {
    if (!spread) return of == thread ? bytes : 0;
    if (block == 0) return bytes;
    const std::uint64_t full = total / block, rest = total % block, all = full / threads(), more = full % threads();
    return all * block + (of < more ? block : of == more ? rest : 0);
}

std::uint64_t SharedObject::smallest_part() const {
    return part_of(spread ? threads() - 1 : thread);
}

namespace {

struct Static {
    std::uint64_t offset, bytes;
    const polder_shared_object *object;
};
Static *statics;
std::size_t static_count;

SharedObject array_at(polder_ga ga, std::uint64_t offset) {
    std::size_t low = 0, high = static_count; // the last that begins at or before the offset
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (statics[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    SharedObject found;
    if (low == 0 || offset - statics[low - 1].offset > statics[low - 1].bytes) return found;
    const Static &s = statics[low - 1];
    const polder_shared_object &o = *s.object;
    found.kind = SharedObject::Kind::array;
    found.spread = o.block != 0;
    found.start = s.offset;
    found.bytes = s.bytes;
    found.total = o.elements * (o.times_threads ? threads() : 1) * o.element_size;
    found.block = o.block * o.element_size;
    found.name = o.name;
    if (!found.spread && ga_thread(ga) != 0) return {};
    return found;
}

SharedObject block_at(polder_ga ga, std::uint64_t offset) {
    SharedObject found;
    const BlockAround block = allocation_around(ga);
    if (block.state == BlockAround::State::none) return found;
    found.near = block.near;
    found.spread = offset < node_range.local_begin;
    found.thread = ga_thread(ga);
    found.start = block.start + header_bytes;
    found.header = ga_of_segment(found.spread ? 0 : found.thread) + block.start;
    found.kind = block.state == BlockAround::State::live ? SharedObject::Kind::block : SharedObject::Kind::freed;
    if (block.bytes == 0) {
        found.header = 0;
        return found;
    }
    BlockHeader far_header;
    if (!found.near) far_header = header_of(found.header);
    const BlockHeader &header = found.near ? *static_cast<const BlockHeader *>(near_pointer(found.header)) : far_header;
    if (header.magic != block_live && header.magic != block_freed) {
        found.header = 0;
        found.bytes = block.bytes - header_bytes;
        return found;
    }
    found.bytes = header.bytes;
    found.total = header.blocks * header.block;
    found.block = found.spread ? header.block : 0;
    return found;
}

} // namespace

bool objects_expect(std::size_t count) {
    statics = static_cast<Static *>(std::calloc(count ? count : 1, sizeof(Static)));
    return statics != nullptr;
}

void objects_add(const polder_shared_object &object, std::uint64_t offset, std::uint64_t bytes) {
    statics[static_count++] = {segment_static_offset() + offset, bytes, &object};
}

void objects_sort() {
    std::qsort(statics, static_count, sizeof(Static), [](const void *a, const void *b) {
        const std::uint64_t x = static_cast<const Static *>(a)->offset, y = static_cast<const Static *>(b)->offset;
        return x < y ? -1 : x > y;
    });
}

SharedObject object_at(polder_ga ga) {
    if (!ga_is_shared(ga)) return {};
    const std::uint64_t offset = ga_offset(ga);
    return offset < node_range.symmetric_begin ? array_at(ga, offset) : block_at(ga, offset);
}

} // namespace polder
