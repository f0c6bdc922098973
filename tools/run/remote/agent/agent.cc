// The loop of an agent: frames of the controller, its processes, its streams, and silence.
#include "tools/run/remote/agent/agent.h"
#include "base/clock.h"
#include "runtime/exchange/exchange.h"
#include "tools/run/local/launch.h"
#include "tools/run/local/node.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/watch/supervisor.h"
#include "tools/run/remote/agent/node_exchange.h"
#include "tools/run/remote/agent/output_pump.h"
#include "tools/run/remote/agent/stopped.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/heartbeat.h"
#include "tools/run/remote/wire/pack.h"
#include "tools/run/remote/wire/setup.h"
#include "tools/run/remote/wire/silence.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <poll.h>
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

// Beside the upcrun that runs here, wherever that has been installed.
void plugin_folder(char *text, std::size_t size) {
    char path[512];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    for (int up = 0; up < 2; ++up)
        if (char *slash = std::strrchr(path, '/')) *slash = 0;
    const int written = std::snprintf(text, size, "%s/lib/polder", path);
    if (!*path || written < 0 || static_cast<std::size_t>(written) >= size || access(text, X_OK) != 0) *text = 0;
}

// Null: nothing has been started yet.
void send_report(Channel &channel, ControlBlock *block) {
    const std::vector<unsigned> left = block ? threads_left(*block) : std::vector<unsigned>();
    Packer packer;
    packer.add(static_cast<std::uint32_t>(left.size()));
    for (const unsigned thread : left)
        packer.add(thread);
    channel.send(Frame::unended, packer.take());
    channel.send(Frame::position, block ? report_positions(*block) : std::string());
}

class Agent : public JobObserver {
public:
    Agent(int fd, const JobKey &key, double lost_after_s)
        : channel_(fd), key_(key), limit_ns_(static_cast<std::int64_t>(lost_after_s * 1e9)) {}
    int run();

private:
    // ---- what the first upcrun says ----
    void take_frames();
    void take(Frame kind, std::string_view bytes);
    void take_setup(std::string_view bytes);
    void make_node();
    void describe_nodes();
    void go();
    bool open_streams(Program *program);
    void stop_processes(bool stop);

    // ---- what happens here ----
    void error(const std::string &message) override { cause_ = message; }
    void trace(unsigned thread, const std::string &lines) override {
        channel_.send(Frame::trace, Packer().add(thread).take() + lines);
    }
    void text(const std::string &lines) override { channel_.send(Frame::position, lines); }
    void refuse(const std::string &why) { tell_failure(1, false, "host " + host_name() + ": " + why); }
    void tell_failure(int code, bool others_know_better, const std::string &why);
    void tell_end();
    void tell_place(unsigned thread);
    void look_for_stopped(std::int64_t limit_ns);
    void answer_accusation();
    void feed_input();
    void pump_output();

    // ---- time ----
    void wait();
    int patience_ms() const;
    bool lost();

    Channel channel_;
    JobKey key_;
    std::int64_t limit_ns_; // of silence; 0: none
    Setup setup_;
    ControlBlock *block_ = nullptr;
    int control_fd_ = -1;
    int signals_ = -1;
    std::vector<char *> words_;
    std::unique_ptr<Supervisor> supervisor_;
    std::unique_ptr<NodeExchange> exchange_;
    std::unique_ptr<OutputPump> streams_[2];
    std::unique_ptr<StoppedProcesses> stopped_;
    std::optional<Heartbeat> heartbeat_;
    int input_ = -1; // where standard input of thread 0 is written to
    std::string input_waiting_;
    bool input_ended_ = false;
    bool paused_ = false;
    bool told_ = false;
    bool over_ = false;
    bool accused_ = false;
    std::string cause_;
    std::int64_t next_look_ns_ = 0;
    Silence silence_;
};

// ---- what the first upcrun says ----

void Agent::take_frames() {
    const bool open = channel_.receive();
    for (Channel::Received frame; !over_ && channel_.next(&frame);)
        take(frame.kind, frame.bytes);
    if (!open || channel_.broken()) over_ = true;
}

