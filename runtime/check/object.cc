// Objects by address: a table of the static ones, the book-keeping of the heaps for the rest.
#include "runtime/check/object.h"

#include "base/futex.h"
#include "runtime/alloc/alloc.h"
#include "runtime/cache/cache.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/shadow.h"
#include "runtime/segment/segment.h"

#include <cstdlib>
#include <iterator>

namespace polder::check {

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

SharedObject look_up_block(polder_ga ga, std::uint64_t offset) {
    SharedObject found;
    const node_heap::BlockAround block = alloc::allocation_around(ga);
    if (block.state == node_heap::BlockAround::State::none) return found;
    found.near = block.near || offset < node_range.local_begin;
    found.spread = offset < node_range.local_begin;
    found.thread = ga_thread(ga);
    found.start = block.start;
    found.bytes = block.bytes;
    found.kind =
        block.state == node_heap::BlockAround::State::live ? SharedObject::Kind::block : SharedObject::Kind::freed;
    if (block.bytes == 0) return found;
    const polder_ga at = ga_of_segment(found.spread ? 0 : found.thread) + block.start;
    const node_heap::SymmetricRecord all = alloc::record_of(at, block.bytes);
    if (!node_heap::record_is_right(all.record, at)) return found;
    found.record = all.record;
    found.bytes = node_heap::record_bytes(all.record, block.bytes);
    found.total = all.shape.blocks * all.shape.block;
    found.block = all.shape.block;
    return found;
}

// ---- blocks of the symmetric heap, on nodes that do not keep it ----

// What a look-up has found is right until the count of freed blocks changes. Every node has that
// count of this heap (check.cc). Threads of the process share the table.

struct Found {
    std::uint64_t freed;
    SharedObject object; // without bytes: empty
};
Found found_before[32];
std::size_t found_next = 0; // the oldest
FutexLock found_lock;

// Kind none: it was not looked up since a block was freed.
SharedObject found_at(std::uint64_t offset, std::uint64_t freed) {
    SharedObject object;
    found_lock.lock();
    for (const Found &found : found_before)
        if (offset - found.object.start < found.object.bytes && found.freed == freed) object = found.object;
    found_lock.unlock();
    return object;
}

void keep_found(std::uint64_t freed, const SharedObject &object) {
    found_lock.lock();
    found_before[found_next] = {freed, object};
    found_next = (found_next + 1) % std::size(found_before);
    found_lock.unlock();
}

SharedObject symmetric_block_elsewhere(polder_ga ga, std::uint64_t offset) {
    const std::uint64_t freed = __atomic_load_n(node_heap::blocks_freed, __ATOMIC_ACQUIRE);
    const SharedObject before = found_at(offset, freed);
    if (before.known()) return before;
    const SharedObject object = look_up_block(ga, offset);
    if (object.kind == SharedObject::Kind::block) keep_found(freed, object);
    return object;
}

SharedObject block_at(polder_ga ga, std::uint64_t offset) {
    const bool elsewhere = offset < node_range.local_begin && mynode() != 0;
    return elsewhere ? symmetric_block_elsewhere(ga, offset) : look_up_block(ga, offset);
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
    const node_heap::BlockAround block = node_heap::block_place_here(ga);
    const std::uint64_t segment = local ? ga - polder_job.base - offset : 0;
    const polder_ga start = polder_job.base + segment + block.start;
    if (block.bytes == 0) return false;
    const auto *const all = static_cast<const node_heap::SymmetricRecord *>(near_pointer(start + block.bytes)) - 1;
    if (!node_heap::record_is_live(all->record, start)) return false;
    const bool whole = local || all->shape.blocks == 1; // one thread has all
    const std::uint64_t length = whole ? node_heap::record_bytes(all->record, block.bytes) : all->shape.least;
    *room = {segment + block.start, length, whole ? ~std::uint64_t{0} : inside};
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
    const std::uint64_t freed = __atomic_load_n(node_heap::blocks_freed, __ATOMIC_ACQUIRE);
    Room room;
    if (!room_at(access.from, &room)) return false;
    const std::uint64_t start = ((access.from - polder_job.base) & room.mask) - room.low;
    const std::uint64_t at = ((access.ga - polder_job.base) & room.mask) - room.low;
    const bool inside = start <= room.length && at < room.length && room.length - at >= access.size;
    if (!inside || (access.from & (access.align - 1)) || !ga_is_shared(access.ga)) return false;
    *met = {room.low, room.length, room.mask, node_heap::blocks_freed, freed};
    return true;
}

Rest rest_elsewhere(polder_ga ga) {
    if (!ga_is_shared(ga) || ga_is_near(ga)) return {0, 0};
    const polder_ga line = ga / POLDER_SHADOW_LINE * POLDER_SHADOW_LINE;
    const std::uint64_t number = polder_far_get2(node_heap::shadow_number(line));
    if (number && number < node_heap::shadow_large) return {line, number};
    // Of a large number the block goes on to the next page.
    const polder_ga page =
        (number ? line + node_heap::shadow_page : line) / node_heap::shadow_page * node_heap::shadow_page;
    const std::uint64_t rest = polder_far_get8(node_heap::shadow_entry(page));
    if (!rest) return {0, 0};
    return number ? Rest{line, rest + (page - line)} : Rest{page, rest};
}

bool right_elsewhere(const Access &access, struct polder_met *met) {
    const volatile std::uint64_t *const version = cache::far_cache_version();
    const std::uint64_t now = version ? *version : 0;
    if (access.from & (access.align - 1)) return false;
    const Rest rest = rest_elsewhere(access.from);
    const polder_ga end = rest.begin + rest.bytes;
    if (!rest.bytes || access.from > end) return false;
    Rest first = rest; // of the byte at the lower address
    if (access.ga < rest.begin) first = rest_elsewhere(access.ga);
    const bool same = first.bytes && first.begin + first.bytes == end;
    if (!same || access.ga > end || end - access.ga < access.size) return false;
    if (version) *met = {first.begin - polder_job.base, first.bytes, ~std::uint64_t{0}, version, now};
    return true;
}

SharedObject object_at(polder_ga ga) {
    if (!ga_is_shared(ga)) return {};
    const std::uint64_t offset = ga_offset(ga);
    return offset < node_range.symmetric_begin ? array_at(ga, offset) : block_at(ga, offset);
}

} // namespace polder::check
