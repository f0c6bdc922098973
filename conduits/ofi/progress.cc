// Progress: takes completions, tells the callers of operations, delivers messages, notices losses;
// and sleeps until there is reason to.
#include "conduits/ofi/ofi.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::uint32_t polls_between_clocks = 256;
constexpr std::int64_t nap_ns = 200000;
constexpr int settle_ms = 1;

bool set(const std::atomic<bool> &flag) {
    return flag.load(std::memory_order_relaxed);
}

class Polling { // one thread at a time; the others have nothing to do here
public:
    explicit Polling(OfiEnd &end) : end_(end) { held_ = !end.polling.exchange(true, std::memory_order_acquire); }
    ~Polling() {
        if (held_) end_.polling.store(false, std::memory_order_release);
    }
    Polling(const Polling &) = delete;
    Polling &operator=(const Polling &) = delete;
    bool held() const { return held_; }

private:
    OfiEnd &end_;
    bool held_;
};

// Completions of what others do here carry contexts that are not ours.
bool ours(const OfiEnd &end, const void *context) {
    const auto *at = static_cast<const unsigned char *>(context);
    if (at >= end.contexts.arena && at < end.contexts.arena + end.contexts.arena_bytes)
        return static_cast<const OfiContext *>(context)->use != OfiUse::free;
    return context >= end.receives.contexts && context < end.receives.contexts + end.receives.count;
}

void put_off(OfiEnd &end, OfiContext *context) {
    context->next_off = end.contexts.put_off;
    end.contexts.put_off = context;
}

void completed(OfiEnd &end, OfiContext *context, Status status) {
    OfiRoute &route = *context->route;
    if (is_ok(status) && context->use != OfiUse::send) route.heard = true;
    if (context->rest && context->operation && is_ok(status)) return put_off(end, context);
    ofi_count_end(end, route, context->use);
    ConduitOperation *operation = context->operation;
    ofi_context_give(end, context);
    if (operation) ofi_end_later(end, *operation, status);
}

void go_on(OfiEnd &end) {
    OfiContext *list = end.contexts.put_off;
    end.contexts.put_off = nullptr;
    while (list) {
        OfiContext *context = list;
        list = context->next_off;
        const Status status = context->operation ? ofi_go_on(end, context) : Status::system_error;
        if (status == Status::again)
            put_off(end, context);
        else if (!is_ok(status))
            completed(end, context, status);
    }
}

// An error of a transfer loses the peer. One in receiving is somebody else's: a connection that
// broke, or a message of nonsense.
void take_error(OfiEnd &end) {
    fi_cq_err_entry error{};
    if (fi_cq_readerr(end.provider.completions, &error, 0) < 0 || !ours(end, error.op_context)) return;
    auto *context = static_cast<OfiContext *>(error.op_context);
    if (context->use == OfiUse::receive) {
        end.receives.due |= std::uint64_t{1} << (context - end.receives.contexts);
        ofi_post_receives(end);
        ++end.counts.dropped;
        return;
    }
    OfiRoute &route = *context->route;
    completed(end, context, Status::system_error);
    ofi_lose(end, route, fi_strerror(error.err));
}

unsigned take(OfiEnd &end, fi_cq_data_entry *entries) {
    if (set(end.sleep.has_kept)) {
        end.sleep.has_kept.store(false, std::memory_order_relaxed);
        entries[0] = end.sleep.kept;
        return 1;
    }
    const ssize_t n = fi_cq_read(end.provider.completions, entries, ofi_batch);
    if (n == -FI_EAVAIL) take_error(end);
    return n > 0 ? static_cast<unsigned>(n) : 0;
}

// Under the lock; leaves what came in from others for deliver.
unsigned account(OfiEnd &end, fi_cq_data_entry *entries) {
    OfiGuard guard(end);
    const unsigned n = take(end, entries);
    for (unsigned i = 0; i < n; ++i) {
        if (entries[i].flags & (FI_RECV | FI_REMOTE_READ | FI_REMOTE_WRITE)) continue;
        if (ours(end, entries[i].op_context))
            completed(end, static_cast<OfiContext *>(entries[i].op_context), Status::ok);
    }
    if (end.contexts.put_off) go_on(end);
    if (end.receives.due) ofi_post_receives(end); // refused before
    const std::uint32_t polls = end.watch.polls.load(std::memory_order_relaxed) + 1;
    end.watch.polls.store(polls < polls_between_clocks ? polls : 0, std::memory_order_relaxed);
    if (polls >= polls_between_clocks) ofi_tick(end);
    return n;
}

void deliver(OfiEnd &end, const fi_cq_data_entry *entries, unsigned n) {
    std::uint64_t came = 0;
    for (unsigned i = 0; i < n; ++i) {
        const fi_cq_data_entry &entry = entries[i];
        if (!(entry.flags & FI_RECV) || !ours(end, entry.op_context)) continue;
        const auto *receive = static_cast<const OfiContext *>(entry.op_context);
        ofi_receive(end, receive->bytes, entry.len);
        came |= std::uint64_t{1} << (receive - end.receives.contexts);
    }
    if (!came) return;
    OfiGuard guard(end);
    end.receives.due |= came;
    ofi_post_receives(end);
}

