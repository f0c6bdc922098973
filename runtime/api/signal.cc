// <polder/signal.h>, and the pair of <polder/transfer.h> that most programs use.
//
// Nobody wakes whoever waits for a value. So a wait looks again and again, gives its core away
// where threads share cores (spin_loop.h), and moves on what others need of this thread. A
// word is read with acquire order, and the put's release precedes it: proof in
// docs/design/transfers.md. Behind the wait the thread's cache of far accesses is emptied, as the
// signal comes behind what others have written.
#include "runtime/api/signal.h"
#include "runtime/api/in_place.h"
#include "runtime/fence/look_around.h"
#include "runtime/registered/registered.h"
#include "runtime/segment/where.h"
#include "runtime/sync/spin_loop.h"

#include <polder/signal.h>
#include <polder/transfer.h>

using namespace polder;
using namespace polder::api;

namespace polder::api {

// A put with a signal orders two things with the signal: its own bytes, and what was fenced before
// it. A detector of races is told of it as an access of the thread's hand.
void put_with_signal(polder_ga to, const void *from, std::size_t bytes, const rma::AsyncSignal &signal,
                     const race::RaceSite &site) {
    const race::RaceCall call(site);
    if (call.watched()) {
        call.reads(from, bytes);
        if (bytes && ga_is_near(to)) {
            const race::RaceHand by_hand;
            race::race_detector->access(near_pointer(to), bytes, true, site);
            race::race_detector->give(near_pointer(signal.word));
        }
    }
    rma::async_wait(rma::async_put_signal(to, from, bytes, signal));
}

namespace {

using Word = std::atomic<std::uint64_t>;

const Word &signal_word(polder_ga signal, const char *function) {
    void *const own = ga_is_registered(signal) ? registered::registered_pointer(signal) : nullptr;
    if (own && signal % sizeof(std::uint64_t) == 0) return *static_cast<const Word *>(own);
    if (!ga_is_near(signal) || signal % sizeof(std::uint64_t))
        job_fail(1, "%s: %#lx is not a word of 8 bytes in shared memory of this node", function, signal);
    return *static_cast<const Word *>(near_pointer(signal));
}

bool holds(std::uint64_t seen, polder_relation relation, std::uint64_t value) {
    switch (relation) {
    case POLDER_EQ: return seen == value;
    case POLDER_NE: return seen != value;
    case POLDER_GT: return seen > value;
    case POLDER_GE: return seen >= value;
    case POLDER_LT: return seen < value;
    default: return seen <= value;
    }
}

void expect_relation(polder_relation relation, const char *function) {
    if (static_cast<unsigned>(relation) > POLDER_LE)
        job_fail(1, "%s: %d is no relation; it is POLDER_EQ, NE, GT, GE, LT or LE", function,
                 static_cast<int>(relation));
}

std::uint64_t wait_for(const Word &word, polder_relation relation, std::uint64_t value) {
    std::uint64_t seen = word.load(std::memory_order_acquire);
    while (!holds(seen, relation, value)) {
        fence::look_around();
        seen = word.load(std::memory_order_acquire);
    }
    race::race_take(&word);
    fence::strict_acquire();
    return seen;
}

// Several words and what they are compared with.
struct Signals {
    const char *function;
    const polder_ga *signals;
    std::size_t count;
    const int *skip;
    polder_relation relation;
    std::uint64_t value;

    void expect() const {
        expect_relation(relation, function);
        for (std::size_t i = 0; i < count; ++i)
            if (has(i)) signal_word(signals[i], function);
    }
    bool has(std::size_t i) const { return !skip || !skip[i]; }
    bool empty() const {
        for (std::size_t i = 0; i < count; ++i)
            if (has(i)) return false;
        return true;
    }
    const Word &word(std::size_t i) const { return *static_cast<const Word *>(near_pointer(signals[i])); }
    bool satisfied(std::size_t i) const { return holds(word(i).load(std::memory_order_acquire), relation, value); }

