// The loop over signals, doorbell and time, and the steps in which a job ends.
#include "tools/run/local/watch/supervisor.h"
#include "base/clock.h"
#include "base/config.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/snapshot.h"
#include "tools/run/local/launch.h"
#include "tools/run/local/node.h"
#include "tools/run/local/report.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr std::int64_t last_words_ns = 1'000'000'000; // between the first sign of death and the kill

bool dumps_core() {
    rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur > 0;
}

bool dumping_core(pid_t process) {
    char path[40];
    char line[128];
    std::snprintf(path, sizeof path, "/proc/%d/status", process);
    std::FILE *file = std::fopen(path, "re");
    int dumping = 0;
    while (file && std::fgets(line, sizeof line, file))
        std::sscanf(line, "CoreDumping: %d", &dumping);
    if (file) std::fclose(file);
    return dumping != 0;
}

// What stands in /proc/PID/stat from the end of the name on, ") S 1 ..."; a name may hold blanks
// and brackets. Empty: it is gone.
std::string stat_behind_name(pid_t process) {
    char path[40];
    char line[1024];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    std::FILE *file = std::fopen(path, "re");
    if (!file) return {};
    const bool any = std::fgets(line, sizeof line, file) != nullptr;
    std::fclose(file);
    const char *behind_name = any ? std::strrchr(line, ')') : nullptr;
    return behind_name ? behind_name : "";
}

// It has begun to exit, or is a zombie (PF_EXITING of the ninth field, "flags").
bool is_exiting(pid_t process) {
    constexpr unsigned long exiting = 0x4;
    unsigned long flags = 0;
    if (std::sscanf(stat_behind_name(process).c_str(), ") %*c %*d %*d %*d %*d %*d %lu", &flags) != 1) return true;
    return flags & exiting;
}

// A debugger has stopped it.
bool is_held_by_tracer(pid_t process) {
    return stat_behind_name(process).starts_with(") t");
}

// Who sends such a signal, and what to do. The kernel kills a process at the hard limit of
// processor time.
std::string usual_cause(int signal, std::int64_t processor_ms) {
    rlimit limit{};
    const bool at_limit = getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_max != RLIM_INFINITY &&
                          processor_ms * 4 >= static_cast<std::int64_t>(limit.rlim_max) * 1000; // it counts ticks
    if (signal == SIGKILL && at_limit)
        return " (by the kernel at the limit of processor time, or sent by somebody: " + limit_hint(RLIMIT_CPU) + ')';
    if (signal == SIGKILL) return " (sent by somebody, or by the kernel for lack of memory)";
    if (signal != SIGXFSZ && signal != SIGXCPU) return "";
    const std::string hint = limit_hint(signal == SIGXFSZ ? RLIMIT_FSIZE : RLIMIT_CPU);
    return hint.empty() ? "" : " (" + hint + ')';
}

