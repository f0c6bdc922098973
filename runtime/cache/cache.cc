// Accesses by the cache, and what ends its epochs: see cache.h.
#include "runtime/cache/cache.h"

#include "base/config.h"
#include "base/futex.h"
#include "runtime/cache/idle_write_back.h"
#include "runtime/cache/lines.h"
#include "runtime/segment/where.h"
#include "runtime/sync/wait.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cache {

POLDER_PRIVATE std::atomic<FarCache *> far_cache{nullptr};

namespace {

POLDER_PRIVATE std::atomic<FarCache *> worker_caches{nullptr}; // a list that only grows

struct WorkerCache {
    bool wanted; // the system thread is a worker that may have one
    FarCache *cache;
};
__thread WorkerCache worker_cache __attribute__((tls_model("initial-exec"))) = {false, nullptr};

FutexLock taking;
std::atomic<const void *> taker{nullptr}; // system_thread() of who has it

// Read once; the same whoever reads it.
std::size_t cache_bytes() {
    constexpr std::size_t unknown = ~std::size_t{0};
    static std::atomic<std::size_t> known{unknown};
    std::size_t bytes = known.load(std::memory_order_relaxed);
    if (bytes == unknown)
        known.store(bytes = static_cast<std::size_t>(setting_number(Setting::cache)), std::memory_order_relaxed);
    return bytes;
}

void cache_own(FarCache &c) {
    c.owner.maker = system_thread();
    c.owner.bias.set();
    c.announced = true; // there may have been a fence already
}

FarCache *cache_new() {
    FarCache *made = static_cast<FarCache *>(std::calloc(1, sizeof(FarCache)));
    if (!made || !lines_make(*made, cache_bytes()))
        job_fail(1, "no memory for a cache of %zu bytes (POLDER_CACHE)", cache_bytes());
    cache_own(*made);
    return made;
}

// Several system threads may be first: one of their caches stays.
FarCache *make_cache() {
    if (cache_bytes() == 0) return nullptr;
    FarCache *made = cache_new();
    FarCache *seen = nullptr;
    if (local(far_cache).compare_exchange_strong(seen, made, std::memory_order_acq_rel)) return made;
    std::free(made->line);
    std::free(made->written);
    std::free(made->data);
    std::free(made);
    return seen;
}

} // namespace

