// Process streams: standard input of thread 0, and what the processes of the node write, between
// their pipes and the connection to the first upcrun. The first upcrun is told how much of the
// input the pipe has taken.
#pragma once

#include "tools/run/local/launch.h"
#include "tools/run/remote/agent/output_pump.h"
#include "tools/run/remote/wire/channel.h"

#include <cstdint>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class ProcessStreams {
public:
    explicit ProcessStreams(Channel &channel) : channel_(channel) {}

    // Pipes of a program that is to be started. False: there are none, errno says why.
    bool open(ControlBlock &block, bool has_input, Program *program);

    // Nothing: it has ended.
    void take_input(std::string_view bytes);
    void feed_input();
    void pump_output();
    void pump_last(); // the writers are gone
    void acknowledge(std::uint32_t stream, std::uint32_t count);

    bool wants_turn_soon() const;
    // Where something may happen; what processes write counts only if it is read still.
    void add_waits(std::vector<pollfd> &waits, bool reads) const;

private:
    Channel &channel_;
    std::unique_ptr<OutputPump> outputs_[2];
    int input_ = -1; // where standard input of thread 0 is written to
    std::string input_waiting_;
    bool input_ended_ = false;
};

} // namespace polder::run
