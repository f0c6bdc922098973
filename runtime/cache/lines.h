// Lines: what a cache consists of, and how one is found. Used by this folder and by runtime/abi,
// whose entries look lines up.
//
// Places. A line has two places, one in each way, given by its address. It is in at most one of
// them. Lines that follow each other in memory have places that do, but for the few where the place
// wraps. So one get can fill many.
//
// State of a place.
//   at == 0       empty
//   flight        a fetch into it is under way; nobody touches the bytes
//   epoch         valid, if it is that of the cache: all bytes are here, pending ones included
//   pending bits  right in any case
//
// Invariant. A fetch into a place begins only when nothing of it is pending. What is pending
// belongs to the present epoch, as every new epoch begins with a flush. One exception:
// far_cache_forget, which may come from elsewhere, begins a new epoch only, so pending bytes
// outlast that. Held by tests/unit/runtime/cache/far_cache.cc.
#pragma once

#include "conduits/conduit.h"
#include "runtime/cache/cache.h"
#include "runtime/cache/owner.h"
#include "runtime/core/private.h"
#include "runtime/rpc/piggyback.h"

#include <cstring>

namespace polder::cache {

inline constexpr unsigned cache_ways = 2;
inline constexpr unsigned most_pending = 64;       // lines with something pending
inline constexpr unsigned most_fetches = 16;       // under way
inline constexpr unsigned most_lines_a_fetch = 32; // bytes: less than put_copied and far_piece
inline constexpr unsigned least_lines = 2;         // what adjoins is often read next
inline constexpr unsigned cache_streams = 8;
inline constexpr std::uint32_t reads_a_line = 65536;
inline constexpr std::uint32_t reads_in_a_row = 16; // of one address

struct alignas(32) FarLine {
    polder_ga at;
    std::uint64_t epoch;
    std::uint32_t left;   // reads until it is fetched anew; reads_a_line: nobody has asked for it yet
    std::uint16_t flight; // number + 1 of the fetch
    bool pending;
};

struct FarMask { // of a line: a bit a byte
    std::uint64_t word[far_line_bytes / 64];
};

struct FarFetch {
    ConduitOperation operation;
    unsigned place;
    unsigned lines; // 0: free
    std::uint64_t epoch;
    bool ahead;
};

struct FarStream { // reads that go through memory line by line
    polder_ga next;
    unsigned run; // lines to fetch at once
};

// Behind a lock of another node that was taken or given back, until the next fence (piggyback.cc).
struct FarSection {
    bool open;
    NodeNumber home;
    unsigned count;
    std::uint64_t epoch;
    std::uint64_t key[2];
    polder_ga line[2 * rpc::piggyback_lines];
};

struct PrefetchSet { // what was read in a section before
    std::uint64_t key;
    polder_ga line[rpc::piggyback_lines]; // 0: none
};

struct FarCache { // of a UPC thread
    CacheOwner owner;
    std::atomic<std::uint64_t> epoch;   // from 1 on
    std::atomic<std::uint64_t> version; // changes when a valid line is not that any more
    polder_ga last;                     // address of the last read
    std::uint32_t row;                  // how often it was read, one after the other
    unsigned keep;                      // a place that is not to be taken for another line
    unsigned wanted;                    // lines that the present access is known to read
    bool announced;                     // the next write is not collected
    bool watched;                       // idle_write_back.h
    bool of_worker;                     // one of cache.h, Workers
    unsigned mask;                      // places a way, less one
    unsigned bits;                      // binary logarithm of the places
    FarLine *line;                      // of way 0, then of way 1
    char *data;
    FarMask *written;
    FarCacheCounts counts;
    std::atomic<std::uint32_t> pending; // places in the list; idle_write_back.cc looks at this and the next, too
    std::atomic<std::uint64_t> writes;  // that were collected
    unsigned turn;
    unsigned next_stream;
    unsigned place_pending[most_pending];
    FarFetch fetch[most_fetches];
    FarStream stream[cache_streams];
    FarSection section;
    PrefetchSet *prefetch_sets; // from the first section on
    std::uint64_t locks[2];     // taken before
    FarCache *next;             // of a worker: of the same UPC thread
    std::atomic<bool> carried;  // pieces went as piggybacked data that the present fence has to wait for

