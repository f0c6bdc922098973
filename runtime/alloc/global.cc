// Transactions on the words of a global area; see global.h.
//
// A *transaction* takes the lock, reads the words, and ends with at most two writes and the free
// lock. Everything of a kind of access is in Near or Far, and what is decided stands in between,
// once.
//
// Proof for another node. The holder's reads come behind its compare-and-swap, by the order of the
// conduit, or as it has waited. They come before its next write of the words. Nobody else writes
// meanwhile, so they are of one moment. If the compare-and-swap fails, what was read is dropped.
// The free lock comes behind the other writes. It is the signal of the put of the changed word, so
// it comes behind that one. The head of the block comes first, by the order of the conduit, or as
// the transaction has waited for it. So the next holder reads them.
//
// A freed block may be another thread's once the lock is free. So what this thread has put there
// comes before that, too. It has left the cache, and what might be overtaken is complete
// (far_order).
//
// A transaction does not wait for the free lock to arrive: no later step of it needs that. The put
// is in the thread's pool (runtime/put), which the thread's next fence waits for, its last one at
// the end. Until it has arrived others find the lock taken and try again, and so does this thread.
#include "runtime/alloc/global.h"

#include "base/delay.h"
#include "runtime/cache/order.h"
#include "runtime/core/member_name.h"
#include "runtime/net/net.h"
#include "runtime/node_heap/global_area.h"
#include "runtime/put/put_pool.h"
#include "runtime/segment/where.h"
#include "runtime/sync/give_way.h"

#include <polder/status.h>

#include <cstring>
#include <sched.h>
#include <time.h>

namespace polder::alloc {
namespace {

using node_heap::GlobalBlock;
using node_heap::GlobalControl;

constexpr std::uint64_t proof_key = 0x9d3f6a21c5b7e84f;

POLDER_PRIVATE std::uint64_t round_trips = 0; // of this thread

std::uint64_t proof_of(unsigned thread, std::uint64_t name) {
    return proof_key ^ ga_of_segment(thread) ^ name;
}

polder_ga address_of(unsigned thread, std::uint64_t name) {
    return ga_of_segment(thread) + node_heap::global_top() - name;
}

// What a transaction leaves behind; ends with the lock.
struct Changes {
    std::uint64_t named = 0; // the block whose head is written; 0: none
    GlobalBlock block = {};
    std::uint64_t word = 0; // offset in GlobalControl; 0: none
    std::uint64_t value = 0;

    void set_block(std::uint64_t name, const GlobalBlock &head) {
        named = name;
        block = head;
    }
    void set_gbrk(std::uint64_t gbrk) {
        word = offsetof(GlobalControl, gbrk);
        value = gbrk;
    }
    void set_free(unsigned number, std::uint64_t name) {
        word = offsetof(GlobalControl, free) + number * sizeof value;
        value = name;
    }
};

// Gives the core away, longer from turn to turn, and polls: the holder may need that.
class Turns {
public:
    explicit Turns(unsigned thread) : mark_(WaitKind::lock, address_of(thread, 0), thread) {}
    void next() {
        if (net::net_on()) net::net_poll();
        sync::wait_poll();
        if (++turns_ < 64) {
            sched_yield();
            return;
        }
        mark_.parking();
        const timespec nap = {0, turns_ < 1024 ? 50000 : 1000000};
        nanosleep(&nap, nullptr);
    }

private:
    WaitMark mark_;
    unsigned turns_ = 0;
};

// ---- on the node ----

class Near {
public:
    explicit Near(unsigned thread) : thread_(thread), control_(node_heap::global_control(thread)) {}

