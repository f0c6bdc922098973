// The loop of an agent: frames of the controller, its processes, its streams, and silence.
#include "tools/run/remote/agent/agent.h"
#include "base/clock.h"
#include "tools/run/local/launch.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/watch/supervisor.h"
#include "tools/run/remote/agent/agent_node.h"
#include "tools/run/remote/agent/agent_reports.h"
#include "tools/run/remote/agent/process_streams.h"
#include "tools/run/remote/agent/stopped.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/heartbeat.h"
#include "tools/run/remote/wire/pack.h"
#include "tools/run/remote/wire/silence.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <poll.h>
#include <unistd.h>

namespace polder::run {

namespace {

class Agent {
public:
    Agent(int fd, const JobKey &key, double lost_after_s)
        : channel_(fd), node_(key), limit_ns_(static_cast<std::int64_t>(lost_after_s * 1e9)) {}
    int run();

private:
    // ---- what the first upcrun says ----
    void take_frames();
    void take(Frame kind, std::string_view bytes);
    void take_setup(std::string_view bytes);
    void go();
    void refuse(const std::string &why) { reports_.refuse(node_.block(), why); }
    void stop_processes(bool stop);

    // ---- what happens here ----
    void turn();
    void tell_end();
    void tell_place(unsigned thread);
    void look_for_stopped(std::int64_t limit_ns);
    void answer_accusation();
    void end_processes();

    // ---- time ----
    void wait();
    int patience_ms() const;
    bool lost();

