// Asks, prints what is answered, and says what is not (reports.h).
#include "tools/run/remote/controller/reports.h"
#include "base/clock.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/plan/plan.h"
#include "tools/run/plan/texts.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/job_end.h"
#include "tools/run/remote/controller/job_streams.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace polder::run {

namespace {

using Limit = TimeLimits::Limit;

constexpr std::int64_t report_ns = 5'000'000'000; // how long reports may take

} // namespace

Reports::Reports(const JobParts &job, JobEnd &end, const TimeLimits &limits)
    : job_(job), end_(end), limits_(limits), round_(static_cast<unsigned>(job.plan.nodes.size())),
      unended_(job.plan.nodes.size()) {}

void Reports::ask() {
    if (!has_started_ || end_.is_over()) return finish();
    if (round_.is_under_way()) return;
    round_.begin(clock_ns() + report_ns,
                 [this](unsigned node) { return job_.agents[node].state == AgentState::running; });
    if (!round_.is_under_way()) return finish();
    const auto nothing = std::make_shared<const std::string>();
    for (unsigned node = 0; node < unended_.size(); ++node)
        if (!round_.has_answered(node)) job_.agents.send(node, Frame::report, nothing);
}

void Reports::take_unended(unsigned node, std::vector<unsigned> threads) {
    unended_[node] = std::move(threads);
}

void Reports::take(unsigned node, std::string_view text) {
    job_.people.text(std::string(text));
    if (round_.take(node)) finish();
}

void Reports::look_at_clock(std::int64_t now_ns) {
    if (round_.is_under_way() && now_ns >= round_.end_ns()) finish();
    if (reached_ != Limit::none || end_.is_over()) return;
    reached_ = limits_.reached(now_ns);
    if (reached_ != Limit::none) ask();
}

std::int64_t Reports::next_ns() const {
    const std::int64_t round_ns = round_.end_ns();
    const std::int64_t limit_ns = reached_ == Limit::none && !end_.is_over() ? limits_.next_ns() : 0;
    return round_ns && limit_ns ? std::min(round_ns, limit_ns) : round_ns + limit_ns;
}

// All have answered, or nobody is waited for any longer.
void Reports::finish() {
    round_.end();
    tell_rest();
    if (reached_ == Limit::none) return job_.people.text("polder: the job goes on; Ctrl-C ends it\n");
    end_.end(limits_.code(reached_), limits_.message(reached_, job_.agents.member_word(), threads_left()));
}

// What no agent says. Hosts may not be ready, may have no thread left, or may not answer. Output
// may wait for its reader.
void Reports::tell_rest() {
    const auto state = [this](unsigned node) { return job_.agents[node].state; };
    if (!has_started_ && !end_.is_over())
        tell([&](unsigned node) { return state(node) != AgentState::ready; }, "not ready to start the job yet");
    tell([&](unsigned node) { return state(node) == AgentState::finished; },
         std::string("all ") + job_.agents.member_word() + "s have ended");
    tell([&](unsigned node) { return state(node) == AgentState::running && !round_.has_answered(node); },
         "no answer within " + seconds_text(report_ns));
    if (const std::size_t bytes = job_.streams.waiting())
        job_.people.text("polder: " + std::to_string(bytes) + " bytes of output have not been taken yet\n");
}

template <class IsConcerned> void Reports::tell(IsConcerned is_concerned, const std::string &what) {
    unsigned first = 0;
    unsigned count = 0;
    for (unsigned node = static_cast<unsigned>(unended_.size()); node-- > 0;)
        if (is_concerned(node)) {
            first = node;
            ++count;
        }
    if (!count) return;
    const std::string others = count > 1 ? " and " + std::to_string(count - 1) + " more" : "";
    job_.people.text("polder: " + node_text(job_.plan, first) + others + ": " + what + '\n');
}

// Those that have not come to their end. Of a node that does not answer, all.
std::vector<unsigned> Reports::threads_left() const {
    std::vector<unsigned> left;
    for (unsigned node = 0; node < unended_.size(); ++node) {
        const PlannedNode &planned = job_.plan.nodes[node];
        const bool has_answered = round_.has_answered(node);
        if (has_answered && job_.agents[node].state != AgentState::finished)
            left.insert(left.end(), unended_[node].begin(), unended_[node].end());
        for (unsigned t = 0; !has_answered && t < planned.threads; ++t)
            left.push_back(planned.first + t);
    }
    return left;
}

} // namespace polder::run
