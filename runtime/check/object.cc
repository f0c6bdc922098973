// Objects by address: a table of the static ones, the book-keeping of the heaps for the rest.
#include "runtime/check/object.h"

#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <cstdlib>

namespace polder {

std::uint64_t SharedObject::part_of(unsigned of) const {
    if (!spread) return of == thread ? bytes : 0;
    if (block == 0) return bytes;
    const std::uint64_t full = total / block; // blocks
    const std::uint64_t rest = total % block;
    const std::uint64_t all = full / threads();
    const std::uint64_t more = full % threads();
    return all * block + (of < more ? block : of == more ? rest : 0);
}

std::uint64_t SharedObject::smallest_part() const {
    return part_of(spread ? threads() - 1 : thread);
}

namespace {

struct Static {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t least; // bytes of the thread that has least
    const polder_shared_object *object;
};
Static *statics;
std::size_t static_count;

// Null: none.
const Static *static_at(std::uint64_t offset) {
    std::size_t low = 0; // the last that begins at or before the offset
    std::size_t high = static_count;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (statics[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    const bool inside = low > 0 && offset - statics[low - 1].offset <= statics[low - 1].bytes;
    return inside ? &statics[low - 1] : nullptr;
}

std::uint64_t total_bytes(const polder_shared_object &o) {
    return o.elements * (o.times_threads ? threads() : 1) * o.element_size;
}

SharedObject array_at(polder_ga ga, std::uint64_t offset) {
    const Static *const at = static_at(offset);
    SharedObject found;
    if (!at) return found;
    const Static &s = *at;
    const polder_shared_object &o = *s.object;
    found.kind = SharedObject::Kind::array;
    found.spread = o.block != 0;
    found.start = s.offset;
    found.bytes = s.bytes;
    found.total = total_bytes(o);
    found.block = o.block * o.element_size;
    found.name = o.name;
    if (!found.spread && ga_thread(ga) != 0) return {};
    return found;
}

SharedObject block_at(polder_ga ga, std::uint64_t offset) {
    SharedObject found;
    const BlockAround block = allocation_around(ga);
    if (block.state == BlockAround::State::none) return found;
    found.near = block.near || offset < node_range.local_begin;
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
    const bool here = ga_is_near(found.header);
    if (!here) far_header = header_of(found.header);
    const BlockHeader &header = here ? *static_cast<const BlockHeader *>(near_pointer(found.header)) : far_header;
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

// The part of an object that all threads have which have any: x lies in it if
// ((x - polder_job.base) & mask) - low < length.
struct Room {
    std::uint64_t low;
    std::uint64_t length;
    std::uint64_t mask;
};

// Of the live object around ga, or whose end ga is. Inlined, so that it stays in registers.
[[gnu::always_inline]] inline bool room_at(polder_ga ga, Room *room) {
    if (!ga_is_shared(ga)) return false;
    const std::uint64_t offset = ga_offset(ga);
    const std::uint64_t inside = (std::uint64_t{1} << polder_job.shift) - 1;
    if (offset < node_range.symmetric_begin) {
        const Static *const at = static_at(offset);
        if (!at || (at->object->block == 0 && ga_thread(ga) != 0)) return false;
        *room = {at->offset, at->least, at->object->block ? inside : ~std::uint64_t{0}};
        return true;
    }
    const bool local = offset >= node_range.local_begin;
    if (local ? !ga_is_near(ga) : mynode() != 0) return false;
    const std::uint64_t start = block_start_here(ga);
    const std::uint64_t segment = local ? ga - polder_job.base - offset : 0;
    const auto *const header = static_cast<const BlockHeader *>(near_pointer(polder_job.base + segment + start));
    if (start == 0 || header->magic != block_live) return false;
    *room = {segment + start + header_bytes, header->least, local ? ~std::uint64_t{0} : inside};
    return true;
}

} // namespace

bool objects_expect(std::size_t count) {
    statics = static_cast<Static *>(std::calloc(count ? count : 1, sizeof(Static)));
    return statics != nullptr;
}

void objects_add(const polder_shared_object &object, std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t block = object.block * object.element_size;
    const std::uint64_t least = block ? total_bytes(object) / block / threads() * block : bytes;
    statics[static_count++] = {segment_static_offset() + offset, bytes, least, &object};
}

void objects_sort() {
    std::qsort(statics, static_count, sizeof(Static), [](const void *a, const void *b) {
        const std::uint64_t x = static_cast<const Static *>(a)->offset;
        const std::uint64_t y = static_cast<const Static *>(b)->offset;
        return x < y ? -1 : x > y;
    });
}

bool quickly_right(const Access &access, struct polder_met *met) {
    const std::uint64_t freed = __atomic_load_n(polder_freed, __ATOMIC_ACQUIRE);
    Room room;
    if (!room_at(access.from, &room)) return false;
    const std::uint64_t start = ((access.from - polder_job.base) & room.mask) - room.low;
    const std::uint64_t at = ((access.ga - polder_job.base) & room.mask) - room.low;
    const bool inside = start <= room.length && at < room.length && room.length - at >= access.size;
    if (!inside || (access.ga & (access.align - 1)) || !ga_is_shared(access.ga)) return false;
    *met = {room.low, room.length, room.mask, freed};
    return true;
}

SharedObject object_at(polder_ga ga) {
    if (!ga_is_shared(ga)) return {};
    const std::uint64_t offset = ga_offset(ga);
    return offset < node_range.symmetric_begin ? array_at(ga, offset) : block_at(ga, offset);
}

} // namespace polder
