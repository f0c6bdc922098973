// The slots of puts under way; see put_pool.h.
#include "runtime/put/put_pool.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace polder::put {

namespace {

constexpr unsigned slots = 64;
constexpr unsigned wide_slots = 16; // the first ones can have more room
constexpr std::size_t narrow_bytes = 128;
constexpr std::size_t middle_bytes = 8192;
constexpr std::uint64_t wide_mask = (std::uint64_t{1} << wide_slots) - 1;

struct alignas(cache_line) Slot {
    ConduitOperation operation;
    std::atomic<std::uint32_t> use;
    // Atomic because another system thread of the UPC thread may look while the slot changes hands.
    // The value it reads then does not matter: the put it has to wait for is complete.
    std::atomic<NodeNumber> node;
    std::atomic<std::uint32_t> scope;
    std::atomic<polder_ga> to;
    std::atomic<polder_ga> end;
    char *wide; // from the first time it is needed
    std::size_t wide_bytes;
    alignas(16) char narrow[narrow_bytes];
};

struct Set {
    std::atomic<std::uint64_t> busy;
    std::atomic<std::uint64_t> atomics; // which of them carry, or carried last, an atomic operation
    Slot slot[slots];
};

struct PutPool { // of a UPC thread
    std::atomic<Set *> own;
    std::atomic<Set *> others;
    const void *owner; // the system thread whose `own` is
    FutexLock lock;    // of `others`
};

POLDER_PRIVATE std::atomic<PutPool *> put_pool_of_thread{nullptr};
POLDER_PRIVATE PutCounts counts = {0, 0, 0, 0};

void *zeroed(std::size_t alignment, std::size_t bytes) {
    void *memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (!memory) job_fail(1, "no memory for puts to other nodes");
    return std::memset(memory, 0, bytes);
}

// Several system threads may be first: one of their records stays.
PutPool &make_put_pool() {
    PutPool *made = static_cast<PutPool *>(zeroed(cache_line, sizeof(PutPool)));
    PutPool *seen = nullptr;
    const net::NetEnd *end = local(net::own_end).load(std::memory_order_acquire);
    made->owner = end ? end->owner.load(std::memory_order_relaxed) : system_thread();
    if (local(put_pool_of_thread).compare_exchange_strong(seen, made, std::memory_order_acq_rel)) return *made;
    std::free(made);
    return *seen;
}

PutPool &puts() {
    PutPool *mine = local(put_pool_of_thread).load(std::memory_order_acquire);
    return mine ? *mine : make_put_pool();
}

// The set of the calling system thread, locked if it needs to be.
class Use {
public:
    Use() : puts_(put::puts()), owner_(system_thread() == puts_.owner) {
        if (!owner_) {
            puts_.lock.lock();
            ++local(counts).locks;
        }
        std::atomic<Set *> &place = owner_ ? puts_.own : puts_.others;
        set_ = place.load(std::memory_order_relaxed);
        if (set_) return;
        set_ = static_cast<Set *>(zeroed(cache_line, sizeof(Set)));
        place.store(set_, std::memory_order_release);
    }
    ~Use() {
        if (!owner_) puts_.lock.unlock();
    }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
    Set &operator*() const { return *set_; }

private:
    PutPool &puts_;
    const bool owner_;
    Set *set_;
};

bool complete(const Slot &slot) {
    return slot.operation.left.load(std::memory_order_acquire) == 0;
}

std::uint64_t done_bits(const Set &set) {
    std::uint64_t done = 0;
    for (std::uint64_t left = set.busy.load(std::memory_order_relaxed); left; left &= left - 1) {
        const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
        if (complete(set.slot[i])) done |= std::uint64_t{1} << i;
    }
    return done;
}

sync::WaitReason reason(polder_ga to) {
    return {WaitKind::copy, to, ga_thread(to), true};
}

// What claim is asked for.
struct Place {
    NodeNumber node;
    polder_ga to;
    std::size_t bytes;
    std::uint32_t scope;
};

// A free slot that has the room; wide ones only for what needs them, unless all others are taken.
unsigned choose(std::uint64_t free, bool wide) {
    const std::uint64_t fit = wide ? free & wide_mask : free & ~wide_mask ? free & ~wide_mask : free;
    return fit ? static_cast<unsigned>(__builtin_ctzll(fit)) : slots;
}

void widen(Slot &slot, std::size_t bytes) {
    if (bytes <= slot.wide_bytes) return;
    std::free(slot.wide);
    slot.wide_bytes = bytes <= middle_bytes ? middle_bytes : put_copied;
    slot.wide = static_cast<char *>(zeroed(cache_line, slot.wide_bytes));
}

// Whether one of the slots that would do carries a put of the scope.
bool carries(const Set &set, const Place &place) {
    const std::uint64_t fit = place.bytes > narrow_bytes ? wide_mask : ~std::uint64_t{0};
    for (std::uint64_t left = set.busy.load(std::memory_order_relaxed) & fit; left; left &= left - 1)
        if (set.slot[__builtin_ctzll(left)].scope.load(std::memory_order_relaxed) == place.scope) return true;
    return false;
}

// A slot for the put; null: all that would do are taken.
Slot *take(Set &set, const Place &place, bool atomic) {
    const bool wide = place.bytes > narrow_bytes;
    std::uint64_t busy = set.busy.load(std::memory_order_relaxed);
    unsigned i = choose(~busy, wide);
    if (i == slots) {
        busy &= ~done_bits(set);
        i = choose(~busy, wide);
    }
    if (i == slots) return nullptr;
    Slot &slot = set.slot[i];
    if (wide) widen(slot, place.bytes);
    std::atomic_thread_fence(std::memory_order_release); // behind the former put: 3 of the fence
    slot.node.store(place.node, std::memory_order_relaxed);
    slot.scope.store(place.scope, std::memory_order_relaxed);
    slot.to.store(place.to, std::memory_order_relaxed);
    slot.end.store(place.to + place.bytes, std::memory_order_relaxed);
    slot.operation.left.store(1, std::memory_order_relaxed);
    slot.use.store(slot.use.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const std::uint64_t bit = std::uint64_t{1} << i;
    const std::uint64_t atomics = set.atomics.load(std::memory_order_relaxed);
    set.atomics.store(atomic ? atomics | bit : atomics & ~bit, std::memory_order_relaxed);
    set.busy.store(busy | bit, std::memory_order_release);
    return &slot;
}

// The same, waiting for one. Null: all that would do carry puts of other scopes, for whose targets
// this put must not wait. The lock is not held while anything is waited for.
Slot *claim(const Place &place, bool atomic = false) {
    for (bool waits = false;; waits = true) {
        Set *full;
        {
            const Use set;
            PutCounts &count = local(counts);
            Slot *slot = take(*set, place, atomic);
            const bool alone = !slot && !carries(*set, place);
            count.puts += slot || alone;
            count.alone += alone;
            if (slot || alone) return slot;
            count.waited += !waits;
            full = &*set;
        }
        net::net_wait(reason(place.to), [&] {
            const std::uint64_t busy = full->busy.load(std::memory_order_relaxed);
            return choose(~(busy & ~done_bits(*full)), place.bytes > narrow_bytes) != slots;
        });
    }
}

// Where the bytes of a put stay until it is complete.
const void *copied(Slot *slot, const void *from, std::size_t bytes) {
    if (!slot) return from;
    return std::memcpy(bytes > narrow_bytes ? slot->wide : slot->narrow, from, bytes);
}

// Begins a put or atomic operation; without a slot it is complete at the return.
template <class Start> void carry_out(Slot *slot, polder_ga to, Start start) {
    ConduitOperation alone{};
    if (!slot) alone.left.store(1, std::memory_order_relaxed);
    ConduitOperation &operation = slot ? slot->operation : alone;
    const auto begin = [&] { return start(operation) != Status::again; };
    if (!begin()) net::net_wait(reason(to), begin);
    if (slot) return net::net_leave();
    net::net_wait(reason(to), [&] { return alone.left.load(std::memory_order_acquire) == 0; });
}

// Waits for the slots of a set that `concerns` picks and that are busy now; of atomic operations,
// or all.
template <class Concerns> void wait_for(Set *set, bool all, Concerns concerns) {
    if (!set) return;
    std::uint64_t left = set->busy.load(std::memory_order_acquire);
    if (!all) left &= set->atomics.load(std::memory_order_relaxed);
    for (; left; left &= left - 1) {
        Slot &slot = set->slot[__builtin_ctzll(left)];
        const std::uint32_t use = slot.use.load(std::memory_order_acquire);
        if (complete(slot) || !concerns(slot)) continue;
        net::net_wait(reason(slot.to),
                      [&] { return complete(slot) || slot.use.load(std::memory_order_acquire) != use; });
    }
}

// all: of both sets. Else what an access might overtake: atomic operations, and what goes by
// another end (net/end.h). The other set does so where threads have ends.
template <class Concerns> void wait_for_all(bool all, Concerns concerns) {
    PutPool *mine = local(put_pool_of_thread).load(std::memory_order_acquire);
    if (!mine) return;
    const bool owner = system_thread() == mine->owner;
    const bool apart = net::net_ends.at != nullptr;
    wait_for(mine->own.load(std::memory_order_acquire), all || (apart && !owner), concerns);
    wait_for(mine->others.load(std::memory_order_acquire), all || (apart && owner), concerns);
    // The owner tidies up, so that its next fence has nothing to look at.
    Set *own = mine->own.load(std::memory_order_relaxed);
    if (all && own && owner)
        own->busy.store(own->busy.load(std::memory_order_relaxed) & ~done_bits(*own), std::memory_order_relaxed);
}

} // namespace

void put_copy(NodeNumber node, polder_ga to, const void *from, std::size_t bytes, std::uint32_t scope) {
    Slot *slot = claim({node, to, bytes, scope});
    from = copied(slot, from, bytes);
    carry_out(slot, to, [&](ConduitOperation &operation) { return net::net_put(node, to, from, bytes, operation); });
}

void put_copy_signal(NodeNumber node, polder_ga to, const void *from, std::size_t bytes, const PutSignal &signal) {
    Slot *slot = claim({node, to, bytes, 0});
    from = copied(slot, from, bytes);
    carry_out(slot, to, [&](ConduitOperation &operation) {
        return net::net_put_signal(node, to, from, bytes, signal.word, signal.add, operation);
    });
}

void put_atomic(NodeNumber node, polder_ga to, const net::NetAtomic &what, std::uint32_t scope) {
    put_pool_order(to, 8, true);
    Slot *slot = claim({node, to, 8, scope}, true);
    carry_out(slot, to, [&](ConduitOperation &operation) { return net::net_atomic(node, to, what, operation); });
}

void put_pool_order(polder_ga at, std::size_t bytes, bool writes) {
    const std::size_t messages = net::net.caps->message_put;
    const bool overtakes = (messages || net::net.caps->allocated) && !(writes && bytes <= messages);
    wait_for_all(!net::net.caps->ordered || overtakes,
                 [=](const Slot &slot) { return slot.to.load() < at + bytes && at < slot.end.load(); });
}

void put_pool_wait(NodeNumber node) {
    wait_for_all(true, [=](const Slot &slot) { return node == every_node || slot.node.load() == node; });
}

void put_pool_scope_wait(std::uint32_t scope, NodeNumber node) {
    wait_for_all(true, [=](const Slot &slot) {
        const bool of_node = node == every_node || slot.node.load(std::memory_order_acquire) == node;
        return of_node && slot.scope.load(std::memory_order_acquire) == scope;
    });
}

unsigned put_pool_scope_count(std::uint32_t scope) {
    PutPool *mine = local(put_pool_of_thread).load(std::memory_order_acquire);
    unsigned count = 0;
    for (std::atomic<Set *> *place : {mine ? &mine->own : nullptr, mine ? &mine->others : nullptr}) {
        Set *const set = place ? place->load(std::memory_order_acquire) : nullptr;
        for (std::uint64_t left = set ? set->busy.load(std::memory_order_acquire) : 0; left; left &= left - 1) {
            const Slot &slot = set->slot[__builtin_ctzll(left)];
            count += !complete(slot) && slot.scope.load(std::memory_order_acquire) == scope;
        }
    }
    return count;
}

PutCounts &put_counts() {
    return local(counts);
}

} // namespace polder::put
