// <polder/atomics.h> on runtime/atomic, which takes numbers as bits in 64.
#include "runtime/api/atomic_types.h"
#include "runtime/api/in_place.h"
#include "runtime/race/race.h"

#include <cstring>

using namespace polder;
using namespace polder::api;

namespace polder::api {
namespace {

static_assert(static_cast<int>(AtomicType::i32) == POLDER_I32 && static_cast<int>(AtomicType::u32) == POLDER_U32 &&
              static_cast<int>(AtomicType::i64) == POLDER_I64 && static_cast<int>(AtomicType::u64) == POLDER_U64 &&
              static_cast<int>(AtomicType::f32) == POLDER_F32 && static_cast<int>(AtomicType::f64) == POLDER_F64);

constexpr AtomicOperation operations[] = {AtomicOperation::get,     AtomicOperation::set,     AtomicOperation::add,
                                          AtomicOperation::sub,     AtomicOperation::mul,     AtomicOperation::min,
                                          AtomicOperation::max,     AtomicOperation::bit_and, AtomicOperation::bit_or,
                                          AtomicOperation::bit_xor, AtomicOperation::inc,     AtomicOperation::dec,
                                          AtomicOperation::swap,    AtomicOperation::cswap};
static_assert(sizeof operations / sizeof *operations == POLDER_CSWAP + 1);

std::uint64_t bits_of(const void *value, std::size_t size) {
    std::uint64_t bits = 0;
    if (value) std::memcpy(&bits, value, size);
    return bits;
}

std::uint64_t on_word(polder_ga target, AtomicOperation operation, std::uint64_t operand = 0,
                      std::uint64_t second = 0) {
    std::uint64_t before = 0;
    atomic::atomic_apply(target, {AtomicType::u64, operation, operand, second, &before});
    return before;
}

} // namespace

atomic::AtomicRequest atomic_request(const char *function, polder_type type, polder_operation operation,
                                     const void *operand, const void *second, void *before) {
    const AtomicType known = static_cast<AtomicType>(type);
    if (static_cast<unsigned>(type) > POLDER_F64 || static_cast<unsigned>(operation) > POLDER_CSWAP ||
        !atomic::atomic_is_known(known, operations[operation]))
        job_fail(1, "%s: no operation %d on type %d", function, static_cast<int>(operation), static_cast<int>(type));
    const std::size_t size = atomic::atomic_size(known);
    return {known, operations[operation], bits_of(operand, size), bits_of(second, size), before};
}

} // namespace polder::api

extern "C" {
#pragma GCC visibility push(default)

void polder_atomic_do(polder_type type, polder_operation operation, polder_ga target, const void *operand,
                      const void *second, void *before) {
    race::race_at({&polder_atomic_do, __builtin_return_address(0)});
    atomic::atomic_apply(target, atomic_request("polder_atomic_do", type, operation, operand, second, before));
}

uint64_t polder_fetch_add(polder_ga target, uint64_t operand) {
    race::race_at({&polder_fetch_add, __builtin_return_address(0)});
    return on_word(target, AtomicOperation::add, operand);
}
uint64_t polder_fetch(polder_ga target) {
    race::race_at({&polder_fetch, __builtin_return_address(0)});
    return on_word(target, AtomicOperation::get);
}
uint64_t polder_swap(polder_ga target, uint64_t value) {
    race::race_at({&polder_swap, __builtin_return_address(0)});
    return on_word(target, AtomicOperation::swap, value);
}
uint64_t polder_compare_swap(polder_ga target, uint64_t expected, uint64_t desired) {
    race::race_at({&polder_compare_swap, __builtin_return_address(0)});
    return on_word(target, AtomicOperation::cswap, expected, desired);
}
#pragma GCC visibility pop
} // extern "C"

POLDER_OF_LIBRARY(polder_atomic_do)
POLDER_OF_LIBRARY(polder_fetch_add)
POLDER_OF_LIBRARY(polder_fetch)
POLDER_OF_LIBRARY(polder_swap)
POLDER_OF_LIBRARY(polder_compare_swap)
