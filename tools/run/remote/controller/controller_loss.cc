// What agents no longer say: silence, lost connections, and the end of the job.
#include "base/config.h"
#include "tools/run/remote/controller/controller_job.h"

#include <algorithm>
#include <cstdio>

namespace polder::run {

namespace {

constexpr std::int64_t farewell_ns = 3 * second_ns; // how long agents may take to go

} // namespace

std::string seconds_text(std::int64_t ns) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", static_cast<double>(ns) * 1e-9);
    return text;
}

std::string Controller::who(unsigned node) const {
    return "host " + plan_.nodes[node].name + (count_ > 1 ? " (node " + std::to_string(node) + ')' : "");
}

std::string Controller::threads_text(unsigned node) const {
    const unsigned first = plan_.nodes[node].first;
    const unsigned last = first + plan_.nodes[node].threads - 1;
    return first == last ? "thread " + std::to_string(first)
                         : "threads " + std::to_string(first) + '-' + std::to_string(last);
}

// The connection is gone. Agents that were told to go do that; others have died.
void Controller::lose(unsigned number) {
    AgentRecord &node = agents_[number];
    const bool began = node.state >= running;
    waits_.remove(node.channel->fd());
    if (heartbeat_) heartbeat_->remove(node.channel.get());
    node.channel.reset();
    agents_.set_state(number, gone);
    output_.gone(number);
    error_.gone(number);
    if (!is_over()) reap(); // of an agent on this machine it says more
    if (is_over()) return;
    if (was_away())
        return end(1, "upcrun was stopped for longer than " + seconds_text(limit_ns_) +
                          " (--lost-after), and the hosts have ended the job");
    const std::string how = began ? "gone (killed, or the host is down), and " + threads_text(number) + " with it"
                                  : "ended before the job began";
    const std::string &said = began ? std::string() : spawner_->last_line(number);
    end(1, who(number) + ": upcrun there has " + how + (said.empty() ? "; the job is ended" : ": " + said));
}

// It is us who did nothing for long: stopped (SIGSTOP), or starved. True for a moment after it,
// until what has been sent meanwhile is read.
bool Controller::was_away() {
    const std::int64_t now = clock_ns();
    if (limit_ns_ && next_beat_ns_ && now - next_beat_ns_ > limit_ns_ / 2) back_until_ns_ = now + second_ns;
    return now < back_until_ns_;
}

// Five times within the limit: says that we are here, and looks who is not. Once the job runs, the
// heartbeat says it; what the heartbeat could not send is sent on from here.
void Controller::beat() {
    if (!limit_ns_) {
        next_beat_ns_ = INT64_MAX;
        return;
    }
    was_away();
    next_beat_ns_ = clock_ns() + limit_ns_ / 5;
    for (unsigned node = 0; node < count_; ++node) {
        if (!agents_[node].channel) continue;
        agents_[node].channel->send_alive();
        agents_.watch_sending(node);
    }
    if (stage_ == Stage::running) look_for_silence();
}

void Controller::look_for_silence() {
    for (unsigned number = 0; number < count_ && !is_over(); ++number) {
        if (!agents_[number].channel || !agents_[number].silence.lasts(*agents_[number].channel, limit_ns_)) continue;
        agents_.set_state(number, gone);
        spawner_->kill_local(number);
        end(1, who(number) + " has given no sign of life for " + seconds_text(limit_ns_) +
                   " (--lost-after): the host, the link to it or upcrun there is down or stopped, and " +
                   threads_text(number) + " with it; the job is ended");
    }
}

// Agents that did not come: those whose command has failed, and all when none has come forward for
// the limit.
void Controller::look_for_missing() {
    const AgentState wanted = stage_ == Stage::coming ? connected : ready;
    unsigned missing = 0;
    unsigned first = count_;
    const double limit_s = setting_seconds(Setting::start_limit);
    const auto limit_ns = static_cast<std::int64_t>(limit_s * 1e9);
    const bool late = limit_ns > 0 && agents_.stands_still(limit_ns);
    listener_.drop_late();
    if (!late && !spawner_->any_failed()) return;
    for (unsigned number = count_; number-- > 0;) {
        if (agents_[number].state >= wanted) continue;
        ++missing;
        first = number;
        if (agents_[number].state != absent || spawner_->can_still_come(number)) continue;
        const std::string &said = spawner_->last_line(number);
        return end(1, who(number) + ": upcrun cannot be started there (" + spawner_->status_text(number) + ')' +
                          (said.empty() ? "" : ": " + said));
    }
    if (!late || !missing) return;
    const std::string &said = spawner_->last_line(first);
    const std::string others = missing > 1 ? " and " + std::to_string(missing - 1) + " more have" : " has";
    const std::string hint = stage_ == Stage::preparing ? "" : ": is there a way back from this host (--interface)?";
    end(1, who(first) + others + " not answered within " + seconds_text(limit_ns) + " (POLDER_START_LIMIT)" +
               (said.empty() ? hint : ": " + said));
}

void Controller::end(int code, const std::string &message) {
    if (is_over()) return;
    stage_ = Stage::ended;
    code_ = code;
    farewell_end_ns_ = clock_ns() + farewell_ns;
    output_.pump();
    error_.pump();
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
