// A node of four threads in two processes, as the classes that watch it see it. The control block
// is real, and the processes are children of the test. What people would read is kept.
#pragma once

#include "runtime/boot/boot.h"
#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/node_end.h"
#include "tools/run/local/watch/node_parts.h"

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace polder::run {

class Reader : public JobObserver {
public:
    void error(const std::string &message) override { errors += message + '\n'; }
    void text(const std::string &lines) override { texts += lines; }

    std::string errors;
    std::string texts;
};

inline pid_t forked(const std::function<void()> &body) {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    body();
    _exit(0);
}

struct WatchedNode {
    // Does nothing until it is killed.
    static void stay() {
        for (;;)
            pause();
    }

    WatchedNode(const std::function<void()> &first, const std::function<void()> &second)
        : children(*block, {forked(first), forked(second)}) {}
    explicit WatchedNode(const std::function<void()> &both = stay) : WatchedNode(both, both) {}
    ~WatchedNode() {
        children.signal_all(SIGKILL);
        while (children.any_left())
            children.next_ended();
        close(fd);
    }

    static ControlBlock *make(int *fd) {
        JobShape shape;
        shape.threads = 4;
        shape.processes = 2;
        return boot::control_create(shape, fd);
    }
    // Those processes have come to main, as their records say.
    void join() {
        for (unsigned process = 0; process < 2; ++process) {
            process_record(*block, process).pid = children.pids()[process];
            process_record(*block, process).state = ProcessState::joined;
        }
    }
    // The next process that ends.
    Children::Ended next() {
        for (;;)
            if (const std::optional<Children::Ended> ended = children.next_ended()) return *ended;
    }

    int fd = -1;
    ControlBlock *block = make(&fd);
    Children children;
    NodeEnd end{children};
    Reader people;
    NodeParts parts{*block, children, end, people};
};

} // namespace polder::run
