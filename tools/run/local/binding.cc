// What the settings and the machine make of the threads of a node.
#include "tools/run/local/binding.h"
#include "base/config.h"
#include "base/log.h"
#include "tools/machine/topology.h"
#include "tools/run/local/place.h"

#include <cstring>
#include <memory>
#include <vector>

namespace polder::run {

using locality::Machine;

namespace {

// The machine that threads are placed on.
struct Ground {
    std::unique_ptr<Machine> machine = std::make_unique<Machine>();
    cpu_set_t usable;
    bool real; // its units are there
};

cpu_set_t units_of(const Machine &machine) {
    cpu_set_t units;
    CPU_ZERO(&units);
    for (unsigned u = 0; u < machine.units; ++u)
        CPU_SET(static_cast<unsigned>(machine.unit[u].number), &units);
    return units;
}

Ground find_ground() {
    Ground ground;
    const char *made_up = setting_text(Setting::topology);
    const machine::Topology topology(made_up);
    if (!topology.known() && *made_up)
        log_warning("%s: there is no machine '%s'; threads are not bound", setting_variable(Setting::topology),
                    made_up);
    machine::units_read(topology, *ground.machine);
    ground.real = !*made_up && topology.is_of_this_machine();
    ground.usable = units_of(*ground.machine);
    if (ground.real && sched_getaffinity(0, sizeof ground.usable, &ground.usable) != 0) CPU_ZERO(&ground.usable);
    return ground;
}

PlaceWish wish_of_settings(const ControlBlock &block, bool real) {
    PlaceWish wish;
    wish.threads = block.shape.threads;
    if (real) wish.most = static_cast<unsigned>(block.cores);
    bind_parse(setting_text(Setting::bind), &wish.bind);
    wish.pack = !std::strcmp(setting_text(Setting::bind_order), "pack");
    return wish;
}

} // namespace

void bind_threads(ControlBlock &block, unsigned sharing) {
    const Ground ground = find_ground();
    std::vector<cpu_set_t> sets;
    if (sharing <= 1 || !ground.real)
        sets = place_on(*ground.machine, ground.usable, wish_of_settings(block, ground.real));
    for (unsigned t = block.shape.first; block.shape.has(t); ++t) {
        const cpu_set_t &units = sets.empty() ? ground.usable : sets[t - block.shape.first];
        locality::thread_locality(block, t) = record_of(*ground.machine, units);
        if (CPU_EQUAL(&units, &ground.usable)) continue; // it runs anywhere
        ThreadRecord &record = thread_record(block, t);
        record.cpus = units;
        record.bound = ground.real;
    }
    locality::node_counts(block, block.shape.node) = counts_of(*ground.machine);
}

std::string place_text(const ThreadRecord &record) {
    if (CPU_COUNT(&record.cpus) == 0) return "any";
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

std::string locality_text(const locality::Record &record) {
    std::string text;
    for (unsigned level = locality::machine_levels; level-- > 0;)
        if (record.object[level])
            text += std::string(", ") + polder_level_name(static_cast<polder_level>(level)) + ' ' +
                    std::to_string(record.object[level] - 1);
    return text;
}

std::string machine_text(const locality::CountRecord &counts) {
    std::string text;
    for (unsigned level = locality::machine_levels; level-- > 0;) {
        const int count = counts.count[level] - 1;
        if (count < 0) return "not known";
        text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' +
                polder_level_name(static_cast<polder_level>(level)) + (count == 1 ? "" : "s");
    }
    return text;
}

} // namespace polder::run
