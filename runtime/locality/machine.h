// Machine: the processing units of one machine, and the core, L3 cache, NUMA domain and package of
// each. It is what upcrun takes from hwloc, and what a process without upcrun reads from /sys
// (sysfs.h). Both readers say which objects hold a unit; this file numbers the objects. So a job
// sees the same numbers whoever started it.
//
// Vocabulary.
//   unit      a processing unit, with the number that the operating system gives it
//   level     a kind of object that units lie in, as polder_level has them, up to the package
//   object    one of a level. A reader names it by its smallest unit; machine_number gives it a
//             number from 0
//   absent    the machine has no object of that level, or does not say
#pragma once

#include <polder/topology.h>

#include <cstdint>
#include <sched.h>

namespace polder::locality {

inline constexpr unsigned machine_levels = POLDER_LEVEL_PACKAGE + 1;
inline constexpr unsigned most_units = CPU_SETSIZE; // units with larger numbers are left out
inline constexpr std::int16_t absent = -1;

struct Unit {
    std::int16_t number;                 // of the operating system
    std::int16_t domain;                 // NUMA domain, by the number of the operating system
    std::int16_t object[machine_levels]; // by level
};

struct Machine {
    unsigned units = 0; // 0: nothing is known of the machine
    std::int16_t count[machine_levels] = {};
    Unit unit[most_units]; // in the order in which they lie in the machine

    // A reader's: the unit lies in no object yet. False: its number is too large.
    bool add(unsigned number);
};

// Behind a reader: sorts the units by package, domain, cache, core and number, and numbers the
// objects of each level as they come. Fills `count`.
void machine_number(Machine &machine);

} // namespace polder::locality
