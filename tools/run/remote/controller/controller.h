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
#pragma once

#include <string>

namespace polder::run {

struct JobPlan;
struct Options;

// Exit status of the job.
int run_on_nodes(const Options &options, const JobPlan &plan, const std::string &program);

} // namespace polder::run
