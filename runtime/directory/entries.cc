// Addresses of registered memory, and the entries in the control areas.
#include "runtime/directory/entries.h"

#include "base/futex.h"

namespace polder::directory {

namespace {

constexpr polder_ga mark = polder_ga{5} << 61;

struct Partition {
    FutexLock lock;                  // of the owner's system threads
    std::atomic<std::uint32_t> next; // index from which a free one is looked for
    DirectoryEntry entry[partition_entries];
};
static_assert(sizeof(Partition) <= segment_static_offset());

Partition &partition(unsigned thread) {
    return *static_cast<Partition *>(segment_of(thread));
}

unsigned thread_bits() {
    return threads() < 2 ? 1 : 32 - static_cast<unsigned>(__builtin_clz(threads() - 1));
}

constexpr std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
    return value & ((std::uint64_t{1} << bits) - 1);
}

unsigned short_generation(std::uint32_t generation) {
    return static_cast<unsigned>(low_bits(generation / 2, generation_bits));
}

bool is_of(std::uint32_t generation, const Handle &handle) {
    return generation % 2 && short_generation(generation) == handle.generation;
}

} // namespace

unsigned offset_bits() {
    return 61 - index_bits - generation_bits - thread_bits();
}

polder_ga handle_address(const Handle &handle) {
    const std::uint64_t front = (std::uint64_t{handle.thread} << index_bits | handle.index) << generation_bits;
    return mark | (front | handle.generation) << offset_bits() | handle.offset;
}

Handle handle_of(polder_ga address) {
    const std::uint64_t front = (address & ~mark) >> offset_bits();
    const std::uint64_t place = front >> generation_bits;
    return {static_cast<unsigned>(place >> index_bits), static_cast<unsigned>(low_bits(place, index_bits)),
            static_cast<unsigned>(low_bits(front, generation_bits)), low_bits(address, offset_bits())};
}

DirectoryEntry &directory_entry(unsigned thread, unsigned index) {
    return partition(thread).entry[index];
}

bool directory_find(polder_ga address, std::uint64_t bytes, Registered *found) {
    const Handle handle = handle_of(address);
    if (!on_node(handle.thread)) return false;
    const DirectoryEntry &entry = directory_entry(handle.thread, handle.index);
    const std::uint32_t generation = entry.generation.load(std::memory_order_acquire);
    const std::uint64_t base = entry.base.load(std::memory_order_acquire);
    const std::uint64_t all = entry.bytes.load(std::memory_order_acquire);
    const unsigned process = entry.process.load(std::memory_order_acquire);
    if (!is_of(generation, handle) || entry.generation.load(std::memory_order_relaxed) != generation) return false;
    if (handle.offset > all || bytes > all - handle.offset) return false;
    *found = {process, reinterpret_cast<void *>(base + handle.offset)};
    return true;
}

polder_ga directory_enter(unsigned thread, void *base, std::uint64_t bytes) {
    Partition &mine = partition(thread);
    polder_ga address = 0;
    mine.lock.lock();
    for (unsigned tried = 0; tried < partition_entries && !address; ++tried) {
        const unsigned index = mine.next.load(std::memory_order_relaxed) % partition_entries;
        mine.next.store(index + 1, std::memory_order_relaxed);
        DirectoryEntry &entry = mine.entry[index];
        const std::uint32_t generation = entry.generation.load(std::memory_order_relaxed);
        if (generation % 2) continue;
        entry.base.store(reinterpret_cast<std::uint64_t>(base), std::memory_order_release);
        entry.bytes.store(bytes, std::memory_order_release);
        entry.process.store(job_process, std::memory_order_release);
        entry.generation.store(generation + 1, std::memory_order_release);
        address = handle_address({thread, index, short_generation(generation + 1), 0});
    }
    mine.lock.unlock();
    return address;
}

bool directory_remove(polder_ga handle) {
    const Handle what = handle_of(handle);
    Partition &mine = partition(what.thread);
    mine.lock.lock();
    DirectoryEntry &entry = mine.entry[what.index];
    const std::uint32_t generation = entry.generation.load(std::memory_order_relaxed);
    const bool there = is_of(generation, what) && !what.offset;
    if (there) entry.generation.store(generation + 1, std::memory_order_seq_cst);
    mine.lock.unlock();
    return there;
}

} // namespace polder::directory
