// The table of asynchronous transfers of a thread: taking an entry, waiting for it, and scopes.
#include "runtime/rma/async.h"

#include "runtime/atomic/atomic.h"
#include "runtime/cache/cache.h"
#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"
#include "runtime/rma/copy.h"

#include <cstdlib>
#include <cstring>
#include <pthread.h>

namespace polder::rma {

namespace {

constexpr unsigned block_entries = 64;
constexpr unsigned max_blocks = 16384;
constexpr std::uint32_t others_bit = 1u << 31;

struct Entry {
    Transfer transfer;
    std::atomic<std::uint32_t> state; // 0: free
    std::atomic<std::uint32_t> generation;
    std::uint32_t number;             // what the handle says: index + 1 and which set
    std::atomic<std::uint32_t> scope; // number + 1; 0: none. Valid while state is not 0
    Entry *next;                      // in its scope
};

struct Set {
    Entry **block;
    std::atomic<unsigned> blocks; // all threads may read those there are
    unsigned cursor;
};

// Those of a scope that one set has begun, in that order. Its users are those of the set.
struct Members {
    Entry *first;
    Entry *last;
};

using FenceNumber = std::atomic<std::uint32_t>;

struct Scope {
    Members own;
    Members others;
    std::atomic<bool> used;
    FenceNumber fences;                // so far
    std::atomic<FenceNumber *> passed; // by node; from the first time it is needed
};

constexpr unsigned scope_blocks = 30;
constexpr unsigned first_scopes = 8; // block b holds first_scopes << b

struct Async { // of a UPC thread
    Set own;
    Set others;
    pthread_t owner;
    FutexLock lock; // of others, and of making and ending scopes
    std::atomic<Scope *> scopes[scope_blocks];
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
    Use() : async_(polder::rma::async()), owner_(pthread_self() == async_.owner) {
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
    const unsigned blocks = set.blocks.load(std::memory_order_relaxed);
    if (blocks == max_blocks) job_fail(1, "%u transfers of one thread under way at once", max_blocks * block_entries);
    set.cursor = blocks * block_entries;
    Entry *block = static_cast<Entry *>(zeroed(block_entries * sizeof(Entry)));
    for (unsigned i = 0; i < block_entries; ++i)
        block[i].number = (set.cursor + i + 1) | mark;
    set.block[blocks] = block;
    set.blocks.store(blocks + 1, std::memory_order_release);
}

// Looks at each entry at most once, from where it stopped last time; a new block only if none is
// free.
Entry &take(Set &set, std::uint32_t mark) {
    const unsigned all = set.blocks.load(std::memory_order_relaxed) * block_entries;
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
    const std::uint32_t generation = e.generation.load(std::memory_order_relaxed) + 1;
    e.next = nullptr;
    e.generation.store(generation, std::memory_order_release); // W1
    e.scope.store(0, std::memory_order_release);
    e.state.store(1, std::memory_order_release);
    transfer_start(e.transfer, request, true);
    return std::uint64_t{generation} << 32 | e.number;
}

// Null: no handle of ours.
Entry *find(TransferHandle handle) {
    Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    if (!mine) return nullptr;
    const std::uint32_t number = static_cast<std::uint32_t>(handle);
    Set &set = number & others_bit ? mine->others : mine->own;
    const unsigned index = (number & ~others_bit) - 1;
    if (index >= set.blocks.load(std::memory_order_acquire) * block_entries) return nullptr;
    Entry &e = entry(set, index);
    return e.generation.load(std::memory_order_relaxed) == handle >> 32 && e.state.load(std::memory_order_relaxed)
               ? &e
               : nullptr;
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
    if (r.kind != TransferKind::get) cache::far_cache_order(r.to, r.bytes, true);
    if (r.signal) cache::far_cache_order(r.signal, sizeof r.signal_value, true);
    e.state.store(0, std::memory_order_release);
}

// Those at the beginning that are complete: so a list stays as short as what is under way.
void trim(Members &members) {
    while (members.first && transfer_is_done(members.first->transfer)) {
        Entry *e = members.first;
        members.first = e->next;
        if (!members.first) members.last = nullptr;
        finish(*e);
    }
}

void drain(Members &members) {
    for (trim(members); members.first; trim(members))
        transfer_finish(members.first->transfer);
}

// visit(e, generation): of the scope, begun by the set, not complete. For whoever is no user of the
// set, or does not have its lock (async.h, W2).
template <class Visit> void each_under_way(const Set &set, ScopeNumber number, Visit visit) {
    const unsigned all = set.blocks.load(std::memory_order_acquire) * block_entries;
    for (unsigned i = 0; i < all; ++i) {
        Entry &e = entry(set, i);
        const std::uint32_t generation = e.generation.load(std::memory_order_acquire);
        if (e.state.load(std::memory_order_acquire) && e.scope.load(std::memory_order_acquire) == number + 1 &&
            !transfer_is_done(e.transfer))
            visit(e, generation);
    }
}

std::size_t count_under_way(const Set &set, ScopeNumber number) {
    std::size_t count = 0;
    each_under_way(set, number, [&](const Entry &, std::uint32_t) { ++count; });
    return count;
}

void wait_for_set(const Set &set, ScopeNumber number) {
    each_under_way(set, number, [](const Entry &e, std::uint32_t generation) {
        transfer_awaited();
        net::net_wait({WaitKind::copy, 0, no_peer, true}, [&] {
            return transfer_is_done(e.transfer) || e.generation.load(std::memory_order_acquire) != generation;
        });
    });
}

// Gives back what is complete, whoever has begun it; whether that was all. The owner's transfers
// are left to the owner, who may have read old bytes near them: so its cache forgets them.
bool tidy(Async &mine, ScopeNumber number, Scope &scope) {
    const bool owner = pthread_self() == mine.owner;
    if (owner) trim(scope.own);
    const bool own_done = owner ? !scope.own.first : count_under_way(mine.own, number) == 0;
    if (!owner && own_done) cache::far_cache_forget();
    mine.lock.lock();
    trim(scope.others);
    const bool others_done = !scope.others.first;
    mine.lock.unlock();
    return own_done && others_done;
}

// Without the lock, so that a wait for one scope keeps nobody from using another.
void wait_for(Async &mine, ScopeNumber number, Scope &scope) {
    const bool owner = pthread_self() == mine.owner;
    if (owner) drain(scope.own);
    if (tidy(mine, number, scope)) return;
    if (!owner) wait_for_set(mine.own, number);
    wait_for_set(mine.others, number);
    tidy(mine, number, scope);
}

bool writes(const Entry &e, NodeNumber node) {
    const TransferRequest &r = e.transfer.request;
    return r.kind != TransferKind::get && ga_node(r.to) == node;
}

// Others than the owner do not look at requests, which may change meanwhile: they wait for all
// nodes.
void wait_for_node(Async &mine, ScopeNumber number, const Scope &scope, NodeNumber node) {
    if (pthread_self() != mine.owner)
        wait_for_set(mine.own, number);
    else
        for (Entry *e = scope.own.first; e; e = e->next)
            if (writes(*e, node)) transfer_finish(e->transfer);
    wait_for_set(mine.others, number);
    put::put_pool_scope_wait(number, node);
}

FenceNumber &passed_of(Scope &scope, NodeNumber node) {
    FenceNumber *table = scope.passed.load(std::memory_order_acquire);
    if (!table) {
        auto *const made = static_cast<FenceNumber *>(zeroed(nodes() * sizeof(FenceNumber)));
        if (scope.passed.compare_exchange_strong(table, made, std::memory_order_acq_rel))
            table = made;
        else
            std::free(made);
    }
    return table[node];
}

// ---- the table of scopes: blocks never move ----

struct ScopePlace {
    unsigned block;
    std::size_t at;
};
ScopePlace place_of(ScopeNumber scope) {
    const std::uint64_t i = std::uint64_t{scope} + first_scopes;
    const unsigned block = static_cast<unsigned>(63 - __builtin_clzll(i / first_scopes));
    return {block, i - (std::uint64_t{first_scopes} << block)};
}

// Null: there was never such a scope, or it has ended.
Scope *find_scope(ScopeNumber number) {
    Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    if (!mine) return nullptr;
    const ScopePlace place = place_of(number);
    Scope *block = mine->scopes[place.block].load(std::memory_order_acquire);
    if (!block) return nullptr;
    Scope &scope = block[place.at];
    return scope.used.load(std::memory_order_relaxed) ? &scope : nullptr;
}

// Under the lock.
Scope &scope_slot(Async &mine, ScopeNumber number) {
    const ScopePlace place = place_of(number);
    std::atomic<Scope *> &block = mine.scopes[place.block];
    Scope *scopes = block.load(std::memory_order_relaxed);
    if (!scopes) {
        scopes = static_cast<Scope *>(zeroed((std::size_t{first_scopes} << place.block) * sizeof(Scope)));
        block.store(scopes, std::memory_order_release);
    }
    return scopes[place.at];
}

Scope &expect_scope(ScopeNumber number) {
    if (Scope *scope = find_scope(number)) return *scope;
    if (number != implicit_scope) job_fail(1, "%u is no completion scope of this thread, or has ended", number);
    Async &mine = async();
    mine.lock.lock();
    Scope &scope = scope_slot(mine, number);
    scope.used.store(true, std::memory_order_relaxed);
    mine.lock.unlock();
    return scope;
}

// Of the put pool. Slots of scope 0 are in none.
std::size_t count_in_pool(ScopeNumber scope) {
    return scope == implicit_scope || !net::net_on() ? 0 : put::put_pool_scope_count(scope);
}

// Of the implicit scope, before the thread has begun anything.
bool is_untouched(ScopeNumber scope) {
    return scope == implicit_scope && !local(async_of_thread).load(std::memory_order_acquire);
}

} // namespace

// Over the network, and under way on return. Accesses to registered memory are done on return.
static bool goes_far(polder_ga ga) {
    return is_far(ga) && !ga_is_near(ga) && !ga_is_registered(ga);
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
    const bool far_to = goes_far(to);
    const bool far_from = goes_far(from);
    if ((!far_to && !far_from) || ga_is_registered(to) || ga_is_registered(from)) {
        copy_shared(to, from, bytes);
        return TransferHandle{0};
    }
    if (bytes && far_to && far_from) return begin({TransferKind::copy, to, from, nullptr, bytes});
    if (far_to) return async_put(to, near_pointer(from), bytes);
    return async_get(near_pointer(to), from, bytes);
}

TransferHandle async_fill(polder_ga to, int value, std::size_t bytes) {
    if (bytes && goes_far(to)) return begin({TransferKind::fill, to, 0, nullptr, bytes, value});
    fill_shared(to, value, bytes);
    return 0;
}

TransferHandle async_put_signal(polder_ga to, const void *from, std::size_t bytes, const AsyncSignal &signal,
                                ScopeNumber scope) {
    if (bytes && goes_far(to) && !ga_is_registered(signal.word))
        return begin(
            {TransferKind::put, to, 0, const_cast<void *>(from), bytes, 0, signal.word, signal.value, signal.set});
    copy_put(to, from, bytes);
    if (bytes && goes_far(to)) cache::far_fence();
    std::atomic_thread_fence(std::memory_order_release);
    const AtomicOperation operation = signal.set ? AtomicOperation::set : AtomicOperation::add;
    atomic::atomic_apply(signal.word, {AtomicType::u64, operation, signal.value, 0, nullptr}, scope);
    return 0;
}

TransferHandle async_atomic(polder_ga at, const atomic::AtomicRequest &request, ScopeNumber scope) {
    if (!goes_far(at) || !request.result || request.operation == AtomicOperation::set) {
        atomic::atomic_apply(at, request, scope);
        return 0;
    }
    atomic::atomic_expect(at, request);
    TransferRequest transfer = {TransferKind::atomic, at, 0, nullptr, atomic::atomic_size(request.type)};
    transfer.atomic = request;
    return begin(transfer);
}

bool async_is_handle(TransferHandle handle) {
    return handle == 0 || find(handle);
}

bool async_is_read(TransferHandle handle) {
    if (handle == 0) return true;
    Entry &e = expect(handle);
    if (transfer_is_read(e.transfer)) return true;
    net::net_poll();
    return transfer_is_read(e.transfer);
}

bool async_try(TransferHandle handle) {
    if (handle == 0) return true;
    Entry &e = expect(handle);
    if (!transfer_is_done(e.transfer)) net::net_poll();
    if (!transfer_is_done(e.transfer)) return false;
    finish(e);
    return true;
}

void async_wait(TransferHandle handle) {
    if (handle) finish(expect(handle));
}

ScopeNumber scope_make() {
    Async &mine = async();
    mine.lock.lock();
    for (ScopeNumber number = implicit_scope + 1;; ++number) {
        Scope &scope = scope_slot(mine, number);
        if (scope.used.load(std::memory_order_relaxed)) continue;
        scope.used.store(true, std::memory_order_relaxed);
        mine.lock.unlock();
        return number;
    }
}

void scope_end(ScopeNumber number) {
    if (number == implicit_scope) job_fail(1, "the implicit completion scope does not end");
    Scope &scope = expect_scope(number);
    scope_wait(number);
    Async &mine = async();
    mine.lock.lock();
    scope.used.store(false, std::memory_order_relaxed);
    mine.lock.unlock();
}

bool scope_exists(ScopeNumber scope) {
    return scope == implicit_scope || find_scope(scope);
}

void scope_join(ScopeNumber number, TransferHandle handle) {
    if (handle == 0) return;
    Entry &e = expect(handle);
    Scope &scope = expect_scope(number);
    const Use use;
    Members &members = use.mark() ? scope.others : scope.own;
    e.scope.store(number + 1, std::memory_order_release);
    (members.last ? members.last->next : members.first) = &e;
    members.last = &e;
    trim(members);
}

std::size_t scope_count(ScopeNumber number) {
    if (is_untouched(number)) return 0;
    expect_scope(number);
    const Async &mine = async();
    return count_under_way(mine.own, number) + count_under_way(mine.others, number) + count_in_pool(number);
}

bool scope_try(ScopeNumber number) {
    if (is_untouched(number)) return true;
    Scope &scope = expect_scope(number);
    const auto done = [&] { return tidy(async(), number, scope) && count_in_pool(number) == 0; };
    if (done()) return true;
    net::net_poll();
    return done();
}

void scope_wait(ScopeNumber number) {
    if (is_untouched(number)) return;
    wait_for(async(), number, expect_scope(number));
    if (count_in_pool(number)) put::put_pool_scope_wait(number);
}

void scope_fence(ScopeNumber number) {
    std::atomic_thread_fence(std::memory_order_release);
    if (!net::net_on()) return;
    if (number == implicit_scope) return scope_wait(number); // UPC's calls do not ask scope_order
    expect_scope(number).fences.fetch_add(1, std::memory_order_acq_rel);
}

void scope_order(ScopeNumber number, polder_ga to) {
    if (!goes_far(to)) return;
    Scope *const scope = find_scope(number);
    const std::uint32_t fences = scope ? scope->fences.load(std::memory_order_acquire) : 0;
    if (!fences) return;
    FenceNumber &passed = passed_of(*scope, ga_node(to));
    if (passed.load(std::memory_order_acquire) == fences) return;
    wait_for_node(async(), number, *scope, ga_node(to));
    passed.store(fences, std::memory_order_release);
}

void scope_wait_all() {
    const Async *mine = local(async_of_thread).load(std::memory_order_acquire);
    for (ScopeNumber number = 0; mine; ++number) {
        if (!mine->scopes[place_of(number).block].load(std::memory_order_acquire)) return;
        if (find_scope(number)) scope_wait(number);
    }
}

} // namespace polder::rma
