#include "tools/run/nodes/root.h"
#include "base/clock.h"
#include "base/config.h"
#include "runtime/fault/explain.h"
#include "tools/run/nodes/agent.h"
#include "tools/run/nodes/channel.h"
#include "tools/run/nodes/doorway.h"
#include "tools/run/nodes/gather.h"
#include "tools/run/nodes/input.h"
#include "tools/run/nodes/output_pump.h"
#include "tools/run/nodes/pack.h"
#include "tools/run/nodes/plan.h"
#include "tools/run/nodes/setup.h"
#include "tools/run/nodes/starter.h"
#include "tools/run/options.h"
#include "tools/run/watch.h"
#include "tools/run/node.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr int code_timeout = 124;
constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t better_cause_ns = second / 2; // how long a node may take to say that it is not the network
constexpr std::int64_t report_ns = 5 * second;       // how long reports may take
constexpr std::int64_t farewell_ns = 3 * second;     // how long agents may take to go

enum class Stage { coming, preparing, running, ended };
enum class State { absent, connected, ready, running, finished, gone };

struct Node {
    std::unique_ptr<Channel> channel;
    State state = State::absent;
    std::string mapping;
    std::string given; // of an exchange under way
    bool has_given = false, has_reported = false;
};

std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", seconds);
    return text;
}

class Root {
public:
    Root(const Options &options, const JobPlan &plan, const std::string &program);
    int run();

private:
    // ---- stages ----
    bool open();
    void start_agents();
    void admit(unsigned node, int fd);
    void prepare();
    void show();
    void go();

    // ---- agents ----
    void take_frames(unsigned node);
    void take(unsigned node, Frame kind, std::string_view bytes);
    void take_failure(unsigned node, std::string_view bytes);
    void take_exchange(unsigned node, std::string_view bytes);
    void take_position(unsigned node, std::string_view bytes);
    void lose(unsigned node);
    void look_for_silence();
    void look_for_missing();
    void check_stage();
    void send_all(Frame kind, std::string bytes = {});

    // ---- signals, time, output ----
    void take_signals();
    void pass_on(int signal);
    void pause();
    void reap();
    void ask_for_reports(bool last);
    void end_reports();
    void write_output();

    // ---- end ----
    void end(int code, const std::string &message); // empty: nothing is said
    void finish();
    bool done();

    // ---- waiting ----
    void wait();
    int patience_ms() const;
    void dispatch();

    std::string who(unsigned node) const;
    unsigned count(State least) const;
    bool is_over() const { return stage_ == Stage::ended; }

    const Options &options_;
    const JobPlan &plan_;
    std::string program_;
    JobKey key_;
    Doorway doorway_;
    std::unique_ptr<Starter> starter_;
    std::vector<Node> nodes_;
    Setup setup_;
    Gather output_, error_;
    Input input_;
    Voice people_;
    sigset_t mask_before_;
    int signals_ = -1;
    Stage stage_ = Stage::coming;
    int code_ = 0;
    unsigned terminations_ = 0;
    unsigned answers_due_ = 0; // nodes that have not given anything to the exchange under way
    unsigned reports_due_ = 0;
    bool timing_out_ = false;
    std::int64_t limit_ns_, started_ns_, deadline_ns_, last_turn_ns_, next_alive_ns_ = 0, report_end_ns_ = 0, farewell_end_ns_ = 0, weak_end_ns_ = 0;
    int weak_code_ = 0;
    std::string weak_cause_;

    enum class Source { signals, guest, channel, starter, input, output, error };
    struct Waited {
        Source source;
        unsigned node;
    };
    std::vector<pollfd> waits_;
    std::vector<Waited> sources_;
};

Root::Root(const Options &options, const JobPlan &plan, const std::string &program)
    : options_(options), plan_(plan), program_(program), key_(key_draw()), doorway_(key_), nodes_(plan.nodes.size()),
      output_(STDOUT_FILENO, static_cast<unsigned>(plan.nodes.size()), [this](unsigned node, std::size_t bytes) {
          if (nodes_[node].channel) nodes_[node].channel->send(Frame::received, Packer().add(0u).add(static_cast<std::uint32_t>(bytes)).take());
      }),
      error_(STDERR_FILENO, static_cast<unsigned>(plan.nodes.size()), [this](unsigned node, std::size_t bytes) {
          if (nodes_[node].channel) nodes_[node].channel->send(Frame::received, Packer().add(1u).add(static_cast<std::uint32_t>(bytes)).take());
      }) {
    const double limit = setting_seconds(Setting::lost_after), timeout = setting_seconds(Setting::timeout);
    started_ns_ = last_turn_ns_ = clock_ns();
    limit_ns_ = static_cast<std::int64_t>(limit * 1e9);
    deadline_ns_ = timeout > 0 ? started_ns_ + static_cast<std::int64_t>(timeout * 1e9) : 0;
}

