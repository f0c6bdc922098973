// Job streams: the three standard streams of a job of several nodes, as they are here. Input goes
// to thread 0's node, output and errors of all nodes come out line by line (input.h,
// output_multiplexer.h). A descriptor is waited for only while something of it is wanted.
#pragma once

#include "tools/run/remote/controller/agents/waits.h"
#include "tools/run/remote/controller/input.h"
#include "tools/run/remote/controller/output_multiplexer.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace polder::run {

class JobStreams {
public:
    // Descriptor i is waited for under the tag `first_tag` + i. written: so many bytes of a node's
    // output (stream 0) or errors (1) have gone out.
    JobStreams(unsigned nodes, Waits &waits, std::uint64_t first_tag,
               std::function<void(unsigned node, std::uint32_t stream, std::size_t bytes)> written);

    void watch(bool is_over); // in front of each wait

    Input &input() { return input_; }
    const Input &input() const { return input_; }
    // A file as standard input: it is read without being waited for.
    bool must_read() const { return input_.wants_input() && input_.always_ready(); }

    void add(unsigned node, std::uint32_t stream, std::string_view bytes, bool may_end);
    void gone(unsigned node); // nothing more comes from it
    bool is_empty() const { return waiting() == 0; }
    std::size_t waiting() const { return output_.waiting() + error_.waiting(); } // bytes
    // Write what the descriptor takes. False, with errno, if it refuses.
    bool pump_output() { return output_.pump(); }
    bool pump_errors() { return error_.pump(); }

private:
    Waits &waits_;
    std::uint64_t first_tag_;
    Input input_;
    OutputMultiplexer output_;
    OutputMultiplexer error_;
    bool watched_[3] = {}; // by descriptor
};

} // namespace polder::run
