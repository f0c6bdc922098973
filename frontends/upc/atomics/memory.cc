// Atomic operations on memory of this node. Numbers of 4 and 8 bytes use the processor's
// instructions, where it has none a loop of compare-and-swap. So does a pointer-to-shared of 8
// bytes. One of 16, with a phase, takes a lock of a small table, chosen by the target's address.
// The lock makes the three operations of the pointer atomic among themselves, which is all a domain
// promises.
#include "frontends/upc/atomics/atomic.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/wait.h"

#include <type_traits>

namespace polder::upc::atomics {
namespace {

// The unsigned integer of the same size: what the processor works on.
template <class T> using WordOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Integers wrap around, as those of the processor do.
template <class T> T multiply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<WordOf<T>>(a) * static_cast<WordOf<T>>(b));
    else
        return a * b;
}

// What is not one instruction on any processor, and for floating-point numbers everything.
// Operations that `a` is enough for have no b.
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
    Word *target = static_cast<Word *>(near_pointer(o.target));
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
template <class Word> Word instruction(upc_op_t op, Word *target, const void *operand1, const void *operand2) {
    if (op == op_get) return __atomic_load_n(target, __ATOMIC_SEQ_CST);
    if (op == op_inc) return __atomic_fetch_add(target, Word{1}, __ATOMIC_SEQ_CST);
    if (op == op_dec) return __atomic_fetch_sub(target, Word{1}, __ATOMIC_SEQ_CST);
    Word operand = load<Word>(operand1);
    switch (op) {
    case op_set: return __atomic_exchange_n(target, operand, __ATOMIC_SEQ_CST);
    case UPC_ADD: return __atomic_fetch_add(target, operand, __ATOMIC_SEQ_CST);
    case op_sub: return __atomic_fetch_sub(target, operand, __ATOMIC_SEQ_CST);
    case UPC_AND: return __atomic_fetch_and(target, operand, __ATOMIC_SEQ_CST);
    case UPC_OR: return __atomic_fetch_or(target, operand, __ATOMIC_SEQ_CST);
    case UPC_XOR: return __atomic_fetch_xor(target, operand, __ATOMIC_SEQ_CST);
    default: // op_cswap
        __atomic_compare_exchange_n(target, &operand, load<Word>(operand2), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return operand;
    }
}

template <class T> void number(const Operation &o) {
    using Word = WordOf<T>;
    const upc_op_t instructions = std::is_floating_point_v<T> ? op_get | op_set : POLDER_ATOMIC_INSTRUCTIONS;
    if (o.op & instructions) {
        const Word before = instruction(o.op, static_cast<Word *>(near_pointer(o.target)), o.operand1, o.operand2);
        if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
    } else {
        const T before = update<T>(o);
        if (o.fetch) std::memcpy(o.fetch, &before, sizeof before);
    }
}

struct alignas(64) PointerLock { // in Area::lock; held for a few instructions, so waiters never park
    std::atomic<std::uint32_t> held;
};
constexpr unsigned pointer_locks = 64;

template <class T> constexpr TypeInfo number_info(const char *name) {
    return {name, accessors | numeric | (std::is_floating_point_v<T> ? 0 : bitwise), sizeof(T), number<T>};
}

} // namespace

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

std::uint64_t pointer_word(upc_op_t op, void *target, polder_ga operand1, polder_ga operand2) {
    return instruction<polder_ga>(op, static_cast<polder_ga *>(target), &operand1, &operand2);
}

polder_gp pointer_wide(upc_op_t op, void *target, polder_gp operand1, polder_gp operand2) {
    PointerLock *table = area<PointerLock>(Area::lock);
    std::atomic<std::uint32_t> &held = table[reinterpret_cast<std::uintptr_t>(target) / 16 % pointer_locks].held;
    for (unsigned turn = 0; held.exchange(1, std::memory_order_seq_cst); ++turn)
        sync::wait_turn(turn);
    const polder_gp before = load<polder_gp>(target);
    if (op == op_set)
        std::memcpy(target, &operand1, sizeof before);
    else if (op == op_cswap && before.ga == operand1.ga) // phases do not count (6.4.2)
        std::memcpy(target, &operand2, sizeof before);
    held.store(0, std::memory_order_release);
    return before;
}

} // namespace polder::upc::atomics
