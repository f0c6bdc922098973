// What generated code computes by calls (POLDER_CALLED in include/polder/abi.h): elements and spans
// of shared arrays, and which iterations of a loop are a thread's (include/polder/iterations.h). In
// place, this takes C compilers longer than the loops that need it.
// No function reads anything but its arguments and the layout of the job, which is constant. So
// compilers may move and join calls. tests/compiler/run/forall_runs.upc compares the results with
// loops that ask at each iteration.
// Costs: a few divisions; no lock, no memory.
#include <polder/abi.h>

namespace {

/// ceil((to - from) / by), for by > 0: the first iteration from which on a place is reached;
/// `count` if that is beyond all.
long reached(long from, long to, long by, long count) {
    const polder_signed_wide way = static_cast<polder_signed_wide>(to) - from;
    if (way <= 0) return 0;
    const polder_signed_wide k = (way - 1) / by + 1;
    return k < count ? static_cast<long>(k) : count;
}

/// Do places of unsigned numbers pass 2^63? Then they may also go round, and each is asked about.
bool is_odd(long factor, long start, int below, long count) {
    return below == polder_below_unsigned && polder_goes_below(factor, start, count);
}

/// start + factor * k, in arithmetic that goes round.
long place_of(long factor, long start, long k) {
    return static_cast<long>(static_cast<unsigned long>(start) +
                             static_cast<unsigned long>(factor) * static_cast<unsigned long>(k));
}

/// The thread whose block the place is in, where blocks below 0 go round the threads as others do.
long owner_of(const polder_env &e, long place, long block, long quotient) {
    const long n = static_cast<long>(e.threads);
    if (place < 0) return (quotient % n + n) % n;
    return static_cast<long>(
        polder_owner_of_place(e, static_cast<unsigned long>(place), static_cast<unsigned long>(block)));
}

/// The block of a place, rounded down.
long block_of(long place, long block) {
    return place / block - (place % block < 0);
}

/// A loop whose iteration k has the place start + factor * k.
struct Places {
    long factor;
    long start;
    long block;
    int below;
    long count;

    /// The first iteration in block `b` or one beyond it; `count` if there is none.
    long reach(long b) const {
        const bool up = factor > 0;
        long to = 0;
        if (__builtin_mul_overflow(b, block, &to)) return count;
        if (up) return reached(start, to, factor, count);
        to += block - 1;
        if (to < 0 && below != polder_below_floor) to = -1;
        return reached(-start, -to, -factor, count);
    }
};

} // namespace

extern "C" {
#pragma GCC visibility push(default)

polder_ga polder_index_seldom(polder_ga ga, long index, unsigned long size, unsigned long block) {
    return polder_index_blocked(polder_env_get(), ga, index, size, block);
}

polder_ga polder_add_seldom(polder_gp p, long i, unsigned long size, unsigned long block) {
    return polder_add_blocked(polder_env_get(), p, i, size, block).ga;
}

polder_span polder_span_object_seldom(polder_ga ga, long at, unsigned long size, unsigned long block) {
    return polder_span_object(polder_env_get(), ga, at, size, block);
}

polder_span polder_span_pointer_seldom(polder_gp pointer, long at, unsigned long size, unsigned long block) {
    return polder_span_pointer(polder_env_get(), pointer, at, size, block);
}

int polder_owns_below(unsigned long mythread, long place, long block, int below) {
    const unsigned long threads = polder_job.threads;
    const long n = static_cast<long>(threads);
    const long q = place / block - (below == polder_below_floor && place % block != 0);
    const long r = q % n;
    if (below == polder_below_unsigned)
        return static_cast<unsigned long>(place) / static_cast<unsigned long>(block) % threads == mythread;
    if (below == polder_below_remainder) return r == static_cast<long>(mythread);
    return (r < 0 ? r + n : r) == static_cast<long>(mythread);
}

long polder_period_of(unsigned long threads, unsigned long factor) {
    unsigned long a = factor % threads;
    unsigned long b = threads;
    while (a) {
        const unsigned long rest = b % a;
        b = a;
        a = rest;
    }
    return static_cast<long>(threads / b);
}

long polder_first_of_thread(unsigned long mythread, long factor, long start, long count) {
    const polder_env e = polder_env_get();
    const long n = static_cast<long>(e.threads);
    const long me = static_cast<long>(mythread);
    if (factor == 1 || factor == -1) {
        const long ahead = (me - owner_of(e, start, 1, start)) * factor;
        const long k = ahead < 0 ? ahead + n : ahead;
        return k < count ? k : count;
    }
    for (long k = 0; k < count && k < n; ++k)
        if (owner_of(e, start + factor * k, 1, start + factor * k) == me) return k;
    return count;
}

long polder_run_of_thread(unsigned long mythread, long factor, long start, long block, int below, long k, long count) {
    const polder_env e = polder_env_get();
    const long n = static_cast<long>(e.threads);
    const long me = static_cast<long>(mythread);
    const Places places = {factor, start, block, below, count};
    const bool odd = is_odd(factor, start, below, count);
    while (k < count) {
        const long place = place_of(factor, start, k);
        const long b = block_of(place, block);
        if (odd || (place < 0 && below != polder_below_floor)) { // one by one
            if (polder_owns_below(mythread, place, block, below)) return k;
            ++k;
            continue;
        }
        const long owner = owner_of(e, place, block, b);
        if (owner == me) return k;
        if (factor == 0) return count;
        const long ahead = factor > 0 ? me - owner : owner - me;
        const long blocks = ahead > 0 ? ahead : ahead + n;
        k = places.reach(factor > 0 ? b + blocks : b - blocks);
    }
    return k;
}

long polder_run_end(int whole, long factor, long start, long block, int below, long k, long count) {
    const long place = place_of(factor, start, k);
    long to = 0;
    if (whole || factor == 0) return count;
    if ((place < 0 && below != polder_below_floor) || is_odd(factor, start, below, count)) return k + 1;
    if (__builtin_mul_overflow(block_of(place, block) + (factor > 0), block, &to)) return count;
    return factor > 0 ? reached(start, to, factor, count) : reached(-start, 1 - to, -factor, count);
}
#pragma GCC visibility pop
} // extern "C"
