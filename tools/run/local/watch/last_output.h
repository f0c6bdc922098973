// Last output: before something outside ends a job, its processes write out what their streams
// hold. That is a time limit, or a signal that a process dies by. Whoever waits asks once. It looks
// again when the doorbell rings or the moment has come.
//
// Invariant: nobody waits longer than EndSigns::last_words_ns. Held by
// tests/unit/tools/run/local/watch/last_output.cc.
#pragma once

#include "tools/run/local/watch/node_parts.h"

#include <cstdint>

namespace polder::run {

class LastOutput {
public:
    explicit LastOutput(const NodeParts &node) : node_(node) {}

    // A program without a handler dies by the signal, and what its streams hold is lost.
    bool is_lost_by(int signal) const;
    void ask();
    // All have written out, or have had their time; also where nobody was asked.
    bool is_over() const;
    std::int64_t end_ns() const { return end_ns_; } // of their time; 0: nobody has asked

private:
    NodeParts node_;
    std::int64_t end_ns_ = 0;
};

} // namespace polder::run
