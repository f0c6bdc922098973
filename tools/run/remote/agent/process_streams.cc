// Pipes do not block at the agent's end (process_streams.h).
#include "tools/run/remote/agent/process_streams.h"

#include "tools/run/remote/wire/pack.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace polder::run {

namespace {

struct Pipe {
    int read = -1;
    int write = -1;
};

// Only our end does not block.
bool open_pipe(Pipe *pipe, bool ours_reads) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    *pipe = {ends[0], ends[1]};
    const int ours = ours_reads ? pipe->read : pipe->write;
    return fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK) == 0;
}

} // namespace

bool ProcessStreams::open(ControlBlock &block, bool has_input, Program *program) {
    Pipe input;
    Pipe output[2];
    if (!open_pipe(&output[0], true) || !open_pipe(&output[1], true)) return false;
    if (has_input && !open_pipe(&input, false)) return false;
    program->input = input.read;
    program->output = output[0].write;
    program->error = output[1].write;
    input_ = input.write;
    for (unsigned stream = 0; stream < 2; ++stream)
        outputs_[stream] =
            std::make_unique<OutputPump>(stream, output[stream].read, block.output.lock[stream], channel_);
    return true;
}

void ProcessStreams::take_input(std::string_view bytes) {
    input_waiting_ += bytes;
    input_ended_ = input_ended_ || bytes.empty();
    feed_input();
}

void ProcessStreams::feed_input() {
    if (input_ < 0) return input_waiting_.clear();
    std::size_t taken = 0;
    while (taken < input_waiting_.size()) {
        const ssize_t done = write(input_, input_waiting_.data() + taken, input_waiting_.size() - taken);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) break;
        taken = done < 0 ? input_waiting_.size()
                         : taken + static_cast<std::size_t>(done); // nobody reads: it is lost, as in a pipe
    }
    if (taken) channel_.send(Frame::consumed, Packer().add(static_cast<std::uint32_t>(taken)).take());
    input_waiting_.erase(0, taken);
    if (!input_ended_ || !input_waiting_.empty()) return;
    close(input_);
    input_ = -1;
}

void ProcessStreams::pump_output() {
    for (const std::unique_ptr<OutputPump> &output : outputs_)
        if (output) output->pump();
}

void ProcessStreams::pump_last() {
    for (const std::unique_ptr<OutputPump> &output : outputs_)
        output->pump_last();
}

void ProcessStreams::acknowledge(std::uint32_t stream, std::uint32_t count) {
    if (stream < 2 && outputs_[stream]) outputs_[stream]->acknowledge(count);
}

bool ProcessStreams::wants_turn_soon() const {
    bool soon = false;
    for (const std::unique_ptr<OutputPump> &output : outputs_)
        soon = soon || (output && output->wants_turn_soon());
    return soon;
}

void ProcessStreams::add_waits(std::vector<pollfd> &waits, bool reads) const {
    for (const std::unique_ptr<OutputPump> &output : outputs_)
        if (output && reads && output->wants_input()) waits.push_back({output->fd(), POLLIN, 0});
    if (input_ >= 0 && !input_waiting_.empty()) waits.push_back({input_, POLLOUT, 0});
}

} // namespace polder::run
