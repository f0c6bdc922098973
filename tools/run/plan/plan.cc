// Deals threads to hosts and to processes; checks what the options ask for.
#include "tools/run/plan/plan.h"
#include "base/config.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/cli/options.h"
#include "tools/run/hosts/allocation.h"
#include "tools/run/hosts/hosts.h"
#include "tools/run/local/report.h"

#include <algorithm>
#include <cstdint>

namespace polder::run {

namespace {

// `count` things in blocks, in proportion to weights: block i ends at ceil(count * (sum of weights
// up to i) / sum). Equal weights: the first blocks hold one more.
std::vector<unsigned> deal(unsigned count, const std::vector<unsigned> &weights) {
    std::vector<unsigned> parts(weights.size());
    const bool even = std::all_of(weights.begin(), weights.end(), [&](unsigned w) { return w == weights[0]; });
    if (even) {
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i] = count / static_cast<unsigned>(parts.size()) + (i < count % parts.size());
        return parts;
    }
    std::uint64_t all = 0;
    std::uint64_t sum = 0;
    std::uint64_t before = 0;
    for (const unsigned weight : weights)
        all += weight;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += weights[i];
        const std::uint64_t end = (count * sum + all - 1) / all;
        parts[i] = static_cast<unsigned>(end - before);
        before = end;
    }
    return parts;
}

// Where a name says the domain and the other does not, the rest counts.
bool is_here(const std::string &host) {
    const std::string own = host_name();
    if (host == "localhost" || host == own) return true;
    const std::size_t dot = host.find('.');
    const std::size_t own_dot = own.find('.');
    const bool address = host.find_first_not_of("0123456789.:") == std::string::npos;
    return !address && (dot == std::string::npos) != (own_dot == std::string::npos) &&
           host.substr(0, dot) == own.substr(0, own_dot);
}

// What a job has to run on.
struct Machines {
    std::vector<Host> hosts;    // empty: this machine
    std::string said_by = "-N"; // who named them
    const char *rsh = "";       // what starts agents there; empty: the default
    unsigned slots_here = 1;    // of this machine, if there are no hosts
};

Machines machines_known() {
    Machines machines;
    std::string error;
    if (*setting_text(Setting::hosts)) {
        machines.hosts = hosts_read(setting_text(Setting::hosts), &error);
        if (machines.hosts.empty()) misuse("%s", error.c_str());
        return machines;
    }
    Allocation allocation;
    if (!allocation_read(&allocation, &error)) misuse("%s", error.c_str());
    if (allocation.hosts.size() == 1 && is_here(allocation.hosts[0].name)) {
        machines.slots_here = std::max(1u, allocation.hosts[0].slots);
        return machines;
    }
    return {allocation.hosts, allocation.name, allocation.rsh, 1};
}

Machines machines_of_job(unsigned wanted) {
    Machines machines = machines_known();
    if (machines.hosts.empty()) return machines;
    if (wanted > machines.hosts.size())
        misuse("%u nodes and only %zu hosts (%s)", wanted, machines.hosts.size(), machines.said_by.c_str());
    if (wanted) machines.hosts.resize(wanted);
    return machines;
}

// --map-by ppr:N:node and its like: as many hosts as that takes, with as many threads each.
void limit_threads_a_node(const Options &options, unsigned threads, Machines &machines, unsigned simulated) {
    const unsigned needed = (threads - 1) / options.most_a_node + 1;
    const std::size_t there = machines.hosts.empty() ? simulated : machines.hosts.size();
    if (needed > there)
        misuse("%u threads, at most %u on a node (%s), need %u nodes; there %s %zu: -N names hosts, and without hosts "
               "--nodes %u simulates nodes",
               threads, options.most_a_node, options.most_said, needed, there == 1 ? "is" : "are", there, needed);
    if (machines.hosts.empty()) return;
    machines.hosts.resize(needed);
    for (Host &host : machines.hosts)
        host.slots = 1;
}

// An agent on this machine is forked, unless somebody said how agents are started.
void add_nodes(JobPlan &plan, const std::vector<Host> &hosts, unsigned simulated) {
    const bool direct = !*setting_text(Setting::rsh);
    for (const Host &host : hosts)
        plan.nodes.push_back({host.name, host.name, direct && is_here(host.name), 0, 0, 1, host.heap});
    for (unsigned node = 0; node < simulated; ++node)
        plan.nodes.push_back({"", host_name(), true, 0, 0, 1, {}});
}

