// Starting the agents, letting them in, and saying which did not come (assembly.h).
#include "tools/run/remote/controller/agents/assembly.h"
#include "base/config.h"
#include "tools/run/plan/plan.h"
#include "tools/run/plan/texts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <unistd.h>

namespace polder::run {

using enum AgentState;

Assembly::Assembly(const JobPlan &plan, AgentTable &agents, Waits &waits, Tags tags)
    : plan_(plan), agents_(agents), waits_(waits), tags_(tags), key_(key_draw()), listener_(key_),
      machines_(plan.nodes.size()) {}

bool Assembly::open(const Setup &setup, std::int64_t lost_after_ns, const sigset_t &mask, std::string *error) {
    const bool network =
        std::any_of(plan_.nodes.begin(), plan_.nodes.end(), [](const PlannedNode &node) { return !node.local; });
    if (network && !listener_.open(setting_text(Setting::interface), error)) return false;
    const AgentCall call{key_, 0, listener_.port(), static_cast<double>(lost_after_ns) * 1e-9, listener_.addresses()};
    const unsigned width = std::max(1u, static_cast<unsigned>(setting_number(Setting::start_width, 64)));
    spawner_ = std::make_unique<AgentSpawner>(
        plan_, StartOptions{setting_text(Setting::rsh), setting_text(Setting::remote_upcrun), width, call, mask});
    setup_ = setup;
    if (waits_.add(listener_.fd(), EPOLLIN, tags_.listener) && waits_.add(spawner_->fd(), EPOLLIN, tags_.spawner))
        return true;
    *error = std::string("cannot wait for the other hosts: ") + std::strerror(errno);
    return false;
}

void Assembly::start_some() {
    if (!is_open_ || !spawner_->waits()) return;
    for (const AgentSpawner::Started &started : spawner_->start_some())
        if (started.line >= 0) listener_.greet(started.line);
}

std::string Assembly::admit_all() {
    std::string problem;
    for (const Listener::Arrival &arrival : listener_.look())
        if (const std::string said = admit(arrival); problem.empty()) problem = said;
    return problem;
}

std::string Assembly::admit(const Listener::Arrival &arrival) {
    const unsigned node = arrival.node;
    if (node < plan_.nodes.size() && arrival.fd < 0)
        return node_text(plan_, node) + ": upcrun there is of version " + arrival.version +
               ", this one of " POLDER_VERSION "; the hosts of a job need the same";
    if (node >= plan_.nodes.size() || agents_[node].state != absent || !is_open_) {
        if (arrival.fd >= 0) close(arrival.fd);
        return {};
    }
    agents_[node].channel = std::make_unique<Channel>(arrival.fd);
    waits_.add(arrival.fd, EPOLLIN, tags_.first_channel + node);
    machines_[node] = arrival.machine;
    agents_.set_state(node, connected);
    spawner_->connected(node);
    return {};
}

void Assembly::prepare() {
    refuse();
    listener_.close_port();
    std::map<std::uint64_t, unsigned> sharing;
    for (const std::uint64_t machine : machines_)
        ++sharing[machine];
    const std::string common = setup_.pack_common();
    for (unsigned node = 0; node < plan_.nodes.size(); ++node) {
        setup_.shape = shape_of_node(plan_, node);
        setup_.sharing = sharing[machines_[node]];
        setup_.shared_heap = plan_.nodes[node].heap;
        agents_.send(node, Frame::setup, std::make_shared<const std::string>(setup_.pack(common)));
    }
}

unsigned Assembly::agent_ended(pid_t pid, int status) {
    bool local = false;
    const unsigned node = spawner_ ? spawner_->ended(pid, status, &local) : AgentSpawner::none;
    return local ? node : AgentSpawner::none;
}

std::string Assembly::look_for_missing() {
    const AgentState wanted = is_open_ ? connected : ready;
    unsigned missing = 0;
    unsigned first = 0;
    const double limit_s = setting_seconds(Setting::start_limit);
    const auto limit_ns = static_cast<std::int64_t>(limit_s * 1e9);
    const bool late = limit_ns > 0 && agents_.stands_still(limit_ns);
    listener_.drop_late();
    if (!late && !spawner_->any_failed()) return {};
    for (unsigned number = static_cast<unsigned>(plan_.nodes.size()); number-- > 0;) {
        if (agents_[number].state >= wanted) continue;
        ++missing;
        first = number;
        if (agents_[number].state != absent || spawner_->can_still_come(number)) continue;
        const std::string &said = spawner_->last_line(number);
        return node_text(plan_, number) + ": upcrun cannot be started there (" + spawner_->status_text(number) + ')' +
               (said.empty() ? "" : ": " + said);
    }
    if (!late || !missing) return {};
    const std::string &said = spawner_->last_line(first);
    const std::string others = missing > 1 ? " and " + std::to_string(missing - 1) + " more have" : " has";
    const std::string hint = is_open_ ? ": is there a way back from this host (--interface)?" : "";
    return node_text(plan_, first) + others + " not answered within " + seconds_text(limit_ns) +
           " (POLDER_START_LIMIT)" + (said.empty() ? hint : ": " + said);
}

} // namespace polder::run
