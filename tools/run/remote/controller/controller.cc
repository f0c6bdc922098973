// The stages of a job of several nodes, and the loop that waits for all that may happen.
#include "tools/run/remote/controller/controller.h"
#include "base/config.h"
#include "runtime/fault/explain.h"
#include "tools/run/local/node.h"
#include "tools/run/remote/controller/controller_job.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
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
      key_(key_draw()), listener_(key_), agents_(count_, waits_, channel), exchange_(count_), machines_(count_),
      output_(STDOUT_FILENO, count_, [this](unsigned node, std::size_t bytes) { written(node, 0, bytes); }),
      error_(STDERR_FILENO, count_, [this](unsigned node, std::size_t bytes) { written(node, 1, bytes); }) {
    const double timeout = setting_seconds(Setting::timeout);
    limit_ns_ = static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9);
    deadline_ns_ = timeout > 0 ? clock_ns() + static_cast<std::int64_t>(timeout * 1e9) : 0;
}

// ---- stages ----

bool Controller::open_waits(std::string *error) {
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    signals_ = open_signals(&mask_before_, error);
    const bool network =
        std::any_of(plan_.nodes.begin(), plan_.nodes.end(), [](const PlannedNode &node) { return !node.local; });
    if (signals_ < 0 || (network && !listener_.open(setting_text(Setting::interface), error))) return false;
    if (waits_.add(signals_, EPOLLIN, signals) && waits_.add(listener_.fd(), EPOLLIN, listener)) return true;
    *error = std::string("cannot wait for the other hosts: ") + std::strerror(errno);
    return false;
}

bool Controller::open() {
    std::string error;
    if (!open_waits(&error)) {
        end(1, error);
        return false;
    }
    const AgentCall call{key_, 0, listener_.port(), static_cast<double>(limit_ns_) * 1e-9, listener_.addresses()};
    const unsigned width = std::max(1u, static_cast<unsigned>(setting_number(Setting::start_width, 64)));
    spawner_ = std::make_unique<AgentSpawner>(
        plan_,
        StartOptions{setting_text(Setting::rsh), setting_text(Setting::remote_upcrun), width, call, mask_before_});
    waits_.add(spawner_->fd(), EPOLLIN, spawner);
    setup_ = setup_of(options_, plan_, program_);
    return true;
}

void Controller::start_agents() {
    for (const AgentSpawner::Started &started : spawner_->start_some())
        if (started.line >= 0) listener_.greet(started.line);
}

void Controller::admit(const Listener::Arrival &arrival) {
    const unsigned node = arrival.node;
    if (node < count_ && arrival.fd < 0)
        return end(1, who(node) + ": upcrun there is of version " + arrival.version +
                          ", this one of " POLDER_VERSION "; the hosts of a job need the same");
    if (node >= count_ || agents_[node].state != absent || stage_ != Stage::coming) {
        if (arrival.fd >= 0) close(arrival.fd);
        return;
    }
    agents_[node].channel = std::make_unique<Channel>(arrival.fd);
    waits_.add(arrival.fd, EPOLLIN, channel + std::uint64_t{node});
    machines_[node] = arrival.machine;
    agents_.set_state(node, connected);
    spawner_->connected(node);
}

void Controller::prepare() {
    stage_ = Stage::preparing;
    listener_.close_port();
    std::map<std::uint64_t, unsigned> sharing;
    for (const std::uint64_t machine : machines_)
        ++sharing[machine];
    const std::string common = setup_.pack_common();
    for (unsigned node = 0; node < count_; ++node) {
        setup_.shape = shape_of_node(plan_, node);
        setup_.sharing = sharing[machines_[node]];
        setup_.shared_heap = plan_.nodes[node].heap;
        agents_.send(node, Frame::setup, std::make_shared<const std::string>(setup_.pack(common)));
    }
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
    if (limit_ns_)
        heartbeat_.emplace(std::move(channels),
                           limit_ns_ / 5); // behind the last fork: a child would have no such thread
    input_.start();
}

void Controller::check_stage() {
    if (stage_ == Stage::coming && agents_.all_are(connected)) prepare();
    if (stage_ == Stage::preparing && agents_.all_are(ready)) go();
    if (stage_ == Stage::running && agents_.all_are(finished) && output_.empty() && error_.empty()) end(code_, "");
}

