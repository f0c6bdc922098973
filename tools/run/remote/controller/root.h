// Root: the first upcrun of a job of several nodes. It has no processes of the program itself: an
// agent on each node has (agent.h). It starts the agents, tells them what to do, carries what the
// leaders exchange, writes out what the nodes write, passes signals and standard input on, and
// decides how the job ends.
//
// Stages: the agents come in; all have come: they are told of the job and make their nodes ready;
// all are ready: they start the processes; the job runs; it ends: every agent is told to kill what
// is left and go. The first cause of an end before its time is the one that people hear of, in one
// message; that the network to a node is lost is told only if that node does not tell a better one
// within a moment.
#pragma once

#include <string>

namespace polder::run {

struct JobPlan;
struct Options;

// Exit status of the job.
int run_on_nodes(const Options &options, const JobPlan &plan, const std::string &program);

} // namespace polder::run
