// Topology: packages, cores, processors and memories of a machine, as hwloc has them. It is this
// machine, or one that a text describes: tests place threads on machines that are not there.
#pragma once

#include "runtime/locality/machine.h"

#include <hwloc.h>

namespace polder::machine {

class Topology {
public:
    /// made_up: empty, hwloc's synthetic form ("package:2 core:4 pu:2"), or a folder that stands
    /// for the root of a machine's files. Without it hwloc's own variables hold (HWLOC_SYNTHETIC,
    /// HWLOC_XMLFILE).
    explicit Topology(const char *made_up = "");
    ~Topology();
    Topology(const Topology &) = delete;
    Topology &operator=(const Topology &) = delete;

    /// False: the topology cannot be read; get() may not be called.
    bool known() const { return known_; }
    hwloc_topology_t get() const { return topology_; }
    /// Whether it is this machine's, so that its processors are there.
    bool is_of_this_machine() const { return known_ && hwloc_topology_is_thissystem(topology_); }

private:
    bool load(const char *made_up);
    hwloc_topology_t topology_ = nullptr;
    bool known_ = false;
};

/// The processing units and what holds them; no units if the topology is not known.
void units_read(const Topology &topology, locality::Machine &machine);

} // namespace polder::machine
