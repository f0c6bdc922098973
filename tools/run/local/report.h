// Report: what upcrun tells people about a job that crashed, lost a process or hangs, as text.
#pragma once

#include "runtime/core/job.h"

#include <memory>
#include <string>
#include <vector>

namespace polder::fault {
struct Snapshot;
} // namespace polder::fault

namespace polder::run {

class Symboliser;

// "thread 3", "threads 4-6": those of a process.
std::string threads_of(const ControlBlock &block, unsigned process);
// "thread 4", "threads 0, 2-5"; word: "thread", or what the program calls them.
std::string threads_text(const char *word, const std::vector<unsigned> &threads);
// The threads of this node that have not come to their end.
std::vector<unsigned> threads_left(ControlBlock &block);
// Of this node; "ns2 (node 1)" in a job of several.
std::string host_name();
void set_host_name(std::string name);

// A thread that recorded a crash: one line, made of the control block alone.
std::string crash_message(ControlBlock &block, unsigned thread);
// The same for an error of the runtime; empty: upc_global_exit.
std::string error_message(const ControlBlock &block);

// Where in the program a thread is: begun while its process is there, whose memory map is taken,
// and told at leisure. With `crash`, all frames of the snapshot. Else the frames of the program:
// from the snapshot if it is of this thread, or by asking the thread. Asking takes a millisecond,
// half a second at most.
class Place {
public:
    enum class Why { crash, error };
    Place(ControlBlock &block, unsigned thread, Why why);
    ~Place();
    Place(const Place &) = delete;
    Place &operator=(const Place &) = delete;

    unsigned thread() const { return thread_; }
    std::string text(); // whole lines

private:
    std::string text_of_error();

    ControlBlock &block_;
    unsigned thread_;
    Why why_;
    const fault::Snapshot *snapshot_ = nullptr; // where it is to be found, if not in addresses_
    std::vector<std::uint64_t> addresses_;
    std::uint64_t notified_at_ = 0;
    std::unique_ptr<Symboliser> symbols_;
};

// The threads whose places explain how the job ended, if that was a crash or an error, which this
// node was the first to see.
std::vector<unsigned> threads_of_end(const ControlBlock &block);
// Those that are of this node.
std::vector<std::unique_ptr<Place>> places_of_end(ControlBlock &block);

// For every thread of the node where it is and what it waits for. Interrupts each one; takes at
// most about a second.
std::string report_positions(ControlBlock &block);

} // namespace polder::run
