// Agent reports: what an agent tells the first upcrun: that the node is ready, how its job ends,
// where threads are. The end is told once.
#pragma once

#include "runtime/core/job.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/remote/wire/channel.h"

#include <string>

namespace polder::run {

class Supervisor;

class AgentReports : public JobObserver {
public:
    explicit AgentReports(Channel &channel) : channel_(channel) {}

    void error(const std::string &message) override { cause_ = message; }
    void trace(unsigned thread, const std::string &lines) override;
    void text(const std::string &lines) override { channel_.send(Frame::position, lines); }

    bool leaves(int code) override;
    void wrote_out() override { wrote_out_ = true; }
    // Once, behind the output itself.
    bool must_tell_written() const { return wrote_out_; }
    void tell_written();

    void tell_ready(ControlBlock &block, bool one_machine);
    // Once the program has another word for its threads than the one told.
    void tell_word(const ControlBlock &block);
    // The job cannot take place. block: null if there is none yet.
    void refuse(ControlBlock *block, const std::string &why);
    void tell_end(ControlBlock &block, const Supervisor &supervisor);
    bool told_end() const { return told_end_; }
    // Answer to Frame::report: who has not come to the end, and what they do. Null: nothing has
    // been started yet.
    void tell_positions(ControlBlock *block);
    void tell_innocent() { channel_.send(Frame::innocent); }

private:
    struct Failure {
        int code;
        bool others_know_better;
        std::string why;
    };
    void tell_failure(ControlBlock *block, const Failure &failure);

    Channel &channel_;
    bool told_end_ = false;
    bool wrote_out_ = false;
    MemberWord word_ = MemberWord::thread;
    std::string cause_;
};

} // namespace polder::run