void Agent::take(Frame kind, std::string_view bytes) {
    Unpacker from(bytes);
    switch (kind) {
    case Frame::setup:
        if (!block_) take_setup(bytes);
        return;
    case Frame::go:
        if (block_ && !supervisor_ && !told_) go();
        return;
    case Frame::signal:
        if (supervisor_) supervisor_->pass_on(from.get<int>());
        return;
    case Frame::pause: return stop_processes(true);
    case Frame::resume: return stop_processes(false);
    case Frame::report: return send_report(channel_, supervisor_ ? block_ : nullptr);
    case Frame::accused: accused_ = true; return;
    case Frame::input:
        input_waiting_ += bytes;
        input_ended_ = input_ended_ || bytes.empty();
        return feed_input();
    case Frame::received: {
        const std::uint32_t stream = from.get<std::uint32_t>();
        const std::uint32_t count = from.get<std::uint32_t>();
        if (stream < 2 && streams_[stream]) streams_[stream]->acknowledge(count);
        return;
    }
    case Frame::answers:
        if (exchange_) exchange_->answer(bytes);
        return;
    case Frame::place: return tell_place(from.get<std::uint32_t>());
    case Frame::end: over_ = true; return;
    default: return; // alive, and what only goes the other way
    }
}

void Agent::take_setup(std::string_view bytes) {
    std::string error;
    if (!Setup::unpack(bytes, &setup_)) return refuse("the description of the job did not arrive whole");
    limit_ns_ = static_cast<std::int64_t>(setup_.lost_after_s * 1e9);
    const unsigned node = setup_.shape.node;
    set_host_name(setup_.hosts[node] + (setup_.shape.nodes > 1 ? " (node " + std::to_string(node) + ')' : ""));
    if (!setup_apply(setup_, &error)) return refuse(error);
    make_node();
}

void Agent::make_node() {
    std::string error;
    block_ = node_make(setup_.shape, setup_.sharing, &control_fd_, &error);
    if (!block_) return refuse(error);
    if (setup_.shape.nodes > 1) describe_nodes();
    channel_.send(Frame::ready, mapping_text(*block_));
}

void Agent::describe_nodes() {
    control_set_nodes(block_, setup_.first.data());
    exchange::BootArea *boot = area<exchange::BootArea>(*block_, Area::boot);
    siphash(key_.bytes, "network", 7, boot->key); // not the key itself: who has the one cannot pass for an agent
    for (unsigned node = 0; node < setup_.shape.nodes; ++node)
        std::snprintf(boot->hosts[node], exchange::host_name_bytes, "%s", setup_.hosts[node].c_str());
    plugin_folder(boot->plugins, sizeof boot->plugins);
    boot->one_machine = setup_.one_machine;
    exchange_ = std::make_unique<NodeExchange>(boot, channel_);
}

bool Agent::open_streams(Program *program) {
    Pipe input;
    Pipe output[2];
    if (!open_pipe(&output[0], true) || !open_pipe(&output[1], true)) return false;
    if (setup_.shape.node == 0 && !open_pipe(&input, false)) return false;
    *program = {setup_.program, words_.data(),   program->mask,  control_fd_,
                input.read,     output[0].write, output[1].write};
    input_ = input.write;
    for (unsigned stream = 0; stream < 2; ++stream)
        streams_[stream] =
            std::make_unique<OutputPump>(stream, output[stream].read, block_->output_lock[stream], channel_);
    return true;
}

void Agent::go() {
    std::string error;
    for (std::string &word : setup_.arguments)
        words_.push_back(word.data());
    words_.push_back(nullptr);
    Program program{};
    signals_ = open_signals(&program.mask, &error);
    if (signals_ < 0) return refuse(error);
    if (!open_streams(&program)) return refuse(std::string("cannot make a pipe: ") + std::strerror(errno));
    std::vector<pid_t> children = launch_processes(*block_, program, nullptr, &error);
    if (children.empty()) return refuse(error);
    close(program.output);
    close(program.error);
    if (program.input >= 0) close(program.input);
    supervisor_ = std::make_unique<Supervisor>(Watched{*block_, std::move(children), signals_, setup_.program}, *this);
    if (!limit_ns_) return;
    stopped_ = std::make_unique<StoppedProcesses>(*block_);
    heartbeat_.emplace(std::vector<Channel *>{&channel_}, limit_ns_ / 5);
}

// The processes are in no terminal's foreground group, where SIGTSTP could be left to them.
void Agent::stop_processes(bool stop) {
    paused_ = stop;
    channel_.heard_now();
    if (!supervisor_) return;
    for (unsigned process = 0; process < supervisor_->children().size(); ++process)
        signal_process(*block_, process, supervisor_->children()[process], stop ? SIGSTOP : SIGCONT);
    if (stopped_) stopped_->forget();
}

// ---- what happens here ----

void Agent::tell_failure(int code, bool others_know_better, const std::string &why) {
    if (told_) return;
    told_ = true;
    const std::vector<unsigned> threads = block_ ? threads_of_end(*block_) : std::vector<unsigned>();
    Packer packer;
    packer.add(code).add(static_cast<std::uint32_t>(others_know_better));
    packer.add(static_cast<std::uint32_t>(threads.size()));
    for (const unsigned thread : threads)
        packer.add(thread);
    channel_.send(Frame::failed, packer.take() + why);
}

