// How the topology is read from hwloc; what a caller gets stands in topology.h.
#include "tools/machine/topology.h"

#include <cstdlib>
#include <string>

namespace polder::machine {

namespace {

// Plug-ins (graphics cards, networks) take longer to load than the rest of a job's start.
bool init_without_plugins(hwloc_topology_t *topology) {
    static constexpr char variable[] = "HWLOC_PLUGINS_PATH";
    const char *before = std::getenv(variable);
    const std::string kept = before ? before : "";
    setenv(variable, "/nonexistent", 1);
    const int made = hwloc_topology_init(topology);
    before ? setenv(variable, kept.c_str(), 1) : unsetenv(variable);
    return made == 0;
}

} // namespace

Topology::Topology(Extent extent) {
    // A container may have no /sys. The job runs all the same, so hwloc need not complain.
    setenv("HWLOC_HIDE_ERRORS", "2", 0);
    if (!init_without_plugins(&topology_)) return;
    known_ = load(extent);
    if (!known_) hwloc_topology_destroy(topology_);
}

Topology::~Topology() {
    if (known_) hwloc_topology_destroy(topology_);
}

// hwloc's component "x86" moves this thread to each processor in turn, to ask it. That may be one
// that the thread may not use, or where the thread waits for long. The library takes the
// restriction to the thread's binding only with the assertion that the topology is this machine's.
bool Topology::load(Extent extent) {
    hwloc_topology_set_components(topology_, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    hwloc_topology_set_io_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(topology_, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
    const unsigned long restricted = HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM | HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING;
    if (extent == Extent::allowed && hwloc_topology_set_flags(topology_, restricted) != 0) return false;
    return hwloc_topology_load(topology_) == 0;
}

} // namespace polder::machine