std::string Root::who(unsigned node) const {
    return "host " + plan_.nodes[node].name + (nodes_.size() > 1 ? " (node " + std::to_string(node) + ')' : "");
}

unsigned Root::count(State least) const {
    return static_cast<unsigned>(std::count_if(nodes_.begin(), nodes_.end(), [&](const Node &node) { return node.state >= least; }));
}

void Root::send_all(Frame kind, std::string bytes) {
    const auto shared = std::make_shared<const std::string>(std::move(bytes));
    for (Node &node : nodes_)
        if (node.channel) node.channel->send(kind, shared);
}

// ---- stages ----

// A connection a node, and two pipes for each command under way.
void raise_descriptor_limit() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

bool Root::open() {
    std::string error;
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    signals_ = open_signals(&mask_before_, &error);
    const bool network = std::any_of(plan_.nodes.begin(), plan_.nodes.end(), [](const PlannedNode &node) { return !node.local; });
    if (signals_ < 0 || (network && !doorway_.open(setting_text(Setting::interface), &error))) return end(1, error), false;
    AgentCall call{key_, 0, doorway_.port(), static_cast<double>(limit_ns_) * 1e-9, doorway_.addresses()};
    starter_ = std::make_unique<Starter>(plan_, StartOptions{setting_text(Setting::rsh), setting_text(Setting::remote_upcrun),
                                                             std::max(1u, static_cast<unsigned>(setting_number(Setting::start_width, 64))), call,
                                                             mask_before_});
    setup_ = setup_of(options_, plan_, program_);
    return true;
}

void Root::start_agents() {
    for (const Starter::Started &started : starter_->start_some())
        if (started.line >= 0) doorway_.greet(started.line);
}

void Root::admit(unsigned node, int fd) {
    if (node >= nodes_.size() || nodes_[node].state != State::absent || stage_ != Stage::coming) {
        ::close(fd);
        return;
    }
    nodes_[node].channel = std::make_unique<Channel>(fd);
    nodes_[node].state = State::connected;
    starter_->connected(node);
}

void Root::prepare() {
    stage_ = Stage::preparing;
    doorway_.close_port();
    const std::string common = setup_.pack_common();
    for (unsigned node = 0; node < nodes_.size(); ++node) {
        setup_.shape = shape_of_node(plan_, node);
        nodes_[node].channel->send(Frame::setup, setup_.pack(common));
    }
}

void Root::show() {
    std::FILE *out = options_.program && !options_.only_show ? stderr : stdout;
    for (const Node &node : nodes_)
        std::fputs(node.mapping.c_str(), out);
    std::fflush(out);
}

void Root::go() {
    stage_ = Stage::running;
    if (options_.show) show();
    if (!options_.program || options_.only_show) return end(0, "");
    answers_due_ = static_cast<unsigned>(nodes_.size());
    for (Node &node : nodes_) {
        node.state = State::running;
        node.channel->heard_now();
    }
    send_all(Frame::go);
    input_.start();
}

void Root::check_stage() {
    if (stage_ == Stage::coming && count(State::connected) == nodes_.size()) prepare();
    if (stage_ == Stage::preparing && count(State::ready) == nodes_.size()) go();
    if (stage_ == Stage::running && count(State::finished) == nodes_.size() && output_.empty() && error_.empty()) end(code_, "");
}

// ---- agents ----

void Root::take_frames(unsigned number) {
    Node &node = nodes_[number];
    const bool open = node.channel->receive();
    for (Channel::Received frame; node.channel && node.channel->next(&frame);)
        take(number, frame.kind, frame.bytes);
    if (node.channel && (!open || node.channel->broken())) lose(number);
}

