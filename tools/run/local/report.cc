// Makes the text of reports: stack frames of the program, lists of threads, and what they wait
// for.
#include "tools/run/local/report.h"
#include "runtime/core/member_name.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/snapshot.h"
#include "tools/run/local/symbolise.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace polder::run {

namespace {

using Addresses = std::vector<std::uint64_t>;

// In a job of several nodes the single-node version of a function only calls the multi-node one, at
// its head. In the source both are one function, so one of the two frames is left out.
bool only_dispatches(const StackFrame &outer, const StackFrame &inner) {
    return inner.far && !outer.far && inner.function == outer.function;
}

std::vector<StackFrame> frames_of(Symboliser &symbols, const Addresses &addresses) {
    std::vector<StackFrame> frames;
    for (std::uint64_t address : addresses) {
        for (StackFrame &frame : symbols.frames(address)) {
            if (!frames.empty() && only_dispatches(frame, frames.back())) continue;
            frames.push_back(std::move(frame));
            if (frames.back().function == "main" && !frames.back().ours)
                return frames; // what called it is of no interest
        }
    }
    return frames;
}

std::string frames_text(const std::vector<StackFrame> &frames) {
    std::string text;
    for (std::size_t i = 0; i < frames.size(); ++i)
        text += "    #" + std::to_string(i) + ' ' + frame_text(frames[i]) + '\n';
    return text;
}

std::vector<StackFrame> of_program(const std::vector<StackFrame> &frames) {
    std::vector<StackFrame> own;
    for (const StackFrame &frame : frames)
        if (!frame.ours) own.push_back(frame);
    return own;
}

// Functions that generated code calls, and what stands in the program for them. Those without a
// row stand for what has no name there, as an access.
std::string name_behind_generated(const std::string &function) {
    if (function == "polder_barrier") return "upc_barrier";
    if (function == "polder_notify") return "upc_notify";
    if (function == "polder_wait") return "upc_wait";
    return function == "polder_exit" ? "exit" : "";
}

bool is_of_generated_code(const std::string &function) {
    static const char *const names[] = {
#define FUNCTION(name, result, parameters) "polder_" #name,
#define LIBRARY(name) "polder_" #name,
#include <polder/abi.def>
    };
    return std::find(std::begin(names), std::end(names), function) != std::end(names);
}

// As the program writes it; empty: not a name of the library. Routines of a profiling interface
// have a letter more, and Fortran's an underscore behind.
std::string name_in_program(const std::string &function) {
    if (is_of_generated_code(function)) return name_behind_generated(function);
    const std::string name = function.starts_with("pshmem") ? function.substr(1) : function;
    for (const char *library : {"upc_", "bupc_", "polder_", "shmem"})
        if (name.starts_with(library)) return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
    return "";
}

// The function of the library that the program has called: that below its innermost frame.
std::string called_function(const std::vector<StackFrame> &frames) {
    std::string name;
    for (const StackFrame &frame : frames) {
        if (!frame.ours) return name;
        name = name_in_program(frame.function);
    }
    return "";
}

bool is_barrier(WaitKind kind) {
    return kind == WaitKind::barrier || kind == WaitKind::notify_wait || kind == WaitKind::final_barrier;
}

// Those that do not wait in the same barrier.
std::string missing_at(ControlBlock &block, const WaitRecord &wait) {
    std::vector<unsigned> missing;
    for (unsigned t = block.shape.first; block.shape.has(t); ++t) {
        const WaitRecord &other = thread_record(block, t).wait;
        if (!is_barrier(other.kind.load()) || other.object.load() != wait.object.load()) missing.push_back(t);
    }
    return missing.empty() ? std::string() : ", " + threads_text(member_word(block), missing) + " not there";
}

std::string shared_address(const ControlBlock &block, std::uint64_t address) {
    const std::uint64_t offset = address - block.segment_base.load();
    const unsigned shift = static_cast<unsigned>(block.segment_shift.load());
    char text[80];
    if (!shift || offset >> shift >= block.shape.job_threads()) {
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    } else {
        std::snprintf(text, sizeof text, "0x%llx (%s, offset 0x%llx)", static_cast<unsigned long long>(address),
                      member_name(block, static_cast<unsigned>(offset >> shift)).text,
                      static_cast<unsigned long long>(offset & ((std::uint64_t{1} << shift) - 1)));
    }
    return text;
}

std::string since_text(const WaitRecord &wait) {
    const std::int64_t since = wait.since_ns.load();
    if (!since) return "";
    char text[40];
    std::snprintf(text, sizeof text, " for %.1f s", static_cast<double>(clock_ns() - since) * 1e-9);
    return text;
}

std::string by(const char *text, const ControlBlock &block, std::uint32_t peer) {
    return peer == no_peer ? "" : std::string(text) + member_name(block, peer).text;
}

// What the program has called; empty: not known. A thread that waits for others has said it; its
// stack tells the rest.
std::string called_routine(const WaitRecord &wait, const std::vector<StackFrame> &frames) {
    const WaitKind kind = wait.kind.load();
    RoutineName::Text said = {};
    if (wait.since_ns.load(std::memory_order_acquire) &&
        (is_barrier(kind) || kind == WaitKind::internal_barrier || kind == WaitKind::collective))
        wait.routine.get(said);
    return said[0] ? said : called_function(frames);
}

// called: what the program has called, if that is known.
std::string wait_text(ControlBlock &block, const WaitRecord &wait, const std::string &called) {
    const std::uint64_t object = wait.object.load();
    const std::uint32_t peer = wait.peer.load();
    const std::string since = since_text(wait);
    switch (wait.kind.load()) {
    case WaitKind::none: return "";
    case WaitKind::barrier:
    case WaitKind::notify_wait:
        return "waits in " + (called.empty() ? "" : called + ", ") + "barrier " + std::to_string(object) + since +
               missing_at(block, wait);
    case WaitKind::final_barrier: return "has ended and waits for the others" + since + missing_at(block, wait);
    case WaitKind::lock:
        return "waits for the lock at " + shared_address(block, object) + since + by(", held by ", block, peer);
    case WaitKind::copy: return "copies " + shared_address(block, object) + since + by(", of ", block, peer);
    case WaitKind::allocation: return "waits for the shared heap" + since + by(", used by ", block, peer);
    case WaitKind::internal_barrier:
    case WaitKind::collective:
        return "waits in " + (called.empty() ? "" : called + ", ") + "collective operation " + std::to_string(object) +
               " of the job" + since;
    case WaitKind::value: return "waits for a shared value to change" + since;
    case WaitKind::start: return "waits for the job to start" + since;
    case WaitKind::output: return "waits to write output" + since;
    case WaitKind::input: return "waits for input" + since;
    case WaitKind::message: return "waits for messages" + since + by(", to or from ", block, peer);
    case WaitKind::task: return "waits for a task that another worker of its pool runs" + since;
    }
    return "";
}

bool has_place(const ThreadRecord &record) {
    const ThreadState state = record.state.load();
    return record.tid.load() > 0 && state != ThreadState::absent && state != ThreadState::ended;
}

// Where ptrace is forbidden: asks the thread for a snapshot, and waits up to half a second for it.
Addresses ask(ControlBlock &block, unsigned thread) {
    const fault::Snapshot &snapshot = area<fault::SnapshotArea>(block, Area::snapshot)->asked;
    const std::uint32_t before = snapshot.sequence.load();
    const pid_t process = process_record(block, block.shape.process_of(thread)).pid.load();
    if (syscall(SYS_tgkill, process, thread_record(block, thread).tid.load(), report_signal()) != 0) return {};
    for (int turn = 0; turn < 250; ++turn) {
        if (snapshot.sequence.load(std::memory_order_acquire) != before) return Symboliser(process).unwind(snapshot);
        usleep(2000);
    }
    return {};
}

// The line behind the frames of a thread that has called upc_notify and not come through upc_wait.
std::string notified_text(Symboliser &symbols, std::uint64_t notified_at) {
    if (!notified_at) return "";
    for (const StackFrame &frame : symbols.frames(notified_at - 1))
        if (!frame.ours) return "    between upc_notify and upc_wait; upc_notify: " + frame_text(frame) + '\n';
    return "";
}

std::string position_text(ControlBlock &block, unsigned thread, Symboliser &symbols) {
    const ThreadRecord &record = thread_record(block, thread);
    std::string text = std::string("  ") + member_name(block, thread).text + ": ";
    if (!has_place(record)) {
        const bool ended = record.state.load() == ThreadState::ended;
        text += ended ? "has ended with exit code " + std::to_string(record.exit_code.load()) : "has not started";
        return text + '\n';
    }
    Addresses addresses = symbols.unwind(record.tid.load());
    if (addresses.empty()) addresses = ask(block, thread);
    const std::vector<StackFrame> frames = frames_of(symbols, addresses);
    const std::string called = called_routine(record.wait, frames);
    std::string wait = wait_text(block, record.wait, called);
    if (!wait.empty() && !called.empty() && wait.find(called) == std::string::npos) wait = "in " + called + ", " + wait;
    if (wait.empty())
        wait =
            frames.empty() || !frames[0].ours || frames[0].function.empty() ? "runs" : "runs, in " + frames[0].function;
    if (addresses.empty()) wait += "; does not answer (signals blocked, or stuck in the kernel)";
    return text + wait + '\n' + frames_text(of_program(frames)) + notified_text(symbols, record.notified_at.load());
}

} // namespace

