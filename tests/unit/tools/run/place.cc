// Places of threads on machines that are not there, as hwloc makes them up, and what the places say
// of distances. A machine may lack levels, have cores of unlike kinds, or be restricted.
#include "tools/run/local/place.h"
#include "runtime/locality/locality.h"
#include "tools/machine/topology.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using namespace polder;
using namespace polder::run;

namespace {

constexpr char deep[] = "package:2 numa:2 l3:1 core:4 pu:2"; // units 0-31, two a core, eight a domain

std::unique_ptr<locality::Machine> made(const char *synthetic) {
    auto machine = std::make_unique<locality::Machine>();
    const machine::Topology topology(synthetic);
    EXPECT_TRUE(topology.known()) << synthetic;
    EXPECT_FALSE(topology.is_of_this_machine());
    machine::units_read(topology, *machine);
    return machine;
}

cpu_set_t range(unsigned first, unsigned last) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (unsigned cpu = first; cpu <= last; ++cpu)
        CPU_SET(cpu, &set);
    return set;
}

std::string text(const std::vector<cpu_set_t> &sets) {
    std::string all;
    for (const cpu_set_t &set : sets) {
        std::string one;
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (!CPU_ISSET(cpu, &set)) continue;
            int last = cpu;
            while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set))
                ++last;
            one += (one.empty() ? "" : ",") + std::to_string(cpu);
            if (last > cpu) one += '-' + std::to_string(last);
            cpu = last;
        }
        all += (all.empty() ? "" : " ") + one;
    }
    return all;
}

struct Case {
    unsigned threads;
    Bind bind;
    bool pack;
    const char *places; // empty: nobody is bound
};

void expect_places(const char *synthetic, const cpu_set_t &usable, std::initializer_list<Case> cases) {
    const auto machine = made(synthetic);
    for (const Case &wanted : cases) {
        PlaceWish wish;
        wish.threads = wanted.threads;
        wish.bind = wanted.bind;
        wish.pack = wanted.pack;
        EXPECT_EQ(text(place_on(*machine, usable, wish)), wanted.places)
            << synthetic << ", " << wanted.threads << " threads, bind " << static_cast<int>(wanted.bind)
            << (wanted.pack ? " pack" : " spread");
    }
}

TEST(place, shares_follow_the_machine) {
    expect_places(deep, range(0, 31),
                  {{1, Bind::share, false, "0-31"},
                   {2, Bind::share, false, "0-15 16-31"},
                   {3, Bind::share, false, "0-7 8-15 16-31"},
                   {4, Bind::share, false, "0-7 8-15 16-23 24-31"},
                   {5, Bind::share, false, "0-3 4-7 8-15 16-23 24-31"},
                   {8, Bind::share, false, "0-3 4-7 8-11 12-15 16-19 20-23 24-27 28-31"},
                   {33, Bind::share, false, ""},
                   {4, Bind::none, false, ""}});
}

TEST(place, each_unit_is_shared_by_nobody) {
    const auto machine = made(deep);
    for (unsigned threads = 1; threads <= 32; ++threads) {
        PlaceWish wish;
        wish.threads = threads;
        const std::vector<cpu_set_t> sets = place_on(*machine, range(0, 31), wish);
        ASSERT_EQ(sets.size(), threads);
        cpu_set_t seen = range(1, 0);
        int units = 0;
        for (const cpu_set_t &set : sets) {
            EXPECT_GT(CPU_COUNT(&set), 0) << threads;
            units += CPU_COUNT(&set);
            CPU_OR(&seen, &seen, &set);
        }
        EXPECT_EQ(units, CPU_COUNT(&seen)) << threads;
    }
}

TEST(place, spread_and_pack) {
    expect_places(deep, range(0, 31),
                  {{2, Bind::core, false, "0-1 16-17"},
                   {2, Bind::core, true, "0-1 2-3"},
                   {4, Bind::core, false, "0-1 8-9 16-17 24-25"},
                   {2, Bind::share, true, "0-1 2-3"},
                   {2, Bind::pu, false, "0 16"},
                   {3, Bind::pu, true, "0 1 2"},
                   {18, Bind::core, false, "0 1 3 5 7 8 10 12 14 16 17 19 21 23 24 26 28 30"},
                   {33, Bind::core, false, ""},
                   {33, Bind::pu, true, ""}});
}