void Root::take(unsigned number, Frame kind, std::string_view bytes) {
    Node &node = nodes_[number];
    Unpacker from(bytes);
    switch (kind) {
    case Frame::ready:
        node.mapping = bytes;
        if (node.state == State::connected) node.state = State::ready;
        return;
    case Frame::output: {
        const std::uint32_t stream = from.get<std::uint32_t>(), may_end = from.get<std::uint32_t>();
        if (from.good()) (stream == 0 ? output_ : error_).add(number, from.rest(), may_end != 0);
        return;
    }
    case Frame::consumed: return input_.consumed(from.get<std::uint32_t>());
    case Frame::exchange: return take_exchange(number, bytes);
    case Frame::position: return take_position(number, bytes);
    case Frame::finished:
        code_ = std::max(code_, from.get<int>());
        if (node.state == State::running) node.state = State::finished;
        return;
    case Frame::failed: return take_failure(number, bytes);
    default: return; // alive, and what only goes the other way
    }
}

void Root::take_failure(unsigned number, std::string_view bytes) {
    Unpacker from(bytes);
    const int code = from.get<int>();
    const bool others_know_better = from.get<std::uint32_t>() != 0;
    const std::string cause(from.rest());
    nodes_[number].state = State::finished;
    if (!others_know_better) return end(code, cause);
    if (weak_end_ns_) return;
    weak_end_ns_ = clock_ns() + better_cause_ns;
    weak_code_ = code;
    weak_cause_ = cause;
}

void Root::take_exchange(unsigned number, std::string_view bytes) {
    Node &node = nodes_[number];
    if (node.has_given) return end(1, who(number) + " gives to an exchange twice: the programs differ");
    node.has_given = true;
    node.given = bytes;
    if (--answers_due_) return;
    std::string all;
    all.reserve(bytes.size() * nodes_.size());
    for (Node &other : nodes_) {
        if (other.given.size() != bytes.size())
            return end(1, "the nodes of the job do not start alike: is it the same program, and the same libpolder, on all hosts?");
        all += other.given;
        other.given.clear();
        other.has_given = false;
    }
    answers_due_ = static_cast<unsigned>(nodes_.size());
    send_all(Frame::answers, std::move(all));
}

void Root::take_position(unsigned number, std::string_view bytes) {
    people_.text(std::string(bytes));
    if (!reports_due_ || nodes_[number].has_reported) return;
    nodes_[number].has_reported = true;
    if (--reports_due_ == 0) end_reports();
}

// The connection is gone. Agents that were told to go do that; others have died.
void Root::lose(unsigned number) {
    Node &node = nodes_[number];
    const State before = node.state;
    node.channel.reset();
    node.state = State::gone;
    output_.gone(number);
    error_.gone(number);
    if (is_over()) return;
    if (reports_due_ && !node.has_reported && --reports_due_ == 0) end_reports();
    reap(); // of an agent here its end is known
    if (is_over()) return;
    const unsigned first = plan_.nodes[number].first, last = first + plan_.nodes[number].threads - 1;
    const std::string threads = (first == last ? "thread " : "threads ") + std::to_string(first) + (first == last ? "" : '-' + std::to_string(last));
    end(1, who(number) + ": upcrun there has " + (before < State::running ? "ended before the job began" : "gone (killed, or the host is down)") + ", and " +
               threads + " with it; the job is ended");
}

void Root::look_for_silence() {
    if (!limit_ns_ || stage_ != Stage::running) return;
    const std::int64_t now = clock_ns();
    if (now - last_turn_ns_ > limit_ns_) { // it is us who were away; the agents will not have waited
        for (Node &node : nodes_)
            if (node.channel) node.channel->heard_now();
    }
    for (unsigned number = 0; number < nodes_.size() && !is_over(); ++number) {
        Node &node = nodes_[number];
        if (!node.channel || now - node.channel->heard_ns() <= limit_ns_) continue;
        const unsigned first = plan_.nodes[number].first, last = first + plan_.nodes[number].threads - 1;
        node.state = State::gone;
        starter_->kill_local(number);
        const std::string threads = (first == last ? "thread " : "threads ") + std::to_string(first) + (first == last ? "" : '-' + std::to_string(last));
        end(1, who(number) + " has given no sign of life for " + seconds_text(static_cast<double>(limit_ns_) * 1e-9) +
                   ": host, link or upcrun there is down or stopped (--lost-after), and " + threads + " with it; the job is ended");
    }
    if (now < next_alive_ns_) return;
    next_alive_ns_ = now + limit_ns_ / 5;
    for (Node &node : nodes_)
        if (node.channel) node.channel->send_alive();
}

