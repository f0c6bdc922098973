// Collective functions on single values (Berkeley's bupc_allv_*; the macros are in
// bupc_collectivev.h).
//
// Every call begins with an agreement: one reduction to all. It finds out whether all threads make
// the same call, and is the barrier that the call contains. If they do not, the job ends with a
// message. Then the values move (runtime/world/world.h).
#include "runtime/core/job.h"
#include "runtime/fence/strict.h"
#include "runtime/race/race.h"
#include "runtime/sync/one_caller.h"
#include "runtime/world/world.h"

#include <upc_types.h>

#include <cstdlib>
#include <cstring>

using namespace polder;

namespace polder::upc {

using namespace coll;
namespace {

enum class Function : std::uint32_t { reduce, prefix_reduce, broadcast, scatter, gather, permute };
constexpr const char *names[] = {"bupc_allv_reduce",  "bupc_allv_prefix_reduce", "bupc_allv_broadcast",
                                 "bupc_allv_scatter", "bupc_allv_gather",        "bupc_allv_permute"};
enum Kind : int { signed_integer, unsigned_integer, floating, boolean };

// What must be the same in all threads.
struct Call {
    Function function;
    int root;
    int kind;
    std::uint32_t reserved;
    std::uint64_t size;
    upc_op_t op;

    const char *name() const { return names[static_cast<unsigned>(function)]; }
};

Call call_of(Function function, std::size_t size, int root = 0, int kind = 0, upc_op_t op = 0) {
    return {function, root, kind, 0, size, op};
}

// ---- agreement ----

struct alignas(16) Digest {
    std::uint64_t of_call;
    std::uint64_t same;
};
static_assert(sizeof(Digest) == largest_value);

// Different for any two calls that a mistaken program may make: a product with an odd number mixes
// all fields.
std::uint64_t digest(const Call &call) {
    std::uint64_t words[sizeof(Call) / 8];
    std::uint64_t sum = 0;
    std::memcpy(words, &call, sizeof call);
    for (const std::uint64_t word : words) {
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 29;
    }
    return sum;
}

void combine(void *left, const void *right, ReductionFunction) {
    Digest &sum = *static_cast<Digest *>(left);
    const Digest &next = *static_cast<const Digest *>(right);
    sum.same = sum.same && next.same && sum.of_call == next.of_call;
}

[[noreturn, gnu::cold, gnu::noinline]] void explain(const Call &mine) {
    auto *all = static_cast<Call *>(std::calloc(threads(), sizeof(Call)));
    if (!all) job_fail(1, "%s: the threads make different calls", mine.name());
    world::gather_all_value(all, &mine, sizeof mine);
    unsigned t = 0;
    while (t + 1 < threads() && std::memcmp(&all[t], &mine, sizeof mine) == 0)
        ++t;
    const Call &other = all[t];
    job_fail_between({mythread(), t}, 1,
                     "thread %u calls %s with a type of %lu bytes, root %d, operation %#lx; thread %u calls %s (%lu "
                     "bytes, root %d, operation %#lx)",
                     mythread(), mine.name(), mine.size, mine.root, mine.op, t, other.name(), other.size, other.root,
                     other.op);
}

POLDER_PRIVATE std::uint64_t calls_made = 0;
const char call_tokens[16] = {};

// Behind it the thread has made no access yet, so the fence in front is that of the barrier as a
// whole.
void agree(const Call &call) {
    fence::strict_write();
    const race::RaceToken token = race::race_round(call_tokens, ++local(calls_made));
    race::race_give(token);
    const Kernel kernel{sizeof(Digest), nullptr, nullptr, nullptr, combine};
    Digest sum{digest(call), 1};
    world::reduce_all_value(&sum, {&kernel, nullptr, true});
    if (__builtin_expect(!sum.same, 0)) explain(call);
    race::race_take(token);
}

void check_root(Function function, int root, bool all_allowed) {
    if (root >= (all_allowed ? -1 : 0) && root < static_cast<int>(threads())) return;
    job_fail(1, "%s: there is no thread %d; THREADS is %u", names[static_cast<unsigned>(function)], root, threads());
}

bool is_root(int root) {
    return root == static_cast<int>(mythread());
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
        if (t.kind == kind && t.size == size) {
            *type = t.type;
            return true;
        }
    return false;
}

// Sums are in the order of the threads, as that of floating-point numbers matters.
Reduction reduction_of(const Call &call) {
    ReductionType type;
    if (!type_of(call.kind, call.size, &type))
        job_fail(1, "%s: no reduction of types of %lu bytes of this kind", call.name(), call.size);
    const bool built_in = call.op != op_function && call.op != op_noncommutative;
    const Kernel *kernel = built_in ? kernel_of(type, call.op) : nullptr;
    if (!kernel) job_fail(1, "%s: operation %#lx is not one for this type", call.name(), call.op);
    return {kernel, nullptr, true};
}

struct alignas(16) Sum {
    unsigned char bytes[largest_value];
};

void give(const Call &call, void *value, const Sum &sum) {
    std::memcpy(value, sum.bytes, call.size);
    if (call.kind == boolean) *static_cast<unsigned char *>(value) = sum.bytes[0] != 0;
}

// ---- permutation ----

// Every thread is the target of one: each looks for its own.
void check_permutation(unsigned to) {
    auto *targets = static_cast<unsigned *>(std::calloc(threads(), sizeof(unsigned)));
    if (!targets) job_fail(1, "bupc_allv_permute: no private memory");
    world::gather_all_value(targets, &to, sizeof to);
    unsigned senders = 0;
    for (unsigned t = 0; t < threads(); ++t)
        senders += targets[t] == mythread();
    std::free(targets);
    if (senders != 1)
        job_fail(1, "bupc_allv_permute: %u threads send to thread %u; the targets are no permutation", senders,
                 mythread());
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

void polder_allv_reduce(void *value, std::size_t size, int kind, int root, upc_op_t op) {
    const race::RaceCall race({&polder_allv_reduce, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_reduce");
    check_root(Function::reduce, root, true);
    const Call call = call_of(Function::reduce, size, root, kind, op);
    agree(call);
    const Reduction reduction = reduction_of(call);
    Sum sum{};
    std::memcpy(sum.bytes, value, size);
    if (root < 0)
        world::reduce_all_value(&sum, reduction);
    else
        world::reduce_value(&sum, reduction, static_cast<unsigned>(root));
    if (root < 0 || is_root(root)) give(call, value, sum);
}

void polder_allv_prefix_reduce(void *value, std::size_t size, int kind, upc_op_t op) {
    const race::RaceCall race({&polder_allv_prefix_reduce, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_prefix_reduce");
    const Call call = call_of(Function::prefix_reduce, size, 0, kind, op);
    agree(call);
    const Reduction reduction = reduction_of(call);
    Sum sum{};
    std::memcpy(sum.bytes, value, size);
    world::prefix_value(&sum, reduction);
    give(call, value, sum);
}

void polder_allv_broadcast(void *value, std::size_t size, int root) {
    const race::RaceCall race({&polder_allv_broadcast, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_broadcast");
    check_root(Function::broadcast, root, false);
    agree(call_of(Function::broadcast, size, root));
    world::broadcast_value(value, size, static_cast<unsigned>(root));
}

void polder_allv_scatter(void *value, std::size_t size, int root, const void *array) {
    const race::RaceCall race({&polder_allv_scatter, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_scatter");
    check_root(Function::scatter, root, false);
    if (is_root(root) && !array) job_fail(1, "bupc_allv_scatter: the root's array is null");
    agree(call_of(Function::scatter, size, root));
    world::scatter_value(value, array, size, static_cast<unsigned>(root));
}

void *polder_allv_gather(const void *value, std::size_t size, int root, void *array) {
    const race::RaceCall race({&polder_allv_gather, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_gather");
    check_root(Function::gather, root, true);
    if (is_root(root) && !array) job_fail(1, "bupc_allv_gather: the root's array is null");
    agree(call_of(Function::gather, size, root));
    if (root >= 0) {
        world::gather_value(array, value, size, static_cast<unsigned>(root));
        return array;
    }
    void *all = array ? array : std::malloc(size * threads()); // who wants nothing takes part all the same
    if (!all) job_fail(1, "bupc_allv_gather: no private memory");
    world::gather_all_value(all, value, size);
    if (!array) std::free(all);
    return array;
}

void polder_allv_permute(void *value, std::size_t size, int to) {
    const race::RaceCall race({&polder_allv_permute, __builtin_return_address(0)});
    const sync::OneCaller here("bupc_allv_permute");
    agree(call_of(Function::permute, size));
    check_permutation(static_cast<unsigned>(to));
    void *given = std::malloc(size ? size : 1);
    if (!given) job_fail(1, "bupc_allv_permute: no private memory");
    std::memcpy(given, value, size);
    world::permute_value(value, given, size, static_cast<unsigned>(to));
    std::free(given);
}
#pragma GCC visibility pop
} // extern "C"
