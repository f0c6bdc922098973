// Opening and closing the end, and what comes in by it.
//   start  1 open, 2 register the node range (leaders), 3 tell the other leaders address and key,
//          4 start
//   end    1 send what is pending, 2 the processes of the node stop, 3 all leaders have stopped,
//          4 close connections. So nobody takes an end for a loss
#include "runtime/net/net.h"

#include "base/config.h"
#include "base/endpoints.h"
#include "base/log.h"
#include "conduits/open/measured.h"
#include "conduits/open/open.h"
#include "runtime/exchange/exchange.h"
#include "runtime/net/extents.h"
#include "runtime/net/leftover.h"
#include "runtime/net/pending_sends.h"
#include "runtime/net/progress.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace polder::net {

Net net = {};
const NetActiveMessages *net_active_messages = nullptr;
NetLock net_lock = {false, true, 0, {}, 0};

namespace {

constexpr int failure_code = 1;

NetDeliver deliver_of[static_cast<unsigned>(NetClass::classes)];
ConduitRegion *node_region;

void deliver(void *, const ConduitMessage &message) {
    const unsigned which = message.header_bytes ? *static_cast<const unsigned char *>(message.header) : 0;
    if (which == static_cast<unsigned>(NetClass::am) && net_active_messages) {
        net.delivered = true;
        return net_active_messages->deliver(message);
    }
    if (which < static_cast<unsigned>(NetClass::classes) && deliver_of[which]) return deliver_of[which](message);
    job_fail(failure_code, "node %u (%s) sent a message of class %u, which nobody takes here: is it the same program?",
             message.from, exchange::boot_host(message.from), which);
}

void lost(void *, NodeNumber peer, const char *why) {
    if (!net.stopping) job_node_lost(peer, exchange::boot_host(peer), why);
}

// With a progress thread silence is the machine's doing, and passes. Without one the program may
// wait for ever.
void silent(void *, NodeNumber peer) {
    if (progress_wanted() || net.stopping) return;
    log_warning("node %u (%s) has not polled for a while; with POLDER_PROGRESS=poll the others wait until it does",
                peer, exchange::boot_host(peer));
}

// ---- what leaders tell each other ----

struct Card {
    ConduitAddress address; // its last eight bytes: the shift
    unsigned char key[net_key_bytes];
};
static_assert(sizeof(Card) == 64);

ConduitAddress *shared_addresses() {
    return reinterpret_cast<ConduitAddress *>(area<char>(Area::net) + sizeof(NetArea));
}

void put_shift(ConduitAddress *address) {
    const std::uint64_t shift = polder_job.node_shift;
    if (address->length > sizeof address->bytes - sizeof shift)
        job_fail(failure_code, "conduit %s: addresses of %u bytes are too long", net.caps->name, address->length);
    std::memcpy(address->bytes + sizeof address->bytes - sizeof shift, &shift, sizeof shift);
}

void register_node(Card *card) {
    if (net.by_extent) return;
    ConduitKey key = {};
    void *at = reinterpret_cast<void *>(polder_job.first - polder_job.node_shift);
    if (net.table->register_memory(*net.conduit, at, polder_job.length, &node_region, &key) != Status::ok)
        job_fail(failure_code, "conduit %s (%s) cannot register the %lu bytes of the node range", net.caps->name,
                 net.caps->provider, polder_job.length);
    if (net.caps->key_bytes > net_key_bytes)
        job_fail(failure_code, "conduit %s (%s): keys of %zu bytes; at most %zu", net.caps->name, net.caps->provider,
                 net.caps->key_bytes, net_key_bytes);
    std::memcpy(card->key, key.bytes, net_key_bytes);
}

void exchange_cards(const Card &mine) {
    Card *all = static_cast<Card *>(std::calloc(nodes(), sizeof(Card)));
    if (!all) job_fail(failure_code, "no memory for the addresses of %u nodes", nodes());
    exchange::boot_exchange(&mine, sizeof mine, all);
    ConduitAddress *addresses = shared_addresses();
    unsigned char *keys = reinterpret_cast<unsigned char *>(addresses + nodes());
    for (unsigned node = 0; node < nodes(); ++node) {
        addresses[node] = all[node].address;
        std::memcpy(keys + node * net_key_bytes, all[node].key, net_key_bytes);
    }
    std::free(all);
}

// ---- start ----

// All nodes must take the same provider, so what the first has measured holds everywhere. Who names
// one asks nobody.
void agree_on_provider() {
    NetArea &area_of_net = *area<NetArea>(Area::net);
    static_assert(sizeof area_of_net.provider == MeasuredProvider::name_bytes);
    MeasuredProviders measured = {};
    char error[1400];
    if (!measured_load(&measured, error, sizeof error))
        job_fail(failure_code, "node %u (%s): %s", mynode(), exchange::boot_host(mynode()), error);
    if (!measured.count) measured.list[0].name[0] = 0;
    auto *all = static_cast<char(*)[MeasuredProvider::name_bytes]>(std::calloc(nodes(), MeasuredProvider::name_bytes));
    if (!all) job_fail(failure_code, "no memory for what %u nodes measured", nodes());
    exchange::boot_exchange(measured.list[0].name, MeasuredProvider::name_bytes, all);
    std::memcpy(area_of_net.provider, all[0], MeasuredProvider::name_bytes - 1);
    std::free(all);
}

ConduitOptions options_of(bool progress) {
    ConduitOptions options = {};
    options.node = mynode();
    options.nodes = nodes();
    options.leader = is_leader();
    options.attended = progress_wanted();
    options.thread_safe = progress || control().shape.thread_count(job_process) > 1;
    options.key = exchange::boot_key();
    options.one_machine = exchange::boot_one_machine();
    options.deliver = deliver;
    options.lost = lost;
    options.silent = silent;
    ProcessRecord &record = process_record(control(), job_process);
    options.sent = &record.messages_sent;
    options.taken = &record.messages_taken;
    extents_prepare(&options);
    if (*setting_text(Setting::provider)) return options;
    options.provider = area<NetArea>(Area::net)->provider;
    options.measured = *options.provider != 0;
    options.choice = options.measured ? "measured by polder tune --network on the first node" : nullptr;
    return options;
}

void open_end(const ConduitOptions &options, ConduitAddress *address) {
    char error[512] = "";
    const char *name = setting_text(Setting::conduit);
    if (conduit_open(name, exchange::boot_plugins(), options, &net.conduit, address, error, sizeof error) != Status::ok)
        job_fail(failure_code, "cannot open conduit %s on node %u (%s): %s", name, mynode(),
                 exchange::boot_host(mynode()), error);
    net.table = net.conduit->table;
    net.caps = &net.table->caps(*net.conduit);
    net.by_extent = net.caps->allocated;
    extents_open();
    net_lock.needed = !options.thread_safe;
}

} // namespace