    unsigned places() const { return mask + 1; }
    char *bytes_of(unsigned place) const { return data + std::size_t{place} * far_line_bytes; }
};
static_assert(sizeof(FarLine) + sizeof(FarMask) <= far_line_bytes / 6, "memory budget");
static_assert(sizeof(FarCache) <= 4096, "memory budget");

inline polder_ga line_of(polder_ga ga) {
    return ga & ~polder_ga{far_line_bytes - 1};
}
inline std::size_t in_line(polder_ga ga) {
    return ga & (far_line_bytes - 1);
}

// In way 0. A hash spreads blocks of as many lines as there are places. Addresses of different
// threads, and of arrays of a power of two, are equal in their lower bits.
inline unsigned place_of(const FarCache &c, polder_ga at) {
    const std::uint64_t line = at / far_line_bytes;
    const std::uint64_t spread = (line >> c.bits) * 0x9E3779B97F4A7C15u >> 40;
    return static_cast<unsigned>(line + spread) & c.mask;
}

inline constexpr unsigned no_place = ~0u;
inline unsigned find_line(const FarCache &c, polder_ga at) {
    const unsigned place = place_of(c, at);
    if (c.line[place].at == at) return place;
    return c.line[place + c.places()].at == at ? place + c.places() : no_place;
}

// By the owner.
inline void version_next(FarCache &c) {
    c.version.store(c.version.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// Somebody has asked for it, as far as `left` does not show that: see lines.cc, History.
inline void line_used(FarLine &line) {
    if (line.left == reads_a_line) --line.left;
}

inline void count_write(FarCache &c) {
    c.writes.store(c.writes.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// The place of a line that is valid for a read of these bytes, which lie in it; no_place: the slow
// way. See cache.h, Progress.
inline unsigned find_valid(FarCache &c, polder_ga ga) {
    const unsigned place = find_line(c, line_of(ga));
    if (place == no_place) return no_place;
    FarLine &line = c.line[place];
    if (line.epoch != c.epoch.load(std::memory_order_relaxed)) return no_place;
    const bool again = ga == c.last;
    c.row = again ? c.row + 1 : 0;
    c.last = ga;
    if (__builtin_expect(--line.left == 0 || c.row == reads_in_a_row, 0)) {
        line.epoch = 0;
        version_next(c);
        c.row = 0;
        ++c.counts.aged;
        return no_place;
    }
    ++c.counts.hits;
    return place;
}

// ---- cache.cc ----

// For an access of so many bytes, if the cache serves that: makes it if need be. The caller is
// inside; null: it goes past the cache.
FarCache *cache_enter(std::size_t bytes, std::size_t most);
// Whose lines the caller's accesses may go by: a worker's own, else the UPC thread's; null: none
// yet, or none at all.
FarCache *cache_of_caller();
// The cache, and the caller inside, its owner; null: there is none for it.
FarCache *cache_owner_enter();
void epoch_end(FarCache &c);
// By a system thread of the UPC thread other than the owner: sends what is pending, unless the
// owner is at its accesses just now.
void cache_write_back(FarCache &c);

// ---- lines.cc: all in the cache's owner ----

bool lines_make(FarCache &c, std::size_t bytes);
// The place of a line whose bytes are here.
unsigned line_fetched(FarCache &c, polder_ga at);
// Begins to bring it, if it is not here nor pending and a fetch is free.
void line_ahead(FarCache &c, polder_ga at);
// One that can be written to.
unsigned line_writable(FarCache &c, polder_ga at);
// One that is here already: its bytes, as of the present epoch; unless something of it is pending
// or under way.
void line_install(FarCache &c, polder_ga at, const void *bytes);
// Waits for a fetch and gives it back.
void fetch_finish(FarCache &c, FarFetch &fetch);

// ---- pending.cc ----

void line_write(FarCache &c, unsigned place, std::size_t begin, const void *from, std::size_t bytes);
bool line_is_pending(const FarCache &c, unsigned place, std::size_t begin, std::size_t bytes);
void line_flush(FarCache &c, unsigned place);
void lines_flush(FarCache &c); // all
// Moves bytes that are pending in memory of the node into the piggybacked data. It does so if they
// are at least `least` pieces, and fit.
bool lines_load(FarCache &c, NodeNumber node, unsigned least, rpc::Piggyback &piggyback);

// ---- piggyback.cc ----

// The section ends with its epoch.
void section_end(FarCache &c);
// A fetch of lines begins.
void section_note(FarCache &c, polder_ga at, unsigned lines);

} // namespace polder::cache
