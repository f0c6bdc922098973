// What every conduit must do, on each conduit, with each hook around it, and by the reference
// versions alone.
#include "support/nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

using namespace polder;
using namespace polder::tests;

namespace {

class Conformance : public testing::TestWithParam<Setup> {};

// What a provider's demands do not change, once others have shown transfers and messages under
// them: without most modes.
class ConformanceAbove : public Conformance {};

const std::size_t sizes[] = {0,
                             1,
                             7,
                             8,
                             9,
                             63,
                             64,
                             65,
                             127,
                             128,
                             129,
                             255,
                             256,
                             1023,
                             1024,
                             1025,
                             2047,
                             2048,
                             2049,
                             4095,
                             4096,
                             8191,
                             8193,
                             16383,
                             16385,
                             65535,
                             65536,
                             65537,
                             131073,
                             (1 << 20) + 3,
                             (5 << 20) + 1};

// Hooks do not look at lengths; what is under them has had the longest without them, and the
// reference versions have them alone.
bool too_long(const Setup &setup, std::size_t bytes) {
    return bytes > 131073 && !setup.hooks.empty() && setup.hooks != "reference";
}

// ---- transfers ----

void put_and_get(Node &node) {
    static unsigned char source[6 << 20], back[6 << 20];
    // Every process has a part of its own of each node's memory? No: one after the other, so that
    // parts may be long.
    for (unsigned turn = 0; turn < node.processes; ++turn) {
        for (const std::size_t bytes : sizes) {
            if (turn != node.process || too_long(*node.setup, bytes)) continue;
            for (unsigned peer = 0; peer < node.nodes; ++peer) {
                const std::size_t offset = 24 + bytes % 5;
                fill_pattern(source, bytes, bytes + peer);
                node.put(peer, offset, source, bytes);
                std::memset(back, 0xee, bytes + 1);
                node.get(peer, offset, back, bytes);
                CHECK(has_pattern(back, bytes, bytes + peer));
                CHECK(back[bytes] == 0xee);
            }
        }
        node.barrier();
    }
}

TEST_P(Conformance, PutAndGetOfEverySize) {
    run_nodes(GetParam(), put_and_get);
}

void many_puts(Node &node) {
    constexpr unsigned count = 600; // more than may be under way anywhere
    constexpr std::size_t each = 200;
    static unsigned char source[count][each];
    static ConduitOperation operations[count];
    for (unsigned i = 0; i < count; ++i)
        fill_pattern(source[i], each, i + node.process);
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t at = (node.process * count + i) * each;
        Status status;
        while ((status = node.table->put(*node.conduit, node.peer(), node.remote(node.peer(), at),
                                         node.key(node.peer()), source[i], each, operations[i])) == Status::again)
            node.poll();
        CHECK(is_ok(status));
    }
    for (ConduitOperation &operation : operations)
        node.finish(operation);
    CHECK(node.table->flushed(*node.conduit, node.peer()));
    node.barrier();
    if (node.leader)
        for (unsigned from = 0; from < node.processes; ++from)
            if ((from / node.setup->ends + 1) % node.nodes == node.node)
                for (unsigned i = 0; i < count; ++i)
                    CHECK(has_pattern(node.memory + (from * count + i) * each, each, i + from));
}

TEST_P(Conformance, ManyPutsAtOnce) {
    run_nodes(GetParam(), many_puts);
}

unsigned done_calls;
void count_done(ConduitOperation &operation) {
    CHECK(operation.left.load() == 0);
    ++done_calls;
}

void done_in_poll(Node &node) {
    static std::uint64_t value = 5;
    static ConduitOperation operations[50];
    for (ConduitOperation &operation : operations) {
        operation.done = count_done;
        Status status;
        while ((status = node.table->put(*node.conduit, node.peer(), node.remote(node.peer(), node.process * 8),
                                         node.key(node.peer()), &value, 8, operation)) == Status::again)
            node.poll();
        CHECK(is_ok(status));
    }
    node.poll_until([] { return done_calls == 50; });
    for (int i = 0; i < 100; ++i)
        node.poll();
    CHECK(done_calls == 50);
    node.barrier();
}

