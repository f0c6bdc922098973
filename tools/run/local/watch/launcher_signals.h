// Launcher signals: what upcrun is told by signals while it watches a node. It takes them from a
// descriptor. SIGQUIT asks where the threads are, and requests to end are counted (end_request.h).
// What programs may want is passed on to them.
//
// A request that a program dies by waits until the streams of all are written out (last_output.h).
//
// Invariant: a signal reaches each process once. What is typed at a terminal reaches all by itself.
// Held by tests/unit/tools/run/local/watch/launcher_signals.cc.
#pragma once

#include "tools/run/local/watch/node_parts.h"

#include <csignal>
#include <string>

namespace polder::run {

class EndRequest;
class LastOutput;

// Blocks them, and gives the mask of before for the programs. The descriptor does not block. -1,
// and a text of why, on failure.
int open_signals(sigset_t *before, std::string *error);

class LauncherSignals {
public:
    // fd: of open_signals().
    LauncherSignals(const NodeParts &node, EndRequest &request, LastOutput &output, int fd)
        : node_(node), request_(request), output_(output), fd_(fd) {}

    int fd() const { return fd_; }
    void take_all(); // that have come
    // A signal that another upcrun was sent.
    void pass_on(int signal);
    // One that waits for streams is sent if these are written out, or have had their time.
    void send_held();
    bool holds() const { return held_ != 0; }
    int last_request() const { return passed_on_; } // that the processes have had; 0: none

private:
    void take(int signal, bool from_terminal);

    NodeParts node_;
    EndRequest &request_;
    LastOutput &output_;
    int fd_;
    int passed_on_ = 0;
    int held_ = 0; // 0: none
};

} // namespace polder::run
