// Atomic operations on memory of other nodes. Every type and operation gives what the processor
// gives. From all sides at once nothing is lost. They agree with processor atomics of the node that
// owns the memory.
#include "runtime/atomic/atomic.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include <limits>

using namespace polder;
using namespace polder::test;

namespace {

constexpr AtomicType types[] = {AtomicType::i32, AtomicType::u32, AtomicType::i64,
                                AtomicType::u64, AtomicType::f32, AtomicType::f64};
constexpr AtomicOperation operations[] = {AtomicOperation::get,     AtomicOperation::set,     AtomicOperation::add,
                                          AtomicOperation::sub,     AtomicOperation::mul,     AtomicOperation::min,
                                          AtomicOperation::max,     AtomicOperation::bit_and, AtomicOperation::bit_or,
                                          AtomicOperation::bit_xor, AtomicOperation::inc,     AtomicOperation::dec,
                                          AtomicOperation::swap,    AtomicOperation::cswap};

template <class T> std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

std::uint64_t number(AtomicType type, double value) {
    switch (type) {
    case AtomicType::i32: return bits_of(static_cast<std::int32_t>(value));
    case AtomicType::u32: return bits_of(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
    case AtomicType::i64: return bits_of(static_cast<std::int64_t>(value));
    case AtomicType::u64: return bits_of(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    case AtomicType::f32: return bits_of(static_cast<float>(value));
    default: return bits_of(value);
    }
}

// ---- near: against plain arithmetic ----

template <class T> T expected(AtomicOperation operation, T a, T b, T c) {
    switch (operation) {
    case AtomicOperation::set:
    case AtomicOperation::swap: return b;
    case AtomicOperation::add: return static_cast<T>(a + b);
    case AtomicOperation::sub: return static_cast<T>(a - b);
    case AtomicOperation::mul: return static_cast<T>(a * b);
    case AtomicOperation::min: return b < a ? b : a;
    case AtomicOperation::max: return a < b ? b : a;
    case AtomicOperation::inc: return static_cast<T>(a + 1);
    case AtomicOperation::dec: return static_cast<T>(a - 1);
    case AtomicOperation::cswap: return a == b ? c : a;
    default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (operation == AtomicOperation::bit_and) return a & b;
        if (operation == AtomicOperation::bit_or) return a | b;
        if (operation == AtomicOperation::bit_xor) return a ^ b;
    }
    return a;
}

template <class T> void check_near(AtomicType type) {
    for (const AtomicOperation operation : operations)
        for (const double a : {0.0, 1.0, 5.0, 100.0})
            for (const double b : {0.0, 1.0, 7.0, 100.0}) {
                if (!atomic::atomic_is_known(type, operation)) continue;
                T place = static_cast<T>(a), before = static_cast<T>(77);
                atomic::atomic_near(&place,
                                    {type, operation, bits_of(static_cast<T>(b)), bits_of(static_cast<T>(3)), &before});
                EXPECT_EQ(place, expected(operation, static_cast<T>(a), static_cast<T>(b), static_cast<T>(3)));
                EXPECT_EQ(before, operation == AtomicOperation::set ? static_cast<T>(77) : static_cast<T>(a));
            }
}

TEST(Atomics, NearIsArithmetic) {
    check_near<std::int32_t>(AtomicType::i32);
    check_near<std::uint32_t>(AtomicType::u32);
    check_near<std::int64_t>(AtomicType::i64);
    check_near<std::uint64_t>(AtomicType::u64);
    check_near<float>(AtomicType::f32);
    check_near<double>(AtomicType::f64);
}

TEST(Atomics, IntegersWrapAround) {
    std::int32_t place = std::numeric_limits<std::int32_t>::max();
    atomic::atomic_near(&place, {AtomicType::i32, AtomicOperation::inc});
    EXPECT_EQ(place, std::numeric_limits<std::int32_t>::min());
    std::uint64_t wide = 0;
    atomic::atomic_near(&wide, {AtomicType::u64, AtomicOperation::sub, 1});
    EXPECT_EQ(wide, std::numeric_limits<std::uint64_t>::max());
    std::int64_t low = -5;
    atomic::atomic_near(&low, {AtomicType::i64, AtomicOperation::min, bits_of(std::int64_t{3})});
    EXPECT_EQ(low, -5);
}

TEST(Atomics, FloatsSwapByValue) {
    double place = -0.0;
    atomic::atomic_near(&place, {AtomicType::f64, AtomicOperation::cswap, bits_of(0.0), bits_of(4.0)});
    EXPECT_EQ(place, 4.0);
    place = std::numeric_limits<double>::quiet_NaN();
    atomic::atomic_near(&place, {AtomicType::f64, AtomicOperation::cswap, bits_of(place), bits_of(4.0)});
    EXPECT_NE(place, place);
}

// ---- far ----

// The same operations there and on private memory.
TEST(Atomics, FarIsNear) {
    run_all([](unsigned me) {
        const polder_ga there = board(next(me)) + 8;
        for (const AtomicType type : types)
            for (const AtomicOperation operation : operations)
                for (const double a : {-3.0, 0.0, 9.0})
                    for (const double b : {-3.0, 2.0, 9.0}) {
                        if (!atomic::atomic_is_known(type, operation)) continue;
                        std::uint64_t here = number(type, a), far = 0, seen_here = 0, seen_far = 0;
                        rma::copy_put(there, &here, 8);
                        atomic::AtomicRequest request = {type, operation, number(type, b), number(type, 5.0),
                                                         &seen_here};
                        atomic::atomic_near(&here, request);
                        request.result = &seen_far;
                        atomic::atomic_apply(there, request);
                        rma::copy_get(&far, there, 8);
                        REQUIRE(far == here && seen_far == seen_here);
                    }
        meet();
    });
}

// Everybody adds to one word of each thread, its owner with its own processor.
TEST(Atomics, NothingIsLost) {
    run_all([](unsigned me) {
        constexpr unsigned rounds = 300;
        for (unsigned i = 0; i < rounds; ++i)
            for (unsigned t = 0; t < threads(); ++t) {
                std::uint64_t before = 0;
                const bool fetch = (i + t) % 3 == 0;
                atomic::atomic_apply(board(t) + 64,
                                     {AtomicType::u64, AtomicOperation::add, 1 + me, 0, fetch ? &before : nullptr});
            }
        cache::far_fence();
        meet();
        std::uint64_t each = 0;
        for (unsigned t = 0; t < threads(); ++t)
            each += (1 + t) * std::uint64_t{rounds};
        REQUIRE(*static_cast<std::uint64_t *>(near_pointer(board(me) + 64)) == each);
        meet();
    });
}

// A lock by compare-and-swap on one node's memory keeps a counter elsewhere right.
TEST(Atomics, CompareAndSwapLocks) {
    run_all([](unsigned) {
        const polder_ga lock = board(0) + 128, counter = board(threads() - 1) + 192;
        for (unsigned i = 0; i < 50; ++i) {
            std::uint64_t seen = 1;
            for (;;) {
                atomic::atomic_apply(lock, {AtomicType::u64, AtomicOperation::cswap, 0, 1, &seen});
                if (seen == 0) break;
                net::net_poll();
                sched_yield();
            }
            std::uint64_t value = 0;
            rma::copy_get(&value, counter, 8);
            ++value;
            rma::copy_put(counter, &value, 8);
            cache::far_fence();
            std::atomic_thread_fence(std::memory_order_seq_cst);
            atomic::atomic_apply(lock, {AtomicType::u64, AtomicOperation::set, 0});
            cache::far_fence();
        }
        meet();
        std::uint64_t value = 0;
        rma::copy_get(&value, counter, 8);
        REQUIRE(value == 50ull * threads());
        meet();
    });
}

// The thread's own accesses after an atomic operation without result see it.
TEST(Atomics, OwnAccessesKeepTheirOrder) {
    run_all([](unsigned me) {
        const polder_ga there = board(next(me)) + 256;
        for (std::uint64_t i = 1; i <= 200; ++i) {
            std::uint64_t value = i, seen = 0;
            rma::copy_put(there, &value, 8);
            atomic::atomic_apply(there, {AtomicType::u64, AtomicOperation::add, 1000});
            rma::copy_get(&seen, there, 8);
            REQUIRE(seen == i + 1000);
            atomic::atomic_apply(there, {AtomicType::u64, AtomicOperation::add, 1000});
            rma::copy_put(there, &value, 8);
            rma::copy_get(&seen, there, 8);
            REQUIRE(seen == i);
        }
        meet();
    });
}

TEST(Atomics, ManyPending) {
    run_all([](unsigned me) {
        constexpr unsigned count = 100;
        std::vector<rma::TransferHandle> pending(count);
        std::uint64_t seen[count];
        for (unsigned i = 0; i < count; ++i)
            pending[i] =
                rma::async_atomic(board(next(me)) + 320, {AtomicType::u64, AtomicOperation::inc, 0, 0, &seen[i]});
        std::uint64_t sum = 0;
        for (unsigned i = count; i-- > 0;) {
            if (i % 2)
                rma::async_wait(pending[i]);
            else
                while (!rma::async_try(pending[i])) {
                }
            sum += seen[i];
        }
        REQUIRE(sum == count * (count - 1) / 2); // each value once: nobody else adds there
        meet();
    });
}

} // namespace
