// The ends of UPC threads: opening them, and polling one that is not the caller's.
#include "runtime/net/end.h"

#include "base/config.h"
#include "conduits/open/open.h"
#include "runtime/exchange/exchange.h"
#include "runtime/net/net.h"

#include <cstdlib>
#include <new>

namespace polder::net {

NetThreadEnds net_ends = {};
POLDER_PRIVATE std::atomic<NetEnd *> own_end{nullptr};

void NetEnd::await() {
    net_ends.pushing.lock();
    ++waits;
    net_ends.pushing.unlock();
}

void net_thread_enter() {
    if (!net_ends.at) return;
    NetEnd &end = net_ends.at[mythread() - control().shape.first_thread(job_process)];
    net_ends.pushing.lock();
    end.use = &end;
    end.owner.store(system_thread(), std::memory_order_relaxed);
    end.bias.set();
    net_ends.pushing.unlock();
    local(own_end).store(&end, std::memory_order_release);
}

// ---- opening ----

namespace {

void open_one(const ConduitOptions &options, NetEnd &end) {
    char error[512] = "";
    const char *name = setting_text(Setting::conduit);
    if (conduit_open(name, exchange::boot_plugins(), options, &end.conduit, nullptr, error, sizeof error) != Status::ok)
        job_fail(1,
                 "cannot open an end of conduit %s for each thread on node %u (%s): %s; POLDER_ENDPOINTS=process "
                 "does without",
                 name, mynode(), exchange::boot_host(mynode()), error);
    end.table = end.conduit->table;
}

} // namespace

void thread_ends_open(const ConduitOptions &of_process, unsigned count) {
    if (!count) return;
    ConduitOptions options = of_process;
    options.leader = options.thread_safe = false;
    auto *ends = static_cast<NetEnd *>(std::aligned_alloc(alignof(NetEnd), count * sizeof(NetEnd)));
    if (!ends) job_fail(1, "no memory for an end for each of %u threads", count);
    for (unsigned i = 0; i < count; ++i)
        open_one(options, *new (&ends[i]) NetEnd{});
    net_ends.count = count;
    net_ends.at = ends;
}

void thread_ends_start(const ConduitAddress *addresses) {
    for (unsigned i = 0; i < net_ends.count; ++i)
        if (net_ends.at[i].table->start(*net_ends.at[i].conduit, addresses) != Status::ok)
            job_fail(1, "conduit %s (%s) does not start for thread %u of a process on node %u (%s)", net.caps->name,
                     net.caps->provider, i, mynode(), exchange::boot_host(mynode()));
}

void thread_ends_close() {
    for (unsigned i = 0; i < net_ends.count; ++i)
        conduit_close(net_ends.at[i].conduit);
    std::free(net_ends.at);
    net_ends.at = nullptr;
    net_ends.count = 0;
}

// ---- progress ----

bool end_is_busy(NetEnd &end) {
    return end.bulk.load(std::memory_order_relaxed) || !end.table->all_flushed(*end.conduit);
}

unsigned end_poll(NetEnd &end) {
    const unsigned found = end.table->poll(*end.conduit);
    if (end.bulk.load(std::memory_order_relaxed))
        if (const auto after = net.after_poll.load(std::memory_order_relaxed)) after(end);
    return found;
}

namespace {

unsigned push(NetEnd &end, unsigned polls, bool *busy) {
    const void *const owner = end.owner.load(std::memory_order_relaxed);
    if (owner) end.bias.revoke();
    *busy = true;
    unsigned found = 0;
    if (!end.bias.is_inside()) {
        while (polls-- && end_is_busy(end))
            found += end_poll(end);
        *busy = end_is_busy(end);
    }
    if (owner) end.bias.set(owner);
    return found;
}

} // namespace

unsigned net_push(NetEnd &end, unsigned polls, bool *busy) {
    const int saved = errno;
    net_ends.pushing.lock();
    net_ends.pushed = &end;
    net_ends.pusher.store(system_thread(), std::memory_order_relaxed);
    NetEnd *mine = net_own();
    if (mine) mine->use = &end;
    const unsigned found = push(end, polls, busy);
    if (mine) mine->use = mine;
    net_ends.pusher.store(nullptr, std::memory_order_relaxed);
    net_ends.pushing.unlock();
    errno = saved;
    return found;
}

} // namespace polder::net
