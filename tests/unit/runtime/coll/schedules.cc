// The algorithms of collective operations on simulated members. Results are compared with plain
// arithmetic, on teams of all topologies. Messages overtake each other, are refused, come in
// fragments or in place. Messages and their longest chain are counted.
#include "tests/unit/runtime/coll/simulated_team.h"

#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/reduction/combine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

extern "C" int polder_user_main(int, char **, char **) {
    return 0;
}

using namespace polder;
using namespace polder::coll;
using namespace polder::test;

namespace {

using Word = std::uint64_t;

// Composition of x -> p x + q over 32 bits: associative, and nothing commutes by accident.
Word composed(Word a, Word b) {
    const std::uint32_t p = static_cast<std::uint32_t>(a >> 32) * static_cast<std::uint32_t>(b >> 32);
    const std::uint32_t q =
        static_cast<std::uint32_t>(a >> 32) * static_cast<std::uint32_t>(b) + static_cast<std::uint32_t>(a);
    return Word{p} << 32 | q;
}
const Combine composition = {[](void *sum, const void *right, std::size_t count, void *) {
                                 for (std::size_t i = 0; i < count; ++i)
                                     static_cast<Word *>(sum)[i] =
                                         composed(static_cast<Word *>(sum)[i], static_cast<const Word *>(right)[i]);
                             },
                             nullptr, sizeof(Word), true};

Word given(unsigned rank, std::size_t i) {
    return Word{rank * 2654435761u + i * 40503u + 1} << 32 | (rank * 97 + i + 1);
}

struct Case {
    Collective collective;
    Choice choice;
    bool ordered = false, exclusive = false, uneven = false;
};

// One operation on all members, and what must come out.
class Play {
public:
    Play(Simulation &simulation, const Shapes &shapes, const Case &c, std::size_t words, unsigned root)
        : simulation_(simulation), case_(c), n_(shapes.places.members), words_(words), root_(root) {
        sums_ = c.collective == Collective::reduce || c.collective == Collective::allreduce ||
                c.collective == Collective::scan;
        lay_out();
        for (unsigned r = 0; r < n_; ++r)
            begin(shapes.of(r), r);
    }
    bool over() const {
        return std::all_of(operations_.begin(), operations_.end(), [](const auto &o) { return o->done; });
    }
    void check() {
        for (unsigned r = 0; r < n_; ++r) {
            operation_end(*operations_[r]);
            for (std::size_t i = 0; i < out_[r].size(); ++i)
                ASSERT_EQ(out_[r][i], wanted(r, i))
                    << name_of(case_.collective) << " by " << name_of(case_.choice.algorithm) << ", " << n_
                    << " members, " << words_ << " words, root " << root_ << ": word " << i << " of member " << r;
        }
    }

private:
    static constexpr Word untouched = 0xdead;