std::string threads_of(const ControlBlock &block, unsigned process) {
    const unsigned first = block.shape.first_thread(process);
    const unsigned count = block.shape.thread_count(process);
    if (count == 1) return member_name(block, first).text;
    return std::string(member_word(block)) + "s " + std::to_string(first) + '-' + std::to_string(first + count - 1);
}

std::string threads_text(const char *word, const std::vector<unsigned> &threads) {
    std::string text = word;
    text += threads.size() == 1 ? " " : "s ";
    for (std::size_t i = 0; i < threads.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < threads.size() && threads[last + 1] == threads[last] + 1)
            ++last;
        if (i) text += ", ";
        text += std::to_string(threads[i]);
        if (last > i) text += (last == i + 1 ? ", " : "-") + std::to_string(threads[last]);
        i = last;
    }
    return text;
}

std::vector<unsigned> threads_left(ControlBlock &block) {
    std::vector<unsigned> left;
    for (unsigned t = block.shape.first; block.shape.has(t); ++t)
        if (thread_record(block, t).state.load() < ThreadState::finishing) left.push_back(t);
    return left;
}

namespace {
std::string chosen_host_name;
}

std::string host_name() {
    if (!chosen_host_name.empty()) return chosen_host_name;
    char name[256] = "?";
    gethostname(name, sizeof name - 1);
    return name;
}

