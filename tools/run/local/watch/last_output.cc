// Asks the processes by the control block, and keeps the moment (last_output.h).
#include "tools/run/local/watch/last_output.h"
#include "base/clock.h"
#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/end_signs.h"

namespace polder::run {

bool LastOutput::is_lost_by(int signal) const {
    return node_.children.any_dies_by(signal);
}

// Those that have written out already, as they were asked before, do not again.
void LastOutput::ask() {
    if (end_ns_) return;
    end_ns_ = clock_ns() + EndSigns::last_words_ns;
    farewell_ask_all(node_.block);
}

bool LastOutput::is_over() const {
    return node_.children.have_written_out() || clock_ns() >= end_ns_;
}

} // namespace polder::run