    Channel channel_;
    AgentNode node_;
    AgentReports reports_{channel_};
    ProcessStreams streams_{channel_};
    std::int64_t limit_ns_; // of silence; 0: none
    int signals_ = -1;
    std::unique_ptr<Supervisor> supervisor_;
    std::unique_ptr<StoppedProcesses> stopped_;
    std::optional<Heartbeat> heartbeat_;
    bool paused_ = false;
    bool over_ = false;
    bool accused_ = false;
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
        if (!node_.block()) take_setup(bytes);
        return;
    case Frame::go:
        if (node_.block() && !supervisor_ && !reports_.told_end()) go();
        return;
    case Frame::signal:
        if (supervisor_) supervisor_->pass_on(from.get<int>());
        return;
    case Frame::pause: return stop_processes(true);
    case Frame::resume: return stop_processes(false);
    case Frame::report: return reports_.tell_positions(supervisor_ ? node_.block() : nullptr);
    case Frame::accused: accused_ = true; return;
    case Frame::input: return streams_.take_input(bytes);
    case Frame::received: {
        const std::uint32_t stream = from.get<std::uint32_t>();
        return streams_.acknowledge(stream, from.get<std::uint32_t>());
    }
    case Frame::answers:
        if (node_.exchange()) node_.exchange()->answer(bytes);
        return;
    case Frame::place: return tell_place(from.get<std::uint32_t>());
    case Frame::farewell:
        if (supervisor_) supervisor_->begin_exit(from.get<int>());
        return;
    case Frame::end: over_ = true; return;
    default: return; // alive, and what only goes the other way
    }
}

void Agent::take_setup(std::string_view bytes) {
    std::string error;
    if (!node_.read_setup(bytes)) return refuse("the description of the job did not arrive whole");
    limit_ns_ = static_cast<std::int64_t>(node_.setup().lost_after_s * 1e9);
    if (!node_.make(channel_, &error)) return refuse(error);
    reports_.tell_ready(*node_.block(), node_.setup().one_machine);
}

void Agent::go() {
    std::string error;
    ControlBlock &block = *node_.block();
    Program program{node_.setup().program, node_.arguments(), {}, node_.control_fd()};
    signals_ = open_signals(&program.mask, &error);
    if (signals_ < 0) return refuse(error);
    if (!streams_.open(block, node_.is_first(), &program))
        return refuse(std::string("cannot make a pipe: ") + std::strerror(errno));
    std::vector<pid_t> children = launch_processes(block, program, nullptr, &error);
    if (children.empty()) return refuse(error);
    close(program.output);
    close(program.error);
    if (program.input >= 0) close(program.input);
    supervisor_ =
        std::make_unique<Supervisor>(Watched{block, std::move(children), signals_, node_.setup().program}, reports_);
    if (!limit_ns_) return;
    stopped_ = std::make_unique<StoppedProcesses>(block);
    heartbeat_.emplace(std::vector<Channel *>{&channel_}, limit_ns_ / 5);
}

// The processes are in no terminal's foreground group, where SIGTSTP could be left to them.
void Agent::stop_processes(bool stop) {
    paused_ = stop;
    channel_.heard_now();
    if (!supervisor_) return;
    for (unsigned process = 0; process < supervisor_->children().size(); ++process)
        signal_process(*node_.block(), process, supervisor_->children()[process], stop ? SIGSTOP : SIGCONT);
    if (stopped_) stopped_->forget();
}

// ---- what happens here ----

// While the processes are there: the order to end them comes behind the question. If they have
// ended the job themselves, the place has been told with that.
void Agent::tell_place(unsigned thread) {
    if (supervisor_ && !supervisor_->ended() && !supervisor_->over() && node_.block()->shape.has(thread))
        reports_.trace(thread, Place(*node_.block(), thread, Place::Why::error).text());
}

// Output goes before the message, so that this is the last that is read.
void Agent::tell_end() {
    if (reports_.must_tell_written()) {
        streams_.pump_output();
        reports_.tell_written();
    }
    if (reports_.told_end() || !(supervisor_->ended() || supervisor_->over())) return;
    streams_.pump_last();
    reports_.tell_end(*node_.block(), *supervisor_);
}

void Agent::look_for_stopped(std::int64_t limit_ns) {
    if (!stopped_ || paused_ || reports_.told_end() || !stopped_->is_due(limit_ns_ / 4)) return;
    const unsigned process = stopped_->look(supervisor_->children(), limit_ns);
    if (process == StoppedProcesses::none) return;
    reports_.error(threads_of(*node_.block(), process) + " on host " + host_name() + " (process " +
                   std::to_string(supervisor_->children()[process]) +
                   ") has been stopped (SIGSTOP) for as long as a job waits (--lost-after); the job is ended");
    supervisor_->end(1);
}

// Behind turn() and tell_end(). No answer means that one will come: a process here is about to end,
// and its end is told.
void Agent::answer_accusation() {
    if (!accused_ || reports_.told_end()) return;
    if (stopped_) stopped_->be_due();
    look_for_stopped(0);
    if (supervisor_->ended() || supervisor_->expects_end()) return;
    accused_ = false;
    reports_.tell_innocent();
}

// ---- time ----

bool Agent::lost() {
    return limit_ns_ && !paused_ && silence_.lasts(channel_, limit_ns_);
}

int Agent::patience_ms() const {
    std::int64_t ms = limit_ns_ ? std::max<std::int64_t>(limit_ns_ / 4000000, 1) : INT_MAX;
    if (supervisor_ && !supervisor_->over() && supervisor_->remaining_ms() >= 0)
        ms = std::min<std::int64_t>(ms, supervisor_->remaining_ms());
    if (streams_.wants_turn_soon()) ms = 1;
    return static_cast<int>(std::min<std::int64_t>(ms, INT_MAX));
}

void Agent::wait() {
    std::vector<pollfd> waits;
    waits.push_back({channel_.fd(), static_cast<short>(POLLIN | (channel_.has_unsent() ? POLLOUT : 0)), 0});
    if (supervisor_) waits.push_back({signals_, POLLIN, 0});
    streams_.add_waits(waits, !reports_.told_end());
    poll(waits.data(), waits.size(), patience_ms());
}

void Agent::turn() {
    streams_.feed_input();
    if (!reports_.told_end()) streams_.pump_output();
    supervisor_->turn();
    reports_.tell_word(*node_.block());
    // Behind turn(), which takes the signals: one that comes later is still there at the next wait.
    if (node_.exchange()) node_.exchange()->look();
    look_for_stopped(limit_ns_);
    tell_end();
    answer_accusation();
    supervisor_->explain();
}

void Agent::end_processes() {
    supervisor_->end(0);
    for (const std::int64_t end = clock_ns() + 5'000'000'000; !supervisor_->over() && clock_ns() < end;
         supervisor_->turn()) {
        pollfd signal{signals_, POLLIN, 0};
        poll(&signal, 1, 100);
    }
    if (!reports_.told_end()) streams_.pump_last();
    channel_.drain(1000);
}

int Agent::run() {
    while (!over_) {
        wait();
        take_frames();
        if (!over_ && lost()) over_ = true; // here, where all that has come is read
        channel_.flush();
        if (supervisor_) turn();
    }
    if (supervisor_) end_processes();
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
