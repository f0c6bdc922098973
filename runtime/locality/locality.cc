// Writing the records of a job that upcrun did not start, exchanging those of all nodes, and
// comparing two.
#include "runtime/locality/locality.h"

#include "base/config.h"
#include "runtime/exchange/exchange.h"
#include "runtime/locality/sysfs.h"

#include <cstdlib>
#include <cstring>

namespace polder::locality {

namespace {

// A folder instead of a machine's root is for tests.
const char *root_of_sysfs() {
    const char *made_up = setting_text(Setting::topology);
    return std::strchr(made_up, '/') ? made_up : "";
}

void write_own_records() {
    cpu_set_t units;
    if (sched_getaffinity(0, sizeof units, &units) != 0) return;
    auto *machine = static_cast<Machine *>(std::calloc(1, sizeof(Machine)));
    if (machine && sysfs_read(*machine, root_of_sysfs())) {
        ControlBlock &block = control();
        const unsigned first = block.shape.first_thread(job_process);
        for (unsigned i = 0; i < block.shape.thread_count(job_process); ++i)
            thread_locality(block, first + i) = record_of(*machine, units);
        if (is_leader()) node_counts(block, mynode()) = counts_of(*machine);
    }
    std::free(machine);
}

// What a leader gives the others: as many records from each, though nodes differ in size.
std::size_t exchanged_bytes() {
    unsigned most = 0;
    for (unsigned node = 0; node < nodes(); ++node)
        most = node_size(node) > most ? node_size(node) : most;
    return sizeof(CountRecord) + most * sizeof(Record);
}

void exchange_records() {
    const std::size_t each = exchanged_bytes();
    auto *mine = static_cast<char *>(std::calloc(nodes() + 1, each));
    if (!mine) job_fail(1, "no memory for a table of %u nodes", nodes());
    ControlBlock &block = control();
    std::memcpy(mine, &node_counts(block, mynode()), sizeof(CountRecord));
    std::memcpy(mine + sizeof(CountRecord), &thread_locality(block, node_first(mynode())),
                node_threads() * sizeof(Record));
    char *all = mine + each;
    exchange::boot_exchange(mine, each, all);
    for (unsigned node = 0; node < nodes(); ++node) {
        const char *theirs = all + node * each;
        std::memcpy(&node_counts(block, node), theirs, sizeof(CountRecord));
        std::memcpy(&thread_locality(block, node_first(node)), theirs + sizeof(CountRecord),
                    node_size(node) * sizeof(Record));
    }
    std::free(mine);
}

// Narrows what is known of the units so far to what holds for one more.
void narrow(Record &record, const Unit &unit) {
    for (unsigned level = 0; level < machine_levels; ++level)
        if (record.object[level] != unit.object[level] + 1) record.object[level] = 0;
    if (record.domain != unit.domain + 1) record.domain = 0;
}

Record record_of_unit(const Unit &unit) {
    Record record{};
    for (unsigned level = 0; level < machine_levels; ++level)
        record.object[level] = static_cast<std::int16_t>(unit.object[level] + 1);
    record.domain = static_cast<std::int16_t>(unit.domain + 1);
    return record;
}

} // namespace

Record record_of(const Machine &machine, const cpu_set_t &units) {
    Record record{};
    int seen = 0;
    for (unsigned u = 0; u < machine.units; ++u) {
        const Unit &unit = machine.unit[u];
        if (!CPU_ISSET(static_cast<unsigned>(unit.number), &units)) continue;
        if (seen++ == 0)
            record = record_of_unit(unit);
        else
            narrow(record, unit);
    }
    return seen == CPU_COUNT(&units) ? record : Record{};
}

CountRecord counts_of(const Machine &machine) {
    CountRecord counts{};
    for (unsigned level = 0; machine.units && level < machine_levels; ++level)
        counts.count[level] = static_cast<std::int16_t>(machine.count[level] + 1);
    return counts;
}

void locality_start() {
    if (!control().launched) {
        write_own_records();
        if (nodes() > 1) boot_barrier(); // the leader gives what all of the node wrote
    }
    if (nodes() > 1 && is_leader()) exchange_records();
}

polder_level locality_distance(unsigned a, unsigned b) {
    if (a == b) return POLDER_LEVEL_PU;
    if (node_of(a) != node_of(b)) return POLDER_LEVEL_JOB;
    const Record &one = thread_locality(control(), a);
    const Record &other = thread_locality(control(), b);
    for (unsigned level = 0; level < machine_levels; ++level)
        if (one.object[level] && one.object[level] == other.object[level]) return static_cast<polder_level>(level);
    return POLDER_LEVEL_NODE;
}

} // namespace polder::locality