    bool all() const {
        for (std::size_t i = 0; i < count; ++i)
            if (has(i) && !satisfied(i)) return false;
        return true;
    }
    // count: none.
    std::size_t any() const {
        std::size_t &begin = local(next_of_any);
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = (begin + n) % count;
            if (!has(i) || !satisfied(i)) continue;
            begin = i + 1;
            return i;
        }
        return count;
    }
    std::size_t some(std::size_t *which) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (has(i) && satisfied(i)) which[found++] = i;
        return found;
    }
    // Behind a look that was not in vain.
    void acquire() const {
        for (std::size_t i = 0; race::race_watched() && i < count; ++i)
            if (has(i) && satisfied(i)) race::race_take(&word(i));
        fence::strict_acquire();
    }

    static std::size_t next_of_any; // where the next search begins: each word is found in turn
};
POLDER_PRIVATE std::size_t Signals::next_of_any = 0;

template <class Look> auto wait_until_found(const Signals &signals, std::size_t nothing, Look look) {
    signals.expect();
    if (signals.empty()) return nothing;
    std::size_t found = look();
    while (found == nothing) {
        fence::look_around();
        found = look();
    }
    signals.acquire();
    return found;
}
template <class Look> auto test_once(const Signals &signals, std::size_t nothing, Look look) {
    signals.expect();
    const std::size_t found = look();
    if (found == nothing) {
        fence::look_around_once();
    } else {
        signals.acquire();
        sync::spin_again();
    }
    return found;
}

} // namespace
} // namespace polder::api

extern "C" {
#pragma GCC visibility push(default)

void polder_put_signal(polder_ga to, const void *from, size_t bytes, polder_ga signal, uint64_t value) {
    put_with_signal(to, from, bytes, {signal, value, false}, {&polder_put_signal, __builtin_return_address(0)});
}
void polder_put_signal_set(polder_ga to, const void *from, size_t bytes, polder_ga signal, uint64_t value) {
    put_with_signal(to, from, bytes, {signal, value, true}, {&polder_put_signal_set, __builtin_return_address(0)});
}

uint64_t polder_signal_wait(polder_ga signal, uint64_t value) {
    return wait_for(signal_word(signal, "polder_signal_wait"), POLDER_GE, value);
}
uint64_t polder_signal_wait_until(polder_ga signal, polder_relation relation, uint64_t value) {
    expect_relation(relation, "polder_signal_wait_until");
    return wait_for(signal_word(signal, "polder_signal_wait_until"), relation, value);
}
int polder_signal_test(polder_ga signal, polder_relation relation, uint64_t value) {
    const Signals one = {"polder_signal_test", &signal, 1, nullptr, relation, value};
    return test_once(one, 0, [&] { return std::size_t{one.all()}; }) != 0;
}

void polder_signals_wait_all(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                             uint64_t value) {
    const Signals set = {"polder_signals_wait_all", signals, count, skip, relation, value};
    wait_until_found(set, 0, [&] { return std::size_t{set.all()}; });
}
size_t polder_signals_wait_any(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                               uint64_t value) {
    const Signals set = {"polder_signals_wait_any", signals, count, skip, relation, value};
    return wait_until_found(set, count, [&] { return set.any(); });
}
size_t polder_signals_wait_some(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                                uint64_t value, size_t *which) {
    const Signals set = {"polder_signals_wait_some", signals, count, skip, relation, value};
    return wait_until_found(set, 0, [&] { return set.some(which); });
}

int polder_signals_test_all(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                            uint64_t value) {
    const Signals set = {"polder_signals_test_all", signals, count, skip, relation, value};
    return test_once(set, 0, [&] { return std::size_t{set.all()}; }) != 0;
}
size_t polder_signals_test_any(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                               uint64_t value) {
    const Signals set = {"polder_signals_test_any", signals, count, skip, relation, value};
    return test_once(set, count, [&] { return set.any(); });
}
size_t polder_signals_test_some(const polder_ga *signals, size_t count, const int *skip, polder_relation relation,
                                uint64_t value, size_t *which) {
    const Signals set = {"polder_signals_test_some", signals, count, skip, relation, value};
    return test_once(set, 0, [&] { return set.some(which); });
}
#pragma GCC visibility pop
} // extern "C"

POLDER_OF_LIBRARY(polder_put_signal)
POLDER_OF_LIBRARY(polder_put_signal_set)
