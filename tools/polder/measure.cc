// What polder tune runs as a job: every algorithm of every operation, at sizes a factor of 4 apart.
// It runs on all threads and, on one node, on smaller teams. Prints a table in which neighbouring
// sizes that want the same share a line.
//
// A measurement is the best of several runs of as many operations as fill a few milliseconds,
// between barriers, as the first thread sees it. To be chosen, an algorithm must be a twentieth
// faster than the one before it in the list. So chance does not fill the table with lines.
#include "tools/polder/polder.h"

#include "base/clock.h"
#include "runtime/coll/select/tuning.h"
#include "runtime/core/job.h"
#include "runtime/team/team.h"

#include <polder/polder.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder::tool {

using namespace coll;
using namespace team;
namespace {

constexpr double worth_a_line = 0.95; // of the time of the algorithm before
constexpr long most_operations = 100'000;
constexpr std::size_t most_bytes = 2 << 20;
constexpr std::size_t most_block = 256 << 10; // where memory grows with the members

struct Plan {
    std::string only;
    bool quick = false;

    bool wants(Collective c) const {
        return only.empty() || ("," + only + ",").find("," + std::string(name_of(c)) + ",") != std::string::npos;
    }
    std::int64_t span_ns() const { return quick ? 500'000 : 3'000'000; } // long beside what a clock adds
    int runs() const { return quick ? 3 : 7; }
    std::size_t factor() const { return quick ? 16 : 4; }
};
Plan plan;

// What to try, best guess first.
std::vector<Choice> choices(Collective c) {
    std::vector<Choice> list;
    for (unsigned a = 0; a < static_cast<unsigned>(Algorithm::count); ++a) {
        const auto algorithm = static_cast<Algorithm>(a);
        if (!offers(c, algorithm)) continue;
        if (algorithm == Algorithm::tree)
            list.insert(list.end(), {{algorithm, 0}, {algorithm, 4}, {algorithm, 8}});
        else if (algorithm == Algorithm::chain)
            list.insert(list.end(), {{algorithm, 16384}, {algorithm, 65536}, {algorithm, 262144}});
        else
            list.push_back({algorithm, 0});
    }
    return list;
}

// Blocks for each member: operations whose memory grows with the team.
bool has_blocks(Collective c) {
    return c == Collective::gather || c == Collective::scatter || c == Collective::allgather ||
           c == Collective::alltoall;
}

class Bench {
public:
    Bench(Team &team, Collective c, std::size_t bytes) : team_(team) {
        call_.collective = c;
        call_.bytes = bytes;
        const std::size_t size = bytes * (has_blocks(c) ? team.size : 1) + 64;
        in_.assign(size, 0);
        out_.assign(size, 0);
        combine_ = combine_of(ReductionType::D, UPC_ADD);
        const bool sums = c == Collective::reduce || c == Collective::allreduce || c == Collective::scan;
        data_ = {in_.data(), out_.data(), sums ? &combine_ : nullptr};
    }
    double nanoseconds(Choice choice) {
        once(choice, 2);
        long count = 1;
        while (agreed_time(choice, count) < plan.span_ns() && count < most_operations)
            count *= 2;
        double best = 1e18;
        for (int i = 0; i < plan.runs(); ++i)
            best = std::min(best, static_cast<double>(agreed_time(choice, count)) / static_cast<double>(count));
        return best;
    }

private:
    void once(Choice choice, long count) {
        for (long i = 0; i < count; ++i)
            team_run(team_, call_, data_, choice);
    }
    void barrier() {
        CollectiveArguments call;
        call.collective = Collective::barrier;
        team_run(team_, call, {}, {Algorithm::dissemination, 0});
    }
    // The first member's, told to all.
    std::int64_t agreed_time(Choice choice, long count) {
        barrier();
        const std::int64_t start = clock_ns();
        once(choice, count);
        barrier();
        std::int64_t time = clock_ns() - start;
        CollectiveArguments call;
        call.collective = Collective::broadcast;
        call.bytes = sizeof time;
        team_run(team_, call, {nullptr, &time, nullptr}, {Algorithm::tree, 0});
        return time;
    }

