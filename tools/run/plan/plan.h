// Plan: which node of a job holds which threads, in how many processes.
//
// Threads are dealt to the hosts in the order of the list, in blocks in proportion to their slots;
// without slots evenly. Hosts that get none are not used. Processes likewise (-p: of the job), or
// as many on each node as asked (--per-node).
#pragma once

#include <string>
#include <vector>

namespace polder::run {

struct Options;

struct PlannedNode {
    // What starts agents is given this name. Empty: this machine, as one of several nodes that are
    // simulated.
    std::string host;
    std::string name; // for people
    bool local;       // the agent is forked here
    unsigned first;
    unsigned threads;
    unsigned processes;
    std::string heap; // limit of shared memory a thread there; empty: that of the job

    bool remote() const { return !host.empty(); }
};

struct JobPlan {
    unsigned threads = 0;
    std::vector<PlannedNode> nodes;

    unsigned processes() const;
};

// Mistakes end upcrun with a message.
JobPlan plan_of(const Options &options, unsigned static_threads);

} // namespace polder::run