unsigned tell(OfiEnd &end) {
    ConduitOperation *list;
    {
        OfiGuard guard(end);
        list = end.operations.ended;
        end.operations.ended = nullptr;
        end.operations.has_ended.store(false, std::memory_order_relaxed);
    }
    unsigned told = 0;
    for (ConduitOperation *operation = list; operation; ++told) {
        ConduitOperation *next = static_cast<ConduitOperation *>(operation->provider[0]);
        const auto done = operation->done;
        operation->source.store(0, std::memory_order_release);
        // From here on it is the caller's again, unless it has a `done`.
        operation->left.store(0, std::memory_order_release);
        if (done) done(*operation);
        operation = next;
    }
    return told;
}

bool is_woken(const OfiEnd &end) {
    pollfd fd{end.sleep.wake_fd, POLLIN, 0};
    return ::poll(&fd, 1, 0) > 0;
}

// The provider says that there is something, and there is nothing. Some providers leave their
// signal set until a blocking read takes it back. Another thread ends that read with ofi_wake.
//   settle                      ofi_wake
//   S1 settling = true          A1 make wake_fd readable
//   S2 fence                    A2 fence
//   S3 is wake_fd readable?     A3 if settling: signal the queue of completions
// Either S3 sees A1, and does not read; or A3 sees S1, and ends the read.
void settle(OfiEnd &end) {
    Polling polling(end);
    if (!polling.held() || set(end.sleep.has_kept)) return;
    end.sleep.settling.store(true, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const ssize_t n = is_woken(end) ? 0 : fi_cq_sread(end.provider.completions, &end.sleep.kept, 1, nullptr, settle_ms);
    end.sleep.settling.store(false, std::memory_order_relaxed);
    if (n == 1)
        end.sleep.has_kept.store(true, std::memory_order_relaxed);
    else if (n == -FI_ENOSYS)
        usleep(nap_ns / 1000);
}

bool may_sleep(OfiEnd &end) {
    OfiGuard guard(end);
    if (end.operations.ended || set(end.peers.losses) || end.contexts.put_off || set(end.sleep.has_kept)) return false;
    fid *waited = &end.provider.completions->fid;
    return end.sleep.wait_fd < 0 || fi_trywait(end.provider.fabric, &waited, 1) == FI_SUCCESS;
}

std::int64_t until_tick(OfiEnd &end, std::int64_t timeout_ns) {
    const std::int64_t most = ofi_interval(end) / 4;
    end.watch.polls.store(polls_between_clocks, std::memory_order_relaxed); // look at the clock after the sleep
    return timeout_ns < 0 || timeout_ns > most ? most : timeout_ns;
}

} // namespace

unsigned ofi_poll(Conduit &conduit) {
    OfiEnd &end = ofi(conduit);
    Polling polling(end);
    if (!polling.held()) return 0;
    fi_cq_data_entry entries[ofi_batch];
    unsigned found = account(end, entries);
    if (found) deliver(end, entries, found);
    if (set(end.operations.has_ended)) found += tell(end);
    if (set(end.peers.losses)) {
        ofi_report_losses(end);
        ++found;
    }
    end.sleep.fruitless.store(!found, std::memory_order_relaxed);
    return found;
}

void ofi_wait(Conduit &conduit, std::int64_t timeout_ns) {
    OfiEnd &end = ofi(conduit);
    if (!may_sleep(end)) return;
    timeout_ns = until_tick(end, timeout_ns);
    pollfd fds[2] = {{end.sleep.wake_fd, POLLIN, 0}, {end.sleep.wait_fd, POLLIN, 0}};
    if (end.sleep.wait_fd < 0 && timeout_ns > nap_ns) timeout_ns = nap_ns;
    timespec none{0, 0};
    timespec limit{static_cast<time_t>(timeout_ns / 1000000000), static_cast<long>(timeout_ns % 1000000000)};
    if (ppoll(fds, 2, &none, nullptr) == 0)
        ppoll(fds, 2, &limit, nullptr);
    else if (!fds[0].revents && set(end.sleep.fruitless))
        settle(end);
    std::uint64_t drained;
    if (fds[0].revents && read(end.sleep.wake_fd, &drained, sizeof drained) < 0) return; // somebody else did
}

void ofi_wake(Conduit &conduit) {
    const int saved = errno;
    const std::uint64_t one = 1;
    OfiEnd &end = ofi(conduit);
    if (write(end.sleep.wake_fd, &one, sizeof one) < 0) errno = saved; // full: it is awake
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (set(end.sleep.settling)) fi_cq_signal(end.provider.completions);
    errno = saved;
}

} // namespace polder