// Agents that did not come: those whose command has failed, and all when time is up.
void Root::look_for_missing() {
    if (stage_ != Stage::coming) return;
    for (unsigned number = 0; number < nodes_.size(); ++number) {
        if (nodes_[number].state != State::absent || starter_->can_still_come(number)) continue;
        const std::string &said = starter_->last_line(number);
        return end(1, who(number) + ": upcrun cannot be started there (" + starter_->status_text(number) + ')' + (said.empty() ? "" : ": " + said));
    }
    const double limit = setting_seconds(Setting::start_limit);
    if (limit <= 0 || clock_ns() - started_ns_ < static_cast<std::int64_t>(limit * 1e9)) return;
    unsigned first = 0, missing = static_cast<unsigned>(nodes_.size()) - count(State::connected);
    while (nodes_[first].state != State::absent)
        ++first;
    const std::string &said = starter_->last_line(first);
    end(1, who(first) + (missing > 1 ? " and " + std::to_string(missing - 1) + " more have" : " has") + " not answered within " + seconds_text(limit) +
               (said.empty() ? ": is there a way back to this host (--interface)? POLDER_START_LIMIT is the time" : ": " + said));
}

// ---- signals, time, output ----

void Root::take_signals() {
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
        const int signal = static_cast<int>(info.ssi_signo);
        if (signal == SIGQUIT)
            ask_for_reports(false);
        else if (signal == SIGTSTP)
            pause();
        else if (signal != SIGCHLD && signal != SIGCONT)
            pass_on(signal);
    }
}

void Root::pass_on(int signal) {
    const bool terminates = signal == SIGHUP || signal == SIGINT || signal == SIGTERM;
    if (terminates && stage_ != Stage::running) return end(128 + signal, "");
    if (terminates && ++terminations_ > 2) return end(128 + signal, std::string(signal_name(signal)) + " for the third time; the job is killed");
    send_all(Frame::signal, Packer().add(signal).take());
}

// Stopped from the terminal: the agents are told before, so that nobody takes us or them for lost.
void Root::pause() {
    send_all(Frame::pause);
    for (Node &node : nodes_)
        if (node.channel) node.channel->drain(1000);
    raise(SIGSTOP);
    last_turn_ns_ = clock_ns();
    for (Node &node : nodes_)
        if (node.channel) node.channel->heard_now();
    send_all(Frame::resume);
}

void Root::reap() {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        bool local = false;
        const unsigned node = starter_ ? starter_->ended(pid, status, &local) : Starter::none;
        if (node == Starter::none || !local || is_over() || nodes_[node].state == State::finished) continue;
        if (WIFSIGNALED(status))
            end(1, who(node) + ": upcrun there (process " + std::to_string(pid) + ") ended by " + signal_name(WTERMSIG(status)) + "; the job is ended");
    }
}

void Root::ask_for_reports(bool last) {
    timing_out_ = timing_out_ || last;
    if (reports_due_ || stage_ != Stage::running) return end_reports();
    for (Node &node : nodes_) {
        node.has_reported = node.state != State::running;
        reports_due_ += !node.has_reported;
        if (!node.has_reported) node.channel->send(Frame::report);
    }
    report_end_ns_ = clock_ns() + report_ns;
    if (!reports_due_) end_reports();
}

void Root::end_reports() {
    if (reports_due_ && clock_ns() < report_end_ns_) return;
    reports_due_ = 0;
    if (timing_out_)
        end(code_timeout, "the job did not end in the time given (--timeout)");
    else
        people_.text("polder: the job goes on; Ctrl-C ends it\n");
}

void Root::write_output() {
    if (!output_.pump()) {
        if (errno == EPIPE) return end(128 + SIGPIPE, ""); // as a process that writes to it would
        end(1, std::string("cannot write standard output: ") + std::strerror(errno));
    }
    if (!error_.pump()) end(1, "");
}

// ---- end ----

