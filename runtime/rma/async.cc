#include "runtime/rma/async.h"

#include "runtime/atomic/atomic.h"
#include "runtime/cache/cache.h"
#include "runtime/net/net.h"
#include "runtime/rma/copy.h"

#include <cstdlib>
#include <cstring>
#include <pthread.h>

namespace polder {

namespace {

constexpr unsigned block_entries = 64, max_blocks = 16384;
constexpr std::uint32_t others_bit = 1u << 31;

struct Entry {
    Transfer transfer;
    std::atomic<std::uint32_t> state; // 0: free
    std::uint32_t generation, number; // number: what the handle says, index + 1 and which set
    Entry *next;                      // in the implicit scope
};

struct Set {
    Entry **block;
    unsigned blocks, cursor;
    Entry *first, *last; // the implicit scope
};

struct Async { // of a UPC thread
    Set own, others;
    pthread_t owner;
    FutexLock lock; // of others
};
POLDER_PRIVATE std::atomic<Async *> async_of_thread{nullptr};

void *zeroed(std::size_t bytes) {
    void *memory = std::calloc(1, bytes);
    if (!memory) job_fail(1, "no memory for transfers to other nodes");
    return memory;
}

Async &async() {
    Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    if (mine) return *mine;
    Async *made = static_cast<Async *>(zeroed(sizeof(Async)));
    made->owner = pthread_self();
    if (local(async_of_thread).compare_exchange_strong(mine, made, std::memory_order_acq_rel)) return *made;
    std::free(made);
    return *mine;
}

// The set of the calling system thread, locked if need be.
class Use {
public:
    Use() : async_(polder::async()), owner_(pthread_self() == async_.owner) {
        if (!owner_) async_.lock.lock();
    }
    ~Use() {
        if (!owner_) async_.lock.unlock();
    }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
    Set &set() const { return owner_ ? async_.own : async_.others; }
    std::uint32_t mark() const { return owner_ ? 0 : others_bit; }

private:
    Async &async_;
    const bool owner_;
};

Entry &entry(const Set &set, unsigned index) {
    return set.block[index / block_entries][index % block_entries];
}

void add_block(Set &set, std::uint32_t mark) {
    if (!set.block) set.block = static_cast<Entry **>(zeroed(max_blocks * sizeof(Entry *)));
    if (set.blocks == max_blocks)
        job_fail(1, "%u transfers of one thread under way at once", max_blocks * block_entries);
    set.cursor = set.blocks * block_entries;
    Entry *block = static_cast<Entry *>(zeroed(block_entries * sizeof(Entry)));
    for (unsigned i = 0; i < block_entries; ++i)
        block[i].number = (set.cursor + i + 1) | mark;
    set.block[set.blocks++] = block;
}

// Looks at each entry at most once, from where it stopped last time; a new block only if none is
// free.
Entry &take(Set &set, std::uint32_t mark) {
    const unsigned all = set.blocks * block_entries;
    for (unsigned looked = 0; looked < all; ++looked) {
        if (++set.cursor >= all) set.cursor = 0;
        Entry &e = entry(set, set.cursor);
        if (e.state.load(std::memory_order_acquire) == 0) return e;
    }
    add_block(set, mark);
    return entry(set, set.cursor);
}

TransferHandle begin(const TransferRequest &request) {
    const Use use;
    Entry &e = take(use.set(), use.mark());
    ++e.generation;
    e.next = nullptr;
    e.state.store(1, std::memory_order_relaxed);
    transfer_start(e.transfer, request, true);
    return std::uint64_t{e.generation} << 32 | e.number;
}

// Null: no handle of ours.
Entry *find(TransferHandle handle) {
    Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    if (!mine) return nullptr;
    const std::uint32_t number = static_cast<std::uint32_t>(handle);
    Set &set = number & others_bit ? mine->others : mine->own;
    const unsigned index = (number & ~others_bit) - 1;
    if (index >= set.blocks * block_entries) return nullptr;
    Entry &e = entry(set, index);
    return e.generation == handle >> 32 && e.state.load(std::memory_order_relaxed) ? &e : nullptr;
}

Entry &expect(TransferHandle handle) {
    Entry *e = find(handle);
    if (!e) job_fail(1, "%#lx is no handle of a transfer that is under way", handle);
    return *e;
}

// Of bytes near a transfer that was under way the thread may have read old ones.
void finish(Entry &e) {
    transfer_finish(e.transfer);
    const TransferRequest &r = e.transfer.request;
    if (r.kind != TransferKind::get) far_cache_order(r.to, r.bytes, true);
    e.state.store(0, std::memory_order_release);
}

// Those at the beginning of the implicit scope that are complete: so it stays as short as what is
// under way.
void trim(Set &set) {
    while (set.first && transfer_is_done(set.first->transfer)) {
        Entry *e = set.first;
        set.first = e->next;
        if (!set.first) set.last = nullptr;
        finish(*e);
    }
}

bool drain(Set &set, bool wait) {
    trim(set);
    while (wait && set.first) {
        transfer_finish(set.first->transfer);
        trim(set);
    }
    return !set.first;
}

// Both sets: workers may have started some that their master waits for.
bool drain_all(bool wait) {
    Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    if (!mine) return true;
    bool done = true;
    if (pthread_self() == mine->owner) done = drain(mine->own, wait);
    mine->lock.lock();
    done &= drain(mine->others, wait);
    mine->lock.unlock();
    return done;
}

} // namespace

// Over the network.
static bool goes_far(polder_ga ga) {
    return is_far(ga) && !ga_is_near(ga);
}

TransferHandle async_put(polder_ga to, const void *from, std::size_t bytes) {
    if (bytes && goes_far(to)) return begin({TransferKind::put, to, 0, const_cast<void *>(from), bytes});
    copy_put(to, from, bytes);
    return 0;
}

TransferHandle async_get(void *to, polder_ga from, std::size_t bytes) {
    if (bytes && goes_far(from)) return begin({TransferKind::get, 0, from, to, bytes});
    copy_get(to, from, bytes);
    return 0;
}

TransferHandle async_copy(polder_ga to, polder_ga from, std::size_t bytes) {
    const bool far_to = goes_far(to), far_from = goes_far(from);
    if (!far_to && !far_from) return copy_shared(to, from, bytes), TransferHandle{0};
    if (bytes && far_to && far_from) return begin({TransferKind::copy, to, from, nullptr, bytes});
    if (far_to) return async_put(to, near_pointer(from), bytes);
    return async_get(near_pointer(to), from, bytes);
}

TransferHandle async_fill(polder_ga to, int value, std::size_t bytes) {
    if (bytes && goes_far(to)) return begin({TransferKind::fill, to, 0, nullptr, bytes, value});
    fill_shared(to, value, bytes);
    return 0;
}

TransferHandle async_put_signal(polder_ga to, const void *from, std::size_t bytes, polder_ga signal,
                                std::uint64_t add) {
    if (bytes && goes_far(to))
        return begin({TransferKind::put, to, 0, const_cast<void *>(from), bytes, 0, signal, add});
    copy_put(to, from, bytes);
    std::atomic_thread_fence(std::memory_order_release);
    atomic_apply(signal, {AtomicType::u64, AtomicOperation::add, add, 0, nullptr});
    return 0;
}

bool async_is_handle(TransferHandle handle) {
    return handle == 0 || find(handle);
}

bool async_is_read(TransferHandle handle) {
    if (handle == 0) return true;
    Entry &e = expect(handle);
    if (transfer_is_read(e.transfer)) return true;
    net_poll();
    return transfer_is_read(e.transfer);
}

bool async_try(TransferHandle handle) {
    if (handle == 0) return true;
    Entry &e = expect(handle);
    if (!transfer_is_done(e.transfer)) net_poll();
    if (!transfer_is_done(e.transfer)) return false;
    finish(e);
    return true;
}

void async_wait(TransferHandle handle) {
    if (handle) finish(expect(handle));
}

void async_implicit(TransferHandle handle) {
    if (handle == 0) return;
    Entry &e = expect(handle);
    const Use use;
    Set &set = use.set();
    (set.last ? set.last->next : set.first) = &e;
    set.last = &e;
    trim(set);
}

bool async_try_implicit() {
    if (drain_all(false)) return true;
    net_poll();
    return drain_all(false);
}

void async_wait_implicit() {
    drain_all(true);
}

} // namespace polder
