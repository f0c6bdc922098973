// Mapping the pieces of the segments, and making their object longer.
#include "runtime/segment/growth.h"

#include "base/memory_file.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder {
namespace {

constexpr std::uint64_t large_page = 2 << 20;
constexpr unsigned doublings = 5; // of the first levels; mappings cost time at start
constexpr std::uint64_t longest_extent = 64 << 20;
constexpr std::uint64_t most_pieces = 4096; // a sixteenth of what the kernel usually lets a process map

GrowthState *shared_state;
struct stat object_status; // to know the object again by its descriptor, which belongs to a process of the user's

enum HeapPart { symmetric_part, local_part, heap_parts };

// Of a heap, at most: with so many levels.
std::uint64_t covered(unsigned levels) {
    if (levels == 0) return 0;
    return levels <= doublings ? large_page << (levels - 1) : large_page << (doublings - 1 + 2 * (levels - doublings));
}

std::uint64_t heap_begin(int part) {
    return part == symmetric_part ? node_range.symmetric_data : node_range.local_data;
}
std::uint64_t heap_length(int part) {
    return (part == symmetric_part ? node_range.symmetric_end : node_range.global_begin) - heap_begin(part);
}
std::uint64_t heap_covered(int part, unsigned levels) {
    return covered(levels) < heap_length(part) ? covered(levels) : heap_length(part);
}

std::uint64_t round_up(std::uint64_t value) {
    return (value + large_page - 1) / large_page * large_page;
}

std::uint64_t local_map_bytes() {
    return node_range.local_data - node_range.shadow_begin;
}
std::uint64_t symmetric_map_bytes() {
    return node_range.first == 0 ? node_range.symmetric_data - node_range.symmetric_begin : 0;
}
std::uint64_t global_bytes() {
    return node_range.local_end - node_range.global_begin;
}
std::uint64_t fixed_each() {
    return round_up(node_range.static_end) + local_map_bytes() + global_bytes();
}

// Where the first level begins in the object; its length with so many levels.
std::uint64_t fixed_bytes() {
    return node_range.threads * fixed_each() + symmetric_map_bytes();
}
std::uint64_t object_bytes(unsigned levels) {
    return fixed_bytes() +
           node_range.threads * (heap_covered(symmetric_part, levels) + heap_covered(local_part, levels));
}

// rank: of the thread in its node.
void map_piece(unsigned rank, std::uint64_t offset, std::uint64_t bytes, std::uint64_t place) {
    if (!bytes) return;
    const unsigned thread = node_range.first + rank;
    void *at = static_cast<char *>(segment_of(thread)) + offset;
    if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, node_range.descriptor,
             static_cast<off_t>(place)) == MAP_FAILED)
        job_fail(1, "cannot map %llu bytes of shared memory of thread %u: %s", static_cast<unsigned long long>(bytes),
                 thread, std::strerror(errno));
}

void map_fixed(unsigned rank) {
    const std::uint64_t place = rank * fixed_each();
    map_piece(rank, 0, node_range.static_end, place);
    map_piece(rank, node_range.shadow_begin, local_map_bytes(), place + round_up(node_range.static_end));
    map_piece(rank, node_range.global_begin, global_bytes(), place + fixed_each() - global_bytes());
    if (rank == 0)
        map_piece(rank, node_range.symmetric_begin, symmetric_map_bytes(), node_range.threads * fixed_each());
}

void map_level(unsigned level) {
    std::uint64_t place = object_bytes(level);
    for (int part = symmetric_part; part < heap_parts; ++part) {
        const std::uint64_t begin = heap_covered(part, level);
        const std::uint64_t bytes = heap_covered(part, level + 1) - begin;
        for (unsigned rank = 0; rank < node_range.threads; ++rank, place += bytes)
            map_piece(rank, heap_begin(part) + begin, bytes, place);
    }
}

bool is_object(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && status.st_dev == object_status.st_dev && status.st_ino == object_status.st_ino;
}

// The descriptor belongs to a process in which the program may close it, or have it closed and used
// for something else. Then that of the launcher is opened once more.
bool have_object() {
    if (is_object(node_range.descriptor)) return true;
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(control().launcher), control().memory.fds[0]);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return false;
    if (is_object(fd))
        node_range.descriptor = fd;
    else
        close(fd);
    return node_range.descriptor == fd;
}

