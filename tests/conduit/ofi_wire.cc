// needs the plugin's own objects (CMakeLists.txt). Checks what comes off the wire at ofi: order is
// restored, repeats and nonsense are dropped, whatever bytes there are. Transfers may be longer
// than the provider takes at once.
#include "support/nodes.h"

#include "base/clock.h"
#include "conduits/authentication_tag.h"
#include "conduits/ofi/ofi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

// What the provider forgets to free is not ours.
extern "C" const char *__lsan_default_suppressions() {
    return "leak:libfabric";
}

using namespace polder;
using namespace polder::tests;

namespace {

constexpr unsigned char job_key[17] = "sixteen bytes of";
constexpr std::uint64_t sender_end = 0x1234567890abcdef;

struct Wire : testing::Test {
    Conduit *conduit = nullptr;
    ConduitAddress addresses[3] = {};
    std::vector<std::uint64_t> delivered;
    std::size_t touched = 0;
    unsigned lost = 0;
    std::atomic<std::uint64_t> taken{0};

    static void deliver(void *context, const ConduitMessage &m) {
        auto &self = *static_cast<Wire *>(context);
        EXPECT_EQ(m.from, 1u);
        std::uint64_t number = 0;
        std::memcpy(&number, m.header, std::min<std::size_t>(8, m.header_bytes));
        for (std::size_t i = 0; i < m.header_bytes; ++i)
            self.touched += static_cast<const unsigned char *>(m.header)[i];
        for (std::size_t i = 0; i < m.payload_bytes; ++i)
            self.touched += static_cast<const unsigned char *>(m.payload)[i];
        self.delivered.push_back(number);
    }
    static void lose(void *context, NodeNumber, const char *) { ++static_cast<Wire *>(context)->lost; }

    void SetUp() override {
        ConduitOptions options{};
        options.node = 0;
        options.nodes = 3;
        options.leader = true;
        options.key = job_key;
        options.interface = "127.0.0.1";
        options.context = this;
        options.deliver = deliver;
        options.lost = lose;
        options.taken = &taken;
        char error[512];
        if (!is_ok(ofi_table.open(options, &conduit, &addresses[0], error, sizeof error))) GTEST_SKIP() << error;
        addresses[1] = addresses[2] = addresses[0];
        ASSERT_TRUE(is_ok(conduit->table->start(*conduit, addresses)));
    }
    void TearDown() override {
        if (conduit) conduit->table->close(*conduit);
    }

