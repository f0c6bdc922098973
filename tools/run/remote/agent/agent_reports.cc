// Each report is a frame (agent_reports.h).
#include "tools/run/remote/agent/agent_reports.h"

#include "runtime/core/member_name.h"
#include "tools/run/local/node.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/supervisor.h"
#include "tools/run/remote/wire/pack.h"

#include <cstdint>
#include <vector>

namespace polder::run {

namespace {

Packer pack_threads(const std::vector<unsigned> &threads, Packer packer = {}) {
    packer.add(static_cast<std::uint32_t>(threads.size()));
    for (const unsigned thread : threads)
        packer.add(thread);
    return packer;
}

} // namespace

void AgentReports::trace(unsigned thread, const std::string &lines) {
    channel_.send(Frame::trace, Packer().add(thread).take() + lines);
}

void AgentReports::tell_word(const ControlBlock &block) {
    const MemberWord word = block.naming.word.load(std::memory_order_relaxed);
    if (word != word_) channel_.send(Frame::word, member_word(word));
    word_ = word;
}

bool AgentReports::leaves(int code) {
    channel_.send(Frame::leaves, Packer().add(code).take());
    return true;
}

void AgentReports::tell_written() {
    wrote_out_ = false;
    channel_.send(Frame::written);
}

void AgentReports::tell_ready(ControlBlock &block, bool one_machine) {
    channel_.send(Frame::ready, mapping_text(block, one_machine));
}

void AgentReports::refuse(ControlBlock *block, const std::string &why) {
    tell_failure(block, {1, false, "host " + host_name() + ": " + why});
}

void AgentReports::tell_failure(ControlBlock *block, const Failure &failure) {
    if (told_end_) return;
    told_end_ = true;
    Packer packer;
    packer.add(failure.code).add(static_cast<std::uint32_t>(failure.others_know_better));
    packer = pack_threads(block ? threads_of_end(*block) : std::vector<unsigned>(), packer);
    channel_.send(Frame::failed, packer.take() + failure.why);
}

void AgentReports::tell_end(ControlBlock &block, const Supervisor &supervisor) {
    if (supervisor.ended()) return tell_failure(&block, {supervisor.code(), supervisor.lost_a_node(), cause_});
    if (told_end_) return;
    told_end_ = true;
    channel_.send(Frame::finished, Packer().add(supervisor.code()).take());
}

void AgentReports::tell_positions(ControlBlock *block) {
    channel_.send(Frame::unended, pack_threads(block ? threads_left(*block) : std::vector<unsigned>()).take());
    channel_.send(Frame::position, block ? report_positions(*block) : std::string());
}

} // namespace polder::run
