// Topology: packages, cores, processors and memories of this machine, as the kernel knows them.
#pragma once

#include <hwloc.h>

namespace polder::machine {

class Topology {
public:
    enum class Extent {
        machine, // every processor
        allowed, // those that the calling thread may run on (taskset, a batch system)
    };
    explicit Topology(Extent extent);
    ~Topology();
    Topology(const Topology &) = delete;
    Topology &operator=(const Topology &) = delete;

    /// False: the topology cannot be read; get() may not be called.
    bool known() const { return known_; }
    hwloc_topology_t get() const { return topology_; }

private:
    bool load(Extent extent);
    hwloc_topology_t topology_ = nullptr;
    bool known_ = false;
};

} // namespace polder::machine