void Root::end(int code, const std::string &message) {
    if (is_over()) return;
    stage_ = Stage::ended;
    code_ = code;
    farewell_end_ns_ = clock_ns() + farewell_ns;
    output_.pump();
    error_.pump();
    if (!message.empty()) people_.error(message);
    send_all(Frame::end);
}

bool Root::done() {
    if (!is_over()) return false;
    const bool some = std::any_of(nodes_.begin(), nodes_.end(), [](const Node &node) { return node.channel && node.state != State::gone; });
    return !some || clock_ns() > farewell_end_ns_;
}

// ---- waiting ----

int Root::patience_ms() const {
    const std::int64_t now = clock_ns();
    std::int64_t until = now + (stage_ == Stage::running ? 3600 * second : second / 5);
    const auto sooner = [&](std::int64_t moment) {
        if (moment && moment < until) until = moment;
    };
    if (limit_ns_) sooner(now + limit_ns_ / 5);
    sooner(deadline_ns_);
    sooner(weak_end_ns_);
    sooner(reports_due_ ? report_end_ns_ : 0);
    if (input_.wants_turn_soon()) sooner(now + second / 5);
    return static_cast<int>(std::max<std::int64_t>(0, (until - now + 999999) / 1000000));
}

void Root::wait() {
    waits_.clear();
    sources_.clear();
    const auto add = [&](int fd, short events, Source source, unsigned node) {
        waits_.push_back({fd, events, 0});
        sources_.push_back({source, node});
    };
    add(signals_, POLLIN, Source::signals, 0);
    for (const int fd : doorway_.descriptors())
        add(fd, POLLIN, Source::guest, 0);
    for (unsigned node = 0; node < nodes_.size(); ++node) {
        if (Channel *channel = nodes_[node].channel.get())
            add(channel->fd(), static_cast<short>(POLLIN | (channel->has_unsent() ? POLLOUT : 0)), Source::channel, node);
        if (starter_ && starter_->output_of(node) >= 0) add(starter_->output_of(node), POLLIN, Source::starter, node);
    }
    if (input_.wants_input()) add(STDIN_FILENO, POLLIN, Source::input, 0);
    if (!output_.empty()) add(STDOUT_FILENO, POLLOUT, Source::output, 0);
    if (!error_.empty()) add(STDERR_FILENO, POLLOUT, Source::error, 0);
    poll(waits_.data(), waits_.size(), patience_ms());
}

void Root::dispatch() {
    for (std::size_t i = 0; i < waits_.size(); ++i) {
        if (!waits_[i].revents) continue;
        const unsigned node = sources_[i].node;
        switch (sources_[i].source) {
        case Source::signals: take_signals(); break;
        case Source::guest:
            doorway_.ready(
                waits_[i].fd, [this](unsigned number, int fd) { admit(number, fd); },
                [this](unsigned number, const std::string &version) {
                    if (number < nodes_.size())
                        end(1, who(number) + ": upcrun there is of version " + version + ", this one of " POLDER_VERSION "; the hosts of a job need the same");
                });
            break;
        case Source::channel:
            if (nodes_[node].channel && waits_[i].revents & POLLOUT) nodes_[node].channel->flush();
            if (nodes_[node].channel && waits_[i].revents & ~POLLOUT) take_frames(node);
            break;
        case Source::starter: starter_->read_output(node); break;
        case Source::input: input_.read_some(*nodes_[0].channel); break;
        case Source::output:
        case Source::error: break; // written below
        }
    }
}

int Root::run() {
    if (!open()) return code_;
    while (!done()) {
        if (stage_ == Stage::coming && starter_->waits()) start_agents();
        wait();
        dispatch();
        reap();
        write_output();
        look_for_missing();
        check_stage();
        look_for_silence();
        const std::int64_t now = last_turn_ns_ = clock_ns();
        if (weak_end_ns_ && now >= weak_end_ns_) end(weak_code_, weak_cause_);
        if (reports_due_ && now >= report_end_ns_) end_reports();
        if (deadline_ns_ && now >= deadline_ns_ && !timing_out_ && !is_over()) ask_for_reports(true);
    }
    return code_;
}

} // namespace

int run_on_nodes(const Options &options, const JobPlan &plan, const std::string &program) {
    return Root(options, plan, program).run();
}

} // namespace polder::run