void publish(unsigned levels) {
    ControlBlock &block = control();
    block.heaps_grow = true;
    block.heap_begin[symmetric_part].store(node_range.symmetric_data, std::memory_order_relaxed);
    block.heap_begin[local_part].store(node_range.local_data, std::memory_order_relaxed);
    block.heap_reached.store(covered(levels), std::memory_order_relaxed);
}

} // namespace

bool growth_possible(unsigned threads, unsigned shift) {
    rlimit limit;
    const bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    unsigned levels = 0;
    while (covered(levels) >> shift == 0)
        ++levels;
    return node_range.kind != MemoryKind::sysv && !limited && shift >= 30 &&
           std::uint64_t{threads} * (3 + 2 * levels) <= most_pieces;
}

void growth_map(GrowthState &state) {
    shared_state = &state;
    fstat(node_range.descriptor, &object_status);
    for (unsigned rank = 0; rank < node_range.threads; ++rank)
        map_fixed(rank);
    for (unsigned level = 0; covered(level) < heap_length(symmetric_part) || covered(level) < heap_length(local_part);
         ++level)
        map_level(level);
    if (!is_leader()) return;
    if (!memory_file_resize(node_range.descriptor, object_bytes(0)))
        job_fail(1, "cannot set the size of shared memory: %s", std::strerror(errno));
    publish(0);
}

bool growth_reach(std::uint64_t end) {
    if (!node_range.grows) return true;
    const std::uint64_t begin = heap_begin(end > node_range.local_begin ? local_part : symmetric_part);
    if (end > node_range.global_begin) end = node_range.global_begin;
    unsigned levels = 0;
    while (covered(levels) < end - begin)
        ++levels;
    GrowthState &state = *shared_state;
    if (levels <= state.levels.load(std::memory_order_acquire)) return true;
    state.lock.lock();
    bool done = levels <= state.levels.load(std::memory_order_relaxed);
    if (!done) {
        if (!have_object())
            job_fail(1, "the program has closed file descriptor %d, which shared memory needs to grow",
                     node_range.descriptor);
        done = memory_file_resize(node_range.descriptor, object_bytes(levels));
        if (done) {
            state.levels.store(levels, std::memory_order_release);
            publish(levels);
        }
    }
    state.lock.unlock();
    return done;
}

SegmentExtent growth_extent(std::uint64_t offset) {
    if (offset < node_range.static_end) return {0, node_range.static_end};
    if (offset >= node_range.global_begin) {
        const std::uint64_t area = node_range.global_begin;
        const std::uint64_t begin = area + (offset - area) / longest_extent * longest_extent;
        const std::uint64_t left = node_range.local_end - begin;
        return {begin, left < longest_extent ? left : longest_extent};
    }
    for (int part = symmetric_part; part < heap_parts; ++part) {
        const std::uint64_t heap = heap_begin(part);
        if (offset < heap || offset >= heap + heap_length(part)) continue;
        unsigned levels = 1;
        while (heap_covered(part, levels) <= offset - heap)
            ++levels;
        const std::uint64_t piece = heap_covered(part, levels - 1);
        const std::uint64_t begin = piece + (offset - heap - piece) / longest_extent * longest_extent;
        const std::uint64_t left = heap_covered(part, levels) - begin;
        return {heap + begin, left < longest_extent ? left : longest_extent};
    }
    return {offset, 0};
}

bool growth_has_reached(const SegmentExtent &extent) {
    if (!node_range.grows || extent.begin < node_range.static_end || extent.begin >= node_range.global_begin)
        return true;
    const int part = extent.begin >= node_range.local_begin ? local_part : symmetric_part;
    return extent.begin - heap_begin(part) < covered(shared_state->levels.load(std::memory_order_acquire));
}

// The layout is the same in all segments, and a level is mapped as a whole; a node without growth
// has more.
std::uint64_t growth_certain(std::uint64_t offset) {
    constexpr std::uint64_t page = 4096;
    if (offset < node_range.static_end) return node_range.static_end;
    if (offset >= node_range.global_begin) return node_range.local_end;
    for (int part = symmetric_part; part < heap_parts; ++part) {
        const std::uint64_t begin = heap_begin(part);
        if (offset < begin || offset >= begin + heap_length(part)) continue;
        unsigned levels = 1;
        while (heap_covered(part, levels) <= offset - begin)
            ++levels;
        return begin + heap_covered(part, levels);
    }
    return (offset / page + 1) * page;
}

} // namespace polder
