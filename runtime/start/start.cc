// What every process does before its threads run, whoever has main; the order is in start.h.
#include "runtime/start/hooks.h"
#include "runtime/start/start.h"
#include "runtime/alloc/alloc.h"
#include "runtime/boot/boot.h"
#include "runtime/fault/fault.h"
#include "runtime/io/output.h"
#include "runtime/coll/presence.h"
#include "runtime/segment/generated_code.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"
#include "runtime/sync/wait.h"

#include <cstdlib>

namespace polder {

namespace {

// Every process must have computed the same layout, or shared data would be somewhere else for each.
void expect_same_layout(std::uint64_t hash) {
    process_record(control(), job_process).layout_hash.store(hash, std::memory_order_relaxed);
    boot_barrier();
    if (process_record(control(), 0).layout_hash.load(std::memory_order_relaxed) != hash)
        job_fail(1, "process %u has other shared data than process 0: not the same program or not the same libraries",
                 job_process);
}

} // namespace

const long *process_start() {
    boot_attach();
    boot_join(modules_static_threads());
    modules_fit_nodes();
    fault_start();
    std::uint64_t hash;
    const std::size_t static_bytes = statics_lay_out(threads(), &hash);
    expect_same_layout(hash);
    segment_attach(static_bytes);
    generated_code_told();
    statics_publish();
    wait_configure(oversubscribed());
    presence_watch();
    alloc_start();
    barrier_start();
    start_hooks_run();
    output_start();
    const unsigned count = control().shape.thread_count(job_process);
    long *deltas = static_cast<long *>(std::calloc(count, sizeof(long)));
    if (!deltas) job_fail(1, "no memory for %u threads", count);
    copies_make(count, deltas);
    boot_barrier();
    return deltas;
}

} // namespace polder
