// Addresses of registered memory, and the entries in the control areas.
#include "runtime/directory/entries.h"

#include "base/futex.h"

namespace polder::directory {

namespace {

constexpr polder_ga mark = polder_ga{5} << 61;

struct ControlArea {
    FutexLock lock;                      // of the owner's system threads
    std::atomic<std::uint32_t> next_own; // index from which a free one is looked for
    std::atomic<std::uint32_t> next_of_all;
    DirectoryEntry entry[thread_entries];
};
static_assert(sizeof(ControlArea) <= segment_static_offset());

ControlArea &control_area(unsigned thread) {
    return *static_cast<ControlArea *>(segment_of(thread));
}

struct Partition {
    std::atomic<std::uint32_t> &next; // of its indices
    unsigned first;                   // index
    unsigned count;
};

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

polder_ga handle_on(polder_ga address, unsigned thread) {
    Handle handle = handle_of(address);
    handle.thread = thread;
    return handle_address(handle);
}

polder_ga handle_thread_bits() {
    return low_bits(~std::uint64_t{0}, thread_bits()) << (61 - thread_bits());
}

DirectoryEntry &directory_entry(unsigned thread, unsigned index) {
    return control_area(thread).entry[index];
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

namespace {

// Under the lock: the index of a free entry, or thread_entries.
unsigned free_entry(const ControlArea &mine, const Partition &of) {
    for (unsigned tried = 0; tried < of.count; ++tried) {
        const unsigned at = of.next.load(std::memory_order_relaxed) % of.count;
        of.next.store(at + 1, std::memory_order_relaxed);
        const unsigned index = of.first + at;
        if (mine.entry[index].generation.load(std::memory_order_relaxed) % 2 == 0) return index;
    }
    return thread_entries;
}

struct Range {
    void *base;
    std::uint64_t bytes;
};

polder_ga enter(unsigned thread, const Partition &of, const Range &memory) {
    ControlArea &mine = control_area(thread);
    polder_ga address = 0;
    mine.lock.lock();
    const unsigned index = free_entry(mine, of);
    if (index < thread_entries) {
        DirectoryEntry &entry = mine.entry[index];
        const std::uint32_t generation = entry.generation.load(std::memory_order_relaxed) + 1;
        entry.base.store(reinterpret_cast<std::uint64_t>(memory.base), std::memory_order_release);
        entry.bytes.store(memory.bytes, std::memory_order_release);
        entry.process.store(job_process, std::memory_order_release);
        entry.generation.store(generation, std::memory_order_release);
        address = handle_address({thread, index, short_generation(generation), 0});
    }
    mine.lock.unlock();
    return address;
}

} // namespace

polder_ga directory_enter(unsigned thread, void *base, std::uint64_t bytes) {
    return enter(thread, {control_area(thread).next_own, 0, own_entries}, {base, bytes});
}

polder_ga directory_enter_all(unsigned thread, void *base, std::uint64_t bytes) {
    return enter(thread, {control_area(thread).next_of_all, own_entries, all_entries}, {base, bytes});
}

bool directory_remove(polder_ga handle) {
    const Handle what = handle_of(handle);
    ControlArea &mine = control_area(what.thread);
    mine.lock.lock();
    DirectoryEntry &entry = mine.entry[what.index];
    const std::uint32_t generation = entry.generation.load(std::memory_order_relaxed);
    const bool there = is_of(generation, what) && !what.offset;
    if (there) entry.generation.store(generation + 1, std::memory_order_seq_cst);
    mine.lock.unlock();
    return there;
}

} // namespace polder::directory