    // also: the head of this block is read, too; 0: of none.
    Status lock(GlobalControl *words, std::uint64_t also, GlobalBlock *head) {
        if (!node_heap::global_try_lock(control_)) {
            Turns turns(thread_);
            while (!node_heap::global_try_lock(control_))
                turns.next();
        }
        // All but the lock, on which others are at work.
        std::memcpy(&words->gbrk, &control_.gbrk, sizeof control_ - offsetof(GlobalControl, gbrk));
        return also ? read(also, head) : Status::ok;
    }
    Status read(std::uint64_t name, GlobalBlock *head) {
        *head = block(name);
        return Status::ok;
    }
    void settle(std::uint64_t, std::uint64_t) {} // stores of the caller are in front of the unlock
    Status unlock(const Changes &changes) {
        delay_point();
        if (changes.named) block(changes.named) = changes.block;
        delay_point();
        if (changes.word) {
            std::uint64_t &word =
                *reinterpret_cast<std::uint64_t *>(reinterpret_cast<char *>(&control_) + changes.word);
            node_heap::global_word(word).store(changes.value, std::memory_order_relaxed);
        }
        node_heap::global_unlock(control_);
        return Status::ok;
    }

private:
    GlobalBlock &block(std::uint64_t name) {
        return *static_cast<GlobalBlock *>(near_pointer(address_of(thread_, name)));
    }
    unsigned thread_;
    GlobalControl &control_;
};

// ---- on another node ----

// Operations that are under way together.
class Batch {
public:
    explicit Batch(unsigned thread) : thread_(thread) {}
    template <class Start> void start(Start begin) {
        ConduitOperation &operation = operations_[count_++];
        operation.done = nullptr;
        operation.left.store(0, std::memory_order_relaxed);
        Status status = Status::ok;
        const auto begun = [&] { return (status = begin(operation)) != Status::again; };
        delay_point();
        if (!begun()) net::net_wait(reason(), begun);
        if (!is_ok(status)) failed_ = status;
    }
    Status finish() {
        ++local(round_trips);
        net::net_wait(reason(), [&] {
            for (unsigned i = 0; i < count_; ++i)
                if (operations_[i].left.load(std::memory_order_acquire) != 0) return false;
            return true;
        });
        for (unsigned i = 0; i < count_; ++i)
            if (is_ok(failed_)) failed_ = operations_[i].status;
        count_ = 0;
        return failed_;
    }

private:
    sync::WaitReason reason() const { return {WaitKind::copy, address_of(thread_, 0), thread_, true}; }
    ConduitOperation operations_[3] = {}; // compare-and-swap, two gets
    unsigned count_ = 0;
    unsigned thread_;
    Status failed_ = Status::ok;
};

class Far {
public:
    explicit Far(unsigned thread)
        : thread_(thread), node_(node_of(thread)), control_(address_of(thread, 0)),
          ordered_gets_(net::net_orders_gets()) {}

    Status lock(GlobalControl *words, std::uint64_t also, GlobalBlock *head) {
        bool taken = false;
        Status status = attempt(words, also, head, &taken);
        if (taken || !is_ok(status)) return status;
        Turns turns(thread_);
        while (is_ok(status) && !taken) {
            turns.next();
            status = attempt(words, also, head, &taken);
        }
        return status;
    }
    Status read(std::uint64_t name, GlobalBlock *head) {
        Batch batch(thread_);
        get(batch, address_of(thread_, name), head, sizeof *head);
        return batch.finish();
    }
    // What the caller has put to the block, of so many bytes behind its head.
    void settle(std::uint64_t name, std::uint64_t bytes) {
        cache::far_order(address_of(thread_, name) + sizeof(GlobalBlock), bytes, true);
    }
    Status unlock(const Changes &changes) {
        static constexpr std::uint64_t free = 0;
        const polder_ga lock = control_ + offsetof(GlobalControl, lock);
        if (changes.named)
            if (const Status status = write(changes); !is_ok(status)) return status;
        delay_point();
        if (changes.word)
            put::put_copy_signal(node_, control_ + changes.word, &changes.value, sizeof changes.value,
                                 {lock, std::uint64_t{0} - (mythread() + 1)});
        else
            put::put_copy(node_, lock, &free, sizeof free);
        return Status::ok;
    }

private:
    Status attempt(GlobalControl *words, std::uint64_t also, GlobalBlock *head, bool *taken) {
        std::uint64_t found = ~std::uint64_t{0};
        const net::NetAtomic take = {AtomicType::u64, AtomicOperation::cswap, 0, mythread() + 1, &found};
        const auto look = [&](Batch &batch) {
            get(batch, control_, words, sizeof *words);
            if (also) get(batch, address_of(thread_, also), head, sizeof *head);
        };
        Batch batch(thread_);
        batch.start([&](ConduitOperation &operation) {
            return net::net_atomic(node_, control_ + offsetof(GlobalControl, lock), take, operation);
        });
        if (ordered_gets_) look(batch);
        Status status = batch.finish();
        *taken = is_ok(status) && found == 0;
        if (*taken && !ordered_gets_) {
            look(batch);
            status = batch.finish();
        }
        return status;
    }
    void get(Batch &batch, polder_ga from, void *to, std::size_t bytes) {
        batch.start([&](ConduitOperation &operation) {
            return (ordered_gets_ ? net::net_get_behind_atomics : net::net_get)(node_, from, to, bytes, operation);
        });
    }
    // The head of the block: the signal behind it is seen behind it.
    Status write(const Changes &changes) {
        const polder_ga to = address_of(thread_, changes.named);
        if (net::net.caps->ordered) {
            delay_point();
            put::put_copy(node_, to, &changes.block, sizeof changes.block); // complete after the thread's next fence
            return Status::ok;
        }
        Batch batch(thread_);
        batch.start([&](ConduitOperation &operation) {
            return net::net_put(node_, to, &changes.block, sizeof changes.block, operation);
        });
        return batch.finish();
    }

