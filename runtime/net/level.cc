// Asking for and granting thread levels; see level.h.
#include "runtime/net/level.h"

#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/core/member_name.h"
#include "runtime/core/private.h"
#include "runtime/core/system_thread.h"
#include "runtime/net/guard.h"
#include "runtime/sync/one_caller.h"

#include <algorithm>

namespace polder::net {

namespace {

constexpr int misuse_code = 1;

struct Level { // of a UPC thread
    std::atomic<ThreadLevel> granted;
    std::atomic<bool> workers;     // it has a pool of several
    std::atomic<const void *> own; // its own system thread
};
POLDER_PRIVATE Level level = {ThreadLevel::multiple, false, nullptr};

// Threads of the runtime's own use the process's end.
std::atomic<bool> helped{false};

// False: nothing is said.
bool level_of_setting(ThreadLevel *said) {
    const char *text = setting_text(Setting::thread_level);
    if (!*text) return false;
    if (thread_level_parse(text, said)) return true;
    job_fail(misuse_code, "POLDER_THREAD_LEVEL is %s; it may be single, funneled, serialized or multiple", text);
}

// Only one UPC thread of a process has net_lock.needed, so its level is the process's there.
void grant(ThreadLevel granted) {
    Level &mine = local(level);
    mine.granted.store(granted, std::memory_order_relaxed);
    const bool own_only = granted <= ThreadLevel::funneled;
    sync::one_caller_only(own_only ? mine.own.load(std::memory_order_relaxed) : nullptr);
    net_lock.shared.store(granted == ThreadLevel::multiple || helped.load(std::memory_order_relaxed),
                          std::memory_order_relaxed);
}

} // namespace

void thread_level_begin() {
    local(level).own.store(system_thread(), std::memory_order_relaxed);
    ThreadLevel said = ThreadLevel::multiple;
    level_of_setting(&said);
    grant(said);
}

ThreadLevel thread_level() {
    return local(level).granted.load(std::memory_order_relaxed);
}

ThreadLevel thread_level_ask(ThreadLevel wanted) {
    const Level &mine = local(level);
    if (mine.own.load(std::memory_order_relaxed) != system_thread())
        job_fail(misuse_code, "a thread level is asked for by another system thread than this %s's own", member_term());
    ThreadLevel least = ThreadLevel::single;
    level_of_setting(&least);
    if (mine.workers.load(std::memory_order_relaxed)) least = ThreadLevel::multiple;
    grant(std::max(wanted, least));
    return thread_level();
}

void thread_level_share() {
    helped.store(true, std::memory_order_relaxed);
    net_lock.shared.store(true, std::memory_order_relaxed);
}

void thread_level_workers() {
    local(level).workers.store(true, std::memory_order_relaxed);
    grant(ThreadLevel::multiple);
}

void net_refuse() {
    job_fail(misuse_code,
             "two system threads of %s use the network at once, at thread level %s\nhint: ask for multiple "
             "(polder_thread_level_ask, POLDER_THREAD_LEVEL), or let them call in turn",
             member_name(mythread()).text, thread_level_name(thread_level()));
}

} // namespace polder::net
