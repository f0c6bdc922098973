// Place: which processing units each thread of a node may use: a function of a machine, a set of
// units and a wish. So it is tested on machines that are not there.
//
// Rules.
//   1. A thread gets units that upcrun may use, and no others. Who restricts upcrun (taskset, a
//      batch system, a control group) restricts the job.
//   2. share: the units are divided over the threads, package by package, domain by domain, and so
//      on. Nobody shares a unit. As few threads as possible have parts of two objects.
//   3. A level: each thread is bound to one object of it, that around a core of its own. A level
//      that the machine lacks is the next larger one.
//      With `spread` the cores lie as far apart as possible, and neighbours in number are near each
//      other. With `pack` the threads take one core after the other.
//   4. More threads than units, or than a control group's quota, are not bound by share, core and
//      pu: the scheduler balances them better. Larger objects take as many threads as their units
//      are a part of all.
#pragma once

#include "runtime/locality/machine.h"
#include "tools/run/cli/bind.h"

#include <sched.h>
#include <vector>

namespace polder::run {

struct PlaceWish {
    unsigned threads = 1;
    unsigned most = locality::most_units; // threads that may compute at a time
    Bind bind = Bind::share;
    bool pack = false;
};

// The units of each thread; empty: nobody is bound.
std::vector<cpu_set_t> place_on(const locality::Machine &machine, const cpu_set_t &usable, const PlaceWish &wish);

} // namespace polder::run
