// Judges how a process has ended, and words what people are told of it (process_ends.h).
#include "tools/run/local/watch/process_ends.h"
#include "base/clock.h"
#include "runtime/fault/explain.h"
#include "tools/run/local/node.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/end_request.h"
#include "tools/run/local/watch/end_signs.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/watch/node_end.h"

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

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

void ProcessEnds::judge(const Children::Ended &ended) {
    const bool finished = process_record(node_.block, ended.process).state.load() == ProcessState::finished;
    const bool died = WIFSIGNALED(ended.status) || !finished;
    signs_.look_for_crash(); // the process may have said why
    signs_.look_for_ending(died);
    if (node_.end.is_early() || signs_.have_cause()) return;
    if (WIFSIGNALED(ended.status))
        judge_death(ended, WTERMSIG(ended.status));
    else
        judge_exit(ended, WEXITSTATUS(ended.status));
}

void ProcessEnds::judge_death(const Children::Ended &ended, int signal) {
    if (signals_.last_request() == 0 &&
        EndRequest::is_one(signal)) { // from a terminal it reaches them and us in any order
        usleep(20000);
        signals_.take_all();
        if (node_.end.is_early()) return;
    }
    if (signal != signals_.last_request() && signal != SIGPIPE)
        node_.observer.error(formed("%s on host %s (process %d) ended by %s%s; the job is ended",
                                    threads_of(node_.block, ended.process).c_str(), host_name().c_str(), ended.pid,
                                    fault::signal_name(signal), usual_cause(signal, ended.processor_ms).c_str()));
    node_.end.end(128 + signal);
}

// A debugger that ends leaves the others a second to see what it saw, and as long as they hold
// their programs, to say it.
void ProcessEnds::let_debuggers_speak() {
    constexpr std::int64_t longest_ns = 10'000'000'000;
    const std::int64_t begin = clock_ns();
    for (bool wait = true; wait && !node_.end.is_early();) {
        const std::int64_t waited = clock_ns() - begin;
        const Children::Wrappers wrappers = node_.children.wrappers();
        wait = waited < longest_ns && (wrappers.held || (wrappers.any && waited < EndSigns::last_words_ns));
        if (wait) usleep(20000);
        signals_.take_all();
    }
}

void ProcessEnds::judge_exit(const Children::Ended &ended, int code) {
    ControlBlock &block = node_.block;
    const ProcessRecord &record = process_record(block, ended.process);
    if (record.state.load() == ProcessState::finished) {
        const unsigned behind = block.shape.first_thread(ended.process + 1);
        for (unsigned t = block.shape.first_thread(ended.process); t < behind; ++t)
            code = std::max(code, thread_record(block, t).exit_code.load());
        return node_.end.take_code(code);
    }
    if (record.state.load() != ProcessState::absent && record.pid.load() != ended.pid) let_debuggers_speak();
    if (node_.end.is_early()) return;
    if (const std::uint32_t error = record.exec_errno.load())
        node_.observer.error(formed("cannot run '%s': %s", program_.c_str(), std::strerror(static_cast<int>(error))));
    else if (record.state.load() == ProcessState::absent)
        node_.observer.error(
            formed("'%s' ended with exit code %d and never joined the job: is it a UPC program, built with upcc? "
                   "(A main in another language starts the job with polder_init or polder_run.)",
                   program_.c_str(), code));
    else
        node_.observer.error(
            formed("%s on host %s left with exit code %d, but not through exit or the end of main (_exit, exec, err); "
                   "the job is ended",
                   threads_of(block, ended.process).c_str(), host_name().c_str(), code));
    node_.end.end(record.exec_errno.load() ? 126 : std::max(code, 1));
}

} // namespace polder::run
