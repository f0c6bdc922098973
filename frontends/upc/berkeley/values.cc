// Collective functions on single values (Berkeley's bupc_allv_*; the macros are in bupc_collectivev.h).
//
// Every thread has two *slots* in shared memory, used in turn: the calls of a thread are counted, the parity chooses. A
// call writes the thread's slot, meets the others in one barrier, and reads theirs.
// Invariant: a slot is written again two calls later; between lies the barrier of the next call, which no thread passes
// before all have read. So one barrier a call is enough.
//
// A slot begins with what the calls of all threads must agree on; if they do not, the job ends with a message.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"

#include <upc_types.h>

#include <cstring>

using namespace polder;

namespace {

enum class Call : std::uint32_t { reduce, prefix_reduce, broadcast, scatter, gather, permute };
constexpr const char *call_names[] = {"bupc_allv_reduce",  "bupc_allv_prefix_reduce", "bupc_allv_broadcast",
                                      "bupc_allv_scatter", "bupc_allv_gather",        "bupc_allv_permute"};
enum Kind : int { signed_integer, unsigned_integer, floating, boolean };

struct alignas(16) Agreed {
    Call call;
    int root, kind;
    std::uint32_t reserved;
    std::uint64_t size;
    upc_op_t op;
};

struct alignas(cache_line) Slot {
    Agreed agreed;
    std::int64_t to; // permute
    alignas(16) unsigned char value[];
};

POLDER_PRIVATE std::uint32_t calls = 0;
POLDER_PRIVATE std::size_t capacity = 0; // bytes of a value; the same in all threads
POLDER_PRIVATE polder_ga slots = 0;      // of thread 0

std::size_t slot_bytes(std::size_t capacity) {
    return (sizeof(Slot) + capacity + cache_line - 1) / cache_line * cache_line;
}

// One call of the calling thread: makes room, writes, meets, checks.
class Meeting {
public:
    // All threads make room for `bytes`; those that give something put it into their slot.
    Meeting(const Agreed &agreed, const void *give, std::size_t bytes, std::int64_t to = 0) : agreed_(agreed) {
        make_room(bytes);
        parity_ = local(calls)++ & 1;
        Slot &mine = slot(mythread());
        mine.agreed = agreed;
        mine.to = to;
        if (give) std::memcpy(mine.value, give, bytes);
        barrier_internal();
        check();
    }

    const Slot &of(unsigned thread) const { return slot(thread); }
    const unsigned char *value(unsigned thread) const { return slot(thread).value; }

private:
    void make_room(std::size_t bytes) {
        if (bytes <= local(capacity)) return;
        const std::size_t wanted = bytes < 64 ? 64 : 2 * bytes;
        // The old slots stay: another thread may still read those of the last call. Room doubles, so they are the smaller half.
        local(slots) = agree_on_first(mythread() == 0 ? allocate_symmetric(2 * slot_bytes(wanted)) : 0);
        if (!local(slots)) job_fail(1, "%s: no shared memory for a value of %zu bytes", name(), bytes);
        local(capacity) = wanted;
    }

    Slot &slot(unsigned thread) const {
        const polder_ga first = local(slots) + (polder_ga{thread} << polder_job.shift);
        return *static_cast<Slot *>(polder_at(first + parity_ * slot_bytes(local(capacity))));
    }

    const char *name() const { return call_names[static_cast<unsigned>(agreed_.call)]; }

    void check() const {
        for (unsigned t = 0; t < threads(); ++t) {
            const Agreed &other = slot(t).agreed;
            if (std::memcmp(&other, &agreed_, sizeof other) == 0) continue;
            job_fail(1,
                     "%s with a type of %lu bytes, root %d, operation %#lx; thread %u calls %s (%lu bytes, root %d, "
                     "operation %#lx)",
                     name(), agreed_.size, agreed_.root, agreed_.op, t,
                     other.call <= Call::permute ? call_names[static_cast<unsigned>(other.call)] : "?", other.size,
                     other.root, other.op);
        }
    }

