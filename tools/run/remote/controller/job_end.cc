// Tells people and agents of the end (job_end.h).
#include "tools/run/remote/controller/job_end.h"
#include "base/clock.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/agents/assembly.h"
#include "tools/run/remote/controller/job_streams.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>

namespace polder::run {

namespace {

constexpr std::int64_t farewell_ns = 3'000'000'000; // how long agents may take to go
// For streams: as long as an agent gives its processes (EndSigns::last_words_ns), and a bit.
constexpr std::int64_t writing_ns = 1'500'000'000;

} // namespace

void JobEnd::take_code(int code) {
    if (!is_over_ && !leave_end_ns_) code_ = std::max(code_, code);
}

void JobEnd::leave(int code) {
    if (is_over_ || leave_end_ns_) return;
    code_ = code;
    leave_end_ns_ = clock_ns() + writing_ns;
    job_.agents.send_all(Frame::farewell, Packer().add(code).take());
}

void JobEnd::fail(int code, const std::string &message) {
    if (is_over_ || leave_end_ns_) return;
    say(message);
    leave(code);
}

// Behind what the threads have written.
void JobEnd::say(const std::string &message) {
    job_.streams.pump_output();
    job_.streams.pump_errors();
    if (!message.empty()) job_.people.error(message);
}

void JobEnd::look_at_clock(std::int64_t now_ns) {
    if (is_over_ || !leave_end_ns_) return;
    if (now_ns > leave_end_ns_ || !job_.agents.any_is(AgentState::running)) end(code_, "");
}

void JobEnd::end(int code, const std::string &message) {
    if (is_over_) return;
    is_over_ = true;
    job_.assembly.refuse();
    if (!leave_end_ns_) code_ = code;
    farewell_end_ns_ = clock_ns() + farewell_ns;
    say(leave_end_ns_ ? std::string() : message);
    job_.agents.send_all(Frame::end);
}

bool JobEnd::is_done(std::int64_t now_ns) const {
    if (!is_over_) return false;
    if (now_ns > farewell_end_ns_) return true;
    return std::none_of(job_.agents.begin(), job_.agents.end(),
                        [](const AgentRecord &node) { return node.channel && node.state != AgentState::gone; });
}

} // namespace polder::run
