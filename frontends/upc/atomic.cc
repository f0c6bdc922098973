// Atomic memory operations: UPC 1.3, optional library, 7.6.
//
// A domain lies in the heap of thread 0; its type and operations choose one function for each operation. Numbers of 4
// and 8 bytes use the processor's instructions, where it has none a loop of compare-and-swap. A pointer-to-shared has
// 16 bytes: a lock of a small table, chosen by the target's address, makes its three operations atomic among
// themselves, which is all a domain promises. Strict operations are fenced on both sides (docs/design/memory-model.md).
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"
#include "runtime/sync/wait.h"

#include <polder/abi.h>
#include <upc_types.h>

#include <cstring>

using namespace polder;

namespace {

// As in upc_atomic.h, which only upcc can read.
constexpr upc_op_t op_get = 1UL << 11, op_set = 1UL << 12, op_cswap = 1UL << 13, op_sub = 1UL << 14, op_inc = 1UL << 15,
                   op_dec = 1UL << 16;
constexpr upc_op_t accessors = op_get | op_set | op_cswap;
constexpr upc_op_t numeric = UPC_ADD | UPC_MULT | UPC_MIN | UPC_MAX | op_sub | op_inc | op_dec;
constexpr upc_op_t bitwise = UPC_AND | UPC_OR | UPC_XOR;

struct Operation {
    upc_op_t op;
    void *target, *fetch;
    const void *operand1, *operand2;
};

struct Domain {
    std::uint64_t magic;
    upc_op_t ops;
    upc_type_t type;
};
constexpr std::uint64_t domain_magic = 0x6e69616d6f640a01;

// ---- numbers ----

template <class T> T load(const void *from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// The unsigned integer of the same size, on which the processor works.
template <class T> struct WordOf { using Type = T; };
template <> struct WordOf<float> { using Type = std::uint32_t; };
template <> struct WordOf<double> { using Type = std::uint64_t; };

template <class T> constexpr bool is_floating = T(0.5f) != T(0);

template <class T> T compute(upc_op_t op, T a, T b) {
    switch (op) {
    case UPC_ADD: return a + b;
    case op_sub: return a - b;
    case op_inc: return a + 1;
    case op_dec: return a - 1;
    case UPC_MULT: return a * b;
    case UPC_MIN: return a < b ? a : b;
    default: return a > b ? a : b; // UPC_MAX
    }
}

// Any operation as a loop of compare-and-swap. Returns the value before.
template <class T> T update(const Operation &o) {
    using Word = typename WordOf<T>::Type;
    Word *target = static_cast<Word *>(o.target);
    Word seen = __atomic_load_n(target, __ATOMIC_RELAXED);
    for (;;) {
        const T before = load<T>(&seen);
        T after;
        if (o.op == op_cswap) {
            if (before != load<T>(o.operand1)) return before; // by value: 0.0 is -0.0
            after = load<T>(o.operand2);
        } else {
            after = compute(o.op, before, o.operand1 ? load<T>(o.operand1) : T(0));
        }
        if (__atomic_compare_exchange_n(target, &seen, load<Word>(&after), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return before;
    }
}

template <class T> T exchange(const Operation &o) {
    using Word = typename WordOf<T>::Type;
    const Word before = __atomic_exchange_n(static_cast<Word *>(o.target), load<Word>(o.operand1), __ATOMIC_SEQ_CST);
    return load<T>(&before);
}

template <class T> T get(const Operation &o) {
    using Word = typename WordOf<T>::Type;
    const Word value = __atomic_load_n(static_cast<Word *>(o.target), __ATOMIC_SEQ_CST);
    return load<T>(&value);
}

// Operations for which processors have an instruction; the rest goes to update.
template <class T> T integer(const Operation &o) {
    T *target = static_cast<T *>(o.target);
    switch (o.op) {
    case UPC_ADD: return __atomic_fetch_add(target, load<T>(o.operand1), __ATOMIC_SEQ_CST);
    case op_sub: return __atomic_fetch_sub(target, load<T>(o.operand1), __ATOMIC_SEQ_CST);
    case op_inc: return __atomic_fetch_add(target, T(1), __ATOMIC_SEQ_CST);
    case op_dec: return __atomic_fetch_sub(target, T(1), __ATOMIC_SEQ_CST);
    case UPC_AND: return __atomic_fetch_and(target, load<T>(o.operand1), __ATOMIC_SEQ_CST);
    case UPC_OR: return __atomic_fetch_or(target, load<T>(o.operand1), __ATOMIC_SEQ_CST);
    case UPC_XOR: return __atomic_fetch_xor(target, load<T>(o.operand1), __ATOMIC_SEQ_CST);
    default: return update<T>(o);
    }
}

template <class T> void number(const Operation &o) {
    T before;
    if (o.op == op_get)
        before = get<T>(o);
    else if (o.op == op_set)
        before = exchange<T>(o);
    else if constexpr (is_floating<T>)
        before = update<T>(o);
    else
        before = integer<T>(o);
    if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
}

// ---- pointers-to-shared ----

struct alignas(64) PointerLock { // in Area::lock; held for a few instructions, so waiters never park
    std::atomic<std::uint32_t> held;
};
constexpr unsigned pointer_locks = 64;

void pointer(const Operation &o) {
    PointerLock *table = area<PointerLock>(Area::lock);
    std::atomic<std::uint32_t> &held = table[reinterpret_cast<std::uintptr_t>(o.target) / 16 % pointer_locks].held;
    for (unsigned turn = 0; held.exchange(1, std::memory_order_seq_cst); ++turn)
        wait_turn(turn);
    const polder_gp before = load<polder_gp>(o.target);
    if (o.op == op_set)
        std::memcpy(o.target, o.operand1, sizeof before);
    else if (o.op == op_cswap && before.ga == load<polder_gp>(o.operand1).ga) // phases do not count (6.4.2)
        std::memcpy(o.target, o.operand2, sizeof before);
    held.store(0, std::memory_order_release);
    if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
}

// ---- domains ----

upc_op_t operations_of(upc_type_t type) {
    switch (type) {
    case UPC_INT:
    case UPC_UINT:
    case UPC_LONG:
    case UPC_ULONG:
    case UPC_LLONG:
    case UPC_ULLONG:
    case UPC_INT32:
    case UPC_UINT32:
    case UPC_INT64:
    case UPC_UINT64: return accessors | numeric | bitwise;
    case UPC_FLOAT:
    case UPC_DOUBLE: return accessors | numeric;
    case UPC_PTS: return accessors;
    default: return 0;
    }
}

void perform(upc_type_t type, const Operation &o) {
    switch (type) {
    case UPC_INT:
    case UPC_INT32: return number<std::int32_t>(o);
    case UPC_UINT:
    case UPC_UINT32: return number<std::uint32_t>(o);
    case UPC_LONG:
    case UPC_LLONG:
    case UPC_INT64: return number<std::int64_t>(o);
    case UPC_ULONG:
    case UPC_ULLONG:
    case UPC_UINT64: return number<std::uint64_t>(o);
    case UPC_FLOAT: return number<float>(o);
    case UPC_DOUBLE: return number<double>(o);
    default: return pointer(o);
    }
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *function, const Domain *domain, const Operation &o) {
    if (!domain || domain->magic != domain_magic)
        job_fail(1, "%s: the domain is a null pointer, no atomicity domain, or one that has been freed", function);
    if (!(o.op & domain->ops) || (o.op & (o.op - 1)))
        job_fail(1, "%s: operation %#lx is not one of those the domain was allocated for (%#lx)", function, o.op,
                 domain->ops);
    job_fail(1, "%s: operation %#lx lacks an operand, or the place for the value fetched", function, o.op);
}

bool has_operands(const Operation &o) {
    if (o.op == op_get) return o.fetch != nullptr;
    if (o.op == op_inc || o.op == op_dec) return true;
    return o.operand1 && (o.op != op_cswap || o.operand2);
}

void checked_perform(const char *function, polder_ga ga, const Operation &o) {
    const Domain *domain = ga && in_node_range(ga) ? static_cast<const Domain *>(polder_at(ga)) : nullptr;
    const bool valid =
        domain && domain->magic == domain_magic && (o.op & domain->ops) && !(o.op & (o.op - 1)) && has_operands(o);
    if (__builtin_expect(!valid, 0)) fail(function, domain, o);
    perform(domain->type, o);
}

polder_ga create_domain(upc_type_t type, upc_op_t ops) {
    const polder_ga ga = allocate_local(sizeof(Domain));
    if (ga) *static_cast<Domain *>(polder_at(ga)) = {domain_magic, ops, type};
    return ga;
}

} // namespace

extern "C" {

polder_ga upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, int) {
    const upc_op_t known = operations_of(type);
    if (!known || (ops & ~known))
        job_fail(1, "upc_all_atomicdomain_alloc: no atomic operations %#lx on type %d", ops & ~known, type);
    return agree_on_first(mythread() == 0 ? create_domain(type, ops) : 0);
}

void upc_all_atomicdomain_free(polder_ga ptr) {
    barrier_internal(); // the domain stays valid until all have called
    if (!ptr || mythread() != 0) return;
    Domain *domain = in_node_range(ptr) ? static_cast<Domain *>(polder_at(ptr)) : nullptr;
    if (!domain || domain->magic != domain_magic)
        job_fail(1, "upc_all_atomicdomain_free: %#lx is no atomicity domain, or one that has been freed", ptr);
    domain->magic = 0;
    allocation_free(ptr);
}

void upc_atomic_relaxed(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                        const void *operand2) {
    checked_perform("upc_atomic_relaxed", domain, {op, polder_at(target.ga), fetch, operand1, operand2});
}

void upc_atomic_strict(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                       const void *operand2) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    checked_perform("upc_atomic_strict", domain, {op, polder_at(target.ga), fetch, operand1, operand2});
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

int upc_atomic_isfast(upc_type_t type, upc_op_t ops, polder_gp) {
    const upc_op_t known = operations_of(type);
    return type != UPC_PTS && known && !(ops & ~known);
}

} // extern "C"
