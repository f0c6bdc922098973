// Atomic memory operations: UPC 1.3, optional library, 7.6.
//
// A domain lies in the heap of thread 0. What is one instruction on an integer is done in place by the calls themselves
// (include/polder/atomic.h) if the operation is a constant there; polder_atomic does everything. Numbers of 4 and 8 bytes use
// the processor's instructions, where it has none a loop of compare-and-swap. So does a pointer-to-shared of 8 bytes; for one
// of 16, with a phase, a lock of a small table, chosen by the target's address, makes its three operations atomic among
// themselves, which is all a domain promises. Strict operations are fenced on both sides (docs/design/memory-model.md).
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"
#include "runtime/sync/wait.h"

#include <polder/atomic.h>
#include <upc_types.h>

#include <cstdio>
#include <cstring>
#include <type_traits>

using namespace polder;

namespace {

// As in upc_atomic.h, which only upcc can read.
constexpr upc_op_t op_get = 1UL << 11, op_set = 1UL << 12, op_cswap = 1UL << 13, op_sub = 1UL << 14, op_inc = 1UL << 15,
                   op_dec = 1UL << 16;
constexpr upc_op_t accessors = op_get | op_set | op_cswap;
constexpr upc_op_t numeric = UPC_ADD | UPC_MULT | UPC_MIN | UPC_MAX | op_sub | op_inc | op_dec;
constexpr upc_op_t bitwise = UPC_AND | UPC_OR | UPC_XOR;
static_assert(POLDER_ATOMIC_INSTRUCTIONS == (accessors | bitwise | (numeric & ~(UPC_MULT | UPC_MIN | UPC_MAX))));

struct Operation {
    upc_op_t op;
    void *target, *fetch;
    const void *operand1, *operand2;
};

using Domain = polder_atomic_domain;
constexpr std::uint64_t domain_magic = 0x6e69616d6f640a01;

// ---- numbers ----

template <class T> T load(const void *from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// The unsigned integer of the same size: what the processor works on.
template <class T> using WordOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Integers wrap around, as those of the processor do.
template <class T> T multiply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<WordOf<T>>(a) * static_cast<WordOf<T>>(b));
    else
        return a * b;
}

// What is not one instruction on any processor, and for floating-point numbers everything. Operations that `a` is enough for
// have no b.
template <class T> T compute(upc_op_t op, T a, T b) {
    switch (op) {
    case UPC_MULT: return multiply(a, b);
    case UPC_MIN: return b < a ? b : a;
    case UPC_MAX: return b > a ? b : a;
    default: break;
    }
    if constexpr (std::is_floating_point_v<T>) {
        switch (op) {
        case UPC_ADD: return a + b;
        case op_sub: return a - b;
        case op_inc: return a + 1;
        default: return a - 1; // op_dec
        }
    }
    __builtin_unreachable();
}

