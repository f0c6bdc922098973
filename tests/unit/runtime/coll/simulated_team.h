// Simulated members: engines of one process over a transport that is a list of messages. They run
// the engine's real schedules with real data; messages, and the longest chain of them, are counted.
// Messages may overtake each other and be refused, and members be slow, at random.
#pragma once

#include "runtime/coll/algorithms/compose.h"
#include "runtime/coll/engine/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace polder::test {

using namespace coll;

// Who is where: `nodes` of equal or different size, members placed in a row or dealt out.
struct Places {
    unsigned members, nodes;
    bool dealt = false;

    unsigned node_of(unsigned rank) const {
        if (dealt) return rank % nodes;
        const unsigned each = members / nodes, rest = members % nodes; // the first ones have one more
        const unsigned large = rest * (each + 1);
        return rank < large ? rank / (each + 1) : rest + (rank - large) / each;
    }
};

struct Shapes {
    Places places;
    std::vector<std::vector<std::uint32_t>> of_node;
    std::vector<std::uint32_t> leaders;
    struct Context {
        const Shapes *shapes;
        unsigned node;
    };
    std::vector<Context> contexts;

    explicit Shapes(Places p) : places(p), of_node(p.nodes) {
        for (unsigned r = 0; r < p.members; ++r)
            of_node[p.node_of(r)].push_back(r);
        for (unsigned node = 0; node < p.nodes; ++node) {
            leaders.push_back(of_node[node][0]);
            contexts.push_back({this, node});
        }
    }
    Shapes(const Shapes &) = delete;

    static unsigned number_in(const std::vector<std::uint32_t> &list, unsigned rank) {
        return static_cast<unsigned>(std::find(list.begin(), list.end(), rank) - list.begin());
    }
    TeamTopology of(unsigned rank) const {
        const unsigned node = places.node_of(rank);
        const auto &mine = of_node[node];
        TeamTopology shape;
        shape.all = {places.members, rank};
        shape.nodes = places.nodes;
        shape.by_node = !places.dealt || places.nodes == 1;
        shape.local = {static_cast<unsigned>(mine.size()), number_in(mine, rank), 0, 1, mine.data()};
        shape.leaders = {places.nodes, node, 0, 1, leaders.data()};
        shape.node_of = [](const void *c, unsigned r) {
            return static_cast<const Context *>(c)->shapes->places.node_of(r);
        };
        shape.local_of = [](const void *c, unsigned r) {
            const Context &context = *static_cast<const Context *>(c);
            return number_in(context.shapes->of_node[context.node], r);
        };
        shape.context = &contexts[node];
        return shape;
    }
};

struct Simulation {
    struct Message {
        unsigned to;
        Envelope envelope;
        std::vector<unsigned char> payload;
    };
    struct Member {
        Simulation *simulation;
        Engine engine;
    };
    unsigned members;
    bool reaches = false;  // members write each other's memory
    bool puts = false;     // by puts, which take some turns
    unsigned disorder = 0; // of 16: how often a message is refused or overtaken, a member slow
    std::vector<Member> all;
    std::vector<Message> under_way;
    std::mt19937 random{1};
    std::uint64_t most_kept = 0;    // arrivals of any member at any time
    const Places *places = nullptr; // for counting
    std::uint64_t crossing = 0;     // data sent between nodes; what goes in several fragments counts once

    static constexpr std::size_t eager = 256, largest = 1000;

    explicit Simulation(unsigned n) : members(n), all(n) {
        static const Transport transport = {eager, largest, send, reach, put, put_done, [] { return false; },
                                            open,  close};
        for (unsigned r = 0; r < n; ++r) {
            all[r].simulation = this;
            engine_open(all[r].engine, transport, &all[r], 1, r);
        }
    }
    ~Simulation() {
        for (Member &member : all)
            engine_close(member.engine);
    }
    Simulation(const Simulation &) = delete;

    bool chance() { return disorder && random() % 16 < disorder; }

