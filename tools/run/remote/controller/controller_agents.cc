// What agents say: frames by kind, and what each of them changes in the job.
#include "base/config.h"
#include "tools/run/remote/controller/controller_job.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>

namespace polder::run {

namespace {

constexpr std::int64_t report_ns = 5 * second_ns; // how long reports may take
constexpr std::uint32_t most_places = 2;          // that a failure is about

void take_unended(Unpacker &from, std::vector<unsigned> *threads) {
    threads->clear();
    for (std::uint32_t left = from.get<std::uint32_t>(); left && from.good(); --left)
        threads->push_back(from.get<unsigned>());
}

// Those that have not come to their end. Of a node that does not answer, all.
std::vector<unsigned> threads_left(const AgentTable &agents, const ReportRound &reports, const JobPlan &plan) {
    std::vector<unsigned> left;
    for (unsigned number = 0; number < plan.nodes.size(); ++number) {
        const AgentRecord &node = agents[number];
        const PlannedNode &planned = plan.nodes[number];
        const bool has_answered = reports.has_answered(number);
        if (node.state != AgentState::finished && has_answered)
            left.insert(left.end(), node.unended.begin(), node.unended.end());
        for (unsigned t = 0; !has_answered && t < planned.threads; ++t)
            left.push_back(planned.first + t);
    }
    return left;
}

} // namespace

void Controller::written(unsigned node, std::uint32_t stream, std::size_t bytes) {
    agents_.send(
        node, Frame::received,
        std::make_shared<const std::string>(Packer().add(stream).add(static_cast<std::uint32_t>(bytes)).take()));
}

// ---- from agents ----

void Controller::take_frames(unsigned number) {
    AgentRecord &node = agents_[number];
    const bool open = node.channel->receive();
    for (Channel::Received frame; node.channel && node.channel->next(&frame);)
        take(number, frame.kind, frame.bytes);
    if (node.channel && (!open || node.channel->broken())) lose(number);
}

void Controller::take(unsigned number, Frame kind, std::string_view bytes) {
    Unpacker from(bytes);
    switch (kind) {
    case Frame::ready:
        agents_[number].mapping = bytes;
        return agents_[number].state == connected ? agents_.set_state(number, ready) : void();
    case Frame::output: {
        const std::uint32_t stream = from.get<std::uint32_t>();
        const std::uint32_t may_end = from.get<std::uint32_t>();
        if (from.good()) streams_.add(number, stream, from.rest(), may_end != 0);
        return;
    }
    case Frame::consumed: return streams_.input().consumed(from.get<std::uint32_t>());
    case Frame::exchange: return take_exchange(number, bytes);
    case Frame::unended: return take_unended(from, &agents_[number].unended);
    case Frame::position: return take_position(number, bytes);
    case Frame::finished:
        code_ = is_over() ? code_ : std::max(code_, from.get<int>());
        if (agents_[number].state == running) agents_.set_state(number, finished);
        return clear(number);
    case Frame::failed: return take_failure(number, bytes);
    case Frame::innocent: return clear(number);
    case Frame::trace: {
        const unsigned thread = from.get<unsigned>();
        return places_.take(thread, from.rest(), people_);
    }
    default: return; // alive, and what only goes the other way
    }
}

void Controller::take_failure(unsigned number, std::string_view bytes) {
    Unpacker from(bytes);
    const int code = from.get<int>();
    const bool of_network = from.get<std::uint32_t>() != 0;
    std::vector<unsigned> threads;
    for (unsigned left = std::min(from.get<std::uint32_t>(), most_places); left; --left)
        threads.push_back(from.get<unsigned>());
    const std::string cause(from.rest());
    agents_.set_state(number, failed);
    for (const unsigned thread : threads)
        if (!of_network && !is_over()) ask_for_place(thread);
    if (!of_network) return end(code, cause);
    if (!doubt_.is_raised()) doubt_network(code, cause);
    clear(number);
}

void Controller::doubt_network(int code, const std::string &cause) {
    doubt_.raise(code, cause, [this](unsigned node) { return agents_[node].state == running; });
    const auto nothing = std::make_shared<const std::string>();
    for (unsigned node = 0; node < count_; ++node)
        if (doubt_.asks(node)) agents_.send(node, Frame::accused, nothing);
    if (doubt_.is_settled()) end(code, cause);
}

void Controller::clear(unsigned node) {
    if (doubt_.clear(node)) end(doubt_.code(), doubt_.cause());
}

// The agent answers before it hears of the end, if its node has not failed itself and tells the
// place by that.
void Controller::ask_for_place(unsigned thread) {
    places_.expect(thread);
    for (unsigned node = 0; node < count_; ++node)
        if (agents_[node].state == running && thread - plan_.nodes[node].first < plan_.nodes[node].threads)
            agents_.send(node, Frame::place, std::make_shared<const std::string>(Packer().add(thread).take()));
}

void Controller::take_exchange(unsigned number, std::string_view bytes) {
    if (!exchange_.give(number, bytes)) return end(1, who(number) + " gives to an exchange twice; the job is ended");
    if (!exchange_.is_complete()) return;
    if (const std::optional<unsigned> other = exchange_.odd_one())
        return end(1, who(0) + " and " + who(*other) +
                          " do not start alike: is it the same program, and the same libpolder, on both?");
    agents_.send_all(Frame::answers, exchange_.take());
}

// ---- reports ----

void Controller::take_position(unsigned number, std::string_view bytes) {
    people_.text(std::string(bytes));
    if (reports_.take(number)) end_reports();
}

void Controller::ask_for_reports() {
    if (stage_ != Stage::running) return end_reports();
    if (reports_.is_under_way()) return;
    reports_.begin(clock_ns() + report_ns, [this](unsigned node) { return agents_[node].state == running; });
    if (!reports_.is_under_way()) return end_reports();
    const auto nothing = std::make_shared<const std::string>();
    for (unsigned node = 0; node < count_; ++node)
        if (!reports_.has_answered(node)) agents_.send(node, Frame::report, nothing);
}

// Before the last line stands what no agent says. Hosts may not be ready, may have no thread left,
// or may not answer. Output may wait for its reader.
void Controller::end_reports() {
    reports_.end();
    const auto tell = [this](const auto &concerned, const std::string &what) {
        unsigned first = count_;
        unsigned count = 0;
        for (unsigned node = count_; node-- > 0;)
            if (concerned(node)) {
                first = node;
                ++count;
            }
        if (!count) return;
        const std::string others = count > 1 ? " and " + std::to_string(count - 1) + " more" : "";
        people_.text("polder: " + who(first) + others + ": " + what + '\n');
    };
    if (stage_ < Stage::running)
        tell([this](unsigned node) { return agents_[node].state != ready; }, "not ready to start the job yet");
    tell([this](unsigned node) { return agents_[node].state == finished; }, "all threads have ended");
    tell([this](unsigned node) { return agents_[node].state == running && !reports_.has_answered(node); },
         "no answer within " + seconds_text(report_ns));
    if (const std::size_t bytes = streams_.waiting())
        people_.text("polder: " + std::to_string(bytes) + " bytes of output have not been taken yet\n");
    if (reached_ == TimeLimits::Limit::none) return people_.text("polder: the job goes on; Ctrl-C ends it\n");
    end(limits_.code(reached_), limits_.message(reached_, threads_left(agents_, reports_, plan_)));
}

} // namespace polder::run