void epoch_end(FarCache &c) {
    if (c.section.open) section_end(c);
    c.epoch.store(c.epoch.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    version_next(c);
    c.row = 0;
    ++c.counts.epochs;
}

namespace {

class Taking {
public:
    Taking() {
        taking.lock();
        taker.store(system_thread(), std::memory_order_relaxed);
    }
    ~Taking() {
        taker.store(nullptr, std::memory_order_relaxed);
        taking.unlock();
    }
    Taking(const Taking &) = delete;
    Taking &operator=(const Taking &) = delete;
    static bool is_mine() { return taker.load(std::memory_order_relaxed) == system_thread(); }
};

// The caller holds the lock: nobody uses the cache from now on, and nothing of it is under way.
void empty(FarCache &c) {
    c.owner.bias.revoke();
    for (unsigned turn = 0; c.owner.bias.is_inside(); ++turn)
        sync::wait_turn(turn);
    lines_flush(c);
    for (FarFetch &fetch : c.fetch)
        if (fetch.lines) fetch_finish(c, fetch);
    version_next(c);
}

void take_one(FarCache &c) {
    if (c.owner.gone.load(std::memory_order_relaxed)) return;
    empty(c);
    ++c.counts.taken;
    c.owner.gone.store(true, std::memory_order_release);
}

// By a system thread that is not the owner; nothing if it has been done. The caches of workers go
// with that of the thread.
void take(FarCache &c) {
    if (c.owner.gone.load(std::memory_order_acquire) || c.owner.is_made_by_self() || Taking::is_mine()) return;
    const Taking lock;
    take_one(c);
    for (FarCache *w = local(worker_caches).load(std::memory_order_relaxed); w; w = w->next)
        take_one(*w);
}

// The calling worker's: one that an earlier worker has left, or a new one. Null once they are gone.
FarCache *make_worker_cache() {
    if (Taking::is_mine()) return nullptr;
    const Taking lock;
    const FarCache *of_thread = local(far_cache).load(std::memory_order_relaxed);
    if (of_thread->owner.gone.load(std::memory_order_relaxed)) {
        worker_cache.wanted = false;
        return nullptr;
    }
    FarCache *c = local(worker_caches).load(std::memory_order_relaxed);
    while (c && c->owner.maker)
        c = c->next;
    if (c) {
        cache_own(*c);
    } else {
        c = cache_new();
        c->of_worker = true;
        c->next = local(worker_caches).load(std::memory_order_relaxed);
        local(worker_caches).store(c, std::memory_order_release);
    }
    return worker_cache.cache = c;
}

} // namespace

FarCache *cache_of_caller() {
    return worker_cache.wanted ? worker_cache.cache : local(far_cache).load(std::memory_order_acquire);
}

FarCache *cache_owner_enter() {
    FarCache *c = cache_of_caller();
    if (!c) return nullptr;
    while (!c->owner.enter()) {
        if (!c->owner.is_lent() || Taking::is_mine()) {
            take(*c);
            return nullptr;
        }
        taking.lock(); // until it is given back
        taking.unlock();
    }
    return c;
}

namespace {

void forget_line(FarCache &c, unsigned place, bool writes) {
    if (c.line[place].pending) line_flush(c, place);
    if (!writes) return;
    c.line[place].epoch = 0;
    version_next(c);
    if (c.line[place].flight) c.fetch[c.line[place].flight - 1].epoch = 0;
}

void order(FarCache &c, polder_ga at, std::size_t bytes, bool writes) {
    constexpr std::size_t many = 64; // lines: more than that are not looked for one by one
    if (bytes / far_line_bytes >= many) {
        lines_flush(c);
        if (writes) epoch_end(c);
        return;
    }
    for (polder_ga line = line_of(at); line < at + bytes; line += far_line_bytes)
        if (const unsigned place = find_line(c, line); place != no_place) forget_line(c, place, writes);
}

// An access within one line.
void read(FarCache &c, void *into, polder_ga from, std::size_t bytes) {
    unsigned place = find_valid(c, from);
    if (place == no_place) {
        place = find_line(c, line_of(from));
        if (place == no_place || !line_is_pending(c, place, in_line(from), bytes))
            place = line_fetched(c, line_of(from));
    }
    std::memcpy(into, c.bytes_of(place) + in_line(from), bytes);
}

void write(FarCache &c, polder_ga to, const void *from, std::size_t bytes) {
    count_write(c);
    line_write(c, line_writable(c, line_of(to)), in_line(to), from, bytes);
}

// Behind an access that writes.
void written(FarCache &c) {
    if (__builtin_expect(c.announced, 0)) {
        c.announced = false;
        lines_flush(c);
    }
    if (__builtin_expect(!c.watched, 0)) idle_write_back_watch(c);
}

std::size_t first_part(polder_ga ga, std::size_t bytes) {
    const std::size_t room = far_line_bytes - in_line(ga);
    return bytes < room ? bytes : room;
}

} // namespace

FarCache *cache_enter(std::size_t bytes, std::size_t most) {
    if (bytes > most) return nullptr;
    if (worker_cache.wanted && !worker_cache.cache && !make_worker_cache()) return nullptr;
    if (!local(far_cache).load(std::memory_order_relaxed) && !make_cache()) return nullptr;
    return cache_owner_enter();
}

bool far_cache_get(void *into, polder_ga from, std::size_t bytes) {
    if (ga_is_registered(from)) return false;
    FarCache *c = cache_enter(bytes, far_cached_bytes);
    if (!c) return false;
    far_check("read", from, bytes);
    const std::size_t first = first_part(from, bytes);
    read(*c, into, from, first);
    if (first < bytes) read(*c, static_cast<char *>(into) + first, from + first, bytes - first);
    c->owner.leave();
    return true;
}

bool far_cache_fetch(void *into, polder_ga from, std::size_t bytes) {
    if (ga_is_registered(from)) return false;
    FarCache *c = cache_enter(bytes, most_lines_a_fetch * far_line_bytes);
    if (!c) return false;
    far_check("read", from, bytes);
    for (char *to = static_cast<char *>(into); bytes;) {
        const std::size_t part = first_part(from, bytes);
        c->wanted = static_cast<unsigned>((in_line(from) + bytes + far_line_bytes - 1) / far_line_bytes);
        read(*c, to, from, part);
        to += part;
        from += part;
        bytes -= part;
    }
    c->wanted = 1;
    c->owner.leave();
    return true;
}

void far_cache_ahead(const polder_ga *at, std::size_t count) {
    FarCache *c = cache_enter(1, far_cached_bytes);
    if (!c) return;
    for (std::size_t i = 0; i < count; ++i)
        if (is_far(at[i]) && ga_is_shared(at[i])) line_ahead(*c, line_of(at[i]));
    c->owner.leave();
}

bool far_cache_put(polder_ga to, const void *from, std::size_t bytes) {
    if (ga_is_registered(to)) return false;
    FarCache *c = cache_enter(bytes, far_cached_bytes);
    if (!c) return false;
    far_check("write", to, bytes);
    const std::size_t first = first_part(to, bytes);
    write(*c, to, from, first);
    if (first < bytes) write(*c, to + first, static_cast<const char *>(from) + first, bytes - first);
    written(*c);
    c->owner.leave();
    return true;
}

bool far_cache_send(polder_ga to, const void *from, std::size_t bytes) {
    if (ga_is_registered(to)) return false;
    FarCache *c = cache_enter(bytes, most_lines_a_fetch * far_line_bytes);
    if (!c) return false;
    far_check("write", to, bytes);
    for (const char *at = static_cast<const char *>(from); bytes;) {
        const std::size_t part = first_part(to, bytes);
        write(*c, to, at, part);
        to += part;
        at += part;
        bytes -= part;
    }
    written(*c);
    c->owner.leave();
    return true;
}

void far_cache_fence_used() {
    FarCache *c = cache_owner_enter();
    if (!c) return;
    lines_flush(*c);
    epoch_end(*c);
    c->owner.leave();
}

void far_cache_announce() {
    FarCache *c = cache_owner_enter();
    if (!c) return;
    c->announced = true;
    c->owner.leave();
}

void far_cache_order(polder_ga at, std::size_t bytes, bool writes) {
    FarCache *c = cache_owner_enter();
    if (!c) return;
    order(*c, at, bytes, writes);
    c->owner.leave();
}

void cache_write_back(FarCache &c) {
    const Taking lock;
    if (c.owner.gone.load(std::memory_order_relaxed)) return;
    c.owner.bias.revoke();
    if (!c.owner.bias.is_inside()) {
        ++c.counts.late;
        lines_flush(c);
    }
    c.owner.bias.set(c.owner.maker);
}

namespace {

// The caller may not be the owner.
void forget(FarCache *c) {
    if (!c) return;
    c->epoch.fetch_add(1, std::memory_order_relaxed);
    c->version.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

void far_cache_forget_used() {
    forget(local(far_cache).load(std::memory_order_acquire));
    for (FarCache *w = local(worker_caches).load(std::memory_order_acquire); w; w = w->next)
        forget(w);
}

bool far_cache_pool_begin() {
    if (polder_node.one || (!local(far_cache).load(std::memory_order_relaxed) && !make_cache())) return false;
    const FarCache *c = local(far_cache).load(std::memory_order_acquire);
    return c->owner.is_made_by_self() && !c->owner.gone.load(std::memory_order_acquire);
}

void far_cache_worker_begin() {
    worker_cache.wanted = true;
}

void far_cache_worker_end() {
    if (FarCache *c = worker_cache.cache) {
        const Taking lock;
        if (!c->owner.gone.load(std::memory_order_relaxed)) empty(*c);
        epoch_end(*c);
        c->owner.maker = nullptr; // free for another worker
    }
    worker_cache = {false, nullptr};
}

void far_cache_release() {
    const FarCache *c = cache_of_caller();
    FarCache *own = c && c->owner.is_made_by_self() ? cache_owner_enter() : nullptr;
    if (!own) return;
    lines_flush(*own);
    own->owner.leave();
}

void far_cache_acquire() {
    const FarCache *c = cache_of_caller();
    FarCache *own = c && c->owner.is_made_by_self() ? cache_owner_enter() : nullptr;
    if (!own) return;
    lines_flush(*own); // a line that is not valid has nothing pending
    epoch_end(*own);
    own->owner.leave();
}

const volatile std::uint64_t *far_cache_version() {
    const FarCache *c = cache_of_caller();
    if (!c || c->owner.gone.load(std::memory_order_acquire) || !c->owner.is_made_by_self()) return nullptr;
    return reinterpret_cast<const volatile std::uint64_t *>(&c->version);
}

namespace {

// FarCacheCounts is numbers of one type.
void add(FarCacheCounts &sum, const FarCache &c) {
    constexpr std::size_t numbers = sizeof(FarCacheCounts) / sizeof(std::uint64_t);
    std::uint64_t to[numbers];
    std::uint64_t from[numbers];
    std::memcpy(to, &sum, sizeof sum);
    std::memcpy(from, &c.counts, sizeof sum);
    for (std::size_t i = 0; i < numbers; ++i)
        to[i] += from[i];
    std::memcpy(&sum, to, sizeof sum);
    sum.writes += c.writes.load(std::memory_order_relaxed);
}

} // namespace

FarCacheCounts far_cache_counts() {
    FarCacheCounts counts{};
    if (const FarCache *c = local(far_cache).load(std::memory_order_acquire)) add(counts, *c);
    for (const FarCache *w = local(worker_caches).load(std::memory_order_acquire); w; w = w->next)
        add(counts, *w);
    return counts;
}

} // namespace polder::cache