TEST_P(ConformanceAbove, DoneIsCalledOnceInPoll) {
    run_nodes(GetParam(), done_in_poll);
}

void values(Node &node) {
    const std::size_t most = node.caps().inline_put;
    CHECK(most >= 64);
    std::vector<unsigned char> source(most + 1);
    std::size_t at = node.process * (2 << 20);
    std::vector<std::pair<std::size_t, std::size_t>> written;
    for (std::size_t bytes = 0; bytes <= most; bytes = bytes < 70      ? bytes + 1
                                                       : bytes == most ? most + 1
                                                                       : std::min(most, bytes * 2 + 1)) {
        fill_pattern(source.data(), bytes, bytes);
        Status status;
        while ((status = node.table->put_inline(*node.conduit, node.peer(), node.remote(node.peer(), at),
                                                node.key(node.peer()), source.data(), bytes)) == Status::again)
            node.poll();
        CHECK(is_ok(status));
        std::memset(source.data(), 0, bytes); // it was taken
        written.emplace_back(at, bytes);
        at += bytes + 3;
    }
    CHECK(!is_ok(node.table->put_inline(*node.conduit, node.peer(), node.remote(node.peer()), node.key(node.peer()),
                                        source.data(), most + 1)));
    node.flush();
    CHECK(node.table->flushed(*node.conduit, node.peer()));
    std::vector<unsigned char> back(most);
    for (auto [offset, bytes] : written) {
        node.get(node.peer(), offset, back.data(), bytes);
        CHECK(has_pattern(back.data(), bytes, bytes));
    }
    node.barrier();
}

TEST_P(Conformance, PutsByValue) {
    run_nodes(GetParam(), values);
}

void signals(Node &node) {
    const std::size_t signal = (14 << 20) + node.process * 64;
    static unsigned char source[70000];
    std::uint64_t expected = 0;
    for (const std::size_t bytes : {0ul, 8ul, 100ul, 2048ul, 2049ul, 65536ul, 70000ul}) {
        const std::size_t at = node.process << 20;
        fill_pattern(source, bytes, bytes + 1);
        ConduitOperation operation{};
        Status status;
        while ((status = node.table->put_signal(*node.conduit, node.peer(), node.remote(node.peer(), at),
                                                node.key(node.peer()), source, bytes, node.remote(node.peer(), signal),
                                                7, operation)) == Status::again)
            node.poll();
        CHECK(is_ok(status));
        // The target looks at its memory, as its threads do, and at nothing else.
        expected += 7;
        if (node.leader)
            for (unsigned from = 0; from < node.processes; ++from)
                if ((from / node.setup->ends + 1) % node.nodes == node.node) {
                    auto *word = reinterpret_cast<std::uint64_t *>(node.memory + (14 << 20) + from * 64);
                    node.poll_until([&] { return __atomic_load_n(word, __ATOMIC_ACQUIRE) == expected; });
                    CHECK(has_pattern(node.memory + (from << 20), bytes, bytes + 1));
                }
        node.finish(operation);
        node.barrier();
    }
}

TEST_P(Conformance, SignalComesAfterItsPut) {
    run_nodes(GetParam(), signals);
}

// ---- atomics ----

template <class T> std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> T model(AtomicOperation operation, T old, T operand, T second) {
    using O = AtomicOperation;
    switch (operation) {
    case O::get: return old;
    case O::set:
    case O::swap: return operand;
    case O::min: return operand < old ? operand : old;
    case O::max: return old < operand ? operand : old;
    case O::cswap: return old == operand ? second : old;
    default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        const U a = static_cast<U>(old), b = static_cast<U>(operand);
        switch (operation) {
        case O::add: return static_cast<T>(a + b);
        case O::sub: return static_cast<T>(a - b);
        case O::mul: return static_cast<T>(a * b);
        case O::inc: return static_cast<T>(a + 1);
        case O::dec: return static_cast<T>(a - 1);
        case O::bit_and: return static_cast<T>(a & b);
        case O::bit_or: return static_cast<T>(a | b);
        default: return static_cast<T>(a ^ b);
        }
    } else {
        switch (operation) {
        case O::add: return old + operand;
        case O::sub: return old - operand;
        case O::mul: return old * operand;
        case O::inc: return old + 1;
        default: return old - 1;
        }
    }
}

