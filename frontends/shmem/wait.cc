// OpenSHMEM 9.11: waits for the caller's own objects, and tests of them.
//
// Nobody wakes a PE that waits for a value. So a wait looks again and again, and moves on what
// others need of this PE. It gives the core away where there are more PEs than cores. A value is
// read with acquire order: what was complete before it was written is visible once it is seen.
//
// Any and some. The search begins behind the element that the last one found, so that a series of
// calls reports every element that satisfies its condition.
#include "frontends/shmem/place.h"

#include "runtime/fence/look_around.h"
#include "runtime/sync/wait.h"

namespace polder::shmem {
namespace {

template <class T> bool holds(const T *object, int relation, T value) {
    const T seen = __atomic_load_n(object, __ATOMIC_ACQUIRE);
    switch (relation) {
    case SHMEM_CMP_EQ: return seen == value;
    case SHMEM_CMP_NE: return seen != value;
    case SHMEM_CMP_GT: return seen > value;
    case SHMEM_CMP_GE: return seen >= value;
    case SHMEM_CMP_LT: return seen < value;
    default: return seen <= value;
    }
}

POLDER_PRIVATE std::atomic<std::size_t> behind_last_found{0};

// What is compared: `values` has one each, or one for all.
template <class T> struct Set {
    const char *routine;
    const T *objects;
    std::size_t count;
    const int *excluded; // may be null
    int relation;
    const T *values;
    bool vector;

    void check() const {
        if (relation < SHMEM_CMP_EQ || relation > SHMEM_CMP_LE)
            job_fail(misuse_code, "shmem_%s: %d is no comparison; it is SHMEM_CMP_EQ, NE, GT, GE, LT or LE", routine,
                     relation);
        if (count)
            offset_of(routine, objects, bytes_of(routine, count, sizeof(T)));
        else
            expect_initialized(routine);
    }
    bool has(std::size_t i) const { return !excluded || !excluded[i]; }
    bool satisfied(std::size_t i) const { return holds(objects + i, relation, values[vector ? i : 0]); }
    bool empty() const {
        for (std::size_t i = 0; i < count; ++i)
            if (has(i)) return false;
        return true;
    }
    bool all() const {
        for (std::size_t i = 0; i < count; ++i)
            if (has(i) && !satisfied(i)) return false;
        return true;
    }
    std::size_t any() const {
        std::atomic<std::size_t> &begin = local(behind_last_found);
        const std::size_t from = count ? begin.load(std::memory_order_relaxed) % count : 0;
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = from + n < count ? from + n : from + n - count;
            if (!has(i) || !satisfied(i)) continue;
            begin.store(i + 1, std::memory_order_relaxed);
            return i;
        }
        return SIZE_MAX;
    }
    std::size_t some(std::size_t *indices) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (has(i) && satisfied(i)) indices[found++] = i;
        return found;
    }
};

