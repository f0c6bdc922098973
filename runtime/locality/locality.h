// Locality: on which objects of its machine each thread of the job is, and how far apart threads
// are (<polder/topology.h>). A record a thread and a record a node lie in the control block of
// every node, so a question is two loads.
//
//   under upcrun          upcrun, or its agent on the node, writes the records of the node's
//                         threads before they start
//   otherwise (MPI, alone)  each process writes those of its own threads, from /sys
// Then the leaders give each other what they have. A record of zeroes says that nothing is known:
// whatever fails here leaves it so, and nothing here ends a job.
#pragma once

#include "runtime/core/job.h"
#include "runtime/locality/machine.h"

namespace polder::locality {

// Numbers are one more than they are, so that 0 says: not known.
struct Record {
    std::int16_t object[machine_levels]; // by level
    std::int16_t domain;                 // NUMA domain, by the number of the operating system
};
struct CountRecord {
    std::int16_t count[machine_levels]; // of objects, by level
};

constexpr std::size_t locality_area_size(const JobShape &shape) {
    return shape.job_threads() * sizeof(Record) + shape.nodes * sizeof(CountRecord);
}
inline Record &thread_locality(ControlBlock &block, unsigned thread) { // of the job
    return area<Record>(block, Area::locality)[thread];
}
inline CountRecord &node_counts(ControlBlock &block, unsigned node) {
    return reinterpret_cast<CountRecord *>(area<Record>(block, Area::locality) + block.shape.job_threads())[node];
}

// The objects that hold all of these units. An unknown unit among them, or none at all: a record of
// zeroes.
Record record_of(const Machine &machine, const cpu_set_t &units);
CountRecord counts_of(const Machine &machine);

// Every process, once, before its threads start, all leaders in the same order with their other
// exchanges. Uses boot_barrier and boot_exchange.
void locality_start();

// Of two threads that exist.
polder_level locality_distance(unsigned a, unsigned b);

} // namespace polder::locality
