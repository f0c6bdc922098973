// Both ends of the messages; see far_lock.h. A message: {operation | serial << 32, lock, waiter
// slot | other waiter slot << 32, ticket, owner or holder, result}, and piggybacked data or lines
// behind it.
#include "runtime/rpc/far_lock.h"

#include "runtime/node_heap/node_heap.h"
#include "runtime/rpc/rpc.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/lock_layout.h"

#include <cstring>

namespace polder::rpc {
namespace {

enum Operation : std::uint32_t {
    acquire,
    release,
    taken,
    carry, // to home
    granted,
    queued,
    settled,
    bad_release // from home
};

std::atomic<std::uint64_t> passed_count{0};

LockCell &cell_number(unsigned number) {
    char *places = area<char>(Area::lock) + sync::lock_places_size(control().shape);
    const auto at = (reinterpret_cast<std::uintptr_t>(places) + cache_line - 1) & ~(std::uintptr_t{cache_line} - 1);
    return reinterpret_cast<LockCell *>(at)[number];
}
bool slot_here(unsigned slot) {
    return on_node(slot / sync::lock_waiter_slots);
}
LockCell &cell_of(unsigned slot) {
    return cell_number(slot - control().shape.first * sync::lock_waiter_slots);
}
LockCell &first_cell(unsigned thread) {
    return cell_of(thread * sync::lock_waiter_slots);
}

HeldBucket &bucket_number(unsigned number) {
    return reinterpret_cast<HeldBucket *>(&cell_number(node_threads() * sync::lock_waiter_slots))[number];
}
LockLanding &landing_of(unsigned thread) {
    auto *landings = reinterpret_cast<LockLanding *>(&bucket_number(held_buckets(control().shape)));
    return landings[node_rank(thread)];
}
HeldBucket &bucket_of(polder_ga lock) {
    const unsigned number =
        static_cast<unsigned>((lock >> 6) * 0x9e3779b97f4a7c15u >> 33) % held_buckets(control().shape);
    return bucket_number(number);
}

// Sections are short and wait for nobody.
class Bucket {
public:
    explicit Bucket(polder_ga lock) : bucket_(bucket_of(lock)), lock_(lock) {
        for (unsigned turn = 0; bucket_.guard.exchange(1, std::memory_order_acquire); ++turn)
            sync::wait_turn(turn);
    }
    ~Bucket() { bucket_.guard.store(0, std::memory_order_release); }
    Bucket(const Bucket &) = delete;
    Bucket &operator=(const Bucket &) = delete;

    HeldLock *find(polder_ga lock) {
        for (HeldLock &held : bucket_.held)
            if (held.lock == lock) return &held;
        return nullptr;
    }
    HeldLock *find() { return find(lock_); }
    HeldLock *unused() { return find(0); }

private:
    HeldBucket &bucket_;
    polder_ga lock_;
};

constexpr std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{high} << 32 | low;
}
constexpr std::uint32_t low(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
}
constexpr std::uint32_t high(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32);
}

struct Load {
    const void *bytes = nullptr;
    std::size_t size = 0;
};

void send(unsigned node, Operation operation, std::uint32_t serial, polder_ga lock, std::uint64_t slots,
          std::uint64_t ticket, std::uint64_t who, sync::LockResult result = sync::LockResult::ok, Load load = {}) {
    const std::uint64_t words[] = {pair(operation, serial),           lock, slots, ticket, who,
                                   static_cast<std::uint64_t>(result)};
    one_way_send(node, OneWayKind::lock, words, 6, load.bytes, load.size);
}

Load load_of(const Piggyback &piggyback) {
    return {&piggyback, piggyback_size(piggyback)};
}

unsigned home_of(polder_ga lock) {
    return node_of(ga_thread(lock));
}

// ---- at the thread's node ----