    Agreed agreed_;
    unsigned parity_;
};

void check_root(Call call, int root, bool all_allowed) {
    if (root >= (all_allowed ? -1 : 0) && root < static_cast<int>(threads())) return;
    job_fail(1, "%s: there is no thread %d; THREADS is %u", call_names[static_cast<unsigned>(call)], root, threads());
}

Agreed agreed(Call call, std::size_t size, int root = 0, int kind = 0, upc_op_t op = 0) {
    return {call, root, kind, 0, size, op};
}

// ---- reductions ----

template <class T> bool combine(upc_op_t op, T &a, T b) {
    switch (op) {
    case UPC_ADD: a = static_cast<T>(a + b); return true;
    case UPC_MULT: a = static_cast<T>(a * b); return true;
    case UPC_LOGAND: a = static_cast<T>(a && b); return true;
    case UPC_LOGOR: a = static_cast<T>(a || b); return true;
    case UPC_MIN: a = b < a ? b : a; return true;
    case UPC_MAX: a = a < b ? b : a; return true;
    default: break;
    }
    if constexpr (T(0.5f) == T(0)) {
        switch (op) {
        case UPC_AND: a = static_cast<T>(a & b); return true;
        case UPC_OR: a = static_cast<T>(a | b); return true;
        case UPC_XOR: a = static_cast<T>(a ^ b); return true;
        default: break;
        }
    }
    return false;
}

template <class T> bool fold(const Meeting &meeting, void *result, unsigned last, upc_op_t op) {
    T sum, next;
    std::memcpy(&sum, meeting.value(0), sizeof sum);
    T probe = sum;
    if (!combine(op, probe, sum)) return false;
    for (unsigned t = 1; t <= last; ++t) {
        std::memcpy(&next, meeting.value(t), sizeof next);
        combine(op, sum, next);
    }
    std::memcpy(result, &sum, sizeof sum);
    return true;
}

bool fold_bool(const Meeting &meeting, void *result, unsigned last, upc_op_t op) {
    unsigned char sum;
    if (!fold<unsigned char>(meeting, &sum, last, op)) return false;
    const unsigned char truth = sum != 0;
    std::memcpy(result, &truth, 1);
    return true;
}

// The first `last` + 1 values under op.
void fold_any(const Meeting &meeting, const Agreed &a, void *result, unsigned last) {
    bool good = false, known = true;
    const int kind = a.kind;
    if (kind == floating && a.size == sizeof(float))
        good = fold<float>(meeting, result, last, a.op);
    else if (kind == floating && a.size == sizeof(double))
        good = fold<double>(meeting, result, last, a.op);
    else if (kind == floating && a.size == sizeof(long double))
        good = fold<long double>(meeting, result, last, a.op);
    else if (kind == boolean && a.size == 1)
        good = fold_bool(meeting, result, last, a.op);
    else if (kind == signed_integer && a.size == 1)
        good = fold<signed char>(meeting, result, last, a.op);
    else if (kind == signed_integer && a.size == 2)
        good = fold<std::int16_t>(meeting, result, last, a.op);
    else if (kind == signed_integer && a.size == 4)
        good = fold<std::int32_t>(meeting, result, last, a.op);
    else if (kind == signed_integer && a.size == 8)
        good = fold<std::int64_t>(meeting, result, last, a.op);
    else if (kind == unsigned_integer && a.size == 1)
        good = fold<std::uint8_t>(meeting, result, last, a.op);
    else if (kind == unsigned_integer && a.size == 2)
        good = fold<std::uint16_t>(meeting, result, last, a.op);
    else if (kind == unsigned_integer && a.size == 4)
        good = fold<std::uint32_t>(meeting, result, last, a.op);
    else if (kind == unsigned_integer && a.size == 8)
        good = fold<std::uint64_t>(meeting, result, last, a.op);
    else
        known = false;
    const char *name = call_names[static_cast<unsigned>(a.call)];
    if (!known) job_fail(1, "%s: no reduction of types of %lu bytes of this kind", name, a.size);
    if (!good) job_fail(1, "%s: operation %#lx is not one for this type", name, a.op);
}

} // namespace

extern "C" {

void polder_allv_reduce(void *value, std::size_t size, int kind, int root, upc_op_t op) {
    check_root(Call::reduce, root, true);
    const Agreed call = agreed(Call::reduce, size, root, kind, op);
    const Meeting meeting(call, value, size);
    if (root < 0 || root == static_cast<int>(mythread())) fold_any(meeting, call, value, threads() - 1);
}

void polder_allv_prefix_reduce(void *value, std::size_t size, int kind, upc_op_t op) {
    const Agreed call = agreed(Call::prefix_reduce, size, 0, kind, op);
    const Meeting meeting(call, value, size);
    fold_any(meeting, call, value, mythread());
}

void polder_allv_broadcast(void *value, std::size_t size, int root) {
    check_root(Call::broadcast, root, false);
    const Meeting meeting(agreed(Call::broadcast, size, root), value, size);
    std::memcpy(value, meeting.value(static_cast<unsigned>(root)), size);
}

void polder_allv_scatter(void *value, std::size_t size, int root, const void *array) {
    check_root(Call::scatter, root, false);
    const bool gives = root == static_cast<int>(mythread());
    if (gives && !array) job_fail(1, "bupc_allv_scatter: the root's array is null");
    const Meeting meeting(agreed(Call::scatter, size, root), gives ? array : nullptr, size * threads());
    std::memcpy(value, meeting.value(static_cast<unsigned>(root)) + mythread() * size, size);
}

void polder_allv_gather(const void *value, std::size_t size, int root, void *array) {
    check_root(Call::gather, root, true);
    if (root == static_cast<int>(mythread()) && !array) job_fail(1, "bupc_allv_gather: the root's array is null");
    const Meeting meeting(agreed(Call::gather, size, root), value, size);
    if (!array || (root >= 0 && root != static_cast<int>(mythread()))) return;
    for (unsigned t = 0; t < threads(); ++t)
        std::memcpy(static_cast<char *>(array) + t * size, meeting.value(t), size);
}

void polder_allv_permute(void *value, std::size_t size, int to) {
    const Meeting meeting(agreed(Call::permute, size), value, size, to);
    unsigned senders = 0;
    for (unsigned t = 0; t < threads(); ++t)
        if (meeting.of(t).to == static_cast<std::int64_t>(mythread())) {
            std::memcpy(value, meeting.value(t), size);
            ++senders;
        }
    if (senders != 1)
        job_fail(1, "bupc_allv_permute: %u threads send to thread %u; the targets are no permutation", senders,
                 mythread());
}

} // extern "C"
