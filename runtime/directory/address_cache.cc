// The table of the address cache.
#include "runtime/directory/address_cache.h"

#include "base/futex.h"
#include "runtime/core/job.h"

#include <cstdlib>
#include <cstring>

namespace polder::directory {

namespace {

constexpr unsigned ways = 8;
constexpr unsigned key_words = conduit_key_bytes / 8;

struct Entry {
    std::atomic<std::uint32_t> version; // odd while it is written
    std::atomic<bool> used;             // since others of the set were looked through
    std::atomic<NodeNumber> node;
    std::atomic<polder_ga> handle; // 0: empty
    std::atomic<std::uint64_t> at;
    std::atomic<std::uint64_t> bytes;
    std::atomic<std::uint64_t> key[key_words];
};

struct Set {
    Entry *first;
    unsigned count;
};

struct Cache {
    Entry *entries = nullptr;
    std::uint64_t count = 0;
    std::uint64_t sets = 0;
    FutexLock lock; // of writers
    alignas(cache_line) std::atomic<std::uint64_t> hits;
    std::atomic<std::uint64_t> misses;
    std::atomic<std::uint64_t> learnt;
    std::atomic<std::uint64_t> evictions;
    std::atomic<std::uint64_t> invalidations;
};
Cache cache;

// All sets have as many entries, but for one more in the first ones.
Set set_of(polder_ga handle, NodeNumber node) {
    const std::uint64_t mixed = (handle ^ (std::uint64_t{node} << 40)) * 0x9e3779b97f4a7c15u;
    const std::uint64_t set = (mixed >> 32) % cache.sets;
    const std::uint64_t each = cache.count / cache.sets;
    const std::uint64_t more = cache.count % cache.sets;
    const std::uint64_t first = set * each + (set < more ? set : more);
    return {cache.entries + first, static_cast<unsigned>(each + (set < more))};
}

bool is_of(const Entry &entry, polder_ga handle, NodeNumber node) {
    return entry.handle.load(std::memory_order_acquire) == handle && entry.node.load(std::memory_order_acquire) == node;
}

bool read(const Entry &entry, polder_ga handle, NodeNumber node, Address *address) {
    const std::uint32_t version = entry.version.load(std::memory_order_acquire);
    if (version % 2 || !is_of(entry, handle, node)) return false;
    Address found;
    found.at = entry.at.load(std::memory_order_acquire);
    found.bytes = entry.bytes.load(std::memory_order_acquire);
    for (unsigned i = 0; i < key_words; ++i) {
        const std::uint64_t word = entry.key[i].load(std::memory_order_acquire);
        std::memcpy(found.key.bytes + 8 * i, &word, sizeof word);
    }
    if (entry.version.load(std::memory_order_relaxed) != version) return false;
    *address = found;
    return true;
}

// Under the lock.
void write(Entry &entry, polder_ga handle, NodeNumber node, const Address &address) {
    const std::uint32_t version = entry.version.load(std::memory_order_relaxed);
    entry.version.store(version + 1, std::memory_order_relaxed);
    entry.handle.store(handle, std::memory_order_release);
    entry.node.store(node, std::memory_order_release);
    entry.at.store(address.at, std::memory_order_release);
    entry.bytes.store(address.bytes, std::memory_order_release);
    for (unsigned i = 0; i < key_words; ++i) {
        std::uint64_t word;
        std::memcpy(&word, address.key.bytes + 8 * i, sizeof word);
        entry.key[i].store(word, std::memory_order_release);
    }
    entry.used.store(true, std::memory_order_relaxed);
    entry.version.store(version + 2, std::memory_order_release);
}

// Under the lock. That of the handle, an empty one, or one not used since the last time.
Entry &place_for(const Set &set, polder_ga handle, NodeNumber node) {
    Entry *empty = nullptr;
    for (unsigned i = 0; i < set.count; ++i) {
        Entry &entry = set.first[i];
        const polder_ga holds = entry.handle.load(std::memory_order_relaxed);
        if (holds && is_of(entry, handle, node)) return entry;
        if (!holds && !empty) empty = &entry;
    }
    if (empty) return *empty;
    cache.evictions.fetch_add(1, std::memory_order_relaxed);
    for (unsigned i = 0; i < set.count; ++i)
        if (!set.first[i].used.exchange(false, std::memory_order_relaxed)) return set.first[i];
    return set.first[0];
}

} // namespace

void address_cache_open(std::uint64_t entries) {
    cache.entries = static_cast<Entry *>(std::calloc(entries ? entries : 1, sizeof(Entry)));
    if (!cache.entries) job_fail(1, "no memory for the %lu entries of POLDER_ADDRESSES", entries);
    cache.sets = entries < ways ? 1 : entries / ways;
    cache.count = entries;
}

void address_cache_close() {
    std::free(cache.entries);
    cache.entries = nullptr;
    cache.count = 0;
}

bool address_cache_on() {
    return cache.count != 0;
}

bool address_find(polder_ga handle, NodeNumber node, Address *address) {
    const Set set = cache.count ? set_of(handle, node) : Set{nullptr, 0};
    for (unsigned i = 0; i < set.count; ++i) {
        Entry &entry = set.first[i];
        if (!read(entry, handle, node, address)) continue;
        if (!entry.used.load(std::memory_order_relaxed)) entry.used.store(true, std::memory_order_relaxed);
        return true;
    }
    return false;
}

void address_count(bool found) {
    (found ? cache.hits : cache.misses).fetch_add(1, std::memory_order_relaxed);
}

void address_learn(polder_ga handle, NodeNumber node, const Address &address) {
    if (!cache.count) return;
    const Set set = set_of(handle, node);
    cache.lock.lock();
    write(place_for(set, handle, node), handle, node, address);
    cache.learnt.fetch_add(1, std::memory_order_relaxed);
    cache.lock.unlock();
}

void address_forget(polder_ga handle, NodeNumber node) {
    if (!cache.count) return;
    const Set set = set_of(handle, node);
    cache.lock.lock();
    for (unsigned i = 0; i < set.count; ++i)
        if (is_of(set.first[i], handle, node)) {
            write(set.first[i], 0, 0, {});
            cache.invalidations.fetch_add(1, std::memory_order_relaxed);
        }
    cache.lock.unlock();
}

void address_forget_like(polder_ga handle, polder_ga others) {
    cache.lock.lock();
    for (std::uint64_t i = 0; i < cache.count; ++i) {
        Entry &entry = cache.entries[i];
        const polder_ga holds = entry.handle.load(std::memory_order_relaxed);
        if (!holds || (holds ^ handle) & ~others) continue;
        write(entry, 0, 0, {});
        cache.invalidations.fetch_add(1, std::memory_order_relaxed);
    }
    cache.lock.unlock();
}

AddressCounts address_counts() {
    return {cache.hits.load(), cache.misses.load(), cache.learnt.load(), cache.evictions.load(),
            cache.invalidations.load()};
}

} // namespace polder::directory