template <class T> void atomics_of(Node &node, AtomicType type) {
    const std::size_t at = 4096 + node.process * 8;
    std::uint64_t state = 88172645463325252 + node.process;
    T value{};
    node.put(node.peer(), at, &value, sizeof value);
    for (unsigned round = 0; round < 3; ++round)
        for (unsigned i = 0; i <= static_cast<unsigned>(AtomicOperation::cswap); ++i) {
            const auto operation = static_cast<AtomicOperation>(i);
            const bool bits = operation == AtomicOperation::bit_and || operation == AtomicOperation::bit_or ||
                              operation == AtomicOperation::bit_xor;
            if (bits && !std::is_integral_v<T>) {
                ConduitOperation o{};
                CHECK(node.table->atomic(*node.conduit, node.peer(), node.remote(node.peer(), at),
                                         node.key(node.peer()), type, operation, 0, 0, nullptr, o) != Status::ok);
                continue;
            }
            T operand = static_cast<T>(static_cast<std::int64_t>(random_bits(state)) >> 40),
              second = static_cast<T>(round + i);
            if (operation == AtomicOperation::cswap && round) operand = value; // both ways
            const std::uint64_t old = node.atomic(node.peer(), at, type, operation, bits_of(operand), bits_of(second));
            if (operation != AtomicOperation::set) CHECK(!std::memcmp(&old, &value, sizeof value));
            value = model(operation, value, operand, second);
        }
    const std::uint64_t last = node.atomic(node.peer(), at, type, AtomicOperation::get, 0);
    CHECK(!std::memcmp(&last, &value, sizeof value));
}

void atomics(Node &node) {
    CHECK(node.caps().coherent_atomics);
    atomics_of<std::int32_t>(node, AtomicType::i32);
    atomics_of<std::uint32_t>(node, AtomicType::u32);
    atomics_of<std::int64_t>(node, AtomicType::i64);
    atomics_of<std::uint64_t>(node, AtomicType::u64);
    atomics_of<float>(node, AtomicType::f32);
    atomics_of<double>(node, AtomicType::f64);
    // By value: zeroes are equal, no number is not.
    const std::size_t at = 4096 + node.process * 8;
    const double minus = -0.0, none = std::nan("");
    node.put(node.peer(), at, &minus, 8);
    node.atomic(node.peer(), at, AtomicType::f64, AtomicOperation::cswap, bits_of(0.0), bits_of(2.0));
    CHECK(node.atomic(node.peer(), at, AtomicType::f64, AtomicOperation::get, 0) == bits_of(2.0));
    node.put(node.peer(), at, &none, 8);
    node.atomic(node.peer(), at, AtomicType::f64, AtomicOperation::cswap, bits_of(none), bits_of(3.0));
    CHECK(node.atomic(node.peer(), at, AtomicType::f64, AtomicOperation::get, 0) == bits_of(none));
    node.barrier();
}

TEST_P(ConformanceAbove, AtomicsOfAllTypes) {
    run_nodes(GetParam(), atomics);
}

// Remote ones and those of a processor of the target, on the same word.
void atomics_agree(Node &node) {
    constexpr std::uint64_t each = 300;
    auto *word = reinterpret_cast<std::uint64_t *>(node.memory);
    for (std::uint64_t i = 0; i < each; ++i) {
        node.atomic(0, 0, AtomicType::u64, AtomicOperation::add, 3);
        if (node.process == 0) __atomic_fetch_add(word, 5, __ATOMIC_RELAXED);
    }
    node.barrier();
    if (node.process == 0) CHECK(__atomic_load_n(word, __ATOMIC_RELAXED) == each * (3 * node.processes + 5));
    node.barrier();
}

TEST_P(ConformanceAbove, AtomicsAgreeWithProcessors) {
    run_nodes(GetParam(), atomics_agree);
}

// ---- messages ----

struct Expectation {
    std::uint64_t next[most_processes];
};

