// The barrier of the job: upc_barrier, upc_notify, upc_wait (6.6.1 of UPC 1.3) and the implicit
// barriers at a thread's start and end, on the machine of barrier.h. Here the rules are checked and
// broken ones explained; one mistake ends the job with one message.
#include "runtime/barrier/program_barrier.h"

#include "runtime/barrier/barrier_nodes.h"
#include "runtime/core/job.h"
#include "runtime/core/member_name.h"
#include "runtime/race/race.h"
#include "runtime/rpc/one_way.h"
#include "runtime/sync/one_caller.h"

#include <cstdio>

namespace polder::barrier {

POLDER_PRIVATE BarrierMember program_member = {};

namespace {

BarrierArea *instance_area[job_barriers];
POLDER_PRIVATE BarrierMember internal_member = {};

constexpr int misuse_code = 1;
constexpr std::size_t message_size = 512;

BarrierArea *area_of(JobBarrier which) {
    return instance_area[static_cast<unsigned>(which)];
}
const BarrierMember &member_of(JobBarrier which) {
    return local(which == JobBarrier::program ? program_member : internal_member);
}

void *instance_memory(unsigned number) {
    const std::size_t size = (barrier_area_size(node_threads()) + cache_line - 1) / cache_line * cache_line;
    return area<char>(Area::barrier) + number * size;
}

// ---- over several nodes: messages ----

std::uint64_t word_of(BarrierPost post) {
    return std::uint64_t{static_cast<std::uint32_t>(post.tag)} << 32 | static_cast<std::uint32_t>(post.value);
}
BarrierPost post_of_word(std::uint64_t word) {
    return {static_cast<BarrierTag>(word >> 32 & 3), static_cast<int>(static_cast<std::uint32_t>(word))};
}

void tell(unsigned instance, unsigned node, const BarrierNews &news) {
    const BarrierVerdict &verdict = news.verdict;
    const std::uint64_t words[] = {
        std::uint64_t{news.epoch} << 32 | news.round << 16 | verdict.conflict << 8 | instance, word_of(verdict.post),
        word_of(verdict.other), std::uint64_t{verdict.other_thread} << 32 | verdict.thread, verdict.carry};
    rpc::one_way_send(node, rpc::OneWayKind::barrier, words, 5);
}

void on_news(const rpc::OneWay &message) {
    const std::uint64_t *words = message.words;
    const unsigned instance = words[0] & 0xff;
    BarrierNews news{
        static_cast<std::uint32_t>(words[0] >> 32), static_cast<std::uint32_t>(words[0] >> 16 & 0xffff), {}};
    news.verdict = {post_of_word(words[1]),      static_cast<std::uint32_t>(words[3]),
                    post_of_word(words[2]),      static_cast<std::uint32_t>(words[3] >> 32),
                    (words[0] >> 8 & 0xff) != 0, words[4]};
    if (instance < job_barriers) barrier_hear(*instance_area[instance], news);
}

// ---- messages for people ----

// Of those that notified in the current epoch: this node's, and of several nodes the two that
// disagree.
template <class Visit> void visit_posts(const BarrierMember &member, Visit visit) {
    BarrierPost post;
    const BarrierVerdict *verdict = nodes() > 1 ? &barrier_verdict(member) : nullptr;
    if (verdict && verdict->conflict) {
        visit(verdict->thread, verdict->post);
        visit(verdict->other_thread, verdict->other);
        return;
    }
    for (unsigned t = 0; t < node_threads(); ++t)
        if (barrier_post_of(member, t, &post)) visit(control().shape.first + t, post);
}

// "thread 0: 1; thread 1: none; ..." of the current epoch.
void describe_posts(const BarrierMember &member, char *text, std::size_t size) {
    std::size_t used = 0;
    text[0] = 0;
    visit_posts(member, [&](unsigned thread, BarrierPost post) {
        if (used + 40 >= size) return;
        used += static_cast<std::size_t>(
            std::snprintf(text + used, size - used, "%s%s: ", used ? "; " : "", member_name(thread).text));
        if (post.tag == BarrierTag::value)
            used += static_cast<std::size_t>(std::snprintf(text + used, size - used, "%d", post.value));
        else
            used += static_cast<std::size_t>(std::snprintf(text + used, size - used, "no value"));
    });
}

// Some thread is in an implicit barrier while another is in one of the program.
bool find_ended(const BarrierMember &member, unsigned *ended, unsigned *waiting) {
    bool has_ended = false;
    bool has_waiting = false;
    visit_posts(member, [&](unsigned thread, BarrierPost post) {
        const bool final = post.tag == BarrierTag::final;
        if (final && !has_ended) *ended = thread;
        if (!final && !has_waiting) *waiting = thread;
        (final ? has_ended : has_waiting) = true;
    });
    return has_ended && has_waiting;
}

// Two threads with different values, the caller if it is one of such.
bool find_values(const BarrierMember &member, Parties *parties) {
    BarrierPost first;
    bool has_first = false;
    bool found = false;
    if (barrier_post_of(member, member.thread, &first) && first.tag == BarrierTag::value) {
        parties->thread = mythread();
        has_first = true;
    }
    visit_posts(member, [&](unsigned thread, BarrierPost post) {
        if (post.tag != BarrierTag::value) return;
        if (!has_first) {
            parties->thread = thread;
            first = post;
            has_first = true;
        } else if (!found && post.value != first.value) {
            parties->other = thread;
            found = true;
        }
    });
    return found;
}

// A thread that notified with another value.
unsigned other_than(const BarrierMember &member, int value) {
    unsigned other = no_peer;
    visit_posts(member, [&](unsigned thread, BarrierPost post) {
        if (post.tag == BarrierTag::value && post.value != value && other == no_peer) other = thread;
    });
    return other;
}

[[noreturn]] void fail_mismatch(const BarrierMember &member, BarrierPost asked) {
    unsigned ended = 0;
    unsigned waiting = 0;
    if (find_ended(member, &ended, &waiting))
        job_fail_between({ended, waiting}, misuse_code,
                         "%s ended (exit or return from main) while %s waits in a barrier; every %s must pass the same "
                         "barriers",
                         member_name(ended).text, member_name(waiting).text, member_word());
    char text[message_size];
    describe_posts(member, text, sizeof text);
    Parties parties;
    if (find_values(member, &parties))
        job_fail_between(parties, misuse_code, "barrier mismatch in barrier %u: notified: %s", member.epoch, text);
    job_fail_between({mythread(), other_than(member, asked.value)}, misuse_code,
                     "barrier mismatch in barrier %u: %s waits with value %d; notified: %s", member.epoch,
                     member_name(mythread()).text, asked.value, text);
}

} // namespace

void program_barrier_failed(BarrierResult result, const BarrierMember &member, BarrierPost asked) {
    switch (result) {
    case BarrierResult::notified_twice:
        job_fail(misuse_code, "upc_notify or upc_barrier after upc_notify: a upc_wait must come between them");
    case BarrierResult::not_notified: job_fail(misuse_code, "upc_wait without upc_notify before it");
    default: fail_mismatch(member, asked);
    }
}

void program_barrier_refuse(const char *operation) {
    job_fail(misuse_code, "%s %s", operation,
             started() ? "after the end of the UPC job (polder_finalize, or the end of polder_run)"
                       : "before the UPC job was started (polder_init, or polder_run)");
}

void barrier_start() {
    // Every process writes the same constants, so none has to wait for another here.
    for (unsigned i = 0; i < job_barriers; ++i)
        instance_area[i] = barrier_create(instance_memory(i), node_threads(), oversubscribed(),
                                          {nodes(), mynode(), control().shape.first, i});
    barrier_tell = tell;
    rpc::one_way_register(rpc::OneWayKind::barrier, 5, on_news);
}

void barrier_initial() {
    local(program_member) = {area_of(JobBarrier::program), node_rank(mythread()), 0, false};
    local(internal_member) = {area_of(JobBarrier::internal), node_rank(mythread()), 0, false};
    // On the other instance, so that the program's barriers are numbered from 1.
    program_barrier_check(program_barrier_pass(local(internal_member), {}, WaitKind::start), local(internal_member),
                          {});
}

void barrier_final() {
    BarrierMember &member = local(program_member);
    if (member.notified) job_fail(misuse_code, "ended between upc_notify and upc_wait");
    const BarrierPost post{BarrierTag::final, 0};
    program_barrier_check(program_barrier_pass(member, post, WaitKind::final_barrier), member, post);
}

void barrier_end() {
    local(program_member).area = local(internal_member).area = nullptr;
}

void barrier_internal() {
    BarrierMember &member = local(internal_member);
    if (__builtin_expect(!member.area, 0)) program_barrier_refuse("collective operation");
    const sync::OneCaller here("collective operation");
    program_barrier_check(barrier_pass(member, {}, WaitKind::internal_barrier), member, {});
}

std::uint64_t barrier_internal_first(std::uint64_t mine) {
    BarrierMember &member = local(internal_member);
    if (mythread() == 0) barrier_carry(member, mine);
    barrier_internal();
    return barrier_verdict(member).carry;
}

std::uint64_t barrier_messages() {
    return barrier_messages(*area_of(JobBarrier::program)) + barrier_messages(*area_of(JobBarrier::internal));
}

std::uint32_t barrier_number(JobBarrier which) {
    return member_of(which).epoch;
}

bool barrier_reached_by(JobBarrier which, unsigned thread) {
    BarrierPost post;
    return barrier_post_of(member_of(which), node_rank(thread), &post);
}

void barrier_check_collective(const char *function) {
    if (__builtin_expect(program_barrier_member(function).notified, 0))
        job_fail(misuse_code, "%s between upc_notify and upc_wait: collective functions may not be called there",
                 function);
}

} // namespace polder::barrier
