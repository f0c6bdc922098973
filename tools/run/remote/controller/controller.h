// Controller: the first upcrun of a job of several nodes. It has no processes of the program
// itself: an agent on each node has (agent.h). It starts the agents and tells them what to do. It
// carries what the leaders exchange and writes out what the nodes write. It passes on signals and
// standard input, and decides how the job ends.
//
// Stages. (1) The agents come in. (2) All have come: they are told of the job and make their nodes
// ready. (3) All are ready: they start the processes. (4) The job runs. (5) It ends: every agent is
// told to kill what is left and go. People hear of the first cause of an end before its time, in
// one message. That the network to a node is lost is told only if that node does not tell a better
// cause within a moment.
//
// The controller itself is the stages, and the loop that waits for all that may happen. Its parts
// have what happens then:
//   how the agents come together      agents/assembly.h
//   what they say                     agent_messages.h
//   what they no longer say           losses.h
//   where the threads are             reports.h
//   the standard streams              job_streams.h
//   the end                           job_end.h
//
// Cost: nothing here is done for all nodes more often than once a stage or a stop. Events cost the
// same whatever the number of nodes.
#pragma once

#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/time_limits.h"
#include "tools/run/remote/controller/agent_messages.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/agents/assembly.h"
#include "tools/run/remote/controller/agents/waits.h"
#include "tools/run/remote/controller/job_end.h"
#include "tools/run/remote/controller/job_streams.h"
#include "tools/run/remote/controller/losses.h"
#include "tools/run/remote/controller/reports.h"

#include <cstdint>
#include <string>

namespace polder::run {

struct JobPlan;
struct Options;

class Controller {
public:
    Controller(const Options &options, const JobPlan &plan, const std::string &program);
    int run(); // exit status of the job

private:
    enum class Stage { coming, preparing, running };
    enum Source : std::uint32_t { signals, listener, spawner, input, output, error, channel }; // channel + node

    // ---- stages ----
    bool open();
    void check_stage();
    void go();
    bool is_starting() const { return stage_ < Stage::running && !end_.is_over(); }
    bool is_running() const { return stage_ == Stage::running && !end_.is_over(); }

    // ---- waiting ----
    void wait();
    int patience_ms() const;
    void take_event(std::uint64_t source, std::uint32_t events);
    void read_input();
    void take_signals();
    void take_request(int signal, bool from_terminal);
    void pause();

    const Options &options_;
    const std::string &program_;
    Waits waits_;
    AgentTable agents_;
    Assembly assembly_;
    JobStreams streams_;
    JobObserver people_;
    JobParts job_;
    JobEnd end_;
    TimeLimits limits_;
    Reports reports_;
    Losses losses_; // its heartbeat uses the channels, so it goes before agents_
    AgentMessages messages_;
    int signals_ = -1;
    Stage stage_ = Stage::coming;
};

} // namespace polder::run
