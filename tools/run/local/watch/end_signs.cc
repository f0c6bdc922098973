// Reads the signs, tells their messages, and ends the job (end_signs.h).
#include "tools/run/local/watch/end_signs.h"
#include "base/clock.h"
#include "base/config.h"
#include "runtime/fault/snapshot.h"
#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/node_end.h"
#include "tools/run/local/watch/process_state.h"

#include <new>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

bool dumps_core() {
    rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur > 0;
}

} // namespace

bool EndSigns::are_there() const {
    return first_ns_ || node_.block.ending_announced.load() || node_.children.any_exits();
}

// True a second after the first call.
bool EndSigns::is_old() {
    if (!first_ns_) first_ns_ = clock_ns();
    return clock_ns() - first_ns_ >= last_words_ns;
}

// A node lost because a process here dies is that process's doing. Other nodes end as soon as they
// miss it, and are missed in turn. Its death is judged when it is waited for.
void EndSigns::look_for_ending(bool process_died) {
    if (node_.end.is_early() || !node_.block.ending_announced.load(std::memory_order_acquire)) return;
    if (exits()) return look_for_exit();
    const bool node_lost = node_.block.ending.load() == Ending::node_lost;
    if (node_lost && (process_died || node_.children.any_exits())) return;
    if (!is_old() && !node_.children.have_written_out()) return;
    const std::string message = error_message(node_.block);
    if (!message.empty()) {
        node_.observer.error(message);
        if (setting_number(Setting::backtrace, 1)) places_ = places_of_end(node_.block);
    }
    lost_a_node_ = node_lost;
    node_.end.end(node_.block.ending_code.load());
}

bool EndSigns::exits() const {
    return node_.block.ending.load() == Ending::global_exit &&
           node_.block.ending_announced.load(std::memory_order_acquire);
}

bool EndSigns::have_cause() const {
    return exits() || (first_ns_ && node_.block.ending.load() != Ending::node_lost);
}

void EndSigns::begin_exit(int code) {
    Ending none = Ending::none;
    if (node_.block.ending.compare_exchange_strong(none, Ending::global_exit)) {
        node_.block.ending_code.store(code);
        node_.block.ending_announced.store(true);
    }
    farewell_ask_all(node_.block);
}

void EndSigns::look_for_exit() {
    const int code = node_.block.ending_code.load();
    if (exit_ == Exit::none) exit_ = node_.observer.leaves(code) ? Exit::held : Exit::begun;
    if (exit_ == Exit::told || (!is_old() && !node_.children.have_written_out())) return;
    if (exit_ == Exit::begun) return node_.end.end(code);
    exit_ = Exit::told;
    node_.observer.wrote_out();
}

void EndSigns::look_for_crash() {
    ControlBlock &block = node_.block;
    if (node_.end.is_early() || block.ending.load() != Ending::crash) return;
    const unsigned thread = block.ending_thread.load();
    if (!block.shape.has(thread)) return;
    const std::uint32_t crashed = thread_record(block, thread).crashed.load(std::memory_order_acquire);
    if (!crashed) return;
    const unsigned process = block.shape.process_of(thread);
    if (!crash_told_) {
        node_.observer.error(crash_message(block, thread));
        ask_others(process);
    }
    crash_told_ = true;
    const bool copied =
        area<fault::SnapshotArea>(block, Area::snapshot)->ending.sequence.load(std::memory_order_acquire);
    const bool is_complete = copied || !node_.children.pids()[process];
    if (!is_old() && !(is_complete && node_.children.have_written_out(process))) return;
    places_ = places_of_end(block);
    if (dumps_core()) let_dump_core(thread);
    node_.end.end(128 + static_cast<int>(crashed) - 1);
}

void EndSigns::ask_others(unsigned crashed) {
    for (unsigned process = 0; process < node_.block.shape.processes; ++process)
        if (process != crashed) farewell_ask(process_record(node_.block, process));
}

// The process dies by its own signal, which writes the file; as long as the kernel is at it, nobody
// is killed.
void EndSigns::let_dump_core(unsigned thread) {
    ThreadRecord &record = thread_record(node_.block, thread);
    const unsigned process = node_.block.shape.process_of(thread);
    const pid_t child = node_.children.pids()[process];
    const pid_t program = process_record(node_.block, process).pid.load();
    record.crashed.store(0);
    futex_wake_all(&record.crashed);
    siginfo_t info{};
    for (int idle_ms = 0; idle_ms < 1000; idle_ms = is_dumping_core(program) ? 0 : idle_ms + 1) {
        if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid) return;
        usleep(1000);
    }
}

void EndSigns::explain() {
    if (places_.empty() || !node_.end.is_early()) return;
    for (const std::unique_ptr<Place> &place : places_)
        try {
            node_.observer.trace(place->thread(), place->text());
        } catch (const std::bad_alloc &) {
            node_.observer.trace(place->thread(), "    (no memory for a backtrace)\n");
        }
    places_.clear();
}

} // namespace polder::run
