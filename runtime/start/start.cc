// What every process does before its threads run, whoever has main; the order is in start.h.
#include "runtime/start/start.h"
#include "runtime/alloc/alloc.h"
#include "runtime/am/am.h"
#include "runtime/am/far.h"
#include "runtime/barrier/barrier.h"
#include "runtime/boot/boot.h"
#include "runtime/core/biased_lock.h"
#include "runtime/core/start_hooks.h"
#include "runtime/exchange/exchange.h"
#include "runtime/fault/fault.h"
#include "runtime/io/farewell.h"
#include "runtime/io/output.h"
#include "runtime/locality/locality.h"
#include "runtime/net/net.h"
#include "runtime/node_heap/record.h"
#include "runtime/race/race.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/rpc/one_way.h"
#include "runtime/rpc/rpc.h"
#include "runtime/segment/generated_code.h"
#include "runtime/segment/segment.h"
#include "runtime/start/here.h"
#include "runtime/start/image.h"
#include "runtime/sync/wait.h"
#include "runtime/world/deadlock_check.h"

#include <cstdlib>

namespace polder::start {

namespace {

[[noreturn]] void fail_layout(const char *other, unsigned number, const char *host, const char *first) {
    job_fail(1, "%s %u%s%s has other shared data than %s 0%s%s: not the same program or not the same libraries", other,
             number, *host ? " on " : "", host, other, *first ? " on " : "", first);
}

void expect_same_on_nodes(std::uint64_t hash) {
    auto *all = static_cast<std::uint64_t *>(std::calloc(nodes(), sizeof(std::uint64_t)));
    if (!all) job_fail(1, "no memory for a table of %u nodes", nodes());
    exchange::boot_exchange(&hash, sizeof hash, all);
    if (all[0] != hash) fail_layout("node", mynode(), exchange::boot_host(mynode()), exchange::boot_host(0));
    std::free(all);
}

// Every process must have computed the same layout, or shared data would be somewhere else for
// each.
void expect_same_layout(std::uint64_t hash) {
    process_record(control(), job_process).layout_hash.store(hash, std::memory_order_relaxed);
    boot_barrier();
    if (process_record(control(), 0).layout_hash.load(std::memory_order_relaxed) != hash)
        fail_layout("process", job_process, "", "");
    if (is_leader() && nodes() > 1) expect_same_on_nodes(hash);
}

} // namespace

void network_start() {
    if (nodes() == 1) return;
    rpc::one_way_start();
    rpc::rpc_start();
    rpc::far_locks_start();
    am::am_start();
    am::am_use_net();
    net::net_start();
}

const long *process_start() {
    ending_prepare();
    boot::boot_attach();
    boot::boot_join(modules_static_threads());
    race::race_start();
    modules_fit_nodes();
    fault::fault_start();
    node_heap::heaps_checked = modules_are_checked();
    std::uint64_t hash;
    const std::size_t static_bytes = image_lay_out(statics_lay_out(threads(), &hash), &hash);
    expect_same_layout(hash);
    locality::locality_start();
    segment_attach(static_bytes, node_heap::heaps_checked);
    image_move();
    generated_code_told();
    here_told();
    statics_publish();
    sync::wait_configure(oversubscribed());
    world::deadlock_check_start();
    biased_locks_start();
    alloc::alloc_start();
    barrier::barrier_start();
    start_hooks_run();
    io::output_start();
    network_start();
    const unsigned count = control().shape.thread_count(job_process);
    long *deltas = static_cast<long *>(std::calloc(count, sizeof(long)));
    if (!deltas) job_fail(1, "no memory for %u threads", count);
    copies_make(count, deltas);
    io::farewell_start();
    boot_barrier();
    return deltas;
}

} // namespace polder::start