// Any operation as a loop of compare-and-swap. Returns the value before.
template <class T> T update(const Operation &o) {
    using Word = WordOf<T>;
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

// One instruction: reads and writes of any type, and what processors do with integers.
template <class Word> Word instruction(const Operation &o) {
    Word *target = static_cast<Word *>(o.target);
    if (o.op == op_get) return __atomic_load_n(target, __ATOMIC_SEQ_CST);
    if (o.op == op_inc) return __atomic_fetch_add(target, Word{1}, __ATOMIC_SEQ_CST);
    if (o.op == op_dec) return __atomic_fetch_sub(target, Word{1}, __ATOMIC_SEQ_CST);
    Word operand = load<Word>(o.operand1);
    switch (o.op) {
    case op_set: return __atomic_exchange_n(target, operand, __ATOMIC_SEQ_CST);
    case UPC_ADD: return __atomic_fetch_add(target, operand, __ATOMIC_SEQ_CST);
    case op_sub: return __atomic_fetch_sub(target, operand, __ATOMIC_SEQ_CST);
    case UPC_AND: return __atomic_fetch_and(target, operand, __ATOMIC_SEQ_CST);
    case UPC_OR: return __atomic_fetch_or(target, operand, __ATOMIC_SEQ_CST);
    case UPC_XOR: return __atomic_fetch_xor(target, operand, __ATOMIC_SEQ_CST);
    default: // op_cswap
        __atomic_compare_exchange_n(target, &operand, load<Word>(o.operand2), false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        return operand;
    }
}

template <class T> void number(const Operation &o) {
    using Word = WordOf<T>;
    const upc_op_t instructions = std::is_floating_point_v<T> ? op_get | op_set : POLDER_ATOMIC_INSTRUCTIONS;
    if (o.op & instructions) {
        const Word before = instruction<Word>(o);
        if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
    } else {
        const T before = update<T>(o);
        if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
    }
}

// ---- pointers-to-shared ----

struct alignas(64) PointerLock { // in Area::lock; held for a few instructions, so waiters never park
    std::atomic<std::uint32_t> held;
};
constexpr unsigned pointer_locks = 64;

enum Narrow : int { narrow_target = 1, narrow_fetch = 2, narrow_operand1 = 4, narrow_operand2 = 8 };

polder_gp load_pointer(const void *from, bool narrow) {
    if (!from) return {0, 0};
    return narrow ? polder_gp{load<polder_ga>(from), 0} : load<polder_gp>(from);
}

polder_gp change_wide(const Operation &o, polder_gp operand1, polder_gp operand2) {
    PointerLock *table = area<PointerLock>(Area::lock);
    std::atomic<std::uint32_t> &held = table[reinterpret_cast<std::uintptr_t>(o.target) / 16 % pointer_locks].held;
    for (unsigned turn = 0; held.exchange(1, std::memory_order_seq_cst); ++turn)
        wait_turn(turn);
    const polder_gp before = load<polder_gp>(o.target);
    if (o.op == op_set)
        std::memcpy(o.target, &operand1, sizeof before);
    else if (o.op == op_cswap && before.ga == operand1.ga) // phases do not count (6.4.2)
        std::memcpy(o.target, &operand2, sizeof before);
    held.store(0, std::memory_order_release);
    return before;
}

void pointer(const Operation &o, int narrow) {
    const polder_gp operand1 = load_pointer(o.operand1, narrow & narrow_operand1);
    const polder_gp operand2 = load_pointer(o.operand2, narrow & narrow_operand2);
    const polder_gp before =
        narrow & narrow_target
            ? polder_gp{instruction<polder_ga>({o.op, o.target, nullptr, &operand1.ga, &operand2.ga}), 0}
            : change_wide(o, operand1, operand2);
    if (o.fetch) std::memcpy(o.fetch, &before, narrow & narrow_fetch ? sizeof before.ga : sizeof before);
}

// ---- domains ----

struct TypeInfo {
    const char *name;
    upc_op_t ops;
    unsigned size;
    void (*perform)(const Operation &);
};

template <class T> constexpr TypeInfo number_info(const char *name) {
    return {name, accessors | numeric | (std::is_floating_point_v<T> ? 0 : bitwise), sizeof(T), number<T>};
}

// ops 0: not a type of atomic operations.
TypeInfo info_of(upc_type_t type) {
    switch (type) {
    case UPC_INT: return number_info<int>("UPC_INT");
    case UPC_UINT: return number_info<unsigned>("UPC_UINT");
    case UPC_LONG: return number_info<long>("UPC_LONG");
    case UPC_ULONG: return number_info<unsigned long>("UPC_ULONG");
    case UPC_LLONG: return number_info<long long>("UPC_LLONG");
    case UPC_ULLONG: return number_info<unsigned long long>("UPC_ULLONG");
    case UPC_INT32: return number_info<std::int32_t>("UPC_INT32");
    case UPC_UINT32: return number_info<std::uint32_t>("UPC_UINT32");
    case UPC_INT64: return number_info<std::int64_t>("UPC_INT64");
    case UPC_UINT64: return number_info<std::uint64_t>("UPC_UINT64");
    case UPC_FLOAT: return number_info<float>("UPC_FLOAT");
    case UPC_DOUBLE: return number_info<double>("UPC_DOUBLE");
    case UPC_PTS: return {"UPC_PTS", accessors, sizeof(polder_gp), nullptr};
    case UPC_CHAR: return {"UPC_CHAR", 0, 0, nullptr};
    case UPC_UCHAR: return {"UPC_UCHAR", 0, 0, nullptr};
    case UPC_SHORT: return {"UPC_SHORT", 0, 0, nullptr};
    case UPC_USHORT: return {"UPC_USHORT", 0, 0, nullptr};
    case UPC_INT8: return {"UPC_INT8", 0, 0, nullptr};
    case UPC_UINT8: return {"UPC_UINT8", 0, 0, nullptr};
    case UPC_INT16: return {"UPC_INT16", 0, 0, nullptr};
    case UPC_UINT16: return {"UPC_UINT16", 0, 0, nullptr};
    case UPC_LDOUBLE: return {"UPC_LDOUBLE", 0, 0, nullptr};
    default: return {"no type of upc_types.h", 0, 0, nullptr};
    }
}

constexpr const char *op_names[] = {"UPC_ADD",   "UPC_MULT",  "UPC_AND", "UPC_OR",  "UPC_XOR", "UPC_LOGAND",
                                    "UPC_LOGOR", "UPC_MIN",   "UPC_MAX", nullptr,   nullptr,   "UPC_GET",
                                    "UPC_SET",   "UPC_CSWAP", "UPC_SUB", "UPC_INC", "UPC_DEC"};
constexpr unsigned op_count = sizeof op_names / sizeof *op_names;

// "UPC_ADD | UPC_GET", "0x200", "none"
struct OpsText {
    char text[200];
    explicit OpsText(upc_op_t ops) {
        std::size_t used = 0;
        std::snprintf(text, sizeof text, ops ? "" : "none");
        const auto add = [&](const char *name, upc_op_t rest) {
            const char *gap = used ? " | " : "";
            const int n = name ? std::snprintf(text + used, sizeof text - used, "%s%s", gap, name)
                               : std::snprintf(text + used, sizeof text - used, "%s%#lx", gap, rest);
            used += static_cast<std::size_t>(n);
        };
        for (unsigned bit = 0; bit < op_count; ++bit)
            if (ops >> bit & 1 && op_names[bit]) {
                add(op_names[bit], 0);
                ops &= ~(upc_op_t{1} << bit);
            }
        if (ops) add(nullptr, ops);
    }
};

bool one_operation(upc_op_t op) {
    return op && !(op & (op - 1));
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *function, const Domain *domain, const Operation &o) {
    if (!domain || domain->magic != domain_magic)
        job_fail(1, "%s: the domain is a null pointer, no atomicity domain, or one that has been freed", function);
    const OpsText asked(o.op), allowed(domain->ops);
    if (!one_operation(o.op)) job_fail(1, "%s: %s is not one operation", function, asked.text);
    if (!(o.op & domain->ops))
        job_fail(1, "%s: %s is not an operation of this domain, which was allocated for %s on %s", function, asked.text,
                 allowed.text, info_of(domain->type).name);
    if (!o.target) job_fail(1, "%s: %s on a null pointer-to-shared", function, asked.text);
    if (o.op == op_get) job_fail(1, "%s: UPC_GET needs a place for the value: fetch_ptr is null", function);
    job_fail(1, "%s: %s lacks an operand: %s is null", function, asked.text, o.operand1 ? "operand2" : "operand1");
}

bool complete(const Operation &o) {
    if (!o.target) return false;
    if (o.op == op_get) return o.fetch != nullptr;
    if (o.op == op_inc || o.op == op_dec) return true;
    return o.operand1 && (o.op != op_cswap || o.operand2);
}

upc_op_t in_place_word(upc_type_t type, upc_op_t ops) {
    const TypeInfo info = info_of(type);
    if (!(info.ops & bitwise)) return 0; // not an integer
    return (info.size == 4 ? POLDER_ATOMIC_WORDS4 : POLDER_ATOMIC_WORDS8) | (ops & POLDER_ATOMIC_INSTRUCTIONS);
}

polder_ga create_domain(upc_type_t type, upc_op_t ops) {
    const polder_ga ga = allocate_local(sizeof(Domain));
    if (ga) *static_cast<Domain *>(polder_at(ga)) = {in_place_word(type, ops), domain_magic, ops, type};
    return ga;
}

Domain *domain_at(polder_ga ga) {
    return ga && in_node_range(ga) && ga % alignof(Domain) == 0 ? static_cast<Domain *>(polder_at(ga)) : nullptr;
}

} // namespace

extern "C" {

polder_ga upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, int) {
    const TypeInfo info = info_of(type);
    if (!info.ops)
        job_fail(1,
                 "upc_all_atomicdomain_alloc: no atomic operations on %s (%d); there are some on integers of 32 and 64 "
                 "bits, UPC_FLOAT, UPC_DOUBLE and UPC_PTS",
                 info.name, type);
    if (ops & ~info.ops)
        job_fail(1, "upc_all_atomicdomain_alloc: %s is no atomic operation on %s", OpsText(ops & ~info.ops).text,
                 info.name);
    const polder_ga ga = agree_on_first(mythread() == 0 ? create_domain(type, ops) : 0);
    const Domain *domain = domain_at(ga);
    if (domain && (domain->type != type || domain->ops != ops))
        job_fail(1, "upc_all_atomicdomain_alloc: thread 0 asks for %s on %s, thread %u for %s on %s",
                 OpsText(domain->ops).text, info_of(domain->type).name, mythread(), OpsText(ops).text, info.name);
    return ga;
}

void upc_all_atomicdomain_free(polder_ga ptr) {
    barrier_internal(); // the domain stays valid until all have called
    if (!ptr || mythread() != 0) return;
    Domain *domain = domain_at(ptr);
    if (!domain || domain->magic != domain_magic)
        job_fail(1, "upc_all_atomicdomain_free: %#lx is no atomicity domain, or one that has been freed", ptr);
    domain->magic = domain->in_place = 0;
    allocation_free(ptr);
}

void polder_atomic(polder_ga ga, void *fetch, upc_op_t op, polder_gp target, const void *operand1, const void *operand2,
                   int strict, int narrow) {
    const Operation o{op, target.ga ? polder_at(target.ga) : nullptr, fetch, operand1, operand2};
    const Domain *domain = domain_at(ga);
    const bool valid =
        domain && domain->magic == domain_magic && (op & domain->ops) && one_operation(op) && complete(o);
    if (__builtin_expect(!valid, 0)) fail(strict ? "upc_atomic_strict" : "upc_atomic_relaxed", domain, o);
    if (strict) std::atomic_thread_fence(std::memory_order_seq_cst);
    if (domain->type == UPC_PTS)
        pointer(o, narrow);
    else
        info_of(domain->type).perform(o);
    if (strict) std::atomic_thread_fence(std::memory_order_seq_cst);
}

void upc_atomic_relaxed(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                        const void *operand2) {
    polder_atomic(domain, fetch, op, target, operand1, operand2, 0, 0);
}

void upc_atomic_strict(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                       const void *operand2) {
    polder_atomic(domain, fetch, op, target, operand1, operand2, 1, 0);
}

int upc_atomic_isfast(upc_type_t type, upc_op_t ops, polder_gp target) {
    const TypeInfo info = info_of(type);
    return type != UPC_PTS && info.ops && !(ops & ~info.ops) && target.ga % info.size == 0;
}

} // extern "C"
