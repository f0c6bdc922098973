#include "tools/run/local/place.h"
#include "base/config.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <hwloc.h>
#include <hwloc/glibc-sched.h>
#include <vector>

namespace polder::run {

namespace {

// Only processors, cores and what groups them (packages, caches, NUMA nodes), as the kernel knows
// them. Plug-ins and the instructions that ask each processor itself take longer than the rest of a
// job's start.
bool load(hwloc_topology_t *topology) {
    // Where hwloc finds less than it would like (a container without /sys) the job runs all the
    // same, so it need not say so.
    setenv("HWLOC_HIDE_ERRORS", "2", 0);
    static constexpr char variable[] = "HWLOC_PLUGINS_PATH";
    const char *before = std::getenv(variable);
    const std::string kept = before ? before : "";
    setenv(variable, "/nonexistent", 1);
    const int made = hwloc_topology_init(topology);
    before ? setenv(variable, kept.c_str(), 1) : unsetenv(variable);
    if (made != 0) return false;
    hwloc_topology_set_components(*topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    hwloc_topology_set_flags(*topology, HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING);
    hwloc_topology_set_io_types_filter(*topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(*topology, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
    if (hwloc_topology_load(*topology) == 0) return true;
    hwloc_topology_destroy(*topology);
    return false;
}

} // namespace

void place_threads(ControlBlock &block) {
    const unsigned threads = block.shape.threads;
    if (threads == 1 || threads > static_cast<unsigned>(block.cores) ||
        std::strcmp(setting_text(Setting::bind), "core"))
        return;
    hwloc_topology_t topology;
    if (!load(&topology)) return;
    if (static_cast<unsigned>(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU)) >= threads) {
        std::vector<hwloc_cpuset_t> sets(threads);
        hwloc_obj_t root = hwloc_get_root_obj(topology);
        hwloc_distrib(topology, &root, 1, sets.data(), threads, INT_MAX, 0);
        for (unsigned t = 0; t < threads; ++t) {
            ThreadRecord &record = thread_record(block, block.shape.first + t);
            record.bound =
                hwloc_cpuset_to_glibc_sched_affinity(topology, sets[t], &record.cpus, sizeof record.cpus) == 0;
            hwloc_bitmap_free(sets[t]);
        }
    }
    hwloc_topology_destroy(topology);
}

std::string place_text(const ThreadRecord &record) {
    if (!record.bound) return "any";
    std::string text;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &record.cpus)) continue;
        int last = cpu;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &record.cpus))
            ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(cpu);
        if (last > cpu) text += '-' + std::to_string(last);
        cpu = last;
    }
    return text;
}

} // namespace polder::run
