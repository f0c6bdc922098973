// Collective functions on single values (Berkeley's bupc_allv_*; the macros are in bupc_collectivev.h).
//
// Every thread has two *slots* in shared memory, used in turn: the calls of a thread are counted, the parity chooses. A
// call writes the thread's slot, meets the others in one barrier, and reads theirs.
// Invariant: a slot is written again two calls later; between lies the barrier of the next call, which no thread passes
// before all have read. So one barrier a call is enough.
//
// A slot begins with what the calls of all threads must agree on; if they do not, the job ends with a message.
#include "runtime/alloc/alloc.h"
#include "runtime/coll/kernel.h"
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

// The type a reduction works on; false: there is none. A _Bool is one unsigned char.
bool type_of(int kind, std::size_t size, ReductionType *type) {
    using T = ReductionType;
    static constexpr struct {
        int kind;
        std::size_t size;
        T type;
    } types[] = {{signed_integer, 1, T::C},    {signed_integer, 2, T::S},    {signed_integer, 4, T::I},
                 {signed_integer, 8, T::L},    {unsigned_integer, 1, T::UC}, {unsigned_integer, 2, T::US},
                 {unsigned_integer, 4, T::UI}, {unsigned_integer, 8, T::UL}, {boolean, 1, T::UC},
                 {floating, 4, T::F},          {floating, 8, T::D},          {floating, sizeof(long double), T::LD}};
    for (const auto &t : types)
        if (t.kind == kind && t.size == size) return *type = t.type, true;
    return false;
}

// The values of threads 0 to `last` under the operation.
void reduce(const Meeting &meeting, const Agreed &a, void *result, unsigned last) {
    const char *name = call_names[static_cast<unsigned>(a.call)];
    ReductionType type;
    if (!type_of(a.kind, a.size, &type))
        job_fail(1, "%s: no reduction of types of %lu bytes of this kind", name, a.size);
    const Kernel *kernel = a.op == op_function || a.op == op_noncommutative ? nullptr : kernel_of(type, a.op);
    if (!kernel) job_fail(1, "%s: operation %#lx is not one for this type", name, a.op);
    alignas(16) unsigned char sum[largest_value];
    std::memcpy(sum, meeting.value(0), a.size);
    for (unsigned t = 1; t <= last; ++t)
        kernel->combine(sum, meeting.value(t), nullptr);
    if (a.kind == boolean) *sum = *sum != 0;
    std::memcpy(result, sum, a.size);
}

} // namespace

extern "C" {

void polder_allv_reduce(void *value, std::size_t size, int kind, int root, upc_op_t op) {
    check_root(Call::reduce, root, true);
    const Agreed call = agreed(Call::reduce, size, root, kind, op);
    const Meeting meeting(call, value, size);
    if (root < 0 || root == static_cast<int>(mythread())) reduce(meeting, call, value, threads() - 1);
}

void polder_allv_prefix_reduce(void *value, std::size_t size, int kind, upc_op_t op) {
    const Agreed call = agreed(Call::prefix_reduce, size, 0, kind, op);
    const Meeting meeting(call, value, size);
    reduce(meeting, call, value, mythread());
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

void *polder_allv_gather(const void *value, std::size_t size, int root, void *array) {
    check_root(Call::gather, root, true);
    if (root == static_cast<int>(mythread()) && !array) job_fail(1, "bupc_allv_gather: the root's array is null");
    const Meeting meeting(agreed(Call::gather, size, root), value, size);
    if (!array || (root >= 0 && root != static_cast<int>(mythread()))) return array;
    for (unsigned t = 0; t < threads(); ++t)
        std::memcpy(static_cast<char *>(array) + t * size, meeting.value(t), size);
    return array;
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
