// Agent messages: what the agents of a job say, frame by frame. A frame changes the state of its
// node, goes to the output or into an exchange, or brings the end of the job.
//
// Invariant: a node's word about the network ends the job only when no node can tell a better cause
// (network_doubt.h). All other failures end the job at once. Held by
// tests/unit/tools/run/remote/controller/agent_messages.cc.
//
// Cost: a frame costs the same whatever the number of nodes, with these exceptions. Once in a job:
// a doubt of the network asks every node, and a thread's place is asked for by a search for its
// node. Once an exchange: all that the nodes gave goes to each.
#pragma once

#include "tools/run/remote/controller/end_places.h"
#include "tools/run/remote/controller/exchange_round.h"
#include "tools/run/remote/controller/job_parts.h"
#include "tools/run/remote/controller/network_doubt.h"
#include "tools/run/remote/wire/channel.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace polder::run {

class JobEnd;
class Losses;
class Reports;

class AgentMessages {
public:
    AgentMessages(const JobParts &job, JobEnd &end, Reports &reports, Losses &losses);

    // The channel of a node is ready: events of epoll.
    void take_event(unsigned node, std::uint32_t events);
    // At the very end: places of the error that waited for others.
    void say_late_places() { places_.say_rest(job_.people); }

private:
    void take_frames(unsigned node);
    void take(unsigned node, Frame kind, std::string_view bytes);
    void take_failure(unsigned node, std::string_view bytes);
    void take_exchange(unsigned node, std::string_view bytes);
    void doubt_network(int code, const std::string &cause);
    void clear(unsigned node);
    void ask_for_place(unsigned thread);

    JobParts job_;
    JobEnd &end_;
    Reports &reports_;
    Losses &losses_;
    unsigned count_; // nodes
    ExchangeRound exchange_;
    NetworkDoubt doubt_;
    EndPlaces places_;
};

} // namespace polder::run
