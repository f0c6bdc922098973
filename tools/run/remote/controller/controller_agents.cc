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
std::vector<unsigned> threads_left(const AgentTable &agents, const JobPlan &plan) {
    std::vector<unsigned> left;
    const PlannedNode *planned = plan.nodes.data();
    for (const AgentRecord &node : agents) {
        if (node.state != AgentState::finished && node.has_reported)
            left.insert(left.end(), node.unended.begin(), node.unended.end());
        for (unsigned t = 0; !node.has_reported && t < planned->threads; ++t)
            left.push_back(planned->first + t);
        ++planned;
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
        if (from.good()) (stream == 0 ? output_ : error_).add(number, from.rest(), may_end != 0);
        return;
    }
    case Frame::consumed: return input_.consumed(from.get<std::uint32_t>());
    case Frame::exchange: return take_exchange(number, bytes);
    case Frame::unended: return take_unended(from, &agents_[number].unended);
    case Frame::position: return take_position(number, bytes);
    case Frame::finished:
        code_ = is_over() ? code_ : std::max(code_, from.get<int>());
        if (agents_[number].state == running) agents_.set_state(number, finished);
        return acquit(number);
    case Frame::failed: return take_failure(number, bytes);
    case Frame::innocent: return acquit(number);
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
    if (network_cause_.empty()) accuse_others(code, cause);
    acquit(number);
}

// A node does not reach another. The cause may be a process that dies there, so all nodes are asked
// for a better one. The network is at fault once every node has answered that it has none, has
// ended by itself, or does not reach others either. An agent that cannot answer is lost, which ends
// the job, too.
void Controller::accuse_others(int code, const std::string &cause) {
    network_code_ = code;
    network_cause_ = cause;
    accused_ = 0;
    for (unsigned number = 0; number < count_; ++number) {
        AgentRecord &node = agents_[number];
        node.accused = node.state == running;
        accused_ += node.accused;
        if (node.accused) agents_.send(number, Frame::accused, std::make_shared<const std::string>());
    }
    if (!accused_) end(code, cause);
}

void Controller::acquit(unsigned number) {
    if (!agents_[number].accused) return;
    agents_[number].accused = false;
    if (--accused_ == 0) end(network_code_, network_cause_);
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
    if (!reports_due_ || agents_[number].has_reported) return;
    agents_[number].has_reported = true;
    if (--reports_due_ == 0) end_reports();
}

void Controller::ask_for_reports() {
    if (stage_ != Stage::running) return end_reports();
    if (reports_due_) return;
    for (AgentRecord &node : agents_) {
        node.has_reported = node.state != running;
        reports_due_ += !node.has_reported;
    }
    report_end_ns_ = clock_ns() + report_ns;
    if (!reports_due_) return end_reports();
    const auto nothing = std::make_shared<const std::string>();
    for (unsigned node = 0; node < count_; ++node)
        if (!agents_[node].has_reported) agents_.send(node, Frame::report, nothing);
}

// Before the last line stands what no agent says. Hosts may not be ready, may have no thread left,
// or may not answer. Output may wait for its reader.
void Controller::end_reports() {
    reports_due_ = 0;
    const auto tell = [this](const auto &concerned, const std::string &what) {
        const auto first = std::find_if(agents_.begin(), agents_.end(), concerned);
        const auto count = std::count_if(first, agents_.end(), concerned);
        if (!count) return;
        const std::string others = count > 1 ? " and " + std::to_string(count - 1) + " more" : "";
        people_.text("polder: " + who(static_cast<unsigned>(first - agents_.begin())) + others + ": " + what + '\n');
    };
    if (stage_ < Stage::running)
        tell([](const AgentRecord &node) { return node.state != ready; }, "not ready to start the job yet");
    tell([](const AgentRecord &node) { return node.state == finished; }, "all threads have ended");
    tell([](const AgentRecord &node) { return node.state == running && !node.has_reported; },
         "no answer within " + seconds_text(report_ns));
    if (const std::size_t bytes = output_.waiting() + error_.waiting())
        people_.text("polder: " + std::to_string(bytes) + " bytes of output have not been taken yet\n");
    switch (time_up_) {
    case TimeUp::no: return people_.text("polder: the job goes on; Ctrl-C ends it\n");
    case TimeUp::limit: return end(124, "the job did not end in the time given (--timeout)");
    case TimeUp::grace: return end(128 + request_.signal(), request_.too_late(threads_left(agents_, plan_)));
    }
}

} // namespace polder::run