void check_sizes(Node &node, const ConduitMessage &message) {
    CHECK(reinterpret_cast<std::uintptr_t>(message.header) % 8 == 0 &&
          reinterpret_cast<std::uintptr_t>(message.payload) % 8 == 0);
    CHECK(message.header_bytes >= 8 && !message.internal);
    std::uint32_t from, bytes;
    std::memcpy(&from, message.header, 4);
    std::memcpy(&bytes, static_cast<const char *>(message.header) + 4, 4);
    CHECK(message.from == from / node.setup->ends);
    CHECK(message.payload_bytes == bytes);
    CHECK(has_pattern(static_cast<const char *>(message.header) + 8, message.header_bytes - 8, bytes));
    CHECK(has_pattern(message.payload, bytes, bytes + 1));
}

void message_sizes(Node &node) {
    node.deliver = check_sizes;
    CHECK(node.caps().max_header >= 256 && node.caps().max_payload >= 65536);
    static unsigned char payload[70000], header[1024];
    unsigned sent = 0;
    for (const std::size_t payload_bytes :
         {0ul, 1ul, 8ul, 13ul, 90ul, 128ul, 500ul, 1000ul, 4000ul, 16383ul, 16400ul, 65000ul, 65536ul})
        for (const std::size_t header_bytes : {8ul, 9ul, 16ul, 88ul, 200ul, 256ul}) {
            std::uint32_t words[2] = {node.process, static_cast<std::uint32_t>(payload_bytes)};
            std::memcpy(header, words, 8);
            fill_pattern(header + 8, header_bytes - 8, payload_bytes);
            fill_pattern(payload, payload_bytes, payload_bytes + 1);
            node.send(node.peer(), header, header_bytes, payload, payload_bytes);
            std::memset(payload, 0, payload_bytes); // it was taken
            ++sent;
        }
    const ConduitMessage long_one{header, 8, payload, node.caps().max_payload + 1},
        long_header{header, node.caps().max_header + 1, nullptr, 0};
    CHECK(!is_ok(node.table->send(*node.conduit, node.peer(), long_one)) &&
          !is_ok(node.table->send(*node.conduit, node.peer(), long_header)));
    if (node.leader) node.poll_until([&] { return node.received == sent * node.setup->ends; });
    node.barrier();
    for (int i = 0; i < 1000; ++i)
        node.poll();
    CHECK(node.received == (node.leader ? sent * node.setup->ends : 0));
}

TEST_P(Conformance, MessagesOfEverySize) {
    run_nodes(GetParam(), message_sizes);
}

struct Numbered {
    std::uint32_t process, filler;
    std::uint64_t number;
};

void check_order(Node &node, const ConduitMessage &message) {
    Numbered numbered;
    std::memcpy(&numbered, message.header, sizeof numbered);
    auto &expected = static_cast<Expectation *>(node.context)->next[numbered.process];
    CHECK(numbered.number == expected);
    ++expected;
    CHECK(has_pattern(message.payload, message.payload_bytes, numbered.number));
}

std::uint64_t flood_count(const Node &node) {
    if (const char *text = std::getenv("POLDER_TEST_FLOOD")) return std::strtoull(text, nullptr, 10);
    const Setup &setup = *node.setup;
    if (setup.hooks.empty() && setup.modes.empty()) return 30000;
    const bool slow = setup.hooks.find("delay") != std::string::npos || setup.hooks.find("trace") != std::string::npos;
    return slow ? 2000 : 5000; // still more than ten times what may be under way
}

// Everybody to everybody, short ones and now and then a long one between them.
void flood(Node &node) {
    Expectation expected{};
    node.context = &expected;
    node.deliver = check_order;
    static unsigned char payload[65536];
    const std::uint64_t count = flood_count(node);
    for (std::uint64_t i = 0; i < count; ++i)
        for (unsigned peer = 0; peer < node.nodes; ++peer) {
            const Numbered numbered{node.process, 0, i};
            const std::size_t bytes = i % 1000 == 7 ? 65536 : i % 50 == 3 ? 3000 : 0;
            if (bytes) fill_pattern(payload, bytes, i);
            node.send(peer, &numbered, sizeof numbered, payload, bytes);
        }
    if (node.leader) node.poll_until([&] { return node.received == count * node.processes; });
    node.flush();
    node.barrier();
    CHECK(node.received == (node.leader ? count * node.processes : 0));
    CHECK(node.table->counts(*node.conduit).dropped == 0);
}

