// Each put, signal, atomic operation and message takes effect exactly once, wherever the target's
// thread loses its core.
//
// The owner of the memory takes what it sees: a word that is not zero, which it then clears. It
// does so at the k-th step of what the target does for the request, for each k. A step lies between
// any two stores of a copy, a copy and its signal, an operation and its answer
// (tests/support/steps.h). In the end each word has been taken once, whole.
//
// memcpy is defined here, too, and does what glibc's does: it stores the ends of what it copies
// twice. So a copy that the provider makes (libfabric's calls come here) has steps as well. Shown
// to fail with short puts left to the provider, which is what the mode "hardware" does: words are
// taken twice.
#define POLDER_TEST_DELAYS
#include "base/copy_once.cc"
#include "conduits/reference/target.cc"

#include "support/nodes.h"
#include "tests/support/steps.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace polder;
using namespace polder::tests;

namespace {

constexpr std::size_t window = 8192; // of the target's memory that the owner looks at
constexpr unsigned words = window / 8;

unsigned char *watched_memory;
std::uint64_t taken[words];
unsigned times[words];
unsigned before_signal; // words that must have come before the last one of the window, a signal

// At any step. A word is taken as it is seen: one that is not whole shows.
void owner() {
    auto *memory = reinterpret_cast<volatile std::uint64_t *>(watched_memory);
    for (unsigned i = 0; i < words; ++i) {
        const std::uint64_t seen = memory[i];
        if (!seen) continue;
        memory[i] = 0;
        taken[i] = seen;
        ++times[i];
        for (unsigned j = 0; i == words - 1 && j < before_signal; ++j)
            CHECK(times[j] == 1);
    }
}

bool is_watched(const void *at) {
    const auto *to = static_cast<const unsigned char *>(at);
    return watched_memory && to >= watched_memory && to < watched_memory + window;
}

template <class Word> void store_end(unsigned char *to, const unsigned char *from) {
    Word value;
    __builtin_memcpy(&value, from, sizeof value);
    *reinterpret_cast<volatile Word *>(to) = value;
    steps.point();
}

// The shortest store that covers n bytes with two of them.
template <class Word> void store_ends(void *at, const void *source, std::size_t n) {
    auto *to = static_cast<unsigned char *>(at);
    const auto *from = static_cast<const unsigned char *>(source);
    store_end<Word>(to, from);
    if (n > 2 * sizeof(Word)) {
        std::memmove(to + sizeof(Word), from + sizeof(Word), n - 2 * sizeof(Word));
        steps.point();
    }
    store_end<Word>(to + n - sizeof(Word), from + n - sizeof(Word));
}

} // namespace

extern "C" void *memcpy(void *to, const void *from, std::size_t n) noexcept {
    if (!is_watched(to) || n == 0)
        std::memmove(to, from, n);
    else if (n >= 8)
        store_ends<std::uint64_t>(to, from, n);
    else if (n >= 4)
        store_ends<std::uint32_t>(to, from, n);
    else
        store_ends<std::uint8_t>(to, from, n);
    return to;
}

