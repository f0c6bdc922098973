// Agent table: the agents of a job as the controller knows them, by node. Each has a state and,
// while it is there, a channel.
#pragma once

#include "tools/run/remote/controller/agents/waits.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/silence.h"
#include "tools/run/remote/wire/standstill.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polder::run {

// written: its streams are written out, as upc_global_exit was called; failed: the processes of the
// node are ended, before their time; gone: its agent is.
enum class AgentState { absent, connected, ready, running, written, finished, failed, gone, states };

struct AgentRecord {
    std::unique_ptr<Channel> channel;
    Silence silence;
    AgentState state = AgentState::absent;
    bool watched_out = false; // waited for until more can be sent
    std::string mapping;      // for --show
};

class AgentTable {
public:
    // The channel of node i is waited for under the tag `first_tag` + i.
    AgentTable(unsigned nodes, Waits &waits, std::uint64_t first_tag)
        : agents_(nodes), waits_(waits), first_tag_(first_tag) {
        in_state_[0] = nodes;
    }

    AgentRecord &operator[](unsigned node) { return agents_[node]; }
    const AgentRecord &operator[](unsigned node) const { return agents_[node]; }
    auto begin() { return agents_.begin(); }
    auto end() { return agents_.end(); }
    auto begin() const { return agents_.begin(); }
    auto end() const { return agents_.end(); }

    void set_state(unsigned node, AgentState state) {
        --in_state_[static_cast<unsigned>(agents_[node].state)];
        ++in_state_[static_cast<unsigned>(state)];
        agents_[node].state = state;
        coming_.end();
    }
    bool all_are(AgentState state) const { return in_state_[static_cast<unsigned>(state)] == agents_.size(); }
    bool any_is(AgentState state) const { return in_state_[static_cast<unsigned>(state)] != 0; }
    // What the program calls its threads, as an agent has said.
    void set_member_word(std::string_view word) { member_word_ = word; }
    const char *member_word() const { return member_word_.c_str(); }
    // Has no agent reached another state for so long?
    bool stands_still(std::int64_t limit_ns) { return coming_.look(limit_ns) > limit_ns; }

    // Its connection is gone.
    void drop(unsigned node) {
        waits_.remove(agents_[node].channel->fd());
        agents_[node].channel.reset();
        set_state(node, AgentState::gone);
    }

    void send(unsigned node, Frame kind, Channel::Bytes bytes) {
        if (!agents_[node].channel) return;
        agents_[node].channel->send(kind, std::move(bytes));
        watch_sending(node);
    }
    void send_all(Frame kind, std::string bytes = {}) {
        const auto shared = std::make_shared<const std::string>(std::move(bytes));
        for (unsigned node = 0; node < agents_.size(); ++node)
            send(node, kind, shared);
    }
    // Waits until more can be sent, as long as something is unsent.
    void watch_sending(unsigned node) {
        AgentRecord &which = agents_[node];
        const bool more = which.channel->has_unsent();
        if (more == which.watched_out) return;
        which.watched_out = more;
        waits_.change(which.channel->fd(), more ? EPOLLIN | EPOLLOUT : EPOLLIN, first_tag_ + node);
    }

private:
    std::vector<AgentRecord> agents_;
    Waits &waits_;
    std::uint64_t first_tag_;
    unsigned in_state_[static_cast<unsigned>(AgentState::states)] = {};
    std::string member_word_ = "thread";
    Standstill coming_; // ends with each state that an agent reaches
};

} // namespace polder::run