TEST_P(Conformance, FloodArrivesOnceAndInOrder) {
    run_nodes(GetParam(), flood);
}

// Answers from inside deliver, refused ones from outside: as active messages do.
struct PingPong {
    unsigned answers_due[most_processes], answered;
};
void answer_now(Node &node, const ConduitMessage &message) {
    auto &state = *static_cast<PingPong *>(node.context);
    std::uint64_t word;
    std::memcpy(&word, message.header, 8);
    if (word == 2) return void(++state.answered);
    std::uint64_t two = 2;
    const Status status = node.table->send(*node.conduit, message.from, {&two, 8, nullptr, 0});
    CHECK(is_ok(status) || status == Status::again);
    if (!is_ok(status)) ++state.answers_due[message.from];
    const std::uint64_t before = node.received;
    node.poll();
    CHECK(node.received == before); // nothing is delivered inside deliver
}
void ping_pong(Node &node) {
    PingPong state{};
    node.context = &state;
    node.deliver = answer_now;
    const auto settle = [&] {
        if (!node.poll()) sched_yield();
        const std::uint64_t two = 2;
        for (unsigned peer = 0; peer < node.nodes; ++peer)
            while (state.answers_due[peer] && is_ok(node.table->send(*node.conduit, peer, {&two, 8, nullptr, 0})))
                --state.answers_due[peer];
    };
    const unsigned count = node.setup->hooks.empty() ? 3000 : 300;
    for (unsigned i = 0; i < count && node.leader; ++i) {
        node.send(node.peer(), std::uint64_t{1});
        if (i % 16 == 15)
            while (state.answered <= i)
                settle();
    }
    const auto all_answered = [&] {
        for (unsigned due : state.answers_due)
            if (due) return false;
        return true;
    };
    while (node.leader &&
           (node.received < 2 * count || !all_answered())) // the questions of another, and the answers to ours
        settle();
    CHECK(!node.leader || state.answered == count);
    node.barrier();
}

TEST_P(ConformanceAbove, DeliverMaySend) {
    run_nodes(GetParam(), ping_pong);
}

// ---- order ----

void check_put_before(Node &node, const ConduitMessage &message) {
    Numbered numbered;
    std::memcpy(&numbered, message.header, sizeof numbered);
    CHECK(has_pattern(node.memory + (numbered.process << 20), 5000, numbered.number));
}

void ordered(Node &node) {
    if (!node.caps().ordered) return node.barrier();
    node.deliver = check_put_before;
    static unsigned char source[2][5000], back[5000];
    static ConduitOperation operations[2];
    const unsigned peer = node.peer();
    const std::size_t at = node.process << 20;
    for (std::uint64_t i = 0; i < 200; ++i) {
        // Two puts to the same bytes, a get of them, a message: each sees what came before it.
        Status status;
        for (unsigned k = 0; k < 2; ++k) {
            fill_pattern(source[k], 5000, 2 * i + k);
            while ((status = node.table->put(*node.conduit, peer, node.remote(peer, at), node.key(peer), source[k],
                                             5000, operations[k])) == Status::again)
                node.poll();
            CHECK(is_ok(status));
        }
        node.get(peer, at, back, 5000);
        CHECK(has_pattern(back, 5000, 2 * i + 1));
        node.send(peer, Numbered{node.process, 0, 2 * i + 1});
        node.finish(operations[0]);
        node.finish(operations[1]);
        // The peer must have seen it before the bytes change again.
        const std::uint64_t before = i + 1;
        node.put(peer, (15 << 20) + node.process * 8, &before, 8);
        node.barrier();
        if (node.leader) node.poll_until([&] { return node.received >= before * node.setup->ends; });
        node.barrier();
    }
}

TEST_P(Conformance, OrderThatIsPromised) {
    run_nodes(GetParam(), ordered);
}

