// Takes frames apart and hands them to what they are about (agent_messages.h).
#include "tools/run/remote/controller/agent_messages.h"
#include "tools/run/plan/plan.h"
#include "tools/run/plan/texts.h"
#include "tools/run/remote/controller/agents/agent_table.h"
#include "tools/run/remote/controller/job_end.h"
#include "tools/run/remote/controller/job_streams.h"
#include "tools/run/remote/controller/losses.h"
#include "tools/run/remote/controller/reports.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sys/epoll.h>
#include <vector>

namespace polder::run {

namespace {

constexpr std::uint32_t most_places = 2; // that a failure is about

std::vector<unsigned> unended_of(Unpacker &from) {
    std::vector<unsigned> threads;
    for (std::uint32_t left = from.get<std::uint32_t>(); left && from.good(); --left)
        threads.push_back(from.get<unsigned>());
    return threads;
}

void take_output(JobStreams &streams, unsigned node, Unpacker &from) {
    const std::uint32_t stream = from.get<std::uint32_t>();
    const std::uint32_t may_end = from.get<std::uint32_t>();
    if (from.good()) streams.add(node, stream, from.rest(), may_end != 0);
}

} // namespace

AgentMessages::AgentMessages(const JobParts &job, JobEnd &end, Reports &reports, Losses &losses)
    : job_(job), end_(end), reports_(reports), losses_(losses), count_(static_cast<unsigned>(job.plan.nodes.size())),
      exchange_(count_), doubt_(count_) {}

void AgentMessages::take_event(unsigned node, std::uint32_t events) {
    if (job_.agents[node].channel && events & EPOLLOUT) {
        job_.agents[node].channel->flush();
        job_.agents.watch_sending(node);
    }
    if (job_.agents[node].channel && events & ~EPOLLOUT) take_frames(node);
}

void AgentMessages::take_frames(unsigned number) {
    AgentRecord &node = job_.agents[number];
    const bool open = node.channel->receive();
    for (Channel::Received frame; node.channel && node.channel->next(&frame);)
        take(number, frame.kind, frame.bytes);
    if (node.channel && (!open || node.channel->broken())) losses_.lose(number);
}

void AgentMessages::take(unsigned number, Frame kind, std::string_view bytes) {
    AgentTable &agents = job_.agents;
    Unpacker from(bytes);
    switch (kind) {
    case Frame::ready:
        agents[number].mapping = bytes;
        return agents[number].state == AgentState::connected ? agents.set_state(number, AgentState::ready) : void();
    case Frame::output: return take_output(job_.streams, number, from);
    case Frame::consumed: return job_.streams.input().consumed(from.get<std::uint32_t>());
    case Frame::exchange: return take_exchange(number, bytes);
    case Frame::unended: return reports_.take_unended(number, unended_of(from));
    case Frame::position: return reports_.take(number, bytes);
    case Frame::finished:
        end_.take_code(from.get<int>());
        if (agents[number].state == AgentState::running) agents.set_state(number, AgentState::finished);
        return clear(number);
    case Frame::word: return agents.set_member_word(bytes);
    case Frame::leaves: return end_.leave(from.get<int>());
    case Frame::written:
        if (agents[number].state == AgentState::running) agents.set_state(number, AgentState::written);
        return clear(number);
    case Frame::failed: return take_failure(number, bytes);
    case Frame::innocent: return clear(number);
    case Frame::trace: {
        const unsigned thread = from.get<unsigned>();
        return places_.take(thread, from.rest(), job_.people);
    }
    default: return; // alive, and what only goes the other way
    }
}

void AgentMessages::take_failure(unsigned number, std::string_view bytes) {
    Unpacker from(bytes);
    const int code = from.get<int>();
    const bool of_network = from.get<std::uint32_t>() != 0;
    std::vector<unsigned> threads;
    for (unsigned left = std::min(from.get<std::uint32_t>(), most_places); left; --left)
        threads.push_back(from.get<unsigned>());
    const std::string cause(from.rest());
    job_.agents.set_state(number, AgentState::failed);
    if (end_.is_leaving()) return; // upc_global_exit or another failure was first, and all nodes have their time
    for (const unsigned thread : threads)
        if (!of_network && !end_.is_over()) ask_for_place(thread);
    if (!of_network) return end_.fail(code, cause);
    if (!doubt_.is_raised()) doubt_network(code, cause);
    clear(number);
}

void AgentMessages::doubt_network(int code, const std::string &cause) {
    doubt_.raise(code, cause, [this](unsigned node) { return job_.agents[node].state == AgentState::running; });
    const auto nothing = std::make_shared<const std::string>();
    for (unsigned node = 0; node < count_; ++node)
        if (doubt_.asks(node)) job_.agents.send(node, Frame::accused, nothing);
    if (doubt_.is_settled()) end_.fail(code, cause);
}

void AgentMessages::clear(unsigned node) {
    if (doubt_.clear(node)) end_.fail(doubt_.code(), doubt_.cause());
}

// The agent answers before it hears of the end, if its node has not failed itself and tells the
// place by that.
void AgentMessages::ask_for_place(unsigned thread) {
    places_.expect(thread);
    for (unsigned node = 0; node < count_; ++node) {
        const PlannedNode &planned = job_.plan.nodes[node];
        if (job_.agents[node].state == AgentState::running && thread - planned.first < planned.threads)
            job_.agents.send(node, Frame::place, std::make_shared<const std::string>(Packer().add(thread).take()));
    }
}

void AgentMessages::take_exchange(unsigned number, std::string_view bytes) {
    if (!exchange_.give(number, bytes))
        return end_.end(1, node_text(job_.plan, number) + " gives to an exchange twice; the job is ended");
    if (!exchange_.is_complete()) return;
    if (const std::optional<unsigned> other = exchange_.odd_one())
        return end_.end(1, node_text(job_.plan, 0) + " and " + node_text(job_.plan, *other) +
                               " do not start alike: is it the same program, and the same libpolder, on both?");
    job_.agents.send_all(Frame::answers, exchange_.take());
}

} // namespace polder::run
