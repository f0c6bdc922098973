// Berkeley UPC's names for progress, clock, environment and tracing. Also what C and C++ programs
// call of UPC (bupc_extern.h); their start and end are in runtime/start.
#include "base/clock.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"

#include <polder/abi.h>
#include <polder/transfer.h>

#include <cstdlib>

using namespace polder;

namespace polder::upc {
namespace {

constexpr int readings = 1000;

// The least step of the clock, and the time of a reading, in microseconds.
struct ClockQuality {
    double granularity;
    double overhead;
};

ClockQuality measure_clock() {
    const std::int64_t begin = clock_ns();
    std::int64_t last = begin;
    std::int64_t least = 0;
    for (int i = 0; i < readings; ++i) {
        const std::int64_t now = clock_ns();
        const std::int64_t step = now - last;
        if (step > 0 && (least == 0 || step < least)) least = step;
        last = now;
    }
    const double one = static_cast<double>(last - begin) / readings / 1000;
    return {least ? static_cast<double>(least) / 1000 : one, one};
}

POLDER_PRIVATE ClockQuality quality = {0, 0};

const ClockQuality &clock_quality() {
    if (local(quality).overhead == 0) local(quality) = measure_clock();
    return local(quality);
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

// ---- progress, clock, environment ----

// In a loop that does nothing else upcc calls polder_spin instead (compiler/lower/stmt/loops.cc).
void bupc_poll(void) {
    polder_fence();
    polder_progress();
}

void upc_poll(void) {
    bupc_poll();
}

double bupc_tick_granularityus(void) {
    return clock_quality().granularity;
}
double bupc_tick_overheadus(void) {
    return clock_quality().overhead;
}

char *bupc_getenv(const char *name) {
    return std::getenv(name);
}
int bupc_system(const char *command) {
    return std::system(command);
}

// ---- tracing: there is none, and then these have no effect ----

void bupc_trace_setmask(const char *) {}
void bupc_stats_setmask(const char *) {}
const char *bupc_trace_getmask(void) {
    return "";
}
const char *bupc_stats_getmask(void) {
    return "";
}
int bupc_trace_gettracelocal(void) {
    return 0;
}
void bupc_trace_settracelocal(int) {}

// ---- for C and C++ ----

polder_gp upc_alloc(std::size_t bytes);
polder_gp upc_all_alloc(std::size_t nblocks, std::size_t nbytes);
void upc_free(polder_gp block);
void upc_all_free(polder_gp block);
polder_gp bupc_local_to_shared(void *address, int thread, int phase);
polder_gp bupc_inverse_cast(void *address);

int bupc_extern_mythread(void) {
    return static_cast<int>(mythread());
}
int bupc_extern_threads(void) {
    return static_cast<int>(threads());
}
char *bupc_extern_getenv(const char *name) {
    return std::getenv(name);
}
void bupc_extern_notify(int barrier_id) {
    polder_notify(1, barrier_id);
}
void bupc_extern_wait(int barrier_id) {
    polder_wait(1, barrier_id);
}
void bupc_extern_barrier(int barrier_id) {
    const sync::OneCaller here("bupc_extern_barrier");
    polder_barrier(1, barrier_id);
}

void *bupc_extern_alloc(std::size_t bytes) {
    const polder_ga block = upc_alloc(bytes).ga;
    return block ? near_pointer(block) : nullptr;
}
void *bupc_extern_all_alloc(std::size_t nblocks, std::size_t bytes) {
    const polder_ga block = upc_all_alloc(nblocks, bytes).ga;
    return block ? near_pointer(ga_of_segment(mythread()) + ga_offset(block)) : nullptr;
}

void bupc_extern_free(void *p, int thread) {
    if (p) upc_free(thread < 0 ? bupc_inverse_cast(p) : bupc_local_to_shared(p, thread, 0));
}
void bupc_extern_all_free(void *p, int thread) {
    if (p) upc_all_free(thread < 0 ? bupc_inverse_cast(p) : bupc_local_to_shared(p, thread, 0));
}
#pragma GCC visibility pop
} // extern "C"
