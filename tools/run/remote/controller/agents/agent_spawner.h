// Agent spawner: brings the agents of a job into being, on other machines by a command such as ssh,
// so many at a time. The command gets one line on its standard input (AgentCall) and may go when
// the agent has connected. The line has the key of the job, which so never stands on a command
// line.
#pragma once

#include "tools/run/remote/agent/agent.h"

#include <csignal>
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace polder::run {

struct JobPlan;

// The words of the command that starts upcrun on a host: the template's, {host} replaced or put
// behind, then path and option. For ssh and the like, which hand one text to a shell, the path is
// quoted.
std::vector<std::string> command_for(const std::string &rule, const std::string &host, const std::string &upcrun);

struct StartOptions {
    // May be empty: the defaults.
    std::string rule;
    std::string upcrun;
    unsigned width = 64;
    AgentCall call; // node is filled in
    sigset_t mask;  // for what is started
};

class AgentSpawner {
public:
    AgentSpawner(const JobPlan &plan, StartOptions options);
    ~AgentSpawner(); // what is still under way is killed

    // Starts the next ones. A local agent is forked; `line` is then our end of its connection, else
    // -1.
    struct Started {
        unsigned node;
        int line;
    };
    std::vector<Started> start_some();
    bool waits() const { return next_ < children_.size(); }

    int fd() const { return waits_; } // can be read when a command has written something
    void look();
    const std::string &last_line(unsigned node) const { return children_[node].last_line; }

    void connected(unsigned node); // the agent is there: its place is free for the next
    // A child process has ended: the node it was for, or none, and whether it was the agent itself.
    static constexpr unsigned none = ~0u;
    unsigned ended(pid_t pid, int status, bool *local_agent);
    bool any_failed() const { return failed_; }
    bool can_still_come(unsigned node) const { return !children_[node].ended || children_[node].status == 0; }
    std::string status_text(unsigned node) const;
    void kill_local(unsigned node);

private:
    struct Child {
        pid_t pid = 0;
        int output = -1;
        int status = 0;
        bool local = false;
        bool ended = false;
        bool counted = false;
        std::string last_line;
    };
    void read_output(unsigned node);
    int fork_agent(unsigned node);
    void run_command(unsigned node);

    const JobPlan &plan_;
    StartOptions options_;
    std::vector<Child> children_;               // by node
    std::unordered_map<pid_t, unsigned> nodes_; // of the children's processes
    unsigned next_ = 0;
    unsigned under_way_ = 0;
    bool failed_ = false;
    int waits_; // epoll
};

} // namespace polder::run