void set_host_name(std::string name) {
    chosen_host_name = std::move(name);
}

std::string crash_message(ControlBlock &block, unsigned thread) {
    ThreadRecord &record = thread_record(block, thread);
    const int signal = static_cast<int>(record.crashed.load()) - 1;
    char what[256];
    fault::fault_describe(block, record, signal, what, sizeof what);
    const std::string text =
        std::string(member_name(block, thread).text) + " on host " + host_name() + ": " + fault::signal_name(signal);
    return *what ? text + ": " + what : text;
}

std::string error_message(const ControlBlock &block) {
    std::string message(block.ending_message, strnlen(block.ending_message, sizeof block.ending_message));
    if (message.empty() || block.ending_places[1] != no_peer) return message; // the second names its threads itself
    const std::uint32_t thread = block.ending_thread.load();
    const bool one = block.shape.job_threads() > 1 && thread != no_peer;
    std::string who = one ? member_name(block, thread).text : "";
    if (block.shape.nodes > 1 && (!one || block.shape.has(thread))) who += (one ? " on host " : "host ") + host_name();
    return who.empty() ? message : who + ": " + message;
}

Place::Place(ControlBlock &block, unsigned thread, Why why)
    : block_(block), thread_(thread), why_(why), notified_at_(thread_record(block, thread).notified_at.load()),
      symbols_(std::make_unique<Symboliser>(process_record(block, block.shape.process_of(thread)).pid.load())) {
    if (why == Why::crash || thread == block.ending_copied) {
        snapshot_ = &area<fault::SnapshotArea>(block, Area::snapshot)->ending;
        return;
    }
    addresses_ = ask(block, thread);
    if (addresses_.empty()) addresses_ = symbols_->unwind(thread_record(block, thread).tid.load());
}

