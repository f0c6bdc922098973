// Piggybacked data of the cache: what goes along with messages about locks, and what comes with
// their answers (runtime/rpc/piggyback.h).
//
// Writes. What is pending in memory of the lock's home goes with the message that takes the lock or
// gives it back. In other fences, four pending ranges or more for one node go in one message. Fewer
// are puts, as these need no answer by a processor if the network can do without. The fence waits
// for the answer, as it does for puts.
//
// Reads. A *section* is what the thread does from taking a lock of another node, or giving one back
// with data, up to its next fence. Lines of the home that are read inside the section form its
// prefetch set (PrefetchSet). The thread asks for the set when it does the same again: what a lock
// guards mostly lies in the same place. Prefetched but unread lines are dropped from the set.
//
// A set is known by the lock and the two locks taken before it. A program may do different things
// under one lock, but the same things in the same order. If that key is unknown, the set is that of
// the lock alone, but not for what follows an unlock.
//
// Why these lines are what a fetch behind the operation would bring.
//   1. Home reads them once the thread has the lock, or has given it back. So they are read behind
//      every write of earlier holders.
//   2. The epoch begins before the message. So the lines are read behind the begin of the epoch.
//   3. They are taken for valid in that epoch only.
#include "runtime/cache/lines.h"
#include "runtime/net/net.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/segment/where.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cache {

static_assert(rpc::piggyback_line_bytes == far_line_bytes);

namespace {

constexpr unsigned least_carried = 4; // pieces, in a fence

std::size_t prefetch_sets_of(const FarCache &c) {
    return std::size_t{4} * cache_ways * c.places();
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return (a ^ (b << 7 | b >> 57)) * 0x9E3779B97F4A7C15u;
}

PrefetchSet &prefetch_set_of(FarCache &c, std::uint64_t key) {
    return c.prefetch_sets[(key >> 32) & (prefetch_sets_of(c) - 1)];
}

void prefetch_set_keep(FarCache &c, std::uint64_t key, const polder_ga *line) {
    PrefetchSet &prefetch_set = prefetch_set_of(c, key);
    prefetch_set.key = key;
    std::copy(line, line + rpc::piggyback_lines, prefetch_set.line);
}

// Asks for the lines of its prefetch set.
void section_begin(FarCache &c, polder_ga lock, bool taken, rpc::Piggyback &piggyback) {
    if (!c.prefetch_sets)
        c.prefetch_sets = static_cast<PrefetchSet *>(std::calloc(prefetch_sets_of(c), sizeof(PrefetchSet)));
    if (!c.prefetch_sets) return;
    FarSection &section = c.section;
    section.open = true;
    section.home = ga_node(lock);
    section.epoch = c.epoch.load(std::memory_order_relaxed);
    section.count = 0;
    section.key[0] = mix(mix(mix(taken ? 1 : 2, lock), c.locks[0]), c.locks[1]);
    section.key[1] = taken ? mix(3, lock) : section.key[0];
    if (taken) {
        c.locks[1] = c.locks[0];
        c.locks[0] = lock;
    }
    for (const std::uint64_t key : section.key) {
        const PrefetchSet &prefetch_set = prefetch_set_of(c, key);
        if (prefetch_set.key != key) continue;
        for (unsigned i = 0; i < rpc::piggyback_lines && prefetch_set.line[i]; ++i)
            piggyback.line[piggyback.lines++] = section.line[section.count++] = prefetch_set.line[i];
        break;
    }
    if (piggyback.lines) rpc::far_piggyback_landing().bytes = 0;
}

bool was_read(const FarCache &c, polder_ga at) {
    const unsigned place = find_line(c, at);
    return place != no_place && c.line[place].epoch == c.section.epoch && c.line[place].left != reads_a_line;
}

// Each node's pieces in one message, where they are several.
void carry_pending(FarCache &c) {
    NodeNumber seen = mynode(); // tests take own memory for far
    for (std::uint32_t i = 0; i < c.pending.load(std::memory_order_relaxed); ++i) {
        const FarLine &line = c.line[c.place_pending[i]];
        const NodeNumber node = ga_node(line.at);
        if (!line.pending || node == seen || node == mynode()) continue;
        seen = node;
        rpc::Piggyback piggyback;
        rpc::piggyback_clear(piggyback);
        if (!lines_load(c, node, least_carried, piggyback)) continue;
        rpc::far_piggyback_send(node, piggyback);
        c.carried.store(true, std::memory_order_relaxed);
    }
}

} // namespace

void section_note(FarCache &c, polder_ga at, unsigned lines) {
    FarSection &section = c.section;
    if (ga_node(at) != section.home) return;
    for (unsigned i = 0; i < lines && section.count < 2 * rpc::piggyback_lines; ++i)
        section.line[section.count++] = at + i * far_line_bytes;
}

void section_end(FarCache &c) {
    FarSection &section = c.section;
    section.open = false;
    if (section.epoch != c.epoch.load(std::memory_order_relaxed)) return; // a handler has begun another
    polder_ga read[rpc::piggyback_lines] = {};
    unsigned count = 0;
    for (unsigned i = 0; i < section.count && count < rpc::piggyback_lines; ++i)
        if (was_read(c, section.line[i]) && std::find(read, read + count, section.line[i]) == read + count)
            read[count++] = section.line[i];
    for (const std::uint64_t key : section.key)
        prefetch_set_keep(c, key, read);
}

namespace {

// What is pending goes along with a message that takes the lock, or gives it back, or in front of
// it. Behind that a section begins, if there will be an answer to wait for.
void load_message(polder_ga lock, bool taken, rpc::Piggyback &piggyback) {
    FarCache *c = cache_owner_enter();
    if (!c) return;
    if (!c->of_worker) lines_load(*c, ga_node(lock), 1, piggyback); // a thread has one landing place
    lines_flush(*c);
    epoch_end(*c);
    if (!c->of_worker && (taken || piggyback.bytes)) section_begin(*c, lock, taken, piggyback);
    c->owner.leave();
}

} // namespace

void far_cache_lock(polder_ga lock, rpc::Piggyback &piggyback) {
    load_message(lock, true, piggyback);
}

void far_cache_unlock(polder_ga lock, rpc::Piggyback &piggyback) {
    load_message(lock, false, piggyback);
}

void far_cache_answered(const rpc::Piggyback &piggyback) {
    FarCache *c = piggyback.lines ? cache_owner_enter() : nullptr;
    if (!c) return;
    const rpc::LockLanding &landing = rpc::far_piggyback_landing();
    const bool here = landing.bytes == piggyback.lines * rpc::piggyback_line_bytes && c->section.open &&
                      c->section.epoch == c->epoch.load(std::memory_order_relaxed);
    for (unsigned i = 0; here && i < piggyback.lines; ++i)
        line_install(*c, piggyback.line[i], landing.lines + i * rpc::piggyback_line_bytes);
    if (here) c->counts.brought += piggyback.lines;
    c->owner.leave();
}

void far_cache_fence_begin() {
    FarCache *c = cache_owner_enter();
    if (!c) return;
    if (net::net_on() && !c->of_worker) carry_pending(*c);
    lines_flush(*c);
    epoch_end(*c);
    c->owner.leave();
}

void far_cache_fence_end() {
    FarCache *c = cache_of_caller();
    if (!c || !c->carried.load(std::memory_order_relaxed) || !c->owner.is_made_by_self()) return;
    rpc::far_piggyback_settle();
    c->carried.store(false, std::memory_order_relaxed);
}

} // namespace polder::cache