// ---- waiting ----

int Controller::patience_ms() const {
    const std::int64_t now = clock_ns();
    std::int64_t until = now + (stage_ == Stage::running ? 3600 * second_ns : second_ns / 5);
    const auto sooner = [&](std::int64_t moment) {
        if (moment && moment < until) until = moment;
    };
    if (limit_ns_) sooner(std::max(next_beat_ns_, now + 1));
    if (time_up_ == TimeUp::no) {
        sooner(deadline_ns_);
        sooner(request_.deadline_ns());
    }
    sooner(reports_due_ ? report_end_ns_ : 0);
    if (input_.wants_turn_soon()) sooner(now + second_ns / 5);
    if (input_.wants_input() && input_.always_ready() && agents_[0].channel) return 0;
    return static_cast<int>(std::max<std::int64_t>(0, (until - now + 999999) / 1000000));
}

// Standard streams are waited for only while something of them is wanted.
void Controller::watch_streams() {
    const bool wanted[3] = {input_.wants_input() && !input_.always_ready() && !is_over(), !output_.empty(),
                            !error_.empty()};
    for (int fd = 0; fd < 3; ++fd) {
        if (wanted[fd] == watched_[fd]) continue;
        if (!wanted[fd])
            waits_.remove(fd);
        else if (!waits_.add(fd, fd == STDIN_FILENO ? EPOLLIN : EPOLLOUT, input + static_cast<unsigned>(fd))) {
            if (fd == STDIN_FILENO) input_.set_always_ready();
            continue;
        }
        watched_[fd] = wanted[fd];
    }
}

void Controller::wait() {
    watch_streams();
    for (const epoll_event &event : waits_.wait(patience_ms()))
        take_event(event.data.u64, event.events);
    if (input_.wants_input() && input_.always_ready() && agents_[0].channel) {
        input_.read_some(*agents_[0].channel);
        agents_.watch_sending(0);
    }
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
        for (const Listener::Arrival &arrival : listener_.look())
            admit(arrival);
    } else if (source == spawner) {
        spawner_->look();
    } else if (source == input && agents_[0].channel && !is_over()) {
        input_.read_some(*agents_[0].channel);
        agents_.watch_sending(0);
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
    const bool is_last = request_.take(signal, from_terminal);
    if (stage_ != Stage::running && request_.signal()) return end(128 + signal, "");
    if (is_last) return end(128 + signal, request_.said_often());
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
    next_beat_ns_ = 0;
    agents_.send_all(Frame::resume);
}

void Controller::reap() {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        bool local = false;
        const unsigned node = spawner_ ? spawner_->ended(pid, status, &local) : AgentSpawner::none;
        if (node == AgentSpawner::none || !local || is_over() || !WIFSIGNALED(status)) continue;
        end(1, who(node) + ": upcrun there (process " + std::to_string(pid) + ") ended by " +
                   fault::signal_name(WTERMSIG(status)) + ", and " + threads_text(node) + " with it; the job is ended");
    }
}

void Controller::write_output() {
    if (!output_.pump()) {
        if (errno == EPIPE) return end(128 + SIGPIPE, ""); // as a process that writes to it would
        end(1, std::string("cannot write standard output: ") + std::strerror(errno));
    }
    if (!error_.pump()) end(1, "");
}

void Controller::look_at_clock() {
    const std::int64_t now = clock_ns();
    if (now >= next_beat_ns_) beat();
    if (reports_due_ && now >= report_end_ns_) end_reports();
    if (time_up_ != TimeUp::no || is_over()) return;
    const auto is_past = [now](std::int64_t moment) { return moment && moment <= now; };
    if (is_past(request_.deadline_ns()))
        time_up_ = TimeUp::grace;
    else if (is_past(deadline_ns_))
        time_up_ = TimeUp::limit;
    else
        return;
    ask_for_reports();
}

int Controller::run() {
    if (!open()) return code_;
    while (!done()) {
        if (stage_ == Stage::coming && spawner_->waits()) start_agents();
        wait();
        reap();
        write_output();
        if (stage_ < Stage::running) look_for_missing();
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
