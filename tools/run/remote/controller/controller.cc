// The stages of a job of several nodes, and the loop that waits for all that may happen.
#include "tools/run/remote/controller/controller.h"
#include "base/clock.h"
#include "base/config.h"
#include "tools/run/cli/options.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/plan/plan.h"
#include "tools/run/remote/wire/pack.h"
#include "tools/run/remote/wire/setup.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

// A connection a node, and a pipe for each command under way.
void raise_descriptor_limit() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// So many bytes of a node's output or errors have gone out: it may send more.
void acknowledge(AgentTable &agents, unsigned node, std::uint32_t stream, std::size_t bytes) {
    Packer packer;
    packer.add(stream).add(static_cast<std::uint32_t>(bytes));
    agents.send(node, Frame::received, std::make_shared<const std::string>(packer.take()));
}

void show(const AgentTable &agents, std::FILE *out) {
    for (const AgentRecord &node : agents)
        std::fputs(node.mapping.c_str(), out);
    std::fflush(out);
}

void write_output(JobStreams &streams, JobEnd &end) {
    if (!streams.pump_output()) {
        if (errno == EPIPE) return end.end(128 + SIGPIPE, ""); // as a process that writes to it would
        end.end(1, std::string("cannot write standard output: ") + std::strerror(errno));
    }
    if (!streams.pump_errors()) end.end(1, "");
}

} // namespace

Controller::Controller(const Options &options, const JobPlan &plan, const std::string &program)
    : options_(options), program_(program), agents_(static_cast<unsigned>(plan.nodes.size()), waits_, channel),
      assembly_(plan, agents_, waits_, {listener, spawner, channel}),
      streams_(static_cast<unsigned>(plan.nodes.size()), waits_, input,
               [this](unsigned node, std::uint32_t stream, std::size_t bytes) {
                   acknowledge(agents_, node, stream, bytes);
               }),
      job_{plan, agents_, assembly_, streams_, people_}, end_(job_),
      limits_(setting_seconds(Setting::timeout), clock_ns()), reports_(job_, end_, limits_),
      losses_(job_, end_, static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9)),
      messages_(job_, end_, reports_, losses_) {}

// ---- stages ----

bool Controller::open() {
    std::string error;
    sigset_t mask_before;
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    signals_ = open_signals(&mask_before, &error);
    if (signals_ >= 0 && !waits_.add(signals_, EPOLLIN, signals))
        error = std::string("cannot wait for signals: ") + std::strerror(errno);
    const bool can_wait = error.empty();
    if (can_wait && assembly_.open(setup_of(options_, job_.plan, program_), losses_.limit_ns(), mask_before, &error))
        return true;
    end_.end(1, error);
    return false;
}

void Controller::check_stage() {
    if (end_.is_over()) return;
    if (stage_ == Stage::coming && agents_.all_are(AgentState::connected)) {
        stage_ = Stage::preparing;
        assembly_.prepare();
    }
    if (stage_ == Stage::preparing && agents_.all_are(AgentState::ready)) go();
    if (stage_ == Stage::running && agents_.all_are(AgentState::finished) && streams_.is_empty()) end_.end_well();
}

void Controller::go() {
    stage_ = Stage::running;
    if (options_.show) show(agents_, options_.program && !options_.only_show ? stderr : stdout);
    if (!options_.program || options_.only_show) return end_.end_well();
    for (unsigned node = 0; node < job_.plan.nodes.size(); ++node) {
        agents_.set_state(node, AgentState::running);
        agents_[node].channel->heard_now();
    }
    agents_.send_all(Frame::go);
    reports_.start();
    losses_.start();
    streams_.input().start();
}

// ---- waiting ----

int Controller::patience_ms() const {
    const std::int64_t now = clock_ns();
    std::int64_t until = now + (is_running() ? 3600 * second_ns : second_ns / 5);
    const auto sooner = [&](std::int64_t moment) {
        if (moment && moment < until) until = moment;
    };
    sooner(losses_.next_ns(now));
    sooner(reports_.next_ns());
    sooner(end_.next_ns());
    if (streams_.input().wants_turn_soon()) sooner(now + second_ns / 5);
    if (streams_.must_read() && agents_[0].channel) return 0;
    return static_cast<int>(std::max<std::int64_t>(0, (until - now + 999999) / 1000000));
}

void Controller::wait() {
    streams_.watch(end_.is_over());
    for (const epoll_event &event : waits_.wait(patience_ms()))
        take_event(event.data.u64, event.events);
    if (streams_.must_read()) read_input();
}

void Controller::take_event(std::uint64_t source, std::uint32_t events) {
    if (source >= channel) {
        messages_.take_event(static_cast<unsigned>(source - channel), events);
    } else if (source == signals) {
        take_signals();
    } else if (source == listener) {
        if (const std::string problem = assembly_.admit_all(); !problem.empty()) end_.end(1, problem);
    } else if (source == spawner) {
        assembly_.look_at_commands();
    } else if (source == input && !end_.is_over()) {
        read_input();
    }
}

void Controller::read_input() {
    if (!agents_[0].channel) return;
    streams_.input().read_some(*agents_[0].channel);
    agents_.watch_sending(0);
}

void Controller::take_signals() {
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
        const int signal = static_cast<int>(info.ssi_signo);
        if (signal == SIGQUIT)
            reports_.ask();
        else if (signal == SIGTSTP)
            pause();
        else if (signal != SIGCHLD && signal != SIGCONT)
            take_request(signal, info.ssi_code == SI_KERNEL);
    }
}

// A request to end, or any other signal that the program may want.
void Controller::take_request(int signal, bool from_terminal) {
    EndRequest &request = limits_.request();
    const bool is_last = request.take(signal, from_terminal);
    if (!is_running() && request.signal()) return end_.end(128 + signal, "");
    if (is_last) return end_.end(128 + signal, request.said_often());
    agents_.send_all(Frame::signal, Packer().add(signal).take());
}

// Stopped from the terminal: the agents are told before, so that nobody takes us or them for lost.
void Controller::pause() {
    agents_.send_all(Frame::pause);
    for (AgentRecord &node : agents_)
        if (node.channel) node.channel->drain(1000);
    raise(SIGSTOP);
    losses_.restart();
    agents_.send_all(Frame::resume);
}

int Controller::run() {
    if (!open()) return end_.code();
    while (!end_.is_done(clock_ns())) {
        assembly_.start_some();
        wait();
        losses_.reap();
        write_output(streams_, end_);
        if (is_starting())
            if (const std::string problem = assembly_.look_for_missing(); !problem.empty()) end_.end(1, problem);
        check_stage();
        const std::int64_t now = clock_ns();
        end_.look_at_clock(now);
        losses_.look_at_clock(now);
        reports_.look_at_clock(now);
    }
    messages_.say_late_places();
    return end_.code();
}

} // namespace polder::run