void deal_threads(JobPlan &plan, const std::vector<unsigned> &slots) {
    const std::vector<unsigned> parts = deal(plan.threads, slots);
    unsigned first = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        plan.nodes[i].first = first;
        plan.nodes[i].threads = parts[i];
        first += parts[i];
    }
    std::erase_if(plan.nodes, [](const PlannedNode &node) { return node.threads == 0; });
}

// -p: at least one on each node, and no more than it has threads; what is left over goes where
// there is room.
void deal_processes(JobPlan &plan, unsigned processes) {
    std::vector<unsigned> weights;
    weights.reserve(plan.nodes.size());
    for (const PlannedNode &node : plan.nodes)
        weights.push_back(node.threads);
    const std::vector<unsigned> parts = deal(processes, weights);
    unsigned left = processes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        plan.nodes[i].processes = std::clamp(parts[i], 1u, plan.nodes[i].threads);
        left -= plan.nodes[i].processes; // may wrap for a moment: as many are taken back below
    }
    for (bool moved = true; left && moved;) {
        moved = false;
        for (PlannedNode &node : plan.nodes) {
            const bool more = static_cast<int>(left) > 0;
            if (!left || (more ? node.processes == node.threads : node.processes == 1)) continue;
            node.processes += more ? 1 : -1u;
            left -= more ? 1 : -1u;
            moved = true;
        }
    }
}

void set_processes(JobPlan &plan, const Options &options) {
    const std::uint64_t each_node = setting_number(Setting::per_node);
    const unsigned each = options.threads_a_process ? options.threads_a_process : 1;
    const std::uint64_t processes = setting_number(Setting::processes, 0);
    if (processes > plan.threads)
        misuse("%llu processes for %u thread%s: each process needs at least one (-n is the number of threads, -p that "
               "of processes)",
               static_cast<unsigned long long>(processes), plan.threads, plan.threads == 1 ? "" : "s");
    if (processes && processes < plan.nodes.size())
        misuse("%llu processes for %zu nodes: each node needs at least one (-p is the number in the job, --per-node "
               "that on each node)",
               static_cast<unsigned long long>(processes), plan.nodes.size());
    for (PlannedNode &node : plan.nodes) {
        if (each_node > node.threads)
            misuse("%llu processes for %u threads of a node: each process needs at least one (--per-node)",
                   static_cast<unsigned long long>(each_node), node.threads);
        node.processes = each_node ? static_cast<unsigned>(each_node) : (node.threads - 1) / each + 1;
    }
    if (processes && !each_node) deal_processes(plan, static_cast<unsigned>(processes));
}

} // namespace

unsigned JobPlan::processes() const {
    unsigned sum = 0;
    for (const PlannedNode &node : nodes)
        sum += node.processes;
    return sum;
}

JobPlan plan_of(const Options &options, unsigned static_threads) {
    JobPlan plan;
    const unsigned wanted = static_cast<unsigned>(setting_number(Setting::nodes, 0));
    Machines machines = machines_of_job(wanted);
    const unsigned simulated = machines.hosts.empty() ? std::max(wanted, 1u) : 0;
    unsigned slots = simulated > 1 ? simulated : simulated * machines.slots_here;
    for (const Host &host : machines.hosts)
        slots += std::max(host.slots, 1u);
    const unsigned nodes = simulated + static_cast<unsigned>(machines.hosts.size());
    plan.threads = options.threads          ? options.threads
                   : options.threads_a_node ? options.threads_a_node * nodes
                   : static_threads         ? static_threads
                   : options.most_a_node    ? options.most_a_node * nodes
                                            : slots;
    if (options.most_a_node) limit_threads_a_node(options, plan.threads, machines, simulated);
    if (simulated > plan.threads)
        misuse("%u nodes for %u threads: each node needs at least one", simulated, plan.threads);
    add_nodes(plan, machines.hosts, simulated);
    if (!*setting_text(Setting::rsh) && *machines.rsh) setting_override(Setting::rsh, machines.rsh);
    std::vector<unsigned> weights(simulated, 1);
    for (const Host &host : machines.hosts)
        weights.push_back(std::max(host.slots, 1u));
    deal_threads(plan, weights);
    set_processes(plan, options);
    return plan;
}

} // namespace polder::run
