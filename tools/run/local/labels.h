// Labels: --label for programs inside wrappers (gdb, a shell, time). A UPC program labels its own
// lines (runtime/io/output.h), but not what its wrapper writes. So the processes of a wrapper write
// to pipes, and a thread of the launcher passes their lines on. In front of each line it writes the
// numbers of the process's threads: [3], or [2-3]. A line that begins with a label of the program
// passes as it is.
//
// A line without its end, such as a prompt, goes out to a terminal when nothing more has come for a
// moment. If another process's line comes between, it is ended. Pipes and files get whole lines.
//
// Invariant: the thread ends by itself when all writers are gone. Who outlives the job and still
// holds a pipe is not waited for. Held by tests/e2e/run/label_wrappers.py.
#pragma once

#include "runtime/core/job.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace polder::run {

class Labels {
public:
    Labels() = default;
    Labels(const Labels &) = delete;
    Labels &operator=(const Labels &) = delete;
    ~Labels();

    // Makes the pipes, whose lines go to these descriptors. False, and errno, if there are too few
    // descriptors.
    bool open(const JobShape &shape, int output, int error);
    bool is_open() const { return !streams_.empty(); }
    // In a process that was just forked: its standard output and error.
    void take_streams(unsigned process) const;
    // When all processes have been forked.
    void start();

private:
    struct Stream {
        int pipe[2]; // to read, to write; -1: closed
        int target;  // descriptor
        std::string label;
        std::string line;
        bool shown; // the beginning of `line` is out, without an end
    };

    void run();
    void read_from(Stream &stream);
    void pass_on(Stream &stream, const std::string &text);
    bool show_unfinished(bool all);

    std::vector<Stream> streams_; // two a process: output, error
    Stream *unfinished_[2] = {};  // whose line has no end yet, by target: output, error
    int output_ = 1;
    std::thread thread_;
    std::atomic<bool> job_is_over_{false};
};

} // namespace polder::run
