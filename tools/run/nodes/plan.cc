#include "tools/run/nodes/plan.h"
#include "base/config.h"
#include "tools/run/misuse.h"
#include "tools/run/nodes/hosts.h"
#include "tools/run/options.h"
#include "tools/run/report.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace polder::run {

namespace {

// `count` things in blocks, in proportion to weights: block i ends at ceil(count * (sum of weights up to i) / sum). Equal weights: the first
// blocks hold one more.
std::vector<unsigned> deal(unsigned count, const std::vector<unsigned> &weights) {
    std::vector<unsigned> parts(weights.size());
    const bool even = std::all_of(weights.begin(), weights.end(), [&](unsigned w) { return w == weights[0]; });
    if (even) {
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i] = count / static_cast<unsigned>(parts.size()) + (i < count % parts.size());
        return parts;
    }
    std::uint64_t all = 0, sum = 0, before = 0;
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

bool is_here(const std::string &host) {
    return host == "localhost" || host == host_name();
}

std::vector<Host> hosts_of_job(unsigned wanted) {
    std::string error;
    std::vector<Host> hosts = hosts_read(setting_text(Setting::hosts), &error);
    if (hosts.empty()) misuse("%s", error.c_str());
    if (wanted > hosts.size()) misuse("%u nodes and only %zu hosts (-N)", wanted, hosts.size());
    if (wanted) hosts.resize(wanted);
    return hosts;
}

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

// -p: at least one on each node, and no more than it has threads; what is left over goes where there is room.
void deal_processes(JobPlan &plan, unsigned processes) {
    std::vector<unsigned> weights;
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
        misuse("%llu processes for %u threads: each process needs at least one (-p)",
               static_cast<unsigned long long>(processes), plan.threads);
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
    const bool listed = *setting_text(Setting::hosts);
    const unsigned wanted = static_cast<unsigned>(setting_number(Setting::nodes, 0));
    const std::vector<Host> hosts = listed ? hosts_of_job(wanted) : std::vector<Host>{};
    const unsigned simulated = listed ? 0 : std::max(wanted, 1u);
    std::vector<unsigned> slots(simulated, 1);
    for (const Host &host : hosts)
        slots.push_back(host.slots ? host.slots : 1);
    plan.threads = options.threads          ? options.threads
                   : options.threads_a_node ? options.threads_a_node * static_cast<unsigned>(slots.size())
                   : static_threads         ? static_threads
                                            : std::accumulate(slots.begin(), slots.end(), 0u);
    if (simulated > plan.threads)
        misuse("%u nodes for %u threads: each node needs at least one", simulated, plan.threads);
    add_nodes(plan, hosts, simulated);
    deal_threads(plan, slots);
    set_processes(plan, options);
    return plan;
}

} // namespace polder::run