namespace {

// How many; 0: all threads use the process's.
unsigned thread_ends_wanted() {
    const unsigned count = control().shape.thread_count(job_process);
    const Endpoints wanted = endpoints_wanted(setting_text(Setting::endpoints));
    if (wanted == Endpoints::unknown)
        job_fail(failure_code, "POLDER_ENDPOINTS is %s; it may be process, thread or auto",
                 setting_text(Setting::endpoints));
    net.endpoints = endpoints_choose(wanted, count, net.caps->thread_safe);
    return net.endpoints.thread ? count : 0;
}

} // namespace

void net_register(NetClass which, NetDeliver function) {
    deliver_of[static_cast<unsigned>(which)] = function;
}

void net_start() {
    if (nodes() == 1) return;
    const bool progress = is_leader() && progress_wanted();
    if (is_leader()) agree_on_provider();
    boot_barrier();
    Card card = {};
    const ConduitOptions options = options_of(progress);
    open_end(options, &card.address);
    thread_ends_open(options, thread_ends_wanted());
    net.addresses = shared_addresses();
    net.keys = reinterpret_cast<const unsigned char *>(net.addresses + nodes());
    if (is_leader()) {
        put_shift(&card.address);
        register_node(&card);
        exchange_cards(card);
    }
    boot_barrier();
    if (net.table->start(*net.conduit, net.addresses) != Status::ok)
        job_fail(failure_code, "conduit %s (%s) does not start on node %u (%s)", net.caps->name, net.caps->provider,
                 mynode(), exchange::boot_host(mynode()));
    thread_ends_start(net.addresses);
    if (net_active_messages) net_active_messages->start();
    sync::wait_setup.network.store(&net_waits, std::memory_order_release);
    if (progress) progress_start();
    leftover_start();
}

namespace {

void nap() {
    timespec rest{0, 50000};
    nanosleep(&rest, nullptr);
}

// Until nothing of this end needs a poll any more, and the other processes of the node have come as
// far.
void drain() {
    for (unsigned i = 0; i < net_ends.count; ++i)
        for (bool busy = true; busy;)
            if (!net_push(net_ends.at[i], 16, &busy) && busy) nap();
    while (net_process_busy())
        if (!net_poll()) nap();
    statistics_add(area<NetArea>(Area::net)->statistics);
    std::atomic<std::uint32_t> &left = area<NetArea>(Area::net)->left;
    left.fetch_add(1, std::memory_order_acq_rel);
    while (is_leader() && left.load(std::memory_order_acquire) < processes())
        if (!net_poll()) nap();
}

} // namespace

void net_stop() {
    if (!net_on()) return;
    leftover_stop();
    drain();
    net.stopping = true;
    if (is_leader()) {
        // Others may not be as far: what they still have under way to this node needs somebody who
        // polls here.
        if (!net.progress) progress_start();
        statistics_exchange(area<NetArea>(Area::net)->statistics);
        progress_stop();
    }
    sync::wait_setup.network.store(nullptr, std::memory_order_release);
    if (node_region) net.table->unregister_memory(*net.conduit, node_region);
    thread_ends_close();
    extents_close();
    conduit_close(net.conduit);
    net.conduit = nullptr;
}

} // namespace polder::net
