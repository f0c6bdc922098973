// End signs: what a process that ends the job writes into the control block before it dies, and
// what is told of it.
//
// A crash and an end by the runtime have two steps. The second may never come, as the dying process
// is not to be trusted. The first is a sign in the control block that has all that the message
// needs. The second is what is good to have: a copy of the stack, and the streams of all processes
// written out. A process that crashes keeps what its streams hold, as its memory may be in ruins.
// The job is killed with the second, or a second after the first was seen. Before that, other
// threads that an error is about are asked where they are. Then backtraces are made, of what was
// copied.
//
// With several nodes the first upcrun waits for the streams of all nodes and ends the job. After
// upc_global_exit it ends this node too. So no node misses another one that has ended before.
//
// Invariant: no sign keeps the job alive for longer than last_words_ns, but for the kernel's
// writing of a core file. Held by tests/unit/tools/run/local/watch/end_signs.cc.
#pragma once

#include "tools/run/local/report.h"
#include "tools/run/local/watch/node_parts.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace polder::run {

class EndSigns {
public:
    static constexpr std::int64_t last_words_ns = 1'000'000'000; // between the first sign and the kill

    explicit EndSigns(const NodeParts &node) : node_(node) {}

    // End the job if it is time. process_died: one has gone whose death is not yet judged.
    void look_for_crash();
    void look_for_ending(bool process_died = false);
    // Another node has called upc_global_exit.
    void begin_exit(int code);
    // When the last words are over; 0: no sign has been seen, or another ends the job.
    std::int64_t end_ns() const { return first_ns_ && exit_ != Exit::told ? first_ns_ + last_words_ns : 0; }
    // A sign has given the cause of the end: no process that ends now gives another.
    bool have_cause() const;
    bool are_there() const; // or are about to be
    bool lost_a_node() const { return lost_a_node_; }

    // Once others have been told of the end: the backtraces, which may take seconds.
    void explain();

private:
    // none: not called; begun: here; held: another ends the job; told: it has been told to
    enum class Exit { none, begun, held, told };
    bool exits() const; // because of upc_global_exit
    bool is_old();
    void ask_others(unsigned crashed);
    void look_for_exit();
    void let_dump_core(unsigned thread);

    NodeParts node_;
    std::int64_t first_ns_ = 0; // when the first sign was seen; 0: none
    Exit exit_ = Exit::none;
    bool crash_told_ = false;
    bool lost_a_node_ = false;
    std::vector<std::unique_ptr<Place>> places_; // to be told
};

} // namespace polder::run
