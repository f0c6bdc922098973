// polder info: what is, and what would be done. Everything here is read, nothing measured.
#include "tools/polder/polder.h"

#include "base/config.h"
#include "conduits/open/describe.h"
#include "runtime/coll/algorithms/compose.h"
#include "runtime/coll/select/tuning.h"
#include "runtime/core/job.h"
#include "runtime/net/net.h"
#include "runtime/team/team.h"
#include "tools/machine/topology.h"

#include <polder/polder.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::tool {

using namespace coll;
using namespace team;
namespace {

// ---- the table ----

TuningTable load_table() {
    TuningTable table;
    char error[1400];
    if (!tuning_load(&table, error, sizeof error)) misuse(error);
    return table;
}

void print_table(const TuningTable &table) {
    char path[1024] = "";
    bool named = false;
    const bool somewhere = tuning_path(path, sizeof path, &named);
    if (table.count) {
        std::printf("from %s, before the built-in ones:\n", path);
        tuning_print(stdout, table);
    } else if (somewhere) {
        std::printf("%s: %s\n", path, access(path, F_OK) ? "not there (polder tune writes it)" : "no rules");
    }
    std::printf("built in:\n");
    tuning_print(stdout, tuning_built_in());
}

// ---- one operation ----

std::uint64_t number(const std::string &text, const char *what) {
    std::uint64_t value;
    if (!parse_size(text.c_str(), &value)) misuse("'" + text + "' is not " + what);
    return value;
}

// Nodes of equally many members, the last one with fewer.
TeamTopology topology_of(unsigned members, unsigned nodes, unsigned rank) {
    TeamTopology shape;
    const unsigned each = (members + nodes - 1) / nodes;
    const unsigned node = rank / each;
    const unsigned first = node * each;
    shape.all = {members, rank};
    shape.nodes = nodes;
    shape.local = {std::min(each, members - first), rank - first, first};
    shape.leaders = {nodes, node, 0, each};
    static unsigned each_of_team;
    each_of_team = each;
    shape.context = &each_of_team;
    shape.node_of = [](const void *e, unsigned r) { return r / *static_cast<const unsigned *>(e); };
    shape.local_of = [](const void *e, unsigned r) { return r % *static_cast<const unsigned *>(e); };
    return shape;
}

struct Cost {
    // That the busiest member sends.
    std::size_t messages = 0;
    std::size_t bytes = 0;
};
Cost cost_of(const CollectiveArguments &call, unsigned members, unsigned nodes, Choice choice) {
    Cost most;
    const unsigned step = members > 4096 ? members / 1024 : 1; // of very many a selection
    for (unsigned rank = 0; rank < members; rank += step) {
        Schedule schedule(am_transport.eager);
        schedule_write(schedule, topology_of(members, nodes, rank), call, choice);
        Cost cost;
        for (std::size_t i = 0; i < schedule.size(); ++i)
            if (schedule[i].kind == Step::Kind::send) {
                ++cost.messages;
                cost.bytes += schedule[i].bytes;
            }
        most.messages = std::max(most.messages, cost.messages);
        most.bytes = std::max(most.bytes, cost.bytes);
    }
    return most;
}

int explain(const Words &words) {
    CollectiveArguments call;
    call.collective = operation_of(words[0]);
    if (words.size() < 2 || words.size() > 4) misuse("info OPERATION takes bytes, members and nodes");
    call.bytes = number(words[1], "a number of bytes");
    const std::uint64_t members = words.size() > 2 ? number(words[2], "a number of members") : 2;
    const std::uint64_t nodes = words.size() > 3 ? number(words[3], "a number of nodes") : 1;
    if (!members || members > max_threads || !nodes || nodes > members)
        misuse("a team has at least one member, and no more nodes than members");
    const auto n = static_cast<unsigned>(members);
    const auto k = static_cast<unsigned>(nodes);
    const TuningQuestion question = tuning_question(topology_of(n, k, 0), call);
    const TuningTable table = load_table();
    bool built_in;
    const TuningRule &rule = tuning_rule(table, question, &built_in);
    const Choice choice = tuning_choose(table, question);
    std::printf("%s of %zu bytes, %u members on %u node%s: %s", name_of(call.collective), call.bytes, n, k,
                k == 1 ? "" : "s", name_of(choice.algorithm));
    if (choice.parameter) std::printf(" (%u)", choice.parameter);
    if (k > 1 && k < n)
        std::printf(choice.algorithm == Algorithm::direct ? " between all members" : " between nodes, trees inside");
    const Cost cost = cost_of(call, n, k, choice);
    std::printf("\nthe busiest member sends %zu messages, %zu bytes\n", cost.messages, cost.bytes);
    std::printf("messages of up to %zu bytes go at once, longer ones when their place is known\n", am_transport.eager);
    std::printf("decided by a rule %s:\n", built_in ? "that is built in" : "of the machine's table");
    tuning_print(stdout, {1, {rule}});
    return 0;
}

// ---- the machine ----

void print_machine() {
    const machine::Topology machine;
    if (!machine.known()) {
        std::printf("machine: its topology cannot be read\n");
        return;
    }
    hwloc_topology_t topology = machine.get();
    char host[256] = "?";
    gethostname(host, sizeof host - 1);
    const auto count = [&](hwloc_obj_type_t type) { return hwloc_get_nbobjs_by_type(topology, type); };
    std::printf("machine %s: %d packages, %d cores, %d processors, %d memories, %.1f GiB\n", host,
                count(HWLOC_OBJ_PACKAGE), count(HWLOC_OBJ_CORE), count(HWLOC_OBJ_PU), count(HWLOC_OBJ_NUMANODE),
                static_cast<double>(hwloc_get_root_obj(topology)->total_memory) / (1 << 30));
}

void print_conduits() {
    std::printf("inside a process: direct calls; inside a node: shared memory\n");
    char text[conduit_text_bytes];
    conduit_describe_here(false, text, sizeof text);
    std::fputs(text, stdout);
}

// ---- a job ----

int describe(int, char **) {
    Team &world = team_world();
    if (world.rank) return 0;
    std::printf("%u threads on %u node%s, %u processes on the first\n", threads(), nodes(), nodes() == 1 ? "" : "s",
                processes());
    for (unsigned node = 0; node < nodes(); ++node)
        std::printf("node %u: threads %u to %u\n", node, node_first(node), node_first(node) + node_size(node) - 1);
    if (net::net_on()) {
        char text[conduit_text_bytes];
        conduit_describe(*net::net.caps, text, sizeof text);
        std::printf("%sends of the network: %s (%s)\n", text, endpoints_text(net::net.endpoints),
                    net::net.endpoints.why);
    }
    std::printf("threads %s a core each\n", oversubscribed() ? "do not have" : "have");
    for (unsigned i = 0; i < static_cast<unsigned>(Collective::count); ++i)
        for (std::size_t bytes : {8ul, 4096ul, 1ul << 20}) {
            CollectiveArguments call;
            call.collective = static_cast<Collective>(i);
            call.bytes = i ? bytes : 0;
            const Choice choice = tuning_choose(tuning_of_job(), tuning_question(world.topology, call));
            std::printf("%-10s %8zu bytes: %s", name_of(call.collective), call.bytes, name_of(choice.algorithm));
            std::printf(choice.parameter ? " (%u)\n" : "\n", choice.parameter);
            if (!i) break;
        }
    return 0;
}

} // namespace

int describe_job(int argc, char **argv) {
    return polder_run(&argc, &argv, describe);
}

Collective operation_of(const std::string &name) {
    std::string all;
    for (unsigned i = 0; i < static_cast<unsigned>(Collective::count); ++i) {
        if (name == name_of(static_cast<Collective>(i))) return static_cast<Collective>(i);
        all += std::string(i ? ", " : "") + name_of(static_cast<Collective>(i));
    }
    misuse("no operation '" + name + "'; there are " + all);
}

int info(const Words &words) {
    if (!words.empty() && words[0] == "--job")
        return run_job({words.begin() + 1, words.end()}, {"describe-job"}, nullptr);
    if (!words.empty()) return explain(words);
    std::printf("polder %s, UPC 1.3\n", POLDER_VERSION);
    print_installation();
    print_machine();
    print_conduits();
    const TuningTable table = load_table();
    std::printf("\nsettings, by the environment or upcrun (upcrun(1)):\n");
    settings_print(stdout);
    std::printf("\nalgorithms of collective operations, the first line that fits counts;\n");
    print_table(table);
    return 0;
}

} // namespace polder::tool