    static Status send(void *context, unsigned to, const Envelope &envelope, const void *payload, std::size_t bytes) {
        Simulation &s = *static_cast<Member *>(context)->simulation;
        EXPECT_LT(to, s.members);
        EXPECT_LE(bytes, largest);
        if (s.chance()) return Status::again;
        const bool is_data = envelope.kind == Envelope::Kind::data || envelope.kind == Envelope::Kind::written ||
                             (envelope.kind == Envelope::Kind::fragment && !envelope.offset);
        if (s.places && is_data) s.crossing += s.places->node_of(to) != s.places->node_of(envelope.from);
        const auto *from = static_cast<const unsigned char *>(payload);
        s.under_way.push_back({to, envelope, std::vector<unsigned char>(from, from + bytes)});
        return Status::ok;
    }
    static bool reach(void *context, unsigned, const void *, std::size_t) {
        return static_cast<Member *>(context)->simulation->reaches;
    }

    // A put copies when it is asked for the second time, if not later: what its source is changed
    // to meanwhile arrives too.
    struct Put {
        void *to;
        const void *from;
        std::size_t bytes;
        unsigned asked;
    };
    std::vector<Put> puts_made;
    static bool put(void *context, unsigned, void *memory, const ReceiveKey *key, const void *from, std::size_t bytes,
                    std::uint64_t *handle) {
        Simulation &s = *static_cast<Member *>(context)->simulation;
        if (!s.puts && !key) return false;
        EXPECT_TRUE(!key || !std::memcmp(key->bytes, &memory, sizeof memory));
        *handle = s.puts_made.size();
        s.puts_made.push_back({memory, from, bytes, 0});
        return true;
    }
    static bool put_done(void *context, std::uint64_t handle) {
        Simulation &s = *static_cast<Member *>(context)->simulation;
        Put &put = s.puts_made[handle];
        if (++put.asked < 2 || s.chance()) return false;
        std::memcpy(put.to, put.from, put.bytes);
        return true;
    }

    // Memory that is opened for one message each.
    bool opens = false;
    unsigned opened = 0;
    static void *open(void *context, unsigned, void *memory, std::size_t, ReceiveKey *key) {
        Simulation &s = *static_cast<Member *>(context)->simulation;
        if (!s.opens || s.chance()) return nullptr;
        *key = {};
        std::memcpy(key->bytes, &memory, sizeof memory);
        ++s.opened;
        return &s.opened;
    }
    static void close(void *opened) { --*static_cast<unsigned *>(opened); }

    void deliver(const Message &message) {
        const auto kind = message.envelope.kind;
        if (kind == Envelope::Kind::fragment || kind == Envelope::Kind::written) {
            posted_receive_take(message.envelope, message.payload.data(), message.payload.size());
            // What a receive brings counts like any message.
            Engine &engine = all[message.to].engine;
            engine.clock = std::max(engine.clock, message.envelope.clock);
            return;
        }
        Engine &engine = all[message.to].engine;
        engine_arrive(engine, arrival_make(message.envelope, message.payload.data(), message.payload.size()));
        std::uint64_t kept = 0;
        for (Arrival *a = engine.arrivals; a; a = a->next)
            ++kept;
        most_kept = std::max(most_kept, kept);
    }

    // One turn of everything. False: nothing happened.
    bool turn() {
        bool some = false;
        std::vector<Message> now;
        now.swap(under_way);
        if (disorder) std::shuffle(now.begin(), now.end(), random);
        for (Message &message : now) {
            if (chance()) {
                under_way.push_back(std::move(message));
            } else {
                deliver(message);
                some = true;
            }
        }
        for (Member &member : all)
            if (!chance()) some |= engine_progress(member.engine);
        return some || !under_way.empty();
    }
    void run(const std::function<bool()> &over) {
        for (unsigned idle = 0; !over();) {
            idle = turn() ? 0 : idle + 1;
            ASSERT_LT(idle, 1000u) << "the members wait for each other";
        }
    }
    std::uint64_t messages() const {
        std::uint64_t sum = 0;
        for (const Member &member : all)
            sum += member.engine.messages;
        return sum;
    }
    std::uint32_t chain() const {
        std::uint32_t most = 0;
        for (const Member &member : all)
            most = std::max(most, member.engine.clock);
        return most;
    }
};

} // namespace polder::test
