// Spreads threads over the topology (hwloc_distrib) if there is a processor for each.
#include "tools/run/local/place.h"
#include "base/config.h"
#include "tools/machine/topology.h"

#include <climits>
#include <cstring>
#include <hwloc/glibc-sched.h>
#include <vector>

namespace polder::run {

void place_threads(ControlBlock &block) {
    const unsigned threads = block.shape.threads;
    if (threads == 1 || threads > static_cast<unsigned>(block.cores) ||
        std::strcmp(setting_text(Setting::bind), "core"))
        return;
    const machine::Topology allowed(machine::Topology::Extent::allowed);
    if (!allowed.known()) return;
    hwloc_topology_t topology = allowed.get();
    if (static_cast<unsigned>(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU)) < threads) return;
    std::vector<hwloc_cpuset_t> sets(threads);
    hwloc_obj_t root = hwloc_get_root_obj(topology);
    hwloc_distrib(topology, &root, 1, sets.data(), threads, INT_MAX, 0);
    for (unsigned t = 0; t < threads; ++t) {
        ThreadRecord &record = thread_record(block, block.shape.first + t);
        record.bound = hwloc_cpuset_to_glibc_sched_affinity(topology, sets[t], &record.cpus, sizeof record.cpus) == 0;
        hwloc_bitmap_free(sets[t]);
    }
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