    Team &team_;
    CollectiveArguments call_;
    std::vector<char> in_;
    std::vector<char> out_;
    Combine combine_;
    TeamData data_;
};

struct Found {
    std::size_t bytes;
    Choice choice;
};

Choice best(Team &team, Collective c, std::size_t bytes) {
    Bench bench(team, c, bytes);
    Choice chosen{};
    double time = 1e18;
    const unsigned members = team.topology.nodes > 1 ? team.topology.nodes : team.size;
    for (const Choice &choice : choices(c)) {
        if (choice.algorithm == Algorithm::chain && choice.parameter >= 2 * bytes) continue;  // one segment
        if (choice.algorithm == Algorithm::tree && choice.parameter >= 2 * members) continue; // flat before
        if (choice.algorithm == Algorithm::direct && members == team.size && c != Collective::allgather &&
            c != Collective::allreduce)
            continue; // as linear, pairwise
        const double now = bench.nanoseconds(choice);
        if (team.rank == 0)
            std::fprintf(stderr, "%-10s %4u members %8zu bytes  %-13s %6u  %10.2f us\n", name_of(c), team.size, bytes,
                         name_of(choice.algorithm), choice.parameter, now / 1e3);
        if (now < worth_a_line * time) {
            time = now;
            chosen = choice;
        }
    }
    return chosen;
}

// Lines of one operation for teams of up to so many members. A size stands for those up to halfway
// (as factors go) to the next one.
void add_rules(TuningTable &table, const Team &team, Collective c, const std::vector<Found> &found, bool last) {
    const bool levels = team.topology.nodes > 1 && team.topology.nodes < team.size;
    for (std::size_t i = 0; i < found.size() && table.count < TuningTable::most; ++i) {
        const bool end = i + 1 == found.size();
        if (!end && found[i + 1].choice.algorithm == found[i].choice.algorithm &&
            found[i + 1].choice.parameter == found[i].choice.parameter)
            continue;
        TuningRule &rule = table.rules[table.count++];
        rule = {c,
                nodes() > 1 ? TuningRule::Where::nodes : TuningRule::Where::node,
                found[i].choice.algorithm,
                last     ? ~0u
                : levels ? team.topology.nodes
                         : team.size,
                found[i].choice.parameter,
                end ? ~std::uint64_t{0} : found[i].bytes * (plan.factor() == 4 ? 2 : 4)};
    }
}

void measure(TuningTable &table, Team &team, bool last) {
    for (unsigned i = 0; i < static_cast<unsigned>(Collective::count); ++i) {
        const auto c = static_cast<Collective>(i);
        if (!plan.wants(c)) continue;
        std::vector<Found> found;
        const std::size_t most = c == Collective::barrier ? 0 : has_blocks(c) ? most_block : most_bytes;
        if (!most) found.push_back({0, best(team, c, 0)});
        for (std::size_t bytes = 8; bytes <= most; bytes *= plan.factor())
            found.push_back({bytes, best(team, c, bytes)});
        if (choices(c).size() > 1) add_rules(table, team, c, found, last);
    }
}

// On one node also teams of 2, 4 ... of the threads; the others wait.
void measure_all(TuningTable &table) {
    Team &world = team_world();
    for (unsigned size = 2; nodes() == 1 && size < world.size; size *= 2) {
        Team *team;
        if (!is_ok(team_split(world, world.rank < size ? 0 : -1, 0, &team))) std::abort();
        if (team) {
            measure(table, *team, false);
            team_free(team);
        }
        polder_barrier_all();
    }
    measure(table, world, true);
}

int program(int, char **) {
    TuningTable table;
    measure_all(table);
    if (mythread() == 0) tuning_print(stdout, table);
    return 0;
}

} // namespace

int measure_job(int argc, char **argv) {
    for (int i = 2; i < argc; ++i) {
        if (!std::strcmp(argv[i], "--quick")) plan.quick = true;
        if (!std::strcmp(argv[i], "--only") && i + 1 < argc) plan.only = argv[++i];
    }
    return polder_run(&argc, &argv, program);
}

} // namespace polder::tool