    std::size_t length(unsigned from, unsigned to) const {
        return case_.uneven ? (from * 7 + to * 3) % 5 * words_ / 2 : words_;
    }
    // A gather has the lengths of what members give, a scatter of what they get, allgatherv does
    // not depend on who gets.
    std::size_t block(unsigned r) const {
        return case_.collective == Collective::scatter ? length(root_, r)
                                                       : length(r, case_.collective == Collective::gather ? root_ : 0);
    }
    void lay_out() {
        for (unsigned r = 0; r < n_; ++r) {
            in_bytes_.emplace_back(n_);
            in_at_.emplace_back(n_);
            out_bytes_.emplace_back(n_);
            out_at_.emplace_back(n_);
            std::size_t in = 0, out = 0;
            for (unsigned p = 0; p < n_; ++p) {
                const bool all = case_.collective == Collective::alltoall;
                in_bytes_[r][p] = 8 * (all ? length(r, p) : block(p));
                out_bytes_[r][p] = 8 * (all ? length(p, r) : block(p));
                in_at_[r][p] = in;
                out_at_[r][p] = out;
                in += in_bytes_[r][p] + (case_.uneven ? 8 : 0);
                out += out_bytes_[r][p] + (case_.uneven ? 8 : 0);
            }
            in_.emplace_back(in_words(r, in / 8));
            out_.emplace_back(out_words(r, out / 8), untouched);
            fill(r);
        }
    }
    std::size_t in_words(unsigned r, std::size_t all) const {
        switch (case_.collective) {
        case Collective::barrier:
        case Collective::broadcast: return 0;
        case Collective::scatter: return r == root_ ? all : 0;
        case Collective::alltoall: return all;
        case Collective::gather:
        case Collective::allgather: return block(r);
        default: return words_;
        }
    }
    std::size_t out_words(unsigned r, std::size_t all) const {
        switch (case_.collective) {
        case Collective::barrier: return 0;
        case Collective::reduce: return r == root_ ? words_ : 0;
        case Collective::gather: return r == root_ ? all : 0;
        case Collective::scatter: return block(r);
        case Collective::allgather:
        case Collective::alltoall: return all;
        default: return words_;
        }
    }
    Word between(unsigned from, unsigned to, std::size_t i) const { return given(from * 1000 + to, i); }
    void fill(unsigned r) {
        for (std::size_t i = 0; i < in_[r].size(); ++i)
            in_[r][i] = given(r, i);
        if (case_.collective == Collective::alltoall || case_.collective == Collective::scatter)
            for (unsigned p = 0; !in_[r].empty() && p < n_; ++p)
                for (std::size_t i = 0; i < in_bytes_[r][p] / 8; ++i)
                    in_[r][in_at_[r][p] / 8 + i] = between(r, p, i);
        if (case_.collective == Collective::broadcast && r == root_)
            for (std::size_t i = 0; i < words_; ++i)
                out_[r][i] = given(r, i);
    }
    void begin(const TeamTopology &shape, unsigned r) {
        CollectiveArguments call;
        call.collective = case_.collective;
        call.bytes = case_.collective == Collective::barrier ? 0 : 8 * words_;
        call.root = root_;
        call.element = sums_ ? 8 : 1;
        call.ordered = case_.ordered;
        call.exclusive = case_.exclusive;
        call.uneven = case_.uneven;
        call.in = {in_bytes_[r].data(), in_at_[r].data()};
        call.out = {out_bytes_[r].data(), out_at_[r].data()};
        call.own_bytes = 8 * block(r);
        operations_.push_back(std::make_unique<Operation>(Simulation::eager));
        Operation &operation = *operations_.back();
        schedule_write(operation.schedule, shape, call, case_.choice);
        operation.buffer[0] = reinterpret_cast<char *>(in_[r].data());
        operation.buffer[1] = reinterpret_cast<char *>(out_[r].data());
        if (sums_) operation.combine = case_.ordered ? composition : combine_of(ReductionType::UL, UPC_ADD);
        ASSERT_EQ(engine_start(simulation_.all[r].engine, operation), Status::ok);
    }
    Word sum(unsigned first, unsigned end, std::size_t i) const {
        Word all = given(first, i);
        for (unsigned r = first + 1; r < end; ++r)
            all = case_.ordered ? composed(all, given(r, i)) : all + given(r, i);
        return all;
    }
    Word wanted_block(unsigned r, std::size_t i) const {
        for (unsigned p = 0; p < n_; ++p)
            if (i - out_at_[r][p] / 8 < out_bytes_[r][p] / 8) {
                const std::size_t inside = i - out_at_[r][p] / 8;
                return case_.collective == Collective::alltoall ? between(p, r, inside) : given(p, inside);
            }
        return untouched;
    }
    Word wanted(unsigned r, std::size_t i) const {
        switch (case_.collective) {
        case Collective::broadcast: return given(root_, i);
        case Collective::reduce:
        case Collective::allreduce: return sum(0, n_, i);
        case Collective::scan: return case_.exclusive ? (r ? sum(0, r, i) : untouched) : sum(0, r + 1, i);
        case Collective::scatter: return between(root_, r, i);
        default: return wanted_block(r, i);
        }
    }