    std::vector<unsigned char> bytes(OfiKind kind, std::uint32_t sequence, const void *header, std::size_t header_bytes,
                                     const void *payload, std::size_t payload_bytes, NodeNumber node = 1) {
        const OfiWire wire{conduit_tag(job_key, node, sender_end, 0),
                           sender_end,
                           node,
                           sequence,
                           static_cast<std::uint16_t>(header_bytes),
                           static_cast<std::uint8_t>(kind),
                           1,
                           static_cast<std::uint32_t>(payload_bytes)};
        const std::size_t padded = (header_bytes + 7) / 8 * 8;
        std::vector<unsigned char> all(sizeof wire + padded + (payload_bytes + 7) / 8 * 8);
        std::memcpy(all.data(), &wire, sizeof wire);
        if (header_bytes) std::memcpy(all.data() + sizeof wire, header, header_bytes);
        if (payload_bytes) std::memcpy(all.data() + sizeof wire + padded, payload, payload_bytes);
        return all;
    }
    std::vector<unsigned char> hello() {
        return bytes(OfiKind::hello, 0, nullptr, 0, addresses[1].bytes, addresses[1].length);
    }
    std::vector<unsigned char> message(std::uint64_t number, std::size_t payload = 0) {
        static const unsigned char zeroes[4096] = {};
        return bytes(OfiKind::message, static_cast<std::uint32_t>(number), &number, 8, zeroes, payload);
    }
    void receive(const std::vector<unsigned char> &all) { ofi_receive(ofi(*conduit), all.data(), all.size()); }
    std::uint64_t dropped() { return conduit->table->counts(*conduit).dropped; }
};

TEST_F(Wire, OrderIsRestoredAndRepeatsAreDropped) {
    receive(message(1)); // before it said hello
    EXPECT_EQ(dropped(), 1u);
    receive(hello());
    std::uint64_t state = 42;
    for (std::uint64_t first = 1; first < 2000; first += 10) {
        std::uint64_t order[10];
        for (unsigned i = 0; i < 10; ++i)
            order[i] = first + i;
        for (unsigned i = 9; i; --i)
            std::swap(order[i], order[random_bits(state) % (i + 1)]);
        for (const std::uint64_t number : order)
            receive(message(number, number % 100));
        receive(message(first)); // again
    }
    ASSERT_EQ(delivered.size(), 2000u);
    for (std::uint64_t i = 0; i < 2000; ++i)
        EXPECT_EQ(delivered[i], i + 1);
    EXPECT_EQ(dropped(), 201u);
    EXPECT_EQ(taken.load(), 2001u); // with the hello
    EXPECT_EQ(lost, 0u);
}

ssize_t refuse_receive(fid_ep *, const fi_msg *, std::uint64_t) {
    return -FI_EAGAIN;
}

// Without a receive nothing comes in that could bring the next attempt.
TEST_F(Wire, RefusedReceivesArePostedByTheNextPoll) {
    OfiEnd &end = ofi(*conduit);
    fi_ops_msg *const theirs = end.provider.endpoint->msg;
    fi_ops_msg refusing = *theirs;
    refusing.recvmsg = refuse_receive;
    end.provider.endpoint->msg = &refusing;
    end.receives.due = 1;
    ofi_post_receives(end);
    conduit->table->poll(*conduit);
    EXPECT_EQ(end.receives.due, 1u);
    end.provider.endpoint->msg = theirs;
    conduit->table->poll(*conduit);
    EXPECT_EQ(end.receives.due, 0u);
}

TEST_F(Wire, WithoutTheKeyNobodyIsHeard) {
    auto all = hello();
    all[0] ^= 1; // the proof
    receive(all);
    receive(message(1));
    receive(bytes(OfiKind::hello, 0, nullptr, 0, addresses[1].bytes, addresses[1].length, 7)); // no such node
    all = hello();
    all[8] ^= 1; // another end: the proof is not for it
    receive(all);
    EXPECT_TRUE(delivered.empty());
    EXPECT_EQ(dropped(), 4u);
    // And with it, only those that say the same as in the hello.
    receive(hello());
    all = message(1);
    all[0] ^= 1;
    receive(all);
    receive(bytes(OfiKind::message, 1, nullptr, 0, nullptr, 0, 2));
    EXPECT_TRUE(delivered.empty());
    receive(message(1));
    EXPECT_EQ(delivered.size(), 1u);
}

// Full queues are no loss, however often they are met, as long as something is taken between two
// ticks. Nothing taken is a loss only where no kernel can be asked and ends are attended.
TEST_F(Wire, OnlyRefusalsWithNothingTakenAreALoss) {
    OfiEnd &end = ofi(*conduit);
    OfiRoute *route = ofi_route(end, 1);
    ASSERT_TRUE(route);
    const auto tick = [&] {
        EXPECT_EQ(ofi_refused(end, *route, -FI_EAGAIN), Status::again);
        end.watch.tick_at = 0;
        end.watch.polled = clock_ns();
        end.watch.gaps = false;
        route->heard = true;
        ofi_tick(end);
    };
    const std::uint64_t word = 1;
    for (unsigned i = 0; i < 4 * ofi_ticks; ++i) {
        Status status;
        while ((status = conduit->table->send(*conduit, 1, {&word, 8, nullptr, 0})) == Status::again)
            conduit->table->poll(*conduit);
        ASSERT_TRUE(is_ok(status));
        tick();
        ASSERT_FALSE(route->lost);
    }
    for (unsigned i = 0; i < 4 * ofi_ticks; ++i)
        tick();
    EXPECT_FALSE(route->lost); // a kernel can be asked
    end.watch.listens = OfiListens::no;
    end.options.attended = false;
    for (unsigned i = 0; i < 4 * ofi_ticks; ++i)
        tick();
    EXPECT_FALSE(route->lost); // it may compute
    end.options.attended = true;
    for (unsigned i = 0; i < ofi_ticks; ++i)
        tick();
    EXPECT_FALSE(route->lost);
    tick();
    EXPECT_TRUE(route->lost);
}

// A message that never comes is a loss, also where all that comes later has to wait for it. While
// nothing comes at all, the sender may be stopped in the middle of it.
TEST_F(Wire, WhatWaitsForALostMessageTellsOfTheLoss) {
    OfiEnd &end = ofi(*conduit);
    OfiRoute *route = ofi_route(end, 1);
    ASSERT_TRUE(route);
    receive(hello());
    const auto tick = [&] { // a quarter of a timeout later
        for (OfiEarly *early = end.peers.early; early; early = early->next)
            early->since -= ofi_interval(end);
        end.watch.tick_at = 0;
        end.watch.polled = clock_ns();
        end.watch.gaps = false;
        ofi_tick(end);
    };
    end.options.timeout_ns = 5'000'000'000;
    route->greeted = true;      // so that its silence is noticed
    std::uint32_t sequence = 2; // 1 is lost
    for (unsigned i = 0; i < 100; ++i) {
        if (i == 0) receive(bytes(OfiKind::pong, sequence++, nullptr, 0, nullptr, 0));
        tick();
    }
    EXPECT_FALSE(route->lost);
    for (unsigned i = 0; i < 100 && !route->lost; ++i) {
        receive(bytes(OfiKind::pong, sequence++, nullptr, 0, nullptr, 0));
        tick();
    }
    EXPECT_TRUE(route->lost);
    EXPECT_TRUE(delivered.empty());
}

// Bits turned, lengths changed, tails cut: nothing is delivered but what the lengths cover, nothing
// outside the bytes is read (the address sanitizer watches).
TEST_F(Wire, MalformedMessages) {
    receive(hello());
    std::uint64_t state = 7;
    std::uint32_t next = 1;
    for (unsigned round = 0; round < 200000; ++round) {
        auto all = round % 3 ? message(next, round % 300)
                             : bytes(static_cast<OfiKind>(random_bits(state) % 8), next, "12345678", 8, nullptr, 0);
        const unsigned kind = round % 5;
        // Behind the proof, so that it comes far.
        for (unsigned i = 0; i < 1 + random_bits(state) % 4 && kind != 4; ++i)
            all[20 + random_bits(state) % (all.size() - 20)] ^=
                static_cast<unsigned char>(1u << random_bits(state) % 8);
        if (kind == 1) all.resize(random_bits(state) % (all.size() + 1));
        if (kind == 2) all.resize(all.size() + random_bits(state) % 64);
        if (kind == 3)
            for (unsigned char &byte : all)
                byte = static_cast<unsigned char>(random_bits(state));
        const std::vector<unsigned char> exact(all); // no slack behind it
        ofi_receive(ofi(*conduit), exact.data(), exact.size());
        next = ofi_sender(ofi(*conduit), sender_end)->sequence;
        if (round % 1000 == 0)
            for (int i = 0; i < 300; ++i)
                conduit->table->poll(*conduit);
    }
    EXPECT_GT(delivered.size(), 1000u);
    EXPECT_GT(dropped(), 1000u);
}

// The provider takes so little at once that all go in pieces; with what comes behind them in order.
void in_pieces(Node &node) {
    ofi(*node.conduit).traits.max_transfer = 1000;
    static unsigned char source[100001], back[100001];
    for (const std::size_t bytes : {999ul, 1000ul, 1001ul, 5000ul, 100001ul}) {
        const std::size_t at = node.node << 20;
        fill_pattern(source, bytes, bytes);
        ConduitOperation operation{};
        while (node.table->put(*node.conduit, node.peer(), node.remote(node.peer(), at), node.key(node.peer()), source,
                               bytes, operation) != Status::ok)
            node.poll();
        std::uint64_t word = bytes;
        node.send(node.peer(), word); // must not overtake the rest
        const std::uint64_t before = node.received;
        node.finish(operation);
        std::memset(back, 0, bytes);
        node.get(node.peer(), at, back, bytes);
        CHECK(has_pattern(back, bytes, bytes));
        node.poll_until([&] { return node.received > before || node.received; });
        node.barrier();
    }
}

void check_whole(Node &node, const ConduitMessage &message) {
    std::uint64_t bytes;
    std::memcpy(&bytes, message.header, 8);
    CHECK(has_pattern(node.memory + (message.from << 20), bytes, bytes));
}
void in_pieces_and_in_order(Node &node) {
    node.deliver = check_whole;
    in_pieces(node);
}

// ---- which interface ----

bool opens_on(const char *interface) {
    ConduitOptions options{};
    options.nodes = 1;
    options.leader = true;
    options.key = job_key;
    options.interface = interface;
    fi_info *info = nullptr;
    char error[512];
    if (!is_ok(ofi_choose(options, {}, &info, error, sizeof error))) return false;
    const bool loopback = !std::strcmp(info->domain_attr->name, "lo");
    fi_freeinfo(info);
    return loopback;
}

TEST(Provider, InterfaceByNameAddressOrNetwork) {
    if (!ofi_is_here()) GTEST_SKIP() << "no libfabric";
    for (const char *good : {"lo", "127.0.0.1", "127.0.0.0/8", "127.0.0.1/32", "127."})
        EXPECT_TRUE(opens_on(good)) << good;
    for (const char *bad : {"nonesuch0", "203.0.113.0/24", "127.0.0.2/32", "127.0.0.0/99"})
        EXPECT_FALSE(opens_on(bad)) << bad;
}

// One that was built without a layer above another is taken where both are offered: on TCP it is
// twice as fast.
TEST(Provider, WithoutLayersWhereThatIsOffered) {
    if (!ofi_is_here()) GTEST_SKIP() << "no libfabric";
    ConduitOptions options{};
    options.nodes = 1;
    options.leader = true;
    options.key = job_key;
    options.interface = "127.0.0.1";
    fi_info *info = nullptr, *hints = fi_allocinfo(), *list = nullptr;
    char error[512];
    ASSERT_TRUE(is_ok(ofi_choose(options, {}, &info, error, sizeof error)));
    hints->ep_attr->type = FI_EP_RDM;
    hints->caps = FI_MSG | FI_RMA;
    ASSERT_EQ(fi_getinfo(FI_VERSION(1, 9), nullptr, nullptr, 0, hints, &list), 0);
    bool offered = false;
    for (fi_info *one = list; one; one = one->next)
        offered |= !std::strchr(one->fabric_attr->prov_name, ';') && one->addr_format != FI_ADDR_STR &&
                   one->ep_attr->protocol != FI_PROTO_SOCK_TCP;
    EXPECT_TRUE(!offered || !std::strchr(info->fabric_attr->prov_name, ';')) << info->fabric_attr->prov_name;
    fi_freeinfo(list);
    fi_freeinfo(hints);
    fi_freeinfo(info);
}

TEST(Pieces, LongTransfersKeepTheOrder) {
    if (!ofi_is_here()) GTEST_SKIP() << "no libfabric";
    run_nodes({"ofi", "", "", 2}, in_pieces_and_in_order);
}

} // namespace