    unsigned thread_;
    unsigned node_;
    polder_ga control_;
    bool ordered_gets_; // the conduit orders a get behind an atomic operation
};

// ---- transactions, with either access ----

template <class Side> Status break_set(Side side, std::int64_t by, const std::uint64_t *to, std::uint64_t *before) {
    GlobalControl words;
    if (const Status status = side.lock(&words, 0, nullptr); !is_ok(status)) return status;
    const std::int64_t now = static_cast<std::int64_t>(words.gbrk);
    const std::int64_t wanted = to ? static_cast<std::int64_t>(*to) : now + by;
    Changes changes;
    Status answer = wanted < 0 ? Status::bad_argument : Status::ok;
    if (wanted > static_cast<std::int64_t>(words.glimit)) answer = Status::no_memory;
    if (is_ok(answer) && wanted != now) changes.set_gbrk(static_cast<std::uint64_t>(wanted));
    const Status end = side.unlock(changes);
    if (before && is_ok(answer)) *before = words.gbrk;
    return is_ok(end) ? answer : end;
}

// The class from which a request is served: its own or, without new memory, a larger one; none:
// global_classes.
unsigned class_to_take(const GlobalControl &words, unsigned number) {
    while (number < node_heap::global_classes && !words.free[number])
        ++number;
    return number;
}

template <class Side> Status take_free(Side &side, const GlobalControl &words, unsigned number, Changes *changes) {
    GlobalBlock head;
    const Status status = side.read(words.free[number], &head);
    if (!is_ok(status)) return status;
    changes->set_free(number, head.next);
    head.live = 1;
    head.next = 0;
    changes->set_block(words.free[number], head);
    return status;
}

template <class Side> Status take(Side side, unsigned thread, unsigned number, std::uint64_t *name) {
    GlobalControl words;
    Status answer = side.lock(&words, 0, nullptr);
    if (!is_ok(answer)) return answer;
    Changes changes;
    const std::uint64_t grown = words.gbrk + sizeof(GlobalBlock) + node_heap::global_class_bytes(number);
    if (!words.free[number] && grown <= words.glimit) {
        changes.set_gbrk(grown);
        changes.set_block(grown, {proof_of(thread, grown), number, 1, 0, {}});
    } else if (const unsigned from = class_to_take(words, number); from < node_heap::global_classes) {
        answer = take_free(side, words, from, &changes);
    } else {
        answer = Status::no_memory;
    }
    if (is_ok(answer)) *name = changes.named;
    const Status end = side.unlock(is_ok(answer) ? changes : Changes());
    return is_ok(end) ? answer : end;
}

bool is_block(unsigned thread, std::uint64_t name, const GlobalBlock &head) {
    return head.proof == proof_of(thread, name) && head.number < node_heap::global_classes;
}

// The block that ends at the break goes back to the area, others to the list of their class.
void give_back(const GlobalControl &words, std::uint64_t name, GlobalBlock head, Changes *changes) {
    const unsigned number = static_cast<unsigned>(head.number);
    head.live = 0;
    if (name == words.gbrk) {
        head.proof = 0;
        changes->set_gbrk(name - sizeof head - node_heap::global_class_bytes(number));
    } else {
        head.next = words.free[number];
        changes->set_free(number, name);
    }
    changes->set_block(name, head);
}

// False: the address belongs to the local heap.
template <class Side>
Status release(Side side, unsigned thread, std::uint64_t name, heap::FreeResult *result, bool *ours) {
    GlobalControl words;
    GlobalBlock head;
    const Status status = side.lock(&words, name, &head);
    if (!is_ok(status)) return status;
    Changes changes;
    *ours = name <= words.glimit;
    const bool handed_out = name <= words.gbrk && is_block(thread, name, head);
    *result = !handed_out ? heap::FreeResult::not_a_block
              : head.live ? heap::FreeResult::ok
                          : heap::FreeResult::already_free;
    if (*ours && *result == heap::FreeResult::ok) {
        side.settle(name, node_heap::global_class_bytes(static_cast<unsigned>(head.number)));
        give_back(words, name, head, &changes);
    }
    return side.unlock(changes);
}

bool can_name(polder_ga block) {
    return node_heap::global_area_exists() && ga_offset(block) > node_range.global_begin &&
           ga_offset(block) <= node_heap::global_top();
}

// Of what would be a block.
std::uint64_t name_of(polder_ga block) {
    return node_heap::global_top() - ga_offset(block) + sizeof(GlobalBlock);
}

[[noreturn]] void fail(unsigned thread, Status status) {
    job_fail(1, "global heap of %s: %s", member_name(thread).text,
             polder_status_text(static_cast<polder_status>(status)));
}

// What the network could not do ends the job: other callers might wait for the lock for ever.
template <class Act> Status on_side(unsigned thread, Act act) {
    if (!node_heap::global_area_exists()) return Status::no_support;
    const Status status = on_node(thread) ? act(Near(thread)) : act(Far(thread));
    if (status == Status::system_error) fail(thread, status);
    return status;
}

} // namespace

Status global_room(unsigned thread, GlobalRoom *room) {
    return on_side(thread, [&](auto side) {
        GlobalControl words;
        const Status status = side.lock(&words, 0, nullptr);
        if (!is_ok(status)) return status;
        *room = {words.gbrk, words.glimit};
        return side.unlock({});
    });
}

Status global_sbrk(unsigned thread, std::int64_t bytes, std::uint64_t *before) {
    if (bytes % static_cast<std::int64_t>(node_heap::global_unit)) return Status::bad_argument;
    return on_side(thread, [&](auto side) { return break_set(side, bytes, nullptr, before); });
}

Status global_brk(unsigned thread, std::uint64_t bytes) {
    if (bytes % node_heap::global_unit) return Status::bad_argument;
    return on_side(thread, [&](auto side) { return break_set(side, 0, &bytes, nullptr); });
}

Status global_allocate(unsigned thread, std::size_t bytes, polder_ga *block) {
    if (bytes == 0) return Status::bad_argument;
    if (bytes > node_heap::global_largest) return Status::no_memory;
    std::uint64_t name = 0;
    const unsigned number = node_heap::global_class(bytes);
    const Status status = on_side(thread, [&](auto side) { return take(side, thread, number, &name); });
    if (is_ok(status)) *block = address_of(thread, name) + sizeof(GlobalBlock);
    return status;
}

bool global_free(polder_ga block, heap::FreeResult *result) {
    if (!can_name(block)) return false;
    if (block % node_heap::global_unit) return false; // the local heap says what is wrong with it
    const unsigned thread = ga_thread(block);
    bool ours = false;
    const Status status =
        on_side(thread, [&](auto side) { return release(side, thread, name_of(block), result, &ours); });
    if (!is_ok(status)) fail(thread, status);
    return ours;
}

std::uint64_t global_block_bytes(polder_ga block) {
    if (!can_name(block) || block % node_heap::global_unit) return 0;
    const unsigned thread = ga_thread(block);
    GlobalBlock head = {};
    const Status status = on_side(thread, [&](auto side) { return side.read(name_of(block), &head); });
    return is_ok(status) && is_block(thread, name_of(block), head) && head.live
               ? node_heap::global_class_bytes(static_cast<unsigned>(head.number))
               : 0;
}

std::uint64_t global_round_trips() {
    return local(round_trips);
}

} // namespace polder::alloc
