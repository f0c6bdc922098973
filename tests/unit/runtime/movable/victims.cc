// Whom a thread without tasks looks at and steals from, and in which order, on a machine that is
// made up. It has two packages of two NUMA domains with four cores of two processing units. A
// thread runs on each unit.
#include "runtime/movable/pool.h"

#include "runtime/locality/locality.h"
#include "tests/unit/runtime/job_fixture.h"

#include <polder/movable.h>

#include <algorithm>
#include <vector>

using namespace polder;
using namespace polder::test;

namespace {

constexpr unsigned units = 32;

// Objects of a level that lie behind one another hold so many units each. No L3 cache is known.
constexpr unsigned units_of(int level) {
    switch (level) {
    case POLDER_LEVEL_PU: return 1;
    case POLDER_LEVEL_CORE: return 2;
    case POLDER_LEVEL_NUMA: return 8;
    case POLDER_LEVEL_PACKAGE: return 16;
    default: return 0;
    }
}

void make_machine() {
    for (unsigned t = 0; t < threads(); ++t)
        for (int level = POLDER_LEVEL_PU; level <= POLDER_LEVEL_PACKAGE; ++level) {
            const unsigned each = units_of(level);
            locality::thread_locality(control(), t).object[level] =
                static_cast<std::int16_t>(each ? 1 + t % units / each : 0);
        }
}

// How many others are at each distance from a thread, where all units have one.
constexpr unsigned others_at[] = {0, 1, 0, 6, 8, 16};

void see_victims(unsigned me) {
    polder_movable_open(1);
    const movable::Own &own = local(movable::own_tasks);
    const std::vector<unsigned> order(own.victims, own.victims + threads() - 1);
    std::vector<unsigned> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (unsigned i = 0; i + 1 < threads(); ++i)
        REQUIRE(sorted[i] == (i < me ? i : i + 1)); // each other thread, once
    unsigned found[POLDER_LEVEL_JOB + 1] = {};
    for (unsigned i = 0; i < order.size(); ++i) {
        const polder_level distance = locality::locality_distance(me, order[i]);
        ++found[distance];
        if (i == 0) continue;
        const polder_level before = locality::locality_distance(me, order[i - 1]);
        REQUIRE(before <= distance);
        // Where they are as far, from the thread on: thieves of a level begin with different ones.
        if (before == distance)
            REQUIRE((order[i - 1] - me + threads()) % threads() < (order[i] - me + threads()) % threads());
    }
    if (threads() == units)
        for (int level = POLDER_LEVEL_PU; level <= POLDER_LEVEL_NODE; ++level)
            REQUIRE(found[level] == others_at[level]);
    polder_movable_close();
}

void do_nothing(void *) {}

// Each thread offers a task, then one thread takes all those of the others.
void see_steals(unsigned me) {
    polder_movable_open(units);
    const polder_movable kind = polder_movable_register(do_nothing);
    movable::Own &own = local(movable::own_tasks);
    polder_movable_spawn(kind, nullptr, 0);
    own.top.publish();
    polder_barrier(0, 0);
    if (me == threads() / 2)
        for (unsigned i = 0; i + 1 < threads(); ++i) {
            const polder_level distance = locality::locality_distance(me, own.victims[i]);
            const std::uint64_t before = own.counts.steals_at[distance];
            REQUIRE(movable::steal_near(own));
            REQUIRE(own.counts.steals_at[distance] == before + 1);
            REQUIRE(own.counts.near_steals == i + 1);
        }
    polder_barrier(0, 0);
    REQUIRE(me == threads() / 2 || !movable::has_public(*own.top.home));
    polder_movable_run();
    polder_movable_close();
}

void run_everywhere(void (*body)(unsigned)) {
    for (const unsigned count : {1u, 2u, 3u, 4u, 7u, units})
        for (JobOptions options : mappings(count)) {
            if (options.processes > 7) options.processes = 7;
            options.before_threads = [](unsigned) { make_machine(); };
            EXPECT_EQ(run_job(options, body), 0) << count << " threads, " << options.processes << " processes";
        }
}

TEST(Victims, AreLookedAtByDistance) {
    run_everywhere(see_victims);
}

TEST(Victims, AreStolenFromByDistance) {
    run_everywhere(see_steals);
}

} // namespace