namespace {

struct Case {
    std::size_t bytes; // words of 8 from the beginning of the window
    enum Kind { put, inline_put, signal, add, message } kind;
};
constexpr std::size_t signal_at = window - 8;
constexpr Case cases[] = {
    {8, Case::put},    {16, Case::put},    {24, Case::put},       {64, Case::put},
    {136, Case::put},  {1024, Case::put},  {8, Case::inline_put}, {64, Case::inline_put},
    {8, Case::signal}, {64, Case::signal}, {8, Case::add},        {8, Case::message},
};

std::uint64_t word_of(unsigned i, unsigned k) {
    return 0x0101010101010101u * (1 + i % 250) + k;
}

template <class Start> void until_taken(Node &node, Start start) {
    Status status;
    while ((status = start()) == Status::again)
        node.poll();
    CHECK(is_ok(status));
}

void request(Node &node, const Case &c, unsigned k) {
    static std::uint64_t source[words];
    static ConduitOperation operation;
    for (unsigned i = 0; i < words; ++i)
        source[i] = word_of(i, k);
    const unsigned to = node.peer();
    const std::uint64_t at = node.remote(to), signal = node.remote(to, signal_at);
    const ConduitTable &t = *node.table;
    Conduit &conduit = *node.conduit;
    operation.done = nullptr;
    switch (c.kind) {
    case Case::put:
        until_taken(node, [&] { return t.put(conduit, to, at, node.key(to), source, c.bytes, operation); });
        return node.finish(operation);
    case Case::inline_put:
        until_taken(node, [&] { return t.put_inline(conduit, to, at, node.key(to), source, c.bytes); });
        return node.flush();
    case Case::signal:
        until_taken(node, [&] {
            return t.put_signal(conduit, to, at, node.key(to), source, c.bytes, signal, word_of(7, k), operation);
        });
        return node.finish(operation);
    case Case::add:
        until_taken(node, [&] {
            return t.atomic(conduit, to, at, node.key(to), AtomicType::u64, AtomicOperation::add, source[0], 0, nullptr,
                            operation);
        });
        return node.finish(operation);
    case Case::message: return node.send(to, source[0]);
    }
}

void count_word(Node &, const ConduitMessage &message) {
    std::uint64_t word;
    std::memcpy(&word, message.header, sizeof word);
    if (message.header_bytes != sizeof word) return;
    steps.point();
    taken[0] = word;
    ++times[0];
    steps.point();
}

void check_taken(const Case &c, unsigned k, unsigned point) {
    for (unsigned i = 0; i < words; ++i) {
        const bool is_signal = c.kind == Case::signal && i == signal_at / 8;
        const bool expected = is_signal || i < c.bytes / 8;
        if (times[i] != (expected ? 1u : 0u))
            std::fprintf(stderr, "point %u of %u: word %u of %zu bytes taken %u times\n", point, steps.passed, i,
                         c.bytes, times[i]);
        CHECK(times[i] == (expected ? 1u : 0u));
        if (expected) CHECK(taken[i] == (is_signal ? word_of(7, k) : word_of(i, k)));
    }
}

// One end of each node. Node 0 asks, the last one is asked; they agree on the number of points by a
// word of each turn.
void run_case(Node &node, const Case &c) {
    const bool asks = node.node == 0, asked = node.node == node.nodes - 1;
    for (unsigned k = 1;; ++k) {
        const unsigned point = k == 1 ? Steps::every : k - 1;
        if (asked) {
            std::memset(times, 0, sizeof times);
            watched_memory = node.memory;
            before_signal = c.kind == Case::signal ? static_cast<unsigned>(c.bytes / 8) : 0;
            steps.begin(point, owner);
        }
        node.barrier();
        if (asks) request(node, c, k);
        node.barrier();
        if (asked) {
            if (c.kind == Case::message) node.poll_until([] { return times[0] != 0; }); // nobody waited for it
            steps.end();
            owner(); // and what is left
            watched_memory = nullptr;
            check_taken(c, k, point);
            node.put_word(k > 1 && steps.passed < point);
        }
        node.barrier();
        const bool over = node.word();
        node.barrier();
        if (over) return;
    }
}

void every_case(Node &node) {
    node.deliver = count_word;
    for (const Case &c : cases)
        run_case(node, c);
}

class Once : public testing::TestWithParam<Setup> {};

TEST_P(Once, WhereverTheTargetLosesItsCore) {
    run_nodes(GetParam(), every_case);
}

std::vector<Setup> setups() {
    std::vector<Setup> list = {{"self", "", "", 1},
                               {"smp", "", "", 2},
                               {"smp", "reference", "", 2},
                               {"smp", "reference,fault:again=0.5", "", 2}};
    if (!ofi_is_here()) return list;
    for (const char *hooks : {"", "reference", "fault:again=0.5"})
        list.push_back({"ofi", hooks, "", 2});
    for (const char *modes : {"no-inject", "no-order", "no-delivery"})
        if (ofi_is_here("", modes)) list.push_back({"ofi", "", "", 2, 1, false, modes});
    return list;
}
INSTANTIATE_TEST_SUITE_P(Every, Once, testing::ValuesIn(setups()), [](const auto &info) { return info.param.name(); });

} // namespace