Place::~Place() = default;

std::string Place::text() {
    const bool copied = !snapshot_ || snapshot_->sequence.load(std::memory_order_acquire);
    const bool known = copied && symbols_->knows_process();
    if (why_ == Why::error) return known ? text_of_error() : "";
    if (!known) return "    (the process was gone before its frames could be read)\n";
    return frames_text(frames_of(*symbols_, symbols_->unwind(*snapshot_)));
}

// Of two threads each has a heading. What another thread or node has found is found later.
std::string Place::text_of_error() {
    const std::vector<StackFrame> frames = frames_of(*symbols_, snapshot_ ? symbols_->unwind(*snapshot_) : addresses_);
    const std::string called = called_function(frames);
    const std::string number = std::string("  ") + member_name(block_, thread_).text;
    const bool has_left = of_program(frames).empty() && thread_record(block_, thread_).state == ThreadState::finishing;
    std::string heading;
    if (block_.ending_places[1] != no_peer || block_.ending.load() == Ending::none) // or two in all, of two nodes
        heading = number + (has_left ? " has returned from main\n" : (called.empty() ? "" : ", in " + called) + ":\n");
    else if (!snapshot_)
        heading = number + " has gone on since; it is now" + (called.empty() ? "" : " in " + called) + ":\n";
    return heading + frames_text(of_program(frames)) + notified_text(*symbols_, notified_at_);
}

std::vector<unsigned> threads_of_end(const ControlBlock &block) {
    const Ending how = block.ending.load();
    if (how == Ending::crash) return {block.ending_thread.load()};
    std::vector<unsigned> threads;
    const bool of_threads = block.ending_thread.load() != no_peer || block.ending_places[1] != no_peer;
    if (how != Ending::error || !of_threads) return threads; // before the program has begun, for one
    for (const std::uint32_t thread : block.ending_places)
        if (thread != no_peer) threads.push_back(thread);
    return threads;
}

std::vector<std::unique_ptr<Place>> places_of_end(ControlBlock &block) {
    const Place::Why why = block.ending.load() == Ending::crash ? Place::Why::crash : Place::Why::error;
    std::vector<std::unique_ptr<Place>> places;
    for (const unsigned thread : threads_of_end(block))
        if (block.shape.has(thread)) places.push_back(std::make_unique<Place>(block, thread, why));
    return places;
}

namespace {

// Of all nodes together as many are taken as sent, unless some are under way. Those that stay so
// are lost.
std::string messages_text(ControlBlock &block) {
    if (block.shape.nodes == 1) return "";
    std::uint64_t sent = 0;
    std::uint64_t taken = 0;
    for (unsigned process = 0; process < block.shape.processes; ++process) {
        sent += process_record(block, process).messages_sent.load();
        taken += process_record(block, process).messages_taken.load();
    }
    return "  messages with other nodes: " + std::to_string(sent) + " sent, " + std::to_string(taken) + " taken\n";
}

} // namespace

std::string report_positions(ControlBlock &block) {
    std::string text = "polder: where the " + std::string(member_word(block)) + "s are (host " + host_name() + ")\n";
    text += messages_text(block);
    for (unsigned process = 0; process < block.shape.processes; ++process) {
        Symboliser symbols(process_record(block, process).pid.load());
        for (unsigned t = block.shape.first_thread(process); t < block.shape.first_thread(process + 1); ++t)
            text += position_text(block, t, symbols);
    }
    return text;
}

} // namespace polder::run
