// What comes from the network and is no message: random bytes, and messages with something changed.
// Nothing crashes, nothing outside shared memory is written, all that is wrong is dropped and
// counted, and messages go on. Also the window's and the congestion window's arithmetic, which
// needs no network.
#include "tests/unit/runtime/am/am_nodes.h"

using namespace polder;
using namespace polder::test;

namespace {

Nodes two_nodes() {
    Nodes nodes;
    JobOptions one, two;
    one.threads = one.processes = 1;
    two.threads = 2;
    two.processes = other_processes_seen ? 2 : 1;
    nodes.node = {one, two};
    return nodes;
}

void count_one(am::AmMessage &message) {
    line(message.to).ran.fetch_add(1, std::memory_order_relaxed);
}

struct Wire {
    alignas(8) unsigned char bytes[am::wire_header_max + 64];
    std::size_t length;
    alignas(8) char payload[am::piece_bytes + 64];
    std::size_t payload_length;

    am::WireHeader &header() { return *reinterpret_cast<am::WireHeader *>(bytes); }
    void deliver() { am::am_deliver({bytes, length, payload, payload_length}); }
};

// A request of thread 0 to thread 1, this node's leader, or to thread 2, another process; or
// another kind.
void make_good(std::mt19937_64 &random, Wire *wire) {
    std::memset(wire, 0, sizeof wire->bytes);
    am::WireHeader &header = wire->header();
    header.mark = am::wire_mark;
    header.kind = random() % 3 ? am::WireKind::request : static_cast<am::WireKind>(random() % 4);
    header.handler = count_only;
    header.arguments = header.kind == am::WireKind::piece || header.kind == am::WireKind::returned ? 0 : random() % 17;
    header.to = 1 + random() % 2;
    header.flags = am::wire_soon;
    wire->length = sizeof header + 8 * header.arguments;
    wire->payload_length = header.kind == am::WireKind::returned ? 0 : random() % 200;
    if (header.kind == am::WireKind::piece || random() % 4 == 0) {
        header.landing = ga_of_pointer(landing(header.to, 0));
        header.total = header.kind == am::WireKind::piece ? 0 : wire->payload_length;
    }
}

void change(std::mt19937_64 &random, Wire *wire) {
    const unsigned changes = 1 + random() % 3;
    for (unsigned i = 0; i < changes; ++i)
        switch (random() % 6) {
        case 0: wire->length = random() % sizeof wire->bytes; break;
        case 1: wire->payload_length = random() % sizeof wire->payload; break;
        case 2: wire->header().landing = random(); break;
        case 3: wire->header().landing = ga_of_segment(random() % 4) + random() % (8 << 20); break;
        case 4:
            reinterpret_cast<std::uint32_t *>(wire->bytes)[random() % 10] = static_cast<std::uint32_t>(random());
            break;
        default: wire->bytes[random() % sizeof(am::WireHeader)] = static_cast<unsigned char>(random());
        }
}

void attack(unsigned turns) {
    std::mt19937_64 random(7);
    static Wire wire;
    std::vector<char> guard(1 << 20, 77); // private memory: nothing lands here
    for (unsigned i = 0; i < turns; ++i) {
        make_good(random, &wire);
        if (i % 2)
            change(random, &wire);
        else
            for (unsigned char &byte : wire.bytes)
                byte = static_cast<unsigned char>(random());
        wire.deliver();
        am::am_delivered();
        if (i % 64 == 0) am::am_poll();
    }
    // A request that ends asks for all that is still owed to thread 0, which it never held, to be
    // given back: dropped there.
    std::memset(&wire, 0, sizeof wire);
    wire.header() = {am::wire_mark, am::WireKind::request, count_only, 0, am::wire_soon, 0, 0, 0, 1, 0, 0, 0, 0};
    wire.length = sizeof(am::WireHeader);
    wire.payload_length = 0;
    wire.deliver();
    am::am_delivered();
    while (net_needs_sending() || fake_net->box[0].messages.load())
        am::am_poll();
    for (char byte : guard)
        REQUIRE(byte == 77);
    REQUIRE(am::am_dropped_all() > turns / 2);
}

TEST(AmWire, MalformedInputHarmsNobody) {
    EXPECT_EQ(run_nodes(two_nodes(),
                        [](unsigned me) {
                            am::am_register(count_only, count_one);
                            am::am_register(take_request, count_one);
                            am::am_register(take_reply, count_one);
                            meet();
                            if (me == 1) attack(200000 * stress());
                            meet();
                            const std::uint64_t before = line(1).ran.load();
                            meet();
                            if (me == 0)
                                for (unsigned i = 0; i < 1000; ++i)
                                    am::am_request_wait(1, {count_only});
                            while (line(1).ran.load() < before + 1000)
                                am::am_poll();
                            meet();
                        }),
              0);
}

// Each kind of mistake, alone, is found, and nothing is done.
TEST(AmWire, EachMistakeIsFound) {
    struct Mistake {
        am::WireFault fault;
        void (*make)(Wire &);
    };
    static const Mistake mistakes[] = {
        {am::WireFault::size, [](Wire &w) { w.length -= 1; }},
        {am::WireFault::size, [](Wire &w) { w.length = 3; }},
        {am::WireFault::size, [](Wire &w) { w.header().mark = 1; }},
        {am::WireFault::size, [](Wire &w) { w.header().arguments = 17; }},
        {am::WireFault::size, [](Wire &w) { w.header().room = 200; }},
        {am::WireFault::size, [](Wire &w) { w.header().flags = 128; }},
        {am::WireFault::kind, [](Wire &w) { w.header().kind = static_cast<am::WireKind>(9); }},
        {am::WireFault::thread, [](Wire &w) { w.header().from = 1; }},
        {am::WireFault::thread, [](Wire &w) { w.header().from = 1000; }},
        {am::WireFault::thread, [](Wire &w) { w.header().to = 0; }},
        {am::WireFault::thread, [](Wire &w) { w.header().to = ~0u; }},
        {am::WireFault::handler, [](Wire &w) { w.header().handler = 201; }},
        {am::WireFault::payload, [](Wire &w) { w.payload_length = am::am_max_medium + 1; }},
        {am::WireFault::landing,
         [](Wire &w) {
             w.header().landing = 4096;
             w.header().total = w.payload_length;
         }},
        {am::WireFault::landing,
         [](Wire &w) {
             w.header().landing = ga_of_segment(0) + 65536;
             w.header().total = 8;
         }},
        {am::WireFault::landing,
         [](Wire &w) {
             w.header().landing = ga_of_segment(1) + 100;
             w.header().total = w.payload_length;
         }},
        {am::WireFault::landing,
         [](Wire &w) {
             w.header().landing = ga_of_segment(1) + 65536;
             w.header().total = std::uint64_t{1} << 50;
         }},
        {am::WireFault::landing,
         [](Wire &w) {
             w.header().landing = ga_of_segment(1) + 65536;
             w.header().total = 1;
         }},
        {am::WireFault::window, [](Wire &w) { w.header().kind = am::WireKind::reply; }},
        {am::WireFault::window,
         [](Wire &w) {
             w.header().kind = am::WireKind::reply;
             w.header().back_count = 1;
             w.header().back_bytes = 255;
         }},
        {am::WireFault::window,
         [](Wire &w) {
             w.header().kind = am::WireKind::reply;
             w.header().back_count = 1;
             w.header().back_bytes = 256;
         }},
        {am::WireFault::window, [](Wire &w) { w.header().back_count = 1; }},
    };
    EXPECT_EQ(run_nodes(two_nodes(),
                        [](unsigned me) {
                            am::am_register(count_only, count_one);
                            meet();
                            static Wire wire;
                            for (const Mistake &mistake : mistakes) {
                                if (me != 1) break;
                                std::memset(&wire, 0, sizeof wire);
                                wire.header() = {
                                    am::wire_mark, am::WireKind::request, count_only, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0};
                                wire.length = sizeof(am::WireHeader) + 16;
                                wire.payload_length = 100;
                                const std::uint64_t ran = line(1).ran.load();
                                wire.deliver();
                                REQUIRE(line(1).ran.load() == ran + 1);
                                mistake.make(wire);
                                const std::uint64_t before = am::am_dropped(mistake.fault), all = am::am_dropped_all();
                                wire.deliver();
                                REQUIRE(line(1).ran.load() == ran + 1);
                                REQUIRE(am::am_dropped_all() == all + 1);
                                REQUIRE(am::am_dropped(mistake.fault) == before + 1);
                            }
                            meet();
                        }),
              0);
}

// ---- windows ----

TEST(AmWindow, MemoryIsLinearInProcessesAndNodes) {
    EXPECT_EQ(am::window_area_size({4, 4}), 0u) << "one node";
    for (unsigned nodes : {2u, 16u, 256u})
        for (unsigned processes : {1u, 2u, 16u, 64u, 256u})
            EXPECT_EQ(am::window_area_size({processes, processes, 0, 0, nodes, processes * nodes}),
                      64u * processes * nodes);
}

// Something that does `knee` requests at a time and no more: the limit ends near it, from above and
// from below.
TEST(AmCongestion, FindsTheKnee) {
    for (std::uint32_t knee : {16u, 40u, 100u, 300u, 1500u})
        for (std::uint32_t start : {16u, 128u, 2000u}) {
            am::congestion = {true, am::congestion_floor, am::congestion_start};
            am::FarWindow window = {};
            window.limit.store(start);
            std::uint64_t sum = 0;
            for (unsigned sample = 0; sample < 400; ++sample) {
                const std::uint32_t limit = am::congestion_limit(window), useful = limit < knee ? limit : knee;
                window.refused.store(1);
                // All under way wait for those in front of them: the time of one grows with the
                // limit, the rate does not.
                am::congestion_adapt(
                    window, 10000 + std::uint64_t{limit > knee ? limit - knee : 0} * 10000 / knee,
                    static_cast<std::uint32_t>(useful + std::uint64_t{limit - useful} * useful / knee));
                if (sample >= 200) sum += limit;
            }
            EXPECT_GE(sum / 200, knee / 2 < am::congestion_floor ? am::congestion_floor : knee / 2)
                << "knee " << knee << ", start " << start;
            EXPECT_LE(sum / 200, 2 * knee) << "knee " << knee << ", start " << start;
        }
}

// Where it held nobody back it stays.
TEST(AmCongestion, StaysWhereItDoesNotHoldBack) {
    am::FarWindow window = {};
    for (unsigned i = 0; i < 100; ++i)
        am::congestion_adapt(window, 1000, 5);
    EXPECT_EQ(am::congestion_limit(window), am::congestion_start);
}

} // namespace