// The word is this process's alone, so a get behind an addition reads what that made of it. Nothing
// is waited for in between.
void gets_behind_atomics(Node &node) {
    const ConduitCaps &caps = node.caps();
    if (!caps.message_atomics && !caps.ordered_atomics) return node.barrier();
    const unsigned peer = node.peer();
    const std::uint64_t word = node.remote(peer, node.process * 64);
    const ConduitKey key = caps.message_atomics ? conduit_no_key : node.key(peer);
    const auto start = [&](auto begin) {
        Status status;
        while ((status = begin()) == Status::again)
            node.poll();
        CHECK(is_ok(status));
    };
    static ConduitOperation operations[2][8];
    std::uint64_t found[8];
    for (std::uint64_t count = 0; count < 400; count += 8) {
        for (unsigned i = 0; i < 8; ++i) {
            start([&] {
                return node.table->atomic(*node.conduit, peer, word, node.key(peer), AtomicType::u64,
                                          AtomicOperation::add, 1, 0, nullptr, operations[0][i]);
            });
            start([&] { return node.table->get(*node.conduit, peer, word, key, &found[i], 8, operations[1][i]); });
        }
        for (unsigned i = 0; i < 8; ++i) {
            node.finish(operations[0][i]);
            node.finish(operations[1][i]);
        }
        for (unsigned i = 0; i < 8; ++i) // those behind it may be seen, too
            CHECK(found[i] > count + i && found[i] <= count + 8);
    }
    node.barrier();
}

TEST_P(Conformance, GetsComeBehindAtomicOperations) {
    run_nodes(GetParam(), gets_behind_atomics);
}

// The puts of a turn are seen by whoever sees its signal.
void signals_behind_puts(Node &node) {
    if (!node.caps().ordered) return node.barrier();
    constexpr std::size_t lengths[] = {64, 5000};
    constexpr std::uint64_t turns = 100;
    static unsigned char source[turns][5000];
    static ConduitOperation operations[turns][2];
    const unsigned peer = node.peer();
    const std::size_t at = (node.process + 1) << 20;
    const std::size_t signals = node.process * 64;
    const auto start = [&](auto begin) {
        Status status;
        while ((status = begin()) == Status::again)
            node.poll();
        CHECK(is_ok(status));
    };
    for (std::uint64_t i = 0; i < turns; ++i) {
        const std::size_t bytes = lengths[i % 2];
        fill_pattern(source[i], bytes, i);
        start([&] {
            return node.table->put(*node.conduit, peer, node.remote(peer, at + i * 5008), node.key(peer), source[i],
                                   bytes, operations[i][0]);
        });
        start([&] {
            return node.table->put_signal(*node.conduit, peer, node.remote(peer, signals), node.key(peer), source[i], 8,
                                          node.remote(peer, signals + 8), 1, operations[i][1]);
        });
    }
    if (node.leader)
        for (unsigned from = 0; from < node.processes; ++from) {
            if ((from / node.setup->ends + 1) % node.nodes != node.node) continue;
            const auto *word = reinterpret_cast<std::uint64_t *>(node.memory + from * 64 + 8);
            for (std::uint64_t seen = 0; seen < turns;) {
                node.poll();
                const std::uint64_t now = __atomic_load_n(word, __ATOMIC_ACQUIRE);
                for (; seen < now; ++seen)
                    CHECK(has_pattern(node.memory + ((from + 1) << 20) + seen * 5008, lengths[seen % 2], seen));
            }
        }
    for (auto &turn : operations)
        for (ConduitOperation &operation : turn)
            node.finish(operation);
    node.barrier();
}

TEST_P(Conformance, SignalsComeBehindPuts) {
    run_nodes(GetParam(), signals_behind_puts);
}

std::string setup_name(const testing::TestParamInfo<Setup> &info) {
    return info.param.name();
}

std::vector<Setup> setups_above() {
    std::vector<Setup> list = every_setup();
    std::erase_if(list, [](const Setup &one) {
        return !one.modes.empty() && one.modes != "no-rma" && one.modes != "no-delivery";
    });
    return list;
}

INSTANTIATE_TEST_SUITE_P(Conduits, Conformance, testing::ValuesIn(every_setup()), setup_name);
INSTANTIATE_TEST_SUITE_P(Conduits, ConformanceAbove, testing::ValuesIn(setups_above()), setup_name);

} // namespace
