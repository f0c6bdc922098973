// How the topology is read from hwloc; what a caller gets stands in topology.h.
#include "tools/machine/topology.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace polder::machine {

namespace {

// hwloc takes some of what it is asked from variables of the environment only.
class Variable {
public:
    Variable(const char *name, const char *value) : name_(name) {
        const char *before = std::getenv(name);
        there_ = before != nullptr;
        if (there_) before_ = before;
        setenv(name, value, 1);
    }
    ~Variable() { there_ ? setenv(name_, before_.c_str(), 1) : unsetenv(name_); }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;

private:
    const char *name_;
    std::string before_;
    bool there_;
};

// Plug-ins (graphics cards, networks) take longer to load than the rest of a job's start.
bool init_without_plugins(hwloc_topology_t *topology) {
    const Variable nowhere("HWLOC_PLUGINS_PATH", "/nonexistent");
    return hwloc_topology_init(topology) == 0;
}

bool is_folder(const char *made_up) {
    return std::strchr(made_up, '/') != nullptr;
}

// hwloc takes this machine for a folder that is not there.
bool load_folder(hwloc_topology_t topology, const char *root) {
    const Variable here("HWLOC_FSROOT", root);
    return hwloc_topology_load(topology) == 0 && !hwloc_topology_is_thissystem(topology);
}

} // namespace

Topology::Topology(const char *made_up) {
    // A container may have no /sys. The job runs all the same, so hwloc need not complain.
    setenv("HWLOC_HIDE_ERRORS", "2", 0);
    if (!init_without_plugins(&topology_)) return;
    known_ = load(made_up);
    if (!known_) hwloc_topology_destroy(topology_);
}

Topology::~Topology() {
    if (known_) hwloc_topology_destroy(topology_);
}

// hwloc's component "x86" moves this thread to each processor in turn, to ask it. That may be one
// that the thread may not use, or where the thread waits for long. Processors that a control group
// withholds are in the topology all the same: objects are numbered over the whole machine. What
// nobody asks for, such as first-level caches, is left out, as a job's start waits for this.
bool Topology::load(const char *made_up) {
    hwloc_topology_set_components(topology_, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    hwloc_topology_set_all_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_NONE);
    for (const hwloc_obj_type_t kept : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_CORE})
        hwloc_topology_set_type_filter(topology_, kept, HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_type_filter(topology_, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE); // what memory is near
    if (hwloc_topology_set_flags(topology_, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) != 0) return false;
    if (is_folder(made_up)) return load_folder(topology_, made_up);
    if (*made_up && hwloc_topology_set_synthetic(topology_, made_up) != 0) return false;
    return hwloc_topology_load(topology_) == 0;
}

namespace {

// An object is named by its smallest unit.
std::int16_t name_of(hwloc_obj_t object) {
    const int first = object && object->cpuset ? hwloc_bitmap_first(object->cpuset) : -1;
    return first < 0 || first >= static_cast<int>(locality::most_units) ? locality::absent
                                                                        : static_cast<std::int16_t>(first);
}

struct Kind {
    polder_level level;
    hwloc_obj_type_t type;
};
constexpr Kind kinds_around[] = {{POLDER_LEVEL_CORE, HWLOC_OBJ_CORE},
                                 {POLDER_LEVEL_L3, HWLOC_OBJ_L3CACHE},
                                 {POLDER_LEVEL_PACKAGE, HWLOC_OBJ_PACKAGE}};

// Memory is no ancestor of the processors beside it. Of several memories beside a unit, such as
// slow and fast ones, the first is its domain.
void find_domain(hwloc_topology_t topology, locality::Unit &unit) {
    hwloc_obj_t node = nullptr;
    while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)))
        if (hwloc_bitmap_isset(node->cpuset, static_cast<unsigned>(unit.number))) {
            unit.object[POLDER_LEVEL_NUMA] = name_of(node);
            unit.domain = static_cast<std::int16_t>(node->os_index);
            return;
        }
}

} // namespace

void units_read(const Topology &topology, locality::Machine &machine) {
    machine.units = 0;
    hwloc_obj_t pu = nullptr;
    while (topology.known() && (pu = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_PU, pu))) {
        if (!machine.add(pu->os_index)) continue;
        locality::Unit &unit = machine.unit[machine.units - 1];
        for (const Kind &kind : kinds_around)
            unit.object[kind.level] = name_of(hwloc_get_ancestor_obj_by_type(topology.get(), kind.type, pu));
        find_domain(topology.get(), unit);
    }
    machine_number(machine);
}

} // namespace polder::machine