    Simulation &simulation_;
    Case case_;
    unsigned n_;
    std::size_t words_;
    unsigned root_;
    bool sums_;
    std::vector<std::vector<Word>> in_, out_;
    std::vector<std::vector<std::size_t>> in_bytes_, in_at_, out_bytes_, out_at_;
    std::vector<std::unique_ptr<Operation>> operations_;
};

std::vector<Case> cases() {
    using C = Collective;
    using A = Algorithm;
    return {{C::barrier, {A::dissemination, 0}},
            {C::barrier, {A::tree, 0}},
            {C::broadcast, {A::tree, 0}},
            {C::broadcast, {A::tree, 8}},
            {C::broadcast, {A::chain, 400}},
            {C::reduce, {A::tree, 0}},
            {C::reduce, {A::tree, 4}, true},
            {C::reduce, {A::chain, 400}},
            {C::reduce, {A::chain, 400}, true},
            {C::allreduce, {A::doubling, 0}},
            {C::allreduce, {A::doubling, 0}, true},
            {C::allreduce, {A::ring, 0}},
            {C::allreduce, {A::direct, 0}},
            {C::allreduce, {A::direct, 0}, true},
            {C::allreduce, {A::tree, 0}, true},
            {C::allreduce, {A::chain, 400}},
            {C::scan, {A::doubling, 0}, true},
            {C::scan, {A::doubling, 0}, true, true},
            {C::scan, {A::doubling, 0}, false, true},
            {C::gather, {A::binomial, 0}},
            {C::gather, {A::linear, 0}},
            {C::gather, {A::linear, 0}, false, false, true},
            {C::gather, {A::direct, 0}},
            {C::gather, {A::direct, 0}, false, false, true},
            {C::scatter, {A::direct, 0}},
            {C::scatter, {A::direct, 0}, false, false, true},
            {C::alltoall, {A::direct, 0}},
            {C::alltoall, {A::direct, 0}, false, false, true},
            {C::scatter, {A::binomial, 0}},
            {C::scatter, {A::linear, 0}},
            {C::scatter, {A::linear, 0}, false, false, true},
            {C::allgather, {A::bruck, 0}},
            {C::allgather, {A::ring, 0}},
            {C::allgather, {A::direct, 0}},
            {C::allgather, {A::direct, 0}, false, false, true},
            {C::allgather, {A::bruck, 0}, false, false, true},
            {C::allgather, {A::ring, 0}, false, false, true},
            {C::alltoall, {A::bruck, 0}},
            {C::alltoall, {A::pairwise, 0}},
            {C::alltoall, {A::pairwise, 0}, false, false, true}};
}

void each_shape(const std::function<void(const Shapes &)> &body) {
    for (const Places places : {Places{1, 1}, Places{2, 1}, Places{3, 1}, Places{7, 1}, Places{16, 1}, Places{2, 2},
                                Places{5, 2}, Places{8, 2}, Places{7, 3}, Places{12, 3, true}, Places{9, 4, true},
                                Places{17, 5}, Places{20, 2}, Places{13, 5, true}}) {
        const Shapes shapes(places);
        body(shapes);
    }
}

enum class Long { fragments, reaches, puts, opened }; // how long messages get to their place

void play(const Shapes &shapes, const Case &c, std::size_t words, unsigned root, unsigned disorder, Long way) {
    Simulation simulation(shapes.places.members);
    simulation.disorder = disorder;
    simulation.reaches = way == Long::reaches;
    simulation.puts = way == Long::puts;
    simulation.opens = way == Long::opened;
    Play operation(simulation, shapes, c, words, root);
    simulation.run([&] { return operation.over(); });
    if (!::testing::Test::HasFatalFailure()) operation.check();
    EXPECT_EQ(simulation.opened, 0u);
}

TEST(Algorithms, GiveWhatArithmeticSays) {
    for (const Case &c : cases())
        each_shape([&](const Shapes &shapes) {
            for (const std::size_t words : {1, 31, 100, 300})
                for (const unsigned root : {0u, shapes.places.members / 2, shapes.places.members - 1})
                    for (const unsigned disorder : {0u, 6u})
                        for (const Long way : {Long::fragments, Long::reaches, Long::puts, Long::opened})
                            play(shapes, c, words, root, disorder, way);
        });
}

// Many operations, of which each member begins as many as it likes before they are over.
TEST(Algorithms, OperationsRunSideBySide) {
    const std::vector<Case> all = cases();
    for (const Places places : {Places{5, 1}, Places{7, 3}}) {
        const Shapes shapes(places);
        Simulation simulation(places.members);
        simulation.disorder = 8;
        std::vector<std::unique_ptr<Play>> plays;
        for (unsigned i = 0; i < 60; ++i) {
            plays.push_back(std::make_unique<Play>(simulation, shapes, all[i * 7 % all.size()], i % 3 ? 5 : 60,
                                                   i % places.members));
            simulation.turn();
        }
        simulation.run([&] { return std::all_of(plays.begin(), plays.end(), [](auto &p) { return p->over(); }); });
        for (auto &p : plays)
            p->check();
    }
}

// ---- counts ----

unsigned log2_up(unsigned n) {
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < n)
        ++bits;
    return bits;
}

