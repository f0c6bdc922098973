#include "tools/run/report.h"
#include "runtime/fault/explain.h"
#include "tools/run/symbolise.h"

#include <csignal>
#include <cstdio>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace polder::run {

namespace {

std::vector<Frame> frames_of(Symboliser &symbols, const Trace &trace) {
    std::vector<Frame> frames;
    const std::uint32_t depth = trace.depth < Trace::max_depth ? trace.depth : Trace::max_depth;
    for (std::uint32_t i = 0; i < depth; ++i) {
        frames.push_back(symbols.frame(trace.pc[i]));
        if (frames.back().function == "main" && !frames.back().ours) break; // what called main is nobody's interest
    }
    return frames;
}

void print_frames(const std::vector<Frame> &frames) {
    for (std::size_t i = 0; i < frames.size(); ++i)
        std::fprintf(stderr, "    #%zu %s\n", i, frame_text(frames[i]).c_str());
}

std::string list_threads(const std::vector<unsigned> &threads) {
    std::string text = threads.size() == 1 ? "thread " : "threads ";
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

bool is_barrier(WaitKind kind) { return kind == WaitKind::barrier || kind == WaitKind::notify_wait || kind == WaitKind::final_barrier; }

// Those that do not wait in the same barrier.
std::string missing_at(ControlBlock &block, const WaitRecord &wait) {
    std::vector<unsigned> missing;
    for (unsigned t = 0; t < block.shape.threads; ++t) {
        const WaitRecord &other = thread_record(block, t).wait;
        if (!is_barrier(other.kind.load()) || other.object.load() != wait.object.load()) missing.push_back(t);
    }
    return missing.empty() ? std::string() : ", " + list_threads(missing) + " not there";
}

std::string shared_address(const ControlBlock &block, std::uint64_t address) {
    const std::uint64_t offset = address - block.node_first.load();
    char text[80];
    if (!block.node_length.load() || offset >= block.node_length.load()) {
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    } else {
        const unsigned shift = static_cast<unsigned>(block.segment_shift.load());
        std::snprintf(text, sizeof text, "0x%llx (thread %llu, offset 0x%llx)", static_cast<unsigned long long>(address),
                      static_cast<unsigned long long>(offset >> shift),
                      static_cast<unsigned long long>(offset & ((std::uint64_t{1} << shift) - 1)));
    }
    return text;
}

std::string wait_text(ControlBlock &block, const WaitRecord &wait) {
    const std::uint64_t object = wait.object.load();
    const std::uint32_t peer = wait.peer.load();
    const std::string who = peer == no_peer ? "" : std::to_string(peer);
    switch (wait.kind.load()) {
    case WaitKind::none: return "";
    case WaitKind::barrier: return "waits in upc_barrier " + std::to_string(object) + missing_at(block, wait);
    case WaitKind::notify_wait: return "waits in upc_wait of barrier " + std::to_string(object) + missing_at(block, wait);
    case WaitKind::final_barrier: return "has ended and waits for the others" + missing_at(block, wait);
    case WaitKind::lock:
        return "waits for the lock at " + shared_address(block, object) + (who.empty() ? "" : ", held by thread " + who);
    case WaitKind::copy: return "copies " + shared_address(block, object) + (who.empty() ? "" : " of thread " + who);
    case WaitKind::allocation: return "waits for the shared heap" + (who.empty() ? "" : ", used by thread " + who);
    case WaitKind::collective: return "waits in a collective operation, the " + std::to_string(object) + ". of the job";
    case WaitKind::value: return "waits for a shared value to change";
    case WaitKind::start: return "waits for the job to start";
    case WaitKind::output: return "waits to write output";
    case WaitKind::input: return "waits for input";
    }
    return "";
}

std::string since_text(const WaitRecord &wait) {
    const std::int64_t since = wait.since_ns.load();
    if (!since || wait.kind.load() == WaitKind::none) return "";
    char text[40];
    std::snprintf(text, sizeof text, " for %.1f s", static_cast<double>(clock_ns() - since) * 1e-9);
    return text;
}

bool has_place(const ThreadRecord &record) {
    const ThreadState state = record.state.load();
    return record.tid.load() > 0 && state != ThreadState::absent && state != ThreadState::ended;
}

// Asks all threads, then waits until they have answered or half a second is over. True per thread that did.
std::vector<bool> gather_traces(ControlBlock &block) {
    const unsigned threads = block.shape.threads;
    std::vector<std::uint32_t> before(threads);
    std::vector<bool> answered(threads);
    for (unsigned t = 0; t < threads; ++t) {
        ThreadRecord &record = thread_record(block, t);
        before[t] = record.trace.sequence.load();
        if (has_place(record))
            syscall(SYS_tgkill, process_record(block, block.shape.process_of(t)).pid.load(), record.tid.load(), report_signal());
    }
    for (int turn = 0; turn < 250; ++turn) {
        bool all = true;
        for (unsigned t = 0; t < threads; ++t) {
            const ThreadRecord &record = thread_record(block, t);
            answered[t] = has_place(record) && record.trace.sequence.load(std::memory_order_acquire) != before[t];
            all = all && (answered[t] || !has_place(record));
        }
        if (all) break;
        usleep(2000);
    }
    return answered;
}

void print_position(ControlBlock &block, unsigned thread, bool answered, Symboliser &symbols) {
    const ThreadRecord &record = thread_record(block, thread);
    const ThreadState state = record.state.load();
    std::string text = "  thread " + std::to_string(thread) + ": ";
    if (state == ThreadState::absent) {
        std::fprintf(stderr, "%shas not started\n", text.c_str());
        return;
    }
    if (state == ThreadState::ended) {
        std::fprintf(stderr, "%shas ended with exit code %d\n", text.c_str(), record.exit_code.load());
        return;
    }
    std::vector<Frame> frames;
    if (answered) frames = frames_of(symbols, record.trace);
    const std::string wait = wait_text(block, record.wait);
    text += wait.empty() ? "runs" : wait + since_text(record.wait);
    for (const Frame &frame : frames)
        if (!frame.ours) {
            text += "; " + frame_text(frame);
            break;
        }
    if (!answered) text += "; does not answer (signals blocked, or stuck in the kernel)";
    std::fprintf(stderr, "%s\n", text.c_str());
    print_frames(frames);
}

} // namespace

std::string threads_of(const ControlBlock &block, unsigned process) {
    const unsigned first = block.shape.first_thread(process), count = block.shape.thread_count(process);
    if (count == 1) return "thread " + std::to_string(first);
    return "threads " + std::to_string(first) + '-' + std::to_string(first + count - 1);
}

std::string host_name() {
    char name[256] = "?";
    gethostname(name, sizeof name - 1);
    return name;
}

void report_crash(ControlBlock &block, unsigned thread) {
    ThreadRecord &record = thread_record(block, thread);
    const int signal = static_cast<int>(record.crashed.load()) - 1;
    char what[256];
    fault_describe(block, record, signal, what, sizeof what);
    std::fprintf(stderr, "upcrun: thread %u on host %s: %s%s%s\n", thread, host_name().c_str(), signal_name(signal),
                 *what ? ": " : "", what);
    Symboliser symbols(process_record(block, block.shape.process_of(thread)).pid.load());
    print_frames(frames_of(symbols, record.trace));
}

void report_positions(ControlBlock &block) {
    const std::vector<bool> answered = gather_traces(block);
    std::fprintf(stderr, "upcrun: where the threads are (host %s)\n", host_name().c_str());
    for (unsigned process = 0; process < block.shape.processes; ++process) {
        Symboliser symbols(process_record(block, process).pid.load());
        for (unsigned t = block.shape.first_thread(process); t < block.shape.first_thread(process + 1); ++t)
            print_position(block, t, answered[t], symbols);
    }
}

} // namespace polder::run
