// Setup: all that an agent has to know of the job. It is sent to the agent on its connection, so
// nothing of it passes through a shell or is seen on a command line.
#pragma once

#include "runtime/core/job.h"

#include <memory>
#include <string>
#include <vector>

namespace polder::run {

struct JobPlan;
struct Options;

struct Setup {
    JobShape shape;
    unsigned sharing = 1;           // nodes on this machine: they share its cores
    std::string shared_heap;        // limit of shared memory a thread on this node; empty: as in the settings
    std::vector<unsigned> first;    // of all nodes, and the number of threads
    std::vector<std::string> hosts; // of all nodes
    // Settings of the environment and of the command line: NAME=value.
    std::vector<std::string> environment;
    std::vector<std::string> command_line;
    std::string folder;
    std::string program;
    std::vector<std::string> arguments;
    double lost_after_s = 0;
    bool one_machine = false; // all agents are children of the first upcrun

    // What is the same for all nodes is packed once.
    std::string pack_common() const;
    std::string pack(const std::string &common) const;
    static bool unpack(std::string_view bytes, Setup *setup);
};

// For all nodes; the shape is that of the first.
Setup setup_of(const Options &options, const JobPlan &plan, const std::string &program);
JobShape shape_of_node(const JobPlan &plan, unsigned node);

// In the agent: environment, settings, folder. False, and a text of why, on failure.
bool setup_apply(const Setup &setup, std::string *error);

} // namespace polder::run
