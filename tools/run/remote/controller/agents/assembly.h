// Assembly: how the agents of a job come together. They are started, connect and prove that they
// hold the key of the job. Once all have, each is told what its node has to do.
//
// A method that returns text returns why the job cannot go on; empty: it can.
#pragma once

#include "tools/run/remote/controller/agents/agent_spawner.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/agents/listener.h"
#include "tools/run/remote/wire/setup.h"

#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace polder::run {

struct JobPlan;
struct Options;

class Assembly {
public:
    struct Tags { // under which descriptors are waited for
        std::uint64_t listener;
        std::uint64_t spawner;
        std::uint64_t first_channel; // + node
    };
    Assembly(const JobPlan &plan, AgentTable &agents, Waits &waits, Tags tags);

    // mask: of signals, for what is started. False, and a text of why, on failure.
    bool open(const Setup &setup, std::int64_t lost_after_ns, const sigset_t &mask, std::string *error);
    void start_some();
    std::string admit_all(); // those that stand at the door
    void refuse() { is_open_ = false; }
    void prepare(); // all have come: sends each what its node has to do
    // Agents that did not come: those whose command has failed, and all when none has come forward
    // for the limit.
    std::string look_for_missing();

    void look_at_commands() { spawner_->look(); }
    // A child process has ended: the node whose agent it was, or AgentSpawner::none.
    unsigned agent_ended(pid_t pid, int status);
    const std::string &last_line(unsigned node) const { return spawner_->last_line(node); }
    void kill_local(unsigned node) { spawner_->kill_local(node); }

private:
    std::string admit(const Listener::Arrival &arrival);

    const JobPlan &plan_;
    AgentTable &agents_;
    Waits &waits_;
    Tags tags_;
    JobKey key_;
    Listener listener_;
    std::unique_ptr<AgentSpawner> spawner_;
    std::vector<std::uint64_t> machines_; // by node
    Setup setup_;
    bool is_open_ = true; // agents may still come in
};

} // namespace polder::run