void put_next(LockCell &cell, polder_ga lock, std::uint64_t ticket, unsigned slot, std::uint32_t serial) {
    const std::uint32_t version = cell.version.load(std::memory_order_relaxed);
    cell.version.store(version + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    cell.next_lock.store(lock, std::memory_order_relaxed);
    cell.next_ticket.store(ticket, std::memory_order_relaxed);
    cell.next_slot.store(slot, std::memory_order_relaxed);
    cell.next_serial.store(serial, std::memory_order_relaxed);
    cell.version.store(version + 2, std::memory_order_release);
}

// Who comes next, if that was heard while the thread waited. What is being written is news of
// another lock.
void take_next(const LockCell &cell, HeldLock &held) {
    held.next_slot = 0;
    const std::uint32_t version = cell.version.load(std::memory_order_acquire);
    const bool fits = cell.next_lock.load(std::memory_order_relaxed) == held.lock &&
                      cell.next_ticket.load(std::memory_order_relaxed) == held.ticket + 1;
    const std::uint32_t slot = cell.next_slot.load(std::memory_order_relaxed);
    held.next_serial = cell.next_serial.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (fits && version % 2 == 0 && version == cell.version.load(std::memory_order_relaxed)) held.next_slot = slot + 1;
}

void note_held(polder_ga lock, unsigned slot, const void *owner, std::uint64_t ticket) {
    delay_point();
    Bucket bucket(lock);
    HeldLock *held = bucket.find();
    if (!held) held = bucket.unused();
    if (!held) return;
    *held = {lock, ticket, slot / sync::lock_waiter_slots, 0, 0, owner};
    take_next(cell_of(slot), *held);
}

void end_wait(unsigned slot, std::uint32_t serial, sync::LockResult result, std::uint64_t passed_ticket = 0) {
    LockCell &cell = cell_of(slot);
    delay_point();
    cell.ticket = passed_ticket;
    cell.result.store(static_cast<std::uint32_t>(result), std::memory_order_relaxed);
    cell.granted.exchange(serial, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(cell.point);
}

// Before the thread can know of the answer.
void land(const OneWay &message, unsigned slot) {
    if (!message.payload_bytes || message.payload_bytes > sizeof(LockLanding::lines)) return;
    LockLanding &landing = landing_of(slot / sync::lock_waiter_slots);
    std::memcpy(landing.lines, message.payload, message.payload_bytes);
    landing.bytes = message.payload_bytes;
}

void on_granted(const OneWay &message) {
    const unsigned slot = low(message.words[2]);
    const sync::LockResult result = static_cast<sync::LockResult>(message.words[5]);
    if (!slot_here(slot)) return;
    if (result == sync::LockResult::ok)
        note_held(message.words[1], slot, reinterpret_cast<const void *>(message.words[4]), message.words[3]);
    land(message, slot);
    end_wait(slot, high(message.words[0]), result);
}

// A thread of this node waits; of the same node may be the one before it.
void on_queued(const OneWay &message) {
    const unsigned slot = low(message.words[2]);
    const unsigned before = high(message.words[2]);
    const std::uint64_t ticket = message.words[3];
    if (!slot_here(slot)) return;
    cell_of(slot).holder.store(low(message.words[4]), std::memory_order_relaxed);
    // It may sleep by now: for reports its record is written here, which does no harm should it
    // just have ended its wait.
    WaitRecord &record = thread_record(control(), slot / sync::lock_waiter_slots).wait;
    if (record.kind.load(std::memory_order_relaxed) == WaitKind::lock &&
        record.object.load(std::memory_order_relaxed) == message.words[1])
        record.peer.store(low(message.words[4]), std::memory_order_relaxed);
    if (before == no_peer || !slot_here(before)) return;
    delay_point();
    Bucket bucket(message.words[1]);
    HeldLock *held = bucket.find();
    if (held && held->ticket + 1 == ticket) {
        held->next_slot = slot + 1;
        held->next_serial = high(message.words[0]);
    } else { // it waits itself, or has given the lock back
        put_next(cell_of(before), message.words[1], ticket, slot, high(message.words[0]));
    }
}

void on_settled(const OneWay &message) {
    const unsigned thread = low(message.words[2]) / sync::lock_waiter_slots;
    if (!on_node(thread)) return;
    land(message, thread * sync::lock_waiter_slots);
    LockCell &cell = first_cell(thread);
    cell.settled.fetch_add(1, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(cell.point);
}

void on_bad_release(const OneWay &message) {
    const unsigned thread = low(message.words[2]) / sync::lock_waiter_slots;
    const unsigned holder = low(message.words[4]);
    const polder_ga lock = message.words[1];
    if (static_cast<sync::LockResult>(message.words[5]) == sync::LockResult::not_a_lock)
        job_fail_of(thread, 1, "upc_unlock: %#lx is not a lock, or one that has been freed", lock);
    if (holder == no_peer) job_fail_of(thread, 1, "upc_unlock: the lock (%#lx) is not locked", lock);
    job_fail_of(thread, 1, "upc_unlock: the lock (%#lx) is held by thread %u, not by the calling thread", lock, holder);
}

// ---- at home ----

// Null: there is no lock. Memory that nobody has allocated cannot be looked at.
sync::Lock *lock_here(polder_ga ga) {
    if (!ga_is_near(ga) || ga % alignof(sync::Lock) || node_heap::allocation_bytes(ga) < sizeof(sync::Lock))
        return nullptr;
    return static_cast<sync::Lock *>(near_pointer(ga));
}

void tell_granted(sync::Lock &lock, unsigned slot, const sync::LockPlace &place) {
    send(node_of(slot / sync::lock_waiter_slots), granted, place.serial, ga_of_pointer(&lock), slot, place.ticket,
         reinterpret_cast<std::uint64_t>(place.owner));
}

// With the lines that the message asks for.
void answer(const OneWay &message, Operation operation, std::uint32_t serial, std::uint64_t ticket, std::uint64_t who,
            sync::LockResult result) {
    alignas(cache_line) char lines[piggyback_lines * piggyback_line_bytes];
    const std::size_t bytes = PiggybackIn(message.payload, message.payload_bytes).gather(lines);
    send(message.from, operation, serial, message.words[1], low(message.words[2]), ticket, who, result, {lines, bytes});
}

void tell_settled(const OneWay &message) {
    answer(message, settled, 0, 0, 0, sync::LockResult::ok);
}

void on_acquire(const OneWay &message, sync::Lock *lock) {
    const unsigned slot = low(message.words[2]);
    const std::uint32_t serial = high(message.words[0]);
    const sync::LockReceipt receipt =
        lock ? sync::lock_enqueue(*lock, slot, reinterpret_cast<const void *>(message.words[4]), serial)
             : sync::LockReceipt{sync::LockResult::not_a_lock, 0, 0, 0};
    if (receipt.result == sync::LockResult::busy)
        send(message.from, queued, serial, message.words[1], pair(slot, receipt.before), receipt.ticket,
             receipt.holder);
    else
        answer(message, granted, serial, receipt.ticket, message.words[4], receipt.result);
}

void on_release(const OneWay &message, sync::Lock *lock) {
    const sync::LockResult result = lock ? sync::lock_release(*lock, low(message.words[2]) / sync::lock_waiter_slots)
                                         : sync::LockResult::not_a_lock;
    if (result == sync::LockResult::ok) return tell_settled(message);
    const int holder = lock ? sync::lock_holder(*lock) : -1;
    send(message.from, bad_release, 0, message.words[1], low(message.words[2]), 0,
         holder < 0 ? no_peer : static_cast<unsigned>(holder), result);
}

void on_taken(const OneWay &message, sync::Lock *lock) {
    if (lock) sync::lock_passed(*lock, low(message.words[2]), message.words[3]);
    tell_settled(message);
}

void on_one_way(const OneWay &message) {
    const std::uint32_t operation = low(message.words[0]);
    switch (operation) {
    case granted: return on_granted(message);
    case queued: return on_queued(message);
    case settled: return on_settled(message);
    case bad_release: return on_bad_release(message);
    default: break;
    }
    const unsigned thread = low(message.words[2]) / sync::lock_waiter_slots;
    if (thread >= threads() || node_of(thread) != message.from) return;
    PiggybackIn(message.payload, message.payload_bytes).take_in();
    if (operation == carry) return tell_settled(message);
    sync::Lock *lock = lock_here(message.words[1]);
    if (operation == acquire)
        on_acquire(message, lock);
    else if (operation == release)
        on_release(message, lock);
    else if (operation == taken)
        on_taken(message, lock);
}

void reply_attempt(const OneWay &question, std::uint64_t *answer) {
    sync::Lock *lock = lock_here(question.words[0]);
    const sync::LockUser user{low(question.words[1]), reinterpret_cast<const void *>(question.words[2])};
    sync::LockResult result = lock ? sync::lock_attempt(*lock, user, &answer[1]) : sync::LockResult::not_a_lock;
    // Whether the caller has it is known at its node: news that it was passed on may still be under
    // way to here.
    if (result == sync::LockResult::held_by_caller) result = sync::LockResult::busy;
    answer[0] = static_cast<std::uint64_t>(result);
}

void reply_free(const OneWay &question, std::uint64_t *answer) {
    const polder_ga ga = question.words[0];
    sync::Lock *lock = lock_here(ga);
    const sync::LockResult result = lock ? sync::lock_destroy(*lock) : sync::LockResult::not_a_lock;
    if (result == sync::LockResult::ok) node_heap::allocation_return(ga);
    answer[0] = static_cast<std::uint64_t>(result);
}

void reply_ticket(const OneWay &question, std::uint64_t *answer) {
    const sync::Lock *lock = lock_here(question.words[0]);
    answer[0] = lock && sync::is_lock(*lock) ? sync::current_ticket(*lock) : ~std::uint64_t{0};
}

// A lock may be freed while a thread has it (7.2.4), and another lock lie at its address then;
// nobody tells the holder's node. Home never knows of a later ticket than the holder has, so where
// it does, that lock is gone. Asked only when a thread seems to wait for itself.
bool is_gone(polder_ga lock, std::uint64_t ticket) {
    std::uint64_t answer[rpc_answer_words];
    rpc_call(home_of(lock), RpcKind::lock_ticket, &lock, 1, answer, {WaitKind::lock, lock});
    return answer[0] > ticket;
}

bool held_by(polder_ga lock, sync::LockUser user) {
    std::uint64_t ticket;
    {
        Bucket bucket(lock);
        const HeldLock *held = bucket.find();
        if (!held || held->thread != user.thread || held->owner != user.owner) return false;
        ticket = held->ticket;
    }
    if (!is_gone(lock, ticket)) return true;
    Bucket bucket(lock);
    if (HeldLock *held = bucket.find(); held && held->ticket == ticket) *held = {};
    return false;
}

// A message that home answers when it has acted on it.
void tell(Operation operation, polder_ga lock, unsigned slot, std::uint64_t ticket, Load load = {}) {
    first_cell(slot / sync::lock_waiter_slots).told.fetch_add(1, std::memory_order_relaxed);
    send(home_of(lock), operation, 0, lock, slot, ticket, 0, sync::LockResult::ok, load);
}

constexpr unsigned no_slot = ~0u;
unsigned slot_take(unsigned thread) {
    for (unsigned slot = thread * sync::lock_waiter_slots; slot < (thread + 1) * sync::lock_waiter_slots; ++slot)
        if (!cell_of(slot).taken.exchange(1, std::memory_order_acquire)) return slot;
    return no_slot;
}

sync::LockResult acquire_in(unsigned slot, polder_ga lock, const void *owner, Load load) {
    LockCell &cell = cell_of(slot);
    const std::uint32_t serial = ++cell.asked;
    cell.holder.store(no_peer, std::memory_order_relaxed);
    cell.owner = owner;
    send(home_of(lock), acquire, serial, lock, slot, 0, reinterpret_cast<std::uint64_t>(owner), sync::LockResult::ok,
         load);
    sync::WaitReason why{WaitKind::lock, lock, no_peer, true};
    sync::wait_until(cell.point, why, [&] {
        why.peer = cell.holder.load(std::memory_order_relaxed);
        return cell.granted.load(std::memory_order_acquire) == serial;
    });
    if (const std::uint64_t ticket = cell.ticket) tell(taken, lock, slot, ticket);
    return static_cast<sync::LockResult>(cell.result.load(std::memory_order_relaxed));
}

} // namespace

void far_locks_start() {
    sync::lock_tell = tell_granted;
    one_way_register(OneWayKind::lock, 6, on_one_way);
    rpc_register(RpcKind::lock_attempt, 3, reply_attempt);
    rpc_register(RpcKind::lock_free, 1, reply_free);
    rpc_register(RpcKind::lock_ticket, 1, reply_ticket);
}

sync::LockResult far_lock_acquire(polder_ga lock, unsigned thread, const Piggyback &piggyback) {
    const sync::LockUser user = sync::lock_caller(thread);
    if (held_by(lock, user)) return sync::LockResult::held_by_caller;
    unsigned slot = slot_take(thread);
    const bool alone = slot == no_slot && !piggyback_is_empty(piggyback);
    if (alone) {
        far_piggyback_send(home_of(lock), piggyback);
        far_piggyback_settle();
    }
    for (; slot == no_slot; slot = slot_take(thread)) {
        const sync::LockResult result = far_lock_attempt(lock, thread);
        if (result != sync::LockResult::busy) return result;
        sync::wait_turn(sync::wait_setup.spins);
    }
    const sync::LockResult result = acquire_in(slot, lock, user.owner, alone ? Load{} : load_of(piggyback));
    cell_of(slot).taken.store(0, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return result;
}

sync::LockResult far_lock_attempt(polder_ga lock, unsigned thread) {
    const sync::LockUser user = sync::lock_caller(thread);
    if (held_by(lock, user)) return sync::LockResult::held_by_caller;
    const std::uint64_t words[] = {lock, thread, reinterpret_cast<std::uint64_t>(user.owner)};
    std::uint64_t answer[rpc_answer_words];
    rpc_call(home_of(lock), RpcKind::lock_attempt, words, 3, answer, {WaitKind::lock, lock});
    const sync::LockResult result = static_cast<sync::LockResult>(answer[0]);
    if (result == sync::LockResult::ok) note_held(lock, thread * sync::lock_waiter_slots, user.owner, answer[1]);
    return result;
}

void far_lock_release(polder_ga lock, unsigned thread, const Piggyback &piggyback) {
    std::uint64_t ticket = 0;
    unsigned next = 0;
    std::uint32_t next_serial = 0;
    {
        Bucket bucket(lock);
        HeldLock *held = bucket.find();
        if (held && held->thread == thread) {
            ticket = held->ticket;
            next = piggyback_is_empty(piggyback) ? held->next_slot : 0;
            next_serial = held->next_serial;
            if (next) {
                LockCell &cell = cell_of(next - 1);
                *held = {lock, ticket + 1, (next - 1) / sync::lock_waiter_slots, 0, 0, cell.owner};
                take_next(cell, *held);
            } else {
                *held = {};
            }
        }
    }
    delay_point();
    if (!next) {
        tell(release, lock, thread * sync::lock_waiter_slots, ticket, load_of(piggyback));
        if (!piggyback_is_empty(piggyback)) far_piggyback_settle();
        return;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    end_wait(next - 1, next_serial, sync::LockResult::ok, ticket + 1);
    passed_count.fetch_add(1, std::memory_order_relaxed);
}

sync::LockResult far_lock_destroy(polder_ga lock) {
    std::uint64_t answer[rpc_answer_words];
    rpc_call(home_of(lock), RpcKind::lock_free, &lock, 1, answer, {WaitKind::lock, lock});
    return static_cast<sync::LockResult>(answer[0]);
}

void far_piggyback_send(unsigned node, const Piggyback &piggyback) {
    const unsigned slot = mythread() * sync::lock_waiter_slots;
    first_cell(mythread()).told.fetch_add(1, std::memory_order_relaxed);
    send(node, carry, 0, 0, slot, 0, 0, sync::LockResult::ok, load_of(piggyback));
}

LockLanding &far_piggyback_landing() {
    return landing_of(mythread());
}

void far_locks_settle() {
    rpc_settle();
    far_piggyback_settle();
}

void far_piggyback_settle() {
    LockCell &cell = first_cell(mythread());
    const std::uint32_t told = cell.told.load(std::memory_order_relaxed);
    if (told == cell.settled.load(std::memory_order_acquire)) return;
    sync::wait_until(cell.point, {WaitKind::lock, 0, no_peer, true}, [&] {
        return static_cast<std::int32_t>(cell.settled.load(std::memory_order_acquire) - told) >= 0;
    });
}

std::uint64_t far_locks_passed() {
    return passed_count.load(std::memory_order_relaxed);
}

} // namespace polder::rpc
