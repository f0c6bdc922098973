// Job observer: who is told how a job goes and ends: people at standard error, or the first upcrun
// of a job of several nodes.
#pragma once

#include <string>

namespace polder::run {

class JobObserver {
public:
    // Why the job ends, said once. `text` has no line end behind it, or is of several whole lines.
    virtual void error(const std::string &text);
    // Whole lines that belong to the error said before: where in the program a thread is.
    virtual void trace(unsigned thread, const std::string &lines);
    // Lines as they are.
    virtual void text(const std::string &lines);
    // upc_global_exit was called on this node or another one; told once. True: the observer ends
    // the job, when the processes of all nodes have written out their streams.
    virtual bool leaves(int) { return false; }
    // Those of this node have, or have had their time for it; once, behind a true answer.
    virtual void wrote_out() {}
    virtual ~JobObserver() = default;
};

} // namespace polder::run