std::string formed(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string formed(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

} // namespace

Supervisor::Supervisor(ControlBlock &block, std::vector<pid_t> children, int signal_fd, std::string program,
                       double timeout_s, JobObserver &observer)
    : block_(block), observer_(observer), children_(std::move(children)), signal_fd_(signal_fd),
      program_(std::move(program)), left_(block.shape.processes), limits_(timeout_s, clock_ns()) {}

int Supervisor::remaining_ms() const {
    if (ended_) return 5000; // a killed process that does not go (stuck in the kernel) is left behind
    const std::int64_t moment = sign_ns_ ? sign_ns_ + last_words_ns : limits_.next_ns();
    if (!moment) return -1;
    const std::int64_t left = moment - clock_ns();
    return left > 0 ? static_cast<int>(std::min<std::int64_t>(left / 1000000 + 1, INT_MAX)) : 0;
}

int Supervisor::run() {
    while (left_) {
        pollfd wait{signal_fd_, POLLIN, 0};
        const int ready = poll(&wait, 1, remaining_ms());
        if (ready == 0 && ended_) break;
        turn();
        explain();
    }
    return code_;
}

void Supervisor::turn() {
    take_signals();
    look_for_crash();
    reap();
    look_for_ending();
    if (!ended_ && left_ && !sign_ns_ && remaining_ms() == 0) time_out();
}

void Supervisor::take_signals() {
    signalfd_siginfo info;
    while (read(signal_fd_, &info, sizeof info) == sizeof info)
        take(info);
}

void Supervisor::take(const signalfd_siginfo &info) {
    const int signal = static_cast<int>(info.ssi_signo);
    if (signal == SIGCHLD || signal == doorbell_signal()) return; // run() looks at everything anyway
    if (signal == SIGQUIT) {
        observer_.text(report_positions(block_) + "polder: the job goes on; Ctrl-C ends it\n");
        return;
    }
    const bool from_terminal = info.ssi_code == SI_KERNEL;
    if (limits_.request().take(signal, from_terminal)) {
        observer_.error(limits_.request().said_often());
        return end(128 + signal);
    }
    // A terminal sends what is typed to all processes of the foreground group, so ours have it. One
    // that hangs up tells the leader of the session alone.
    if (!from_terminal || signal == SIGHUP) pass_on(signal);
    if (EndRequest::is_one(signal)) passed_on_ = signal;
    if (signal == SIGTSTP) raise(SIGSTOP);
}

void Supervisor::pass_on(int signal) {
    if (EndRequest::is_one(signal)) passed_on_ = signal;
    for (unsigned process = 0; process < block_.shape.processes; ++process)
        signal_process(block_, process, children_[process], signal);
}

void Supervisor::end(int code) {
    if (ended_) return;
    ended_ = true;
    code_ = code;
    for (unsigned process = 0; process < block_.shape.processes; ++process)
        signal_process(block_, process, children_[process], SIGKILL);
}

bool Supervisor::expects_end() const {
    return sign_ns_ || block_.ending_stage.load() != EndingStage::none || any_exits();
}

bool Supervisor::any_exits() const {
    for (unsigned process = 0; process < block_.shape.processes; ++process) {
        const pid_t program = process_record(block_, process).pid.load();
        if (children_[process] && (is_exiting(children_[process]) || (program > 0 && is_exiting(program)))) return true;
    }
    return false;
}

void Supervisor::reap() {
    int status;
    rusage used;
    for (pid_t pid; (pid = wait4(-1, &status, WNOHANG, &used)) > 0;)
        for (unsigned process = 0; process < block_.shape.processes; ++process) {
            if (children_[process] != pid) continue;
            children_[process] = 0;
            --left_;
            processor_ms_ = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                            (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
            if (!ended_) judge(process, pid, status);
        }
}

void Supervisor::judge(unsigned process, pid_t pid, int status) {
    process_died_ = WIFSIGNALED(status) || process_record(block_, process).state.load() != ProcessState::finished;
    look_for_crash(); // the process may have said why
    look_for_ending();
    process_died_ = false;
    if (ended_) return;
    if (WIFSIGNALED(status))
        judge_death(process, pid, WTERMSIG(status));
    else
        judge_exit(process, pid, WEXITSTATUS(status));
}

void Supervisor::judge_death(unsigned process, pid_t pid, int signal) {
    const int code = 128 + signal;
    if (passed_on_ == 0 && EndRequest::is_one(signal)) { // from a terminal it reaches them and us in any order
        usleep(20000);
        take_signals();
        if (ended_) return;
    }
    if (signal != passed_on_ && signal != SIGPIPE)
        observer_.error(formed("%s on host %s (process %d) ended by %s%s; the job is ended",
                               threads_of(block_, process).c_str(), host_name().c_str(), pid,
                               fault::signal_name(signal), usual_cause(signal, processor_ms_).c_str()));
    end(code);
}

// A debugger that ends leaves the others a second to see what it saw, and as long as they hold
// their programs, to say it.
void Supervisor::let_debuggers_speak() {
    constexpr std::int64_t longest_ns = 10'000'000'000;
    const std::int64_t begin = clock_ns();
    for (bool wait = true; wait && !ended_;) {
        const std::int64_t waited = clock_ns() - begin;
        bool wrapped = false;
        bool held = false;
        for (unsigned process = 0; process < block_.shape.processes; ++process) {
            const pid_t program = process_record(block_, process).pid.load();
            if (children_[process] == 0 || program == 0 || program == children_[process] ||
                is_exiting(children_[process]))
                continue;
            wrapped = true;
            held = held || is_held_by_tracer(program);
        }
        wait = waited < longest_ns && (held || (wrapped && waited < last_words_ns));
        if (wait) usleep(20000);
        take_signals();
    }
}

void Supervisor::judge_exit(unsigned process, pid_t pid, int code) {
    const ProcessRecord &record = process_record(block_, process);
    if (record.state.load() == ProcessState::finished) {
        for (unsigned t = block_.shape.first_thread(process); t < block_.shape.first_thread(process + 1); ++t)
            code = std::max(code, thread_record(block_, t).exit_code.load());
        code_ = std::max(code_, code);
        return;
    }
    const std::string who = threads_of(block_, process);
    if (record.state.load() != ProcessState::absent && record.pid.load() != pid) let_debuggers_speak();
    if (ended_) return;
    if (const std::uint32_t error = record.exec_errno.load())
        observer_.error(formed("cannot run '%s': %s", program_.c_str(), std::strerror(static_cast<int>(error))));
    else if (record.state.load() == ProcessState::absent)
        observer_.error(
            formed("'%s' ended with exit code %d and never joined the job: is it a UPC program, built with upcc? "
                   "(A main in another language starts the job with polder_init or polder_run.)",
                   program_.c_str(), code));
    else
        observer_.error(
            formed("%s on host %s left with exit code %d, but not through exit or the end of main (_exit, exec, err); "
                   "the job is ended",
                   who.c_str(), host_name().c_str(), code));
    end(record.exec_errno.load() ? 126 : std::max(code, 1));
}

// True a second after the first call, or if nothing more can be expected.
bool Supervisor::sign_is_old() {
    if (!sign_ns_) sign_ns_ = clock_ns();
    return process_died_ || clock_ns() - sign_ns_ >= last_words_ns;
}

// A node lost because a process here dies is that process's doing. Other nodes end as soon as they
// miss it, and are missed in turn. Its death is judged when it is waited for.
void Supervisor::look_for_ending() {
    const EndingStage stage = block_.ending_stage.load(std::memory_order_acquire);
    if (ended_ || stage == EndingStage::none) return;
    if (block_.ending.load() == Ending::node_lost && (process_died_ || any_exits())) return;
    if (stage == EndingStage::announced && !sign_is_old()) return;
    const std::string message = error_message(block_);
    if (!message.empty()) {
        observer_.error(message);
        if (setting_number(Setting::backtrace, 1)) places_ = places_of_end(block_);
    }
    lost_a_node_ = block_.ending.load() == Ending::node_lost;
    end(block_.ending_code.load());
}

void Supervisor::look_for_crash() {
    if (ended_ || block_.ending.load() != Ending::crash) return;
    const unsigned thread = block_.ending_thread.load();
    if (!block_.shape.has(thread)) return;
    const std::uint32_t crashed = thread_record(block_, thread).crashed.load(std::memory_order_acquire);
    if (!crashed) return;
    if (!crash_told_) observer_.error(crash_message(block_, thread));
    crash_told_ = true;
    const bool copied =
        area<fault::SnapshotArea>(block_, Area::snapshot)->ending.sequence.load(std::memory_order_acquire);
    if (!copied && !sign_is_old()) return;
    places_ = places_of_end(block_);
    if (dumps_core()) let_dump_core(thread);
    end(128 + static_cast<int>(crashed) - 1);
}

// The process dies by its own signal, which writes the file; as long as the kernel is at it, nobody
// is killed.
void Supervisor::let_dump_core(unsigned thread) {
    ThreadRecord &record = thread_record(block_, thread);
    const pid_t child = children_[block_.shape.process_of(thread)];
    const pid_t program = process_record(block_, block_.shape.process_of(thread)).pid.load();
    record.crashed.store(0);
    futex_wake_all(&record.crashed);
    siginfo_t info{};
    for (int idle_ms = 0; idle_ms < 1000; idle_ms = dumping_core(program) ? 0 : idle_ms + 1) {
        if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid) return;
        usleep(1000);
    }
}

void Supervisor::explain() {
    if (places_.empty() || !ended_) return;
    for (const std::unique_ptr<Place> &place : places_)
        try {
            observer_.trace(place->thread(), place->text());
        } catch (const std::bad_alloc &) {
            observer_.trace(place->thread(), "    (no memory for a backtrace)\n");
        }
    places_.clear();
}

void Supervisor::time_out() {
    const TimeLimits::Limit limit = limits_.reached(clock_ns());
    observer_.text(report_positions(block_));
    observer_.error(limits_.message(limit, threads_left(block_)));
    end(limits_.code(limit));
}

} // namespace polder::run