struct Counted {
    std::uint64_t messages;
    std::uint32_t chain;
};
Counted counted(const Places &places, const Case &c, std::size_t words, unsigned root = 0) {
    const Shapes shapes(places);
    Simulation simulation(places.members);
    Play operation(simulation, shapes, c, words, root);
    simulation.run([&] { return operation.over(); });
    operation.check();
    return {simulation.messages(), simulation.chain()};
}

TEST(Counts, StepsGrowWithTheLogarithm) {
    using C = Collective;
    using A = Algorithm;
    for (unsigned n : {2u, 3u, 4u, 7u, 8u, 16u, 31u, 64u, 100u, 128u, 256u}) {
        const unsigned log = log2_up(n);
        const Places places{n, 1};
        const Counted barrier = counted(places, {C::barrier, {A::dissemination, 0}}, 0);
        EXPECT_EQ(barrier.messages, std::uint64_t{n} * log);
        EXPECT_EQ(barrier.chain, log) << n;
        const Counted broadcast = counted(places, {C::broadcast, {A::tree, 0}}, 1, n / 3);
        EXPECT_EQ(broadcast.messages, n - 1);
        EXPECT_LE(broadcast.chain, log) << n;
        const Counted reduce = counted(places, {C::reduce, {A::tree, 0}}, 1, n / 3);
        EXPECT_EQ(reduce.messages, n - 1);
        EXPECT_LE(reduce.chain, log) << n;
        const Counted sum = counted(places, {C::allreduce, {A::doubling, 0}}, 1);
        EXPECT_LE(sum.chain, log + 2) << n;
        const Counted scan = counted(places, {C::scan, {A::doubling, 0}}, 1);
        EXPECT_LE(scan.chain, log) << n;
        // Blocks add up to more than a small message: each then takes a post, its answer, and
        // fragments or a word.
        EXPECT_LE(counted(places, {C::gather, {A::binomial, 0}}, 1).chain, 5 * log) << n;
        EXPECT_LE(counted(places, {C::allgather, {A::bruck, 0}}, 1).chain, 5 * log) << n;
    }
}

TEST(Counts, AllToAllTakesLogarithmOrOneAMember) {
    for (unsigned n : {2u, 5u, 8u, 16u, 33u}) {
        const Places places{n, 1};
        EXPECT_EQ(counted(places, {Collective::alltoall, {Algorithm::bruck, 0}}, 1).messages, n * log2_up(n));
        EXPECT_EQ(counted(places, {Collective::alltoall, {Algorithm::pairwise, 0}}, 1).messages, n * (n - 1));
    }
}

// What crosses between nodes does not grow with the members a node has.
TEST(Counts, NodesSpeakThroughOneMember) {
    for (unsigned each : {1u, 4u, 16u}) {
        const Shapes shapes(Places{4 * each, 4});
        for (const Case &c : {Case{Collective::barrier, {Algorithm::dissemination, 0}},
                              Case{Collective::allreduce, {Algorithm::doubling, 0}},
                              Case{Collective::broadcast, {Algorithm::tree, 0}}}) {
            unsigned crossing = 0;
            for (unsigned r = 0; r < 4 * each; ++r) {
                Schedule schedule(Simulation::eager);
                CollectiveArguments call;
                call.collective = c.collective;
                call.bytes = 8;
                call.element = 8;
                schedule_write(schedule, shapes.of(r), call, c.choice);
                for (std::size_t i = 0; i < schedule.size(); ++i)
                    crossing += schedule[i].kind == Step::Kind::send &&
                                shapes.places.node_of(schedule[i].peer) != shapes.places.node_of(r);
            }
            EXPECT_EQ(crossing, c.collective == Collective::broadcast ? 3u : 8u) << each;
        }
    }
}

