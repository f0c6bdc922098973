// Agent: upcrun on a node of a job of several. It makes the control block, starts the processes,
// and watches them as upcrun does on one machine (supervisor.h). Over one connection it tells the
// first upcrun what happens: output, the end, the loss of a process. It does one thing of its own
// will: when the connection is lost, or nothing comes for too long, it kills the processes and
// goes.
//
// How it comes to be. On this machine it is forked (agent_run). On others `upcrun --polder-agent`
// is started by ssh or the like. It reads one line from its standard input (AgentCall), connects,
// and lets go of what started it. A guardian stays between (guardian.h).
#pragma once

#include "tools/run/remote/wire/handshake.h"

#include <string>
#include <vector>

namespace polder::run {

inline constexpr const char *agent_option = "--polder-agent";

// The line, and how it reads: "polder-agent 1 <key> <node> <port> <seconds> <address>,<address>..."
struct AgentCall {
    JobKey key;
    unsigned node = 0;
    unsigned port = 0;
    double lost_after_s = 0;
    std::vector<std::string> addresses;

    std::string line() const;
    static bool parse(const std::string &line, AgentCall *call);
};

// With the connection that leads to the first upcrun, before the handshake. Its exit status is of
// interest to nobody.
int agent_run(int fd, const JobKey &key, unsigned node, double lost_after_s);

// The same behind the handshake.
int agent_work(int fd, const JobKey &key, double lost_after_s);

int agent_main();

} // namespace polder::run
