// A job of three nodes, of two threads each, as the classes of the controller see it. The agents
// are the other ends of socket pairs. What people would read is kept.
#pragma once

#include "tools/run/local/watch/job_observer.h"
#include "tools/run/plan/plan.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/agents/assembly.h"
#include "tools/run/remote/controller/agents/waits.h"
#include "tools/run/remote/controller/job_end.h"
#include "tools/run/remote/controller/job_parts.h"
#include "tools/run/remote/controller/job_streams.h"
#include "tools/run/remote/wire/channel.h"

#include <memory>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace polder::run {

class People : public JobObserver {
public:
    void error(const std::string &message) override { errors += message + '\n'; }
    void text(const std::string &lines) override { texts += lines; }

    std::string errors;
    std::string texts;
};

struct JobOfThree {
    static constexpr unsigned count = 3;

    JobOfThree() {
        for (unsigned node = 0; node < count; ++node) {
            int ends[2];
            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) continue;
            agents[node].channel = std::make_unique<Channel>(ends[0]);
            waits.add(ends[0], EPOLLIN, node);
            theirs[node] = std::make_unique<Channel>(ends[1]);
            agents.set_state(node, AgentState::running);
        }
    }
    static JobPlan plan_of_three() {
        JobPlan plan;
        plan.threads = 2 * count;
        for (unsigned node = 0; node < count; ++node) {
            PlannedNode planned{};
            planned.name = "h" + std::to_string(node);
            planned.first = 2 * node;
            planned.threads = 2;
            planned.processes = 1;
            plan.nodes.push_back(planned);
        }
        return plan;
    }
    // What the agent of the node has been sent since the last call.
    std::vector<Frame> sent_to(unsigned node) {
        std::vector<Frame> kinds;
        theirs[node]->receive();
        for (Channel::Received frame; theirs[node]->next(&frame);)
            kinds.push_back(frame.kind);
        return kinds;
    }

    JobPlan plan = plan_of_three();
    Waits waits;
    AgentTable agents{count, waits, 0};
    Assembly assembly{plan, agents, waits, {100, 101, 0}};
    JobStreams streams{count, waits, 102, [](unsigned, std::uint32_t, std::size_t) {}};
    People people;
    JobParts parts{plan, agents, assembly, streams, people};
    JobEnd end{parts};
    std::unique_ptr<Channel> theirs[count];
};

} // namespace polder::run