// Blocks of a node travel together. So the messages between nodes do not grow with the members of a
// node, up to 256 members in all.
TEST(Counts, BlocksTravelByWayOfNodes) {
    using C = Collective;
    using A = Algorithm;
    for (const bool dealt : {false, true})
        for (unsigned nodes : {2u, 4u, 8u, 16u})
            for (unsigned each : {2u, 4u, 16u}) {
                const unsigned pairs = nodes * (nodes - 1), log = nodes * log2_up(nodes);
                const Shapes shapes(Places{nodes * each, nodes, dealt});
                const auto crossing = [&](const Case &c) {
                    Simulation simulation(shapes.places.members);
                    simulation.places = &shapes.places;
                    Play operation(simulation, shapes, c, 2, nodes * each / 3);
                    simulation.run([&] { return operation.over(); });
                    operation.check();
                    return simulation.crossing;
                };
                EXPECT_EQ(crossing({C::gather, {A::linear, 0}}), nodes - 1);
                EXPECT_EQ(crossing({C::gather, {A::binomial, 0}}), nodes - 1);
                EXPECT_EQ(crossing({C::scatter, {A::linear, 0}}), nodes - 1);
                EXPECT_EQ(crossing({C::scatter, {A::binomial, 0}}), nodes - 1);
                EXPECT_EQ(crossing({C::allgather, {A::ring, 0}}), pairs);
                EXPECT_EQ(crossing({C::allgather, {A::bruck, 0}}), log);
                EXPECT_EQ(crossing({C::alltoall, {A::pairwise, 0}}), pairs);
                EXPECT_EQ(crossing({C::alltoall, {A::bruck, 0}}), log);
                EXPECT_LE(crossing({C::gather, {A::linear, 0}, false, false, true}), nodes - 1);
                EXPECT_LE(crossing({C::scatter, {A::linear, 0}, false, false, true}),
                          2 * (nodes - 1)); // lengths, and blocks
                EXPECT_LE(crossing({C::allgather, {A::ring, 0}, false, false, true}), pairs);
                EXPECT_LE(crossing({C::alltoall, {A::pairwise, 0}, false, false, true}), pairs);
                EXPECT_EQ(crossing({C::alltoall, {A::direct, 0}}), pairs * each * each);
            }
}

// A member that others run ahead of keeps a bounded number of messages.
TEST(Counts, NobodyFillsTheMemoryOfASlowMember) {
    const Shapes shapes(Places{3, 1});
    Simulation simulation(3);
    std::vector<std::unique_ptr<Play>> plays;
    // Member 0 sends 300 values; the others have begun all, but are slow.
    for (unsigned i = 0; i < 300; ++i)
        plays.push_back(
            std::make_unique<Play>(simulation, shapes, Case{Collective::broadcast, {Algorithm::tree, 0}}, 4, 0));
    for (unsigned i = 0; i < 50; ++i)
        engine_progress(simulation.all[0].engine);
    EXPECT_LE(simulation.under_way.size(), 2 * (operation_window + blind_limit));
    simulation.run([&] { return std::all_of(plays.begin(), plays.end(), [](auto &p) { return p->over(); }); });
    for (auto &p : plays)
        p->check();
    std::uint64_t news = 0;
    for (auto &member : simulation.all)
        news += member.engine.news;
    EXPECT_LE(news, 2 * 300u / tell_after + 4);
}

// ---- sorting ----

void keep_word(void *sum, const void *which, std::size_t, void *) {
    Word *pair = static_cast<Word *>(sum);
    const bool upper = *static_cast<const char *>(which);
    if ((pair[1] < pair[0]) != upper) pair[0] = pair[1];
}

TEST(Sort, PutsAWordOfEachMemberInOrder) {
    for (unsigned n : {1u, 2u, 3u, 5u, 8u, 13u, 32u, 100u, 255u, 256u}) {
        Simulation simulation(n);
        simulation.disorder = n % 2 * 5;
        std::mt19937 random(n);
        std::vector<std::array<Word, 2>> pairs(n);
        std::vector<Word> wanted;
        std::vector<std::unique_ptr<Operation>> operations;
        const Word lower[2] = {0, 0}, upper[2] = {1, 0};
        for (unsigned r = 0; r < n; ++r) {
            wanted.push_back(pairs[r][0] = random() % (2 * n));
            Operation &operation = *operations.emplace_back(std::make_unique<Operation>(Simulation::eager));
            Schedule &s = operation.schedule;
            merge_sort_network(s, {n, r}, 0, {Buffer::in}, s.constant(lower, sizeof lower),
                               s.constant(upper, sizeof upper), sizeof(Word));
            operation.buffer[0] = reinterpret_cast<char *>(pairs[r].data());
            operation.combine = {keep_word, nullptr, sizeof lower, false};
            ASSERT_EQ(engine_start(simulation.all[r].engine, operation), Status::ok);
        }
        simulation.run(
            [&] { return std::all_of(operations.begin(), operations.end(), [](auto &o) { return o->done; }); });
        std::sort(wanted.begin(), wanted.end());
        for (unsigned r = 0; r < n; ++r) {
            EXPECT_EQ(pairs[r][0], wanted[r]) << "member " << r << " of " << n;
            EXPECT_LE(simulation.all[r].engine.messages, log2_up(n) * (log2_up(n) + 1) / 2);
        }
        EXPECT_LE(simulation.chain(), log2_up(n) * (log2_up(n) + 1) / 2);
    }
}