template <class Ready> void wait_for(Ready ready) {
    for (unsigned i = sync::wait_setup.spins; i; --i) {
        if (ready()) return fence::strict_acquire();
        sync::cpu_pause();
    }
    while (!ready())
        fence::look_around();
    fence::strict_acquire();
}
// Behind a test.
void tested(bool found) {
    if (!found) return fence::look_around_once();
    fence::strict_acquire();
    sync::spin_again();
}
template <class Ready> auto test_for(Ready ready) {
    const auto found = ready();
    tested(found);
    return found;
}
template <class T> std::size_t test_any(const Set<T> &set) {
    const std::size_t i = set.any();
    tested(i != SIZE_MAX);
    return i;
}
template <class T> std::size_t wait_any(const Set<T> &set) {
    std::size_t i = SIZE_MAX;
    if (set.empty()) return i;
    wait_for([&] {
        i = set.any();
        return i != SIZE_MAX;
    });
    return i;
}
template <class T> std::size_t wait_some(const Set<T> &set, std::size_t *indices) {
    std::size_t found = 0;
    if (set.empty()) return found;
    wait_for([&] {
        found = set.some(indices);
        return found != 0;
    });
    return found;
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

// One value for all elements, and one each.
#define FORMS(T, NAME, VALUE, VALUES, VECTOR)                                                                          \
    POLDER_ROUTINE(void, NAME##_wait_until_all##VECTOR, T *ivars, size_t nelems, const int *status, int cmp, VALUE) {  \
        const Set<T> set{#NAME "_wait_until_all" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};     \
        set.check();                                                                                                   \
        wait_for([&] { return set.all(); });                                                                           \
    }                                                                                                                  \
    POLDER_ROUTINE(size_t, NAME##_wait_until_any##VECTOR, T *ivars, size_t nelems, const int *status, int cmp,         \
                   VALUE) {                                                                                            \
        const Set<T> set{#NAME "_wait_until_any" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};     \
        set.check();                                                                                                   \
        return wait_any(set);                                                                                          \
    }                                                                                                                  \
    POLDER_ROUTINE(size_t, NAME##_wait_until_some##VECTOR, T *ivars, size_t nelems, size_t *indices,                   \
                   const int *status, int cmp, VALUE) {                                                                \
        const Set<T> set{#NAME "_wait_until_some" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};    \
        set.check();                                                                                                   \
        return wait_some(set, indices);                                                                                \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##_test_all##VECTOR, T *ivars, size_t nelems, const int *status, int cmp, VALUE) {         \
        const Set<T> set{#NAME "_test_all" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};           \
        set.check();                                                                                                   \
        return test_for([&] { return set.all(); });                                                                    \
    }                                                                                                                  \
    POLDER_ROUTINE(size_t, NAME##_test_any##VECTOR, T *ivars, size_t nelems, const int *status, int cmp, VALUE) {      \
        const Set<T> set{#NAME "_test_any" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};           \
        set.check();                                                                                                   \
        return test_any(set);                                                                                          \
    }                                                                                                                  \
    POLDER_ROUTINE(size_t, NAME##_test_some##VECTOR, T *ivars, size_t nelems, size_t *indices, const int *status,      \
                   int cmp, VALUE) {                                                                                   \
        const Set<T> set{#NAME "_test_some" #VECTOR, ivars, nelems, status, cmp, VALUES, sizeof #VECTOR > 1};          \
        set.check();                                                                                                   \
        return test_for([&] { return set.some(indices); });                                                            \
    }

#define WAITS(P, T, N)                                                                                                 \
    POLDER_ROUTINE(void, N##_wait_until, T *ivar, int cmp, T cmp_value) {                                              \
        const Set<T> set{#N "_wait_until", ivar, 1, nullptr, cmp, &cmp_value, false};                                  \
        set.check();                                                                                                   \
        wait_for([&] { return set.satisfied(0); });                                                                    \
    }                                                                                                                  \
    POLDER_ROUTINE(int, N##_test, T *ivar, int cmp, T cmp_value) {                                                     \
        const Set<T> set{#N "_test", ivar, 1, nullptr, cmp, &cmp_value, false};                                        \
        set.check();                                                                                                   \
        return test_for([&] { return set.satisfied(0); });                                                             \
    }                                                                                                                  \
    POLDER_ROUTINE(void, N##_wait, T *ivar, T cmp_value) {                                                             \
        pshmem_##N##_wait_until(ivar, SHMEM_CMP_NE, cmp_value);                                                        \
    }                                                                                                                  \
    FORMS(T, N, T cmp_value, &cmp_value, )                                                                             \
    FORMS(T, N, const T *cmp_values, cmp_values, _vector)
POLDER_SHMEM_AMO_TYPES(WAITS, )
POLDER_SHMEM_OLD_WAIT_TYPES(WAITS, )

POLDER_ROUTINE(uint64_t, signal_wait_until, uint64_t *sig_addr, int cmp, uint64_t cmp_value) {
    const Set<uint64_t> set{"signal_wait_until", sig_addr, 1, nullptr, cmp, &cmp_value, false};
    set.check();
    uint64_t value;
    // The value that satisfied the condition, though another may follow at once.
    wait_for([&] {
        value = __atomic_load_n(sig_addr, __ATOMIC_ACQUIRE);
        return holds(&value, cmp, cmp_value);
    });
    return value;
}
POLDER_ROUTINE(void, wait_until, long *ivar, int cmp, long cmp_value) {
    pshmem_long_wait_until(ivar, cmp, cmp_value);
}
POLDER_ROUTINE(void, wait, long *ivar, long cmp_value) {
    pshmem_long_wait_until(ivar, SHMEM_CMP_NE, cmp_value);
}
