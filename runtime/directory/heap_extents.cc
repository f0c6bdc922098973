// The leader's table of extents, sorted by address.
#include "runtime/directory/heap_extents.h"

#include "runtime/segment/growth.h"
#include "runtime/segment/segment.h"

#include <cstdlib>
#include <cstring>

namespace polder::directory {

namespace {

struct Registered {
    std::uint64_t begin;   // virtual
    ConduitRegion *region; // null: the provider has refused it
    ConduitKey key;
};

struct Table {
    Conduit *conduit = nullptr;
    Registered *list = nullptr;
    std::size_t count = 0;
    std::size_t room = 0;
    std::atomic<std::uint64_t> registered;
    std::atomic<std::uint64_t> bytes;
    std::atomic<std::uint64_t> refused;
};
Table table;

std::size_t place_of(std::uint64_t begin) { // the first that is not before it
    std::size_t low = 0;
    std::size_t high = table.count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        table.list[middle].begin < begin ? low = middle + 1 : high = middle;
    }
    return low;
}

bool make_room() {
    if (table.count < table.room) return true;
    const std::size_t room = table.room ? 2 * table.room : 64;
    void *list = std::realloc(table.list, room * sizeof *table.list);
    if (!list) return false;
    table.list = static_cast<Registered *>(list);
    table.room = room;
    return true;
}

Registered made(std::uint64_t begin, std::uint64_t bytes) {
    Registered one{begin, nullptr, {}};
    if (is_ok(table.conduit->table->register_memory(*table.conduit, reinterpret_cast<void *>(begin), bytes, &one.region,
                                                    &one.key))) {
        table.registered.fetch_add(1, std::memory_order_relaxed);
        table.bytes.fetch_add(bytes, std::memory_order_relaxed);
    } else {
        one.region = nullptr;
        table.refused.fetch_add(1, std::memory_order_relaxed);
    }
    return one;
}

// Null: there is no memory for it.
const Registered *registered(std::uint64_t begin, std::uint64_t bytes) {
    const std::size_t place = place_of(begin);
    if (place < table.count && table.list[place].begin == begin) return &table.list[place];
    if (!make_room()) return nullptr;
    std::memmove(table.list + place + 1, table.list + place, (table.count - place) * sizeof *table.list);
    ++table.count;
    return &(table.list[place] = made(begin, bytes));
}

} // namespace

void heap_extents_open(Conduit &conduit) {
    table.conduit = &conduit;
}

void heap_extents_close() {
    for (std::size_t i = 0; i < table.count; ++i)
        if (table.list[i].region) table.conduit->table->unregister_memory(*table.conduit, table.list[i].region);
    std::free(table.list);
    table.list = nullptr;
    table.count = table.room = 0;
    table.conduit = nullptr;
}

void *heap_extents_find(std::uint64_t remote, std::uint64_t bytes, ConduitExtent *extent) {
    const std::uint64_t length = std::uint64_t{node_range.threads} << node_range.shift;
    if (!table.conduit || !in_node_range(remote) || bytes > length - (remote - node_range.base)) return nullptr;
    const std::uint64_t offset = (remote - node_range.base) & ((std::uint64_t{1} << node_range.shift) - 1);
    const SegmentExtent cut = growth_extent(offset);
    void *const at = reinterpret_cast<void *>(remote);
    if (!extent || !cut.bytes || !growth_has_reached(cut)) return at;
    const std::uint64_t begin = remote - (offset - cut.begin);
    const Registered *one = registered(begin, cut.bytes);
    if (one && one->region) *extent = {begin, begin, cut.bytes, one->key};
    return at;
}

ExtentCounts extent_counts() {
    return {table.registered.load(), table.bytes.load(), table.refused.load()};
}

} // namespace polder::directory
