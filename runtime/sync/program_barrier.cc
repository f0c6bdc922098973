// The barrier of the job: upc_barrier, upc_notify, upc_wait (6.6.1 of UPC 1.3) and the implicit barriers at a thread's
// start and end, on the machine of barrier.h. Here the rules are checked and broken ones explained; one mistake ends
// the job with one message.
#include "runtime/core/job.h"
#include "runtime/sync/barrier.h"
#include "runtime/sync/one_caller.h"

#include <cstdio>

namespace polder {
namespace {

BarrierArea *program_area;
BarrierArea *internal_area;
POLDER_PRIVATE BarrierMember program_member = {};
POLDER_PRIVATE BarrierMember internal_member = {};

constexpr int misuse_code = 1;
constexpr std::size_t message_size = 512;

void *instance_memory(unsigned number) {
    const std::size_t size = (barrier_area_size(threads()) + cache_line - 1) / cache_line * cache_line;
    return area<char>(Area::barrier) + number * size;
}

// "thread 0: 1; thread 1: none; ..." of the current epoch.
void describe_posts(const BarrierMember &member, char *text, std::size_t size) {
    std::size_t used = 0;
    text[0] = 0;
    for (unsigned t = 0; t < threads() && used + 40 < size; ++t) {
        BarrierPost post;
        if (!barrier_post_of(member, t, &post)) continue;
        used += static_cast<std::size_t>(std::snprintf(text + used, size - used, "%sthread %u: ", used ? "; " : "", t));
        if (post.tag == BarrierTag::value)
            used += static_cast<std::size_t>(std::snprintf(text + used, size - used, "%d", post.value));
        else
            used += static_cast<std::size_t>(std::snprintf(text + used, size - used, "no value"));
    }
}

// Some thread is in an implicit barrier while another is in one of the program.
bool find_ended(const BarrierMember &member, unsigned *ended, unsigned *waiting) {
    bool has_ended = false, has_waiting = false;
    for (unsigned t = 0; t < threads(); ++t) {
        BarrierPost post;
        if (!barrier_post_of(member, t, &post)) continue;
        const bool final = post.tag == BarrierTag::final;
        if (final && !has_ended) *ended = t;
        if (!final && !has_waiting) *waiting = t;
        (final ? has_ended : has_waiting) = true;
    }
    return has_ended && has_waiting;
}

[[noreturn]] void fail_mismatch(const BarrierMember &member, BarrierPost asked) {
    unsigned ended = 0, waiting = 0;
    if (find_ended(member, &ended, &waiting))
        job_fail(misuse_code,
                 "thread %u ended (exit or return from main) while thread %u waits in upc_barrier; every thread "
                 "must pass the same barriers",
                 ended, waiting);
    char text[message_size];
    describe_posts(member, text, sizeof text);
    if (asked.tag == BarrierTag::value)
        job_fail(misuse_code, "barrier mismatch in barrier %u: waits with value %d; notified: %s", member.epoch,
                 asked.value, text);
    job_fail(misuse_code, "barrier mismatch in barrier %u: notified: %s", member.epoch, text);
}

void check(BarrierResult result, const BarrierMember &member, BarrierPost asked) {
    if (__builtin_expect(result == BarrierResult::ok, 1)) return;
    switch (result) {
    case BarrierResult::notified_twice:
        job_fail(misuse_code, "upc_notify or upc_barrier after upc_notify: a upc_wait must come between them");
    case BarrierResult::not_notified: job_fail(misuse_code, "upc_wait without upc_notify before it");
    default: fail_mismatch(member, asked);
    }
}

[[noreturn, gnu::cold]] void refuse_now(const char *operation) {
    job_fail(misuse_code, "%s %s", operation,
             started() ? "after the end of the UPC job (polder_finalize, or the end of polder_run)"
                       : "before the UPC job was started (polder_init, or polder_run)");
}

// The member of the calling thread, which must be between its start and its end.
BarrierMember &running_member(const char *operation) {
    BarrierMember &member = local(program_member);
    if (__builtin_expect(!member.area, 0)) refuse_now(operation);
    return member;
}

BarrierPost post_of(int has_value, int value) {
    return has_value ? BarrierPost{BarrierTag::value, value} : BarrierPost{};
}

} // namespace

void barrier_start() {
    // Every process writes the same constants, so none has to wait for another here.
    program_area = barrier_create(instance_memory(0), threads(), oversubscribed());
    internal_area = barrier_create(instance_memory(1), threads(), oversubscribed());
}

void barrier_initial() {
    local(program_member) = {program_area, mythread(), 0, false};
    local(internal_member) = {internal_area, mythread(), 0, false};
    // On the other instance, so that the program's barriers are numbered from 1.
    check(barrier_pass(local(internal_member), {}, WaitKind::start), local(internal_member), {});
}

POLDER_PRIVATE std::atomic<const void *> OneCaller::inside_now{nullptr};

void OneCaller::refuse(const char *operation) {
    job_fail(misuse_code,
             "%s while another system thread of this UPC thread is in a barrier or collective; of its OpenMP workers and "
             "pthreads only one at a time may call them",
             operation);
}

void barrier_final() {
    BarrierMember &member = local(program_member);
    if (member.notified) job_fail(misuse_code, "ended between upc_notify and upc_wait");
    const BarrierPost post{BarrierTag::final, 0};
    check(barrier_pass(member, post, WaitKind::final_barrier), member, post);
}

void barrier_end() {
    local(program_member).area = local(internal_member).area = nullptr;
}

void barrier_internal() {
    BarrierMember &member = local(internal_member);
    if (__builtin_expect(!member.area, 0)) refuse_now("collective operation");
    const OneCaller here("collective operation");
    check(barrier_pass(member, {}, WaitKind::collective), member, {});
}

std::uint32_t barrier_number() {
    return local(program_member).epoch;
}

bool barrier_reached_by(unsigned thread) {
    BarrierPost post;
    return barrier_post_of(local(program_member), thread, &post);
}

void barrier_check_collective(const char *function) {
    if (__builtin_expect(running_member(function).notified, 0))
        job_fail(misuse_code, "%s between upc_notify and upc_wait: collective functions may not be called there",
                 function);
}

} // namespace polder

using namespace polder;

extern "C" void polder_barrier(int has_value, int value) {
    BarrierMember &member = running_member("upc_barrier");
    const OneCaller here("upc_barrier");
    const BarrierPost post = post_of(has_value, value);
    check(barrier_pass(member, post, WaitKind::barrier), member, post);
}

extern "C" void polder_notify(int has_value, int value) {
    BarrierMember &member = running_member("upc_notify");
    const OneCaller here("upc_notify");
    check(barrier_notify(member, post_of(has_value, value)), member, {});
}

extern "C" void polder_wait(int has_value, int value) {
    BarrierMember &member = running_member("upc_wait");
    const OneCaller here("upc_wait");
    const BarrierPost post = post_of(has_value, value);
    check(barrier_wait(member, post, WaitKind::notify_wait), member, post);
}