// While the processes are there: the order to end them comes behind the question. If they have
// ended the job themselves, the place has been told with that.
void Agent::tell_place(unsigned thread) {
    if (supervisor_ && !supervisor_->ended() && !supervisor_->over() && block_->shape.has(thread))
        trace(thread, Place(*block_, thread, Place::Why::error).text());
}

// Output goes before the message, so that this is the last that is read.
void Agent::tell_end() {
    if (told_ || !(supervisor_->ended() || supervisor_->over())) return;
    for (const std::unique_ptr<OutputPump> &stream : streams_)
        stream->pump_last();
    if (supervisor_->ended()) return tell_failure(supervisor_->code(), supervisor_->lost_a_node(), cause_);
    told_ = true;
    channel_.send(Frame::finished, Packer().add(supervisor_->code()).take());
}

void Agent::look_for_stopped(std::int64_t limit_ns) {
    if (!stopped_ || paused_ || told_ || clock_ns() < next_look_ns_) return;
    next_look_ns_ = clock_ns() + limit_ns_ / 4;
    const unsigned process = stopped_->look(supervisor_->children(), limit_ns);
    if (process == StoppedProcesses::none) return;
    error(threads_of(*block_, process) + " on host " + host_name() + " (process " +
          std::to_string(supervisor_->children()[process]) +
          ") has been stopped (SIGSTOP) for as long as a job waits (--lost-after); the job is ended");
    supervisor_->end(1);
}

// Behind turn() and tell_end(). No answer means that one will come: a process here is about to end,
// and its end is told.
void Agent::answer_accusation() {
    if (!accused_ || told_) return;
    next_look_ns_ = 0;
    look_for_stopped(0);
    if (supervisor_->ended() || supervisor_->expects_end()) return;
    accused_ = false;
    channel_.send(Frame::innocent);
}

void Agent::feed_input() {
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

void Agent::pump_output() {
    for (const std::unique_ptr<OutputPump> &stream : streams_)
        if (stream && !told_) stream->pump();
}

// ---- time ----

bool Agent::lost() {
    return limit_ns_ && !paused_ && silence_.lasts(channel_, limit_ns_);
}

int Agent::patience_ms() const {
    std::int64_t ms = limit_ns_ ? std::max<std::int64_t>(limit_ns_ / 4000000, 1) : INT_MAX;
    if (supervisor_ && !supervisor_->over() && supervisor_->remaining_ms() >= 0)
        ms = std::min<std::int64_t>(ms, supervisor_->remaining_ms());
    for (const std::unique_ptr<OutputPump> &stream : streams_)
        if (stream && stream->wants_turn_soon()) ms = 1;
    return static_cast<int>(std::min<std::int64_t>(ms, INT_MAX));
}

void Agent::wait() {
    pollfd waits[5];
    nfds_t count = 0;
    const auto add = [&](int fd, short events) { waits[count++] = {fd, events, 0}; };
    add(channel_.fd(), static_cast<short>(POLLIN | (channel_.has_unsent() ? POLLOUT : 0)));
    if (supervisor_) add(signals_, POLLIN);
    for (const std::unique_ptr<OutputPump> &stream : streams_)
        if (stream && !told_ && stream->wants_input()) add(stream->fd(), POLLIN);
    if (input_ >= 0 && !input_waiting_.empty()) add(input_, POLLOUT);
    poll(waits, count, patience_ms());
}

int Agent::run() {
    while (!over_) {
        wait();
        take_frames();
        if (!over_ && lost()) over_ = true; // here, where all that has come is read
        channel_.flush();
        if (supervisor_) {
            feed_input();
            pump_output();
            supervisor_->turn();
            // Behind turn(), which takes the signals: one that comes later is still there at the
            // next wait.
            if (exchange_) exchange_->look();
            look_for_stopped(limit_ns_);
            tell_end();
            answer_accusation();
            supervisor_->explain();
        }
    }
    if (!supervisor_) return 0;
    supervisor_->end(0);
    for (const std::int64_t end = clock_ns() + 5'000'000'000; !supervisor_->over() && clock_ns() < end;
         supervisor_->turn()) {
        pollfd signal{signals_, POLLIN, 0};
        poll(&signal, 1, 100);
    }
    channel_.drain(1000);
    return 0;
}

} // namespace

int agent_work(int fd, const JobKey &key, double lost_after_s) {
    return Agent(fd, key, lost_after_s).run();
}

int agent_run(int fd, const JobKey &key, unsigned node, double lost_after_s) {
    std::string error;
    signal(SIGPIPE, SIG_IGN);
    return handshake_as_agent(fd, key, node, &error) ? agent_work(fd, key, lost_after_s) : 1;
}

} // namespace polder::run