// ---- a million members: schedules alone ----

struct Million {
    static constexpr unsigned n = 1000000, each = 64, nodes = n / each;
    static TeamTopology shape(unsigned rank) {
        TeamTopology shape;
        shape.all = {n, rank};
        shape.nodes = nodes;
        shape.local = {each, rank % each, rank / each * each};
        shape.leaders = {nodes, rank / each, 0, each};
        shape.node_of = [](const void *, unsigned r) { return r / each; };
        shape.local_of = [](const void *, unsigned r) { return r % each; };
        return shape;
    }
};

TEST(Million, SchedulesAreShortAndFitTogether) {
    std::mt19937 random(7);
    for (const Case &c :
         {Case{Collective::barrier, {Algorithm::dissemination, 0}}, Case{Collective::broadcast, {Algorithm::tree, 0}},
          Case{Collective::reduce, {Algorithm::tree, 0}}, Case{Collective::allreduce, {Algorithm::doubling, 0}},
          Case{Collective::scan, {Algorithm::doubling, 0}}, Case{Collective::gather, {Algorithm::binomial, 0}}}) {
        const auto write = [&](Schedule &schedule, unsigned rank) {
            CollectiveArguments call;
            call.collective = c.collective;
            call.bytes = 8;
            call.element = 8;
            call.root = c.collective == Collective::broadcast ? 123456 : 0;
            schedule_write(schedule, Million::shape(rank), call, c.choice);
        };
        for (unsigned i = 0; i < 200; ++i) {
            const unsigned rank = i ? static_cast<unsigned>(random()) % Million::n : 0;
            Schedule schedule(Simulation::eager);
            write(schedule, rank);
            EXPECT_LE(schedule.size(), 130u) << name_of(c.collective) << " " << rank;
            for (std::size_t s = 0; s < schedule.size(); ++s) {
                const Step &step = schedule[s];
                if (step.kind != Step::Kind::send && step.kind != Step::Kind::await) continue;
                Schedule other(Simulation::eager);
                write(other, step.peer);
                unsigned matches = 0;
                for (std::size_t t = 0; t < other.size(); ++t)
                    matches += other[t].peer == rank && other[t].tag == step.tag && other[t].bytes == step.bytes &&
                               other[t].kind == (step.kind == Step::Kind::send ? Step::Kind::await : Step::Kind::send);
                ASSERT_EQ(matches, 1u) << name_of(c.collective) << ": member " << rank << ", step " << s;
            }
        }
    }
}

// Splitting a million threads by sorting: what it takes a member beside its own team.
TEST(Million, ASplitTakesKilobytes) {
    std::mt19937 random(3);
    const auto write = [](Schedule &schedule, unsigned rank) {
        merge_sort_network(schedule, {Million::n, rank}, 0, {Buffer::in}, {Buffer::constant}, {Buffer::constant}, 16);
    };
    for (unsigned i = 0; i < 20; ++i) {
        const unsigned rank = i ? static_cast<unsigned>(random()) % Million::n : 0;
        Schedule schedule(Simulation::eager);
        write(schedule, rank);
        EXPECT_LE(schedule.size(), 3u * 20 * 21 / 2);
        EXPECT_LE(schedule.size() * sizeof(Step), 64u * 1024);
        for (std::size_t s = 0; s < schedule.size(); ++s) {
            if (schedule[s].kind != Step::Kind::send) continue;
            Schedule other(Simulation::eager);
            write(other, schedule[s].peer);
            unsigned matches = 0;
            for (std::size_t t = 0; t < other.size(); ++t)
                matches +=
                    other[t].kind == Step::Kind::await && other[t].peer == rank && other[t].tag == schedule[s].tag;
            ASSERT_EQ(matches, 1u) << "member " << rank << ", step " << s;
        }
    }
}

} // namespace
