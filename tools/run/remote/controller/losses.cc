// Notices that agents have gone, and says who and how (losses.h).
#include "tools/run/remote/controller/losses.h"
#include "base/clock.h"
#include "runtime/fault/explain.h"
#include "tools/run/plan/plan.h"
#include "tools/run/plan/texts.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/agents/assembly.h"
#include "tools/run/remote/controller/job_end.h"
#include "tools/run/remote/controller/job_streams.h"

#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

namespace polder::run {

namespace {

std::string members_text(const JobParts &job, unsigned node) {
    return node_threads_text(job.plan, node, job.agents.member_word());
}

} // namespace

Losses::Losses(const JobParts &job, JobEnd &end, std::int64_t lost_after_ns)
    : job_(job), end_(end), beats_(lost_after_ns) {}

void Losses::start() {
    if (!beats_.limit_ns()) return;
    std::vector<Channel *> channels;
    channels.reserve(job_.plan.nodes.size());
    for (AgentRecord &node : job_.agents)
        channels.push_back(node.channel.get());
    heartbeat_.emplace(std::move(channels), beats_.limit_ns() / 5);
}

void Losses::restart() {
    for (AgentRecord &node : job_.agents)
        if (node.channel) node.channel->heard_now();
    beats_.restart();
}

void Losses::look_at_clock(std::int64_t now_ns) {
    if (beats_.is_due(now_ns)) beat(now_ns);
}

// Says that we are here, and looks who is not. Once the job runs, the heartbeat says it; what the
// heartbeat could not send is sent on from here.
void Losses::beat(std::int64_t now_ns) {
    beats_.beat(now_ns);
    for (unsigned node = 0; node < job_.plan.nodes.size(); ++node) {
        if (!job_.agents[node].channel) continue;
        job_.agents[node].channel->send_alive();
        job_.agents.watch_sending(node);
    }
    if (heartbeat_) look_for_silence();
}

void Losses::look_for_silence() {
    for (unsigned number = 0; number < job_.plan.nodes.size() && !end_.is_over(); ++number) {
        AgentRecord &node = job_.agents[number];
        if (!node.channel || !node.silence.lasts(*node.channel, beats_.limit_ns())) continue;
        job_.agents.set_state(number, AgentState::gone);
        job_.assembly.kill_local(number);
        end_.end(1, node_text(job_.plan, number) + " has given no sign of life for " + seconds_text(beats_.limit_ns()) +
                        " (--lost-after): the host, the link to it or upcrun there is down or stopped, and " +
                        members_text(job_, number) + " with it; the job is ended");
    }
}

void Losses::reap() {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        const unsigned node = job_.assembly.agent_ended(pid, status);
        if (node == AgentSpawner::none || end_.is_over() || !WIFSIGNALED(status)) continue;
        end_.end(1, node_text(job_.plan, node) + ": upcrun there (process " + std::to_string(pid) + ") ended by " +
                        fault::signal_name(WTERMSIG(status)) + ", and " + members_text(job_, node) +
                        " with it; the job is ended");
    }
}

// Agents that were told to go do that; others have died.
void Losses::lose(unsigned number) {
    const bool began = job_.agents[number].state >= AgentState::running;
    if (heartbeat_) heartbeat_->remove(job_.agents[number].channel.get());
    job_.agents.drop(number);
    job_.streams.gone(number);
    if (!end_.is_over()) reap(); // of an agent on this machine it says more
    if (end_.is_over()) return;
    if (beats_.was_away(clock_ns()))
        return end_.end(1, "upcrun was stopped for longer than " + seconds_text(beats_.limit_ns()) +
                               " (--lost-after), and the hosts have ended the job");
    const std::string how = began ? "gone (killed, or the host is down), and " + members_text(job_, number) + " with it"
                                  : "ended before the job began";
    const std::string &said = began ? std::string() : job_.assembly.last_line(number);
    end_.end(1, node_text(job_.plan, number) + ": upcrun there has " + how +
                    (said.empty() ? "; the job is ended" : ": " + said));
}

} // namespace polder::run
