// The stages of a job of several nodes, and the loop that waits for all that may happen.
#include "tools/run/remote/controller/controller.h"
#include "base/config.h"
#include "runtime/fault/explain.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/remote/controller/controller_job.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

// A connection a node, and a pipe for each command under way.
void raise_descriptor_limit() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

Controller::Controller(const Options &options, const JobPlan &plan, const std::string &program)
    : options_(options), plan_(plan), program_(program), count_(static_cast<unsigned>(plan.nodes.size())),
      agents_(count_, waits_, channel), assembly_(plan, agents_, waits_, {listener, spawner, channel}),
      exchange_(count_),
      streams_(count_, waits_, input,
               [this](unsigned node, std::uint32_t stream, std::size_t bytes) { written(node, stream, bytes); }),
      limits_(setting_seconds(Setting::timeout), clock_ns()), reports_(count_), doubt_(count_),
      beats_(static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9)) {}

// ---- stages ----

bool Controller::open_waits(std::string *error) {
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    signals_ = open_signals(&mask_before_, error);
    if (signals_ < 0) return false;
    if (waits_.add(signals_, EPOLLIN, signals)) return true;
    *error = std::string("cannot wait for signals: ") + std::strerror(errno);
    return false;
}

bool Controller::open() {
    std::string error;
    if (open_waits(&error) &&
        assembly_.open(setup_of(options_, plan_, program_), beats_.limit_ns(), mask_before_, &error))
        return true;
    end(1, error);
    return false;
}

void Controller::show() {
    std::FILE *out = options_.program && !options_.only_show ? stderr : stdout;
    for (const AgentRecord &node : agents_)
        std::fputs(node.mapping.c_str(), out);
    std::fflush(out);
}

void Controller::go() {
    stage_ = Stage::running;
    if (options_.show) show();
    if (!options_.program || options_.only_show) return end(0, "");
    for (unsigned node = 0; node < count_; ++node) {
        agents_.set_state(node, running);
        agents_[node].channel->heard_now();
    }
    agents_.send_all(Frame::go);
    std::vector<Channel *> channels;
    channels.reserve(count_);
    for (AgentRecord &node : agents_)
        channels.push_back(node.channel.get());
    if (beats_.limit_ns()) // behind the last fork: a child would have no such thread
        heartbeat_.emplace(std::move(channels), beats_.limit_ns() / 5);
    streams_.input().start();
}

void Controller::check_stage() {
    if (stage_ == Stage::coming && agents_.all_are(connected)) {
        stage_ = Stage::preparing;
        assembly_.prepare();
    }
    if (stage_ == Stage::preparing && agents_.all_are(ready)) go();
    if (stage_ == Stage::running && agents_.all_are(finished) && streams_.is_empty()) end(code_, "");
}

// ---- waiting ----

int Controller::patience_ms() const {
    const std::int64_t now = clock_ns();
    std::int64_t until = now + (stage_ == Stage::running ? 3600 * second_ns : second_ns / 5);
    const auto sooner = [&](std::int64_t moment) {
        if (moment && moment < until) until = moment;
    };
    sooner(beats_.next_ns(now));
    if (reached_ == TimeLimits::Limit::none) sooner(limits_.next_ns());
    sooner(reports_.end_ns());
    if (streams_.input().wants_turn_soon()) sooner(now + second_ns / 5);
    if (streams_.must_read() && agents_[0].channel) return 0;
    return static_cast<int>(std::max<std::int64_t>(0, (until - now + 999999) / 1000000));
}

void Controller::wait() {
    streams_.watch(is_over());
    for (const epoll_event &event : waits_.wait(patience_ms()))
        take_event(event.data.u64, event.events);
    if (streams_.must_read()) read_input();
}

void Controller::read_input() {
    if (!agents_[0].channel) return;
    streams_.input().read_some(*agents_[0].channel);
    agents_.watch_sending(0);
}

void Controller::take_event(std::uint64_t source, std::uint32_t events) {
    if (source >= channel) {
        const unsigned node = static_cast<unsigned>(source - channel);
        if (agents_[node].channel && events & EPOLLOUT) {
            agents_[node].channel->flush();
            agents_.watch_sending(node);
        }
        if (agents_[node].channel && events & ~EPOLLOUT) take_frames(node);
    } else if (source == signals) {
        take_signals();
    } else if (source == listener) {
        if (const std::string problem = assembly_.admit_all(); !problem.empty()) end(1, problem);
    } else if (source == spawner) {
        assembly_.look_at_commands();
    } else if (source == input && !is_over()) {
        read_input();
    }
}

void Controller::take_signals() {
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
        const int signal = static_cast<int>(info.ssi_signo);
        if (signal == SIGQUIT)
            ask_for_reports();
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
    if (stage_ != Stage::running && request.signal()) return end(128 + signal, "");
    if (is_last) return end(128 + signal, request.said_often());
    agents_.send_all(Frame::signal, Packer().add(signal).take());
}

// Stopped from the terminal: the agents are told before, so that nobody takes us or them for lost.
void Controller::pause() {
    agents_.send_all(Frame::pause);
    for (AgentRecord &node : agents_)
        if (node.channel) node.channel->drain(1000);
    raise(SIGSTOP);
    for (AgentRecord &node : agents_)
        if (node.channel) node.channel->heard_now();
    beats_.restart();
    agents_.send_all(Frame::resume);
}

void Controller::reap() {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        const unsigned node = assembly_.agent_ended(pid, status);
        if (node == AgentSpawner::none || is_over() || !WIFSIGNALED(status)) continue;
        end(1, who(node) + ": upcrun there (process " + std::to_string(pid) + ") ended by " +
                   fault::signal_name(WTERMSIG(status)) + ", and " + node_threads_text(plan_, node) +
                   " with it; the job is ended");
    }
}

void Controller::write_output() {
    if (!streams_.pump_output()) {
        if (errno == EPIPE) return end(128 + SIGPIPE, ""); // as a process that writes to it would
        end(1, std::string("cannot write standard output: ") + std::strerror(errno));
    }
    if (!streams_.pump_errors()) end(1, "");
}

void Controller::look_at_clock() {
    const std::int64_t now = clock_ns();
    if (beats_.is_due(now)) beat();
    if (reports_.is_under_way() && now >= reports_.end_ns()) end_reports();
    if (reached_ != TimeLimits::Limit::none || is_over()) return;
    reached_ = limits_.reached(now);
    if (reached_ != TimeLimits::Limit::none) ask_for_reports();
}

int Controller::run() {
    if (!open()) return code_;
    while (!done()) {
        assembly_.start_some();
        wait();
        reap();
        write_output();
        if (stage_ < Stage::running)
            if (const std::string problem = assembly_.look_for_missing(); !problem.empty()) end(1, problem);
        check_stage();
        look_at_clock();
    }
    places_.say_rest(people_);
    return code_;
}

int run_on_nodes(const Options &options, const JobPlan &plan, const std::string &program) {
    return Controller(options, plan, program).run();
}

} // namespace polder::run