TEST(place, large_objects_take_several_threads) {
    expect_places(deep, range(0, 31),
                  {{2, Bind::package, false, "0-15 16-31"},
                   {2, Bind::package, true, "0-15 0-15"},
                   {3, Bind::numa, false, "0-7 8-15 16-23"},
                   {5, Bind::l3, true, "0-7 0-7 0-7 0-7 8-15"},
                   {4, Bind::package, false, "0-15 0-15 16-31 16-31"}});
    const auto machine = made(deep);
    PlaceWish wish;
    wish.threads = 100;
    wish.bind = Bind::numa;
    const std::vector<cpu_set_t> sets = place_on(*machine, range(0, 31), wish);
    ASSERT_EQ(sets.size(), 100u) << "more threads than units";
    for (unsigned t = 0; t < 100; ++t)
        EXPECT_TRUE(CPU_ISSET(t / 25 * 8, &sets[t])) << t;
}

TEST(place, odd_machines) {
    expect_places("core:1 pu:1", range(0, 0),
                  {{1, Bind::core, false, "0"}, {2, Bind::core, false, ""}, {2, Bind::package, false, "0 0"}});
    expect_places("pu:4", range(0, 3), // no cores, no caches, no packages
                  {{2, Bind::share, false, "0-1 2-3"},
                   {2, Bind::core, true, "0-3 0-3"},
                   {2, Bind::l3, false, "0-3 0-3"},
                   {3, Bind::share, false, "0 1 2-3"}});
    expect_places("package:2 core:2 pu:1", range(0, 3), // no cache that cores share
                  {{2, Bind::l3, false, "0-1 2-3"}, {2, Bind::l3, true, "0-1 0-1"}});
}

// What a control group or taskset leaves: a core of two units, and halves of two others.
TEST(place, restricted_units) {
    cpu_set_t usable = range(2, 4);
    CPU_SET(17, &usable);
    expect_places(deep, usable,
                  {{1, Bind::core, false, "2-3"},
                   {2, Bind::share, false, "2-4 17"},
                   {3, Bind::share, false, "2-3 4 17"},
                   {3, Bind::core, true, "2-3 4 17"},
                   {4, Bind::core, true, "2 3 4 17"},
                   {2, Bind::package, false, "2-4 2-4"},
                   {5, Bind::share, false, ""},
                   {1, Bind::package, false, "2-4"}});
    expect_places(deep, range(1, 0), {{1, Bind::core, false, ""}, {1, Bind::package, false, ""}});
}

TEST(place, the_quota_of_a_control_group_counts) {
    const auto machine = made(deep);
    PlaceWish wish;
    wish.threads = 3;
    wish.most = 2;
    EXPECT_TRUE(place_on(*machine, range(0, 31), wish).empty());
    wish.bind = Bind::package;
    EXPECT_EQ(place_on(*machine, range(0, 31), wish).size(), 3u);
}

std::string known(const char *synthetic, const cpu_set_t &units) {
    const locality::Record record = record_of(*made(synthetic), units);
    std::string all;
    for (unsigned level = locality::machine_levels; level-- > 0;)
        all += record.object[level] ? std::to_string(record.object[level] - 1) : "-";
    return all;
}

// From the package to the unit.
TEST(place, what_a_set_of_units_says) {
    EXPECT_EQ(known(deep, range(0, 31)), "-----");
    EXPECT_EQ(known(deep, range(16, 31)), "1----");
    EXPECT_EQ(known(deep, range(16, 23)), "122--");
    EXPECT_EQ(known(deep, range(17, 18)), "122--");
    EXPECT_EQ(known(deep, range(18, 19)), "1229-");
    EXPECT_EQ(known(deep, range(5, 5)), "00025");
    EXPECT_EQ(known(deep, range(1, 0)), "-----") << "no units";
    EXPECT_EQ(known(deep, range(30, 32)), "-----") << "a unit that the machine has not";
    EXPECT_EQ(known("pu:4", range(2, 2)), "-0--2");
    EXPECT_EQ(known("core:1 pu:1", range(0, 0)), "-0-00");
}

TEST(place, objects_are_counted) {
    const locality::CountRecord counts = counts_of(*made(deep));
    const int wanted[] = {32, 16, 4, 4, 2};
    for (unsigned level = 0; level < locality::machine_levels; ++level)
        EXPECT_EQ(counts.count[level] - 1, wanted[level]) << level;
    EXPECT_EQ(counts_of(*made("pu:4")).count[POLDER_LEVEL_CORE] - 1, 0);
    EXPECT_EQ(counts_of(locality::Machine{}).count[POLDER_LEVEL_PU] - 1, POLDER_NOT_KNOWN);
}

TEST(place, a_wrong_description_is_no_machine) {
    for (const char *wrong : {"nonsense", "package:", "/nonexistent/folder", "pu:0"}) {
        const machine::Topology topology(wrong);
        locality::Machine machine;
        machine::units_read(topology, machine);
        EXPECT_TRUE(machine.units == 0 || !topology.is_of_this_machine()) << wrong;
        PlaceWish wish;
        wish.threads = 2;
        place_on(machine, range(0, 1), wish);
    }
}

} // namespace
