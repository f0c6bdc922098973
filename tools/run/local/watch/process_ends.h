// Process ends: what it means for the job that one of its processes has ended. A process has
// finished, has left in another way, was killed, or never was a UPC program.
//
// Invariant: a sign that the process left in the control block (end_signs.h) goes before its wait
// status. A signal that the job was sent goes before the death by it. Held by
// tests/unit/tools/run/local/watch/process_ends.cc.
#pragma once

#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/node_parts.h"

#include <string>
#include <utility>

namespace polder::run {

class EndSigns;
class LauncherSignals;

class ProcessEnds {
public:
    ProcessEnds(const NodeParts &node, EndSigns &signs, LauncherSignals &signals, std::string program)
        : node_(node), signs_(signs), signals_(signals), program_(std::move(program)) {}

    // Of a job that has not ended before its time.
    void judge(const Children::Ended &ended);

private:
    void judge_death(const Children::Ended &ended, int signal);
    void judge_exit(const Children::Ended &ended, int code);
    void let_debuggers_speak();

    NodeParts node_;
    EndSigns &signs_;
    LauncherSignals &signals_;
    std::string program_; // name, for people
};

} // namespace polder::run
