// What agents no longer say: silence, lost connections, and the end of the job.
#include "tools/run/remote/controller/controller_job.h"

#include <algorithm>

namespace polder::run {

namespace {

constexpr std::int64_t farewell_ns = 3 * second_ns; // how long agents may take to go

} // namespace

// The connection is gone. Agents that were told to go do that; others have died.
void Controller::lose(unsigned number) {
    AgentRecord &node = agents_[number];
    const bool began = node.state >= running;
    waits_.remove(node.channel->fd());
    if (heartbeat_) heartbeat_->remove(node.channel.get());
    node.channel.reset();
    agents_.set_state(number, gone);
    streams_.gone(number);
    if (!is_over()) reap(); // of an agent on this machine it says more
    if (is_over()) return;
    if (beats_.was_away(clock_ns()))
        return end(1, "upcrun was stopped for longer than " + seconds_text(beats_.limit_ns()) +
                          " (--lost-after), and the hosts have ended the job");
    const std::string how =
        began ? "gone (killed, or the host is down), and " + node_threads_text(plan_, number) + " with it"
              : "ended before the job began";
    const std::string &said = began ? std::string() : assembly_.last_line(number);
    end(1, who(number) + ": upcrun there has " + how + (said.empty() ? "; the job is ended" : ": " + said));
}

// Five times within the limit: says that we are here, and looks who is not. Once the job runs, the
// heartbeat says it; what the heartbeat could not send is sent on from here.
void Controller::beat() {
    beats_.beat(clock_ns());
    for (unsigned node = 0; node < count_; ++node) {
        if (!agents_[node].channel) continue;
        agents_[node].channel->send_alive();
        agents_.watch_sending(node);
    }
    if (stage_ == Stage::running) look_for_silence();
}

void Controller::look_for_silence() {
    for (unsigned number = 0; number < count_ && !is_over(); ++number) {
        if (!agents_[number].channel || !agents_[number].silence.lasts(*agents_[number].channel, beats_.limit_ns()))
            continue;
        agents_.set_state(number, gone);
        assembly_.kill_local(number);
        end(1, who(number) + " has given no sign of life for " + seconds_text(beats_.limit_ns()) +
                   " (--lost-after): the host, the link to it or upcrun there is down or stopped, and " +
                   node_threads_text(plan_, number) + " with it; the job is ended");
    }
}

void Controller::end(int code, const std::string &message) {
    if (is_over()) return;
    stage_ = Stage::ended;
    assembly_.refuse();
    code_ = code;
    farewell_end_ns_ = clock_ns() + farewell_ns;
    streams_.pump_output();
    streams_.pump_errors();
    if (!message.empty()) people_.error(message);
    agents_.send_all(Frame::end);
}

// Over when the agents have gone, but for those that cannot hear us.
bool Controller::done() const {
    if (!is_over()) return false;
    if (clock_ns() > farewell_end_ns_) return true;
    return std::none_of(agents_.begin(), agents_.end(),
                        [](const AgentRecord &node) { return node.channel && node.state != gone; });
}

} // namespace polder::run
