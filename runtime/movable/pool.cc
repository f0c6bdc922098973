// Opening and closing, spawning, and the loop that runs tasks.
#include "runtime/movable/pool.h"

#include "runtime/alloc/alloc.h"
#include "runtime/barrier/barrier.h"
#include "runtime/cache/cache.h"
#include "runtime/fence/strict.h"
#include "runtime/locality/locality.h"
#include "runtime/race/race.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"

#include <polder/task.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace polder::movable {

POLDER_PRIVATE Own own_tasks = {};

namespace {

constexpr std::size_t least_room = 2 * std::size_t{most_taken}; // what a steal brings finds room
constexpr std::size_t most_room = std::size_t{1} << 24;

Own &opened(const char *function) {
    Own &own = local(own_tasks);
    if (!own.block) job_fail(1, "%s: polder_movable_open has not been called", function);
    return own;
}

// The threads of the node but the caller, by distance, and from the caller on where that is equal.
unsigned *victims_by_distance() {
    const unsigned first = control().shape.first;
    const unsigned others = node_threads() - 1;
    auto *list = static_cast<unsigned *>(std::malloc((others + 1) * sizeof(unsigned)));
    if (!list) job_fail(1, "polder_movable_open: no memory for %u threads", others);
    unsigned count = 0;
    for (int level = POLDER_LEVEL_PU; level <= POLDER_LEVEL_NODE; ++level)
        for (unsigned i = 1; i <= others; ++i) {
            const unsigned other = first + (mythread() - first + i) % node_threads();
            if (locality::locality_distance(mythread(), other) == level) list[count++] = other;
        }
    return list;
}

void execute(Own &own, Record &record) {
    own.kinds[record.kind](record.argument);
    ++own.counts.run;
    Home &home = *own.top.home;
    home.finished.store(home.finished.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void publish_asked(Own &own) {
    Home &home = *own.top.home;
    home.asked.store(0, std::memory_order_relaxed);
    race::race_give(&home);
    own.top.publish();
    sync::WaitPoint &point = node_home().point;
    if (!point.sleepers.load(std::memory_order_seq_cst)) return;
    home.asked.store(1, std::memory_order_relaxed); // until nobody sleeps
    sync::wait_wake_one(point);
}

void push(Own &own, const Record &record) {
    if (!own.top.has_room()) {
        Record copy = record;
        return execute(own, copy);
    }
    own.top.push() = record;
    if (own.top.home->asked.load(std::memory_order_relaxed)) publish_asked(own);
}

} // namespace

Home &home_of(unsigned thread) {
    return *static_cast<Home *>(near_pointer(ga_of_segment(thread) + ga_offset(local(own_tasks).block)));
}

Home &node_home() {
    return home_of(control().shape.first);
}

void accept(Own &own, const Record *records, std::uint32_t count) {
    own.counts.taken += count;
    fence::strict_acquire();
    for (std::uint32_t i = 0; i < count; ++i)
        push(own, records[i]);
}

} // namespace polder::movable

using namespace polder;
using namespace polder::movable;

extern "C" {
#pragma GCC visibility push(default)

void polder_movable_open(size_t tasks) {
    const sync::OneCaller here("polder_movable_open");
    Own &own = local(own_tasks);
    if (own.block) job_fail(1, "polder_movable_open: called twice");
    std::size_t room = least_room;
    while (room < tasks && room < most_room)
        room *= 2;
    const std::size_t bytes = sizeof(Home) + room * sizeof(Record);
    own.block = alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(bytes) : 0);
    Home *home = new (&home_of(mythread())) Home;
    own.top = {home, static_cast<std::uint32_t>(room - 1), 0, 0, 0};
    own.kind_count = 0;
    own.random = mythread() * 2654435761u + 1;
    own.victims = victims_by_distance();
    own.counts = {};
    own.run = 0;
    barrier::barrier_internal();
}

void polder_movable_close(void) {
    const sync::OneCaller here("polder_movable_close");
    Own &own = opened("polder_movable_close");
    if (own.top.top != own.top.split || has_public(*own.top.home))
        job_fail(1, "polder_movable_close: tasks wait to be run (polder_movable_run)");
    barrier::barrier_internal();
    const polder_ga block = own.block;
    own.block = 0;
    std::free(own.victims);
    barrier::barrier_internal();
    if (mythread() == 0) alloc::allocation_free(block);
}

polder_movable polder_movable_register(void (*run)(void *argument)) {
    Own &own = opened("polder_movable_register");
    if (own.kind_count == POLDER_MOVABLE_KINDS)
        job_fail(1, "polder_movable_register: more than %d functions", POLDER_MOVABLE_KINDS);
    own.kinds[own.kind_count] = run;
    return own.kind_count++;
}

void polder_movable_spawn(polder_movable kind, const void *argument, size_t bytes) {
    Own &own = opened("polder_movable_spawn");
    if (kind >= own.kind_count) job_fail(1, "polder_movable_spawn: no function %u is registered", kind);
    if (bytes > POLDER_MOVABLE_BYTES)
        job_fail(1, "polder_movable_spawn: an argument of %zu bytes; a task has room for %d", bytes,
                 POLDER_MOVABLE_BYTES);
    fence::strict_write();
    Record record;
    record.kind = kind;
    record.bytes = static_cast<std::uint32_t>(bytes);
    if (bytes) std::memcpy(record.argument, argument, bytes);
    Home &home = *own.top.home;
    ++own.counts.spawned;
    home.spawned.store(home.spawned.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    push(own, record);
}

void polder_movable_run(void) {
    Own &own = opened("polder_movable_run");
    if (own.running) job_fail(1, "polder_movable_run: called in a task");
    const sync::OneCaller here("polder_movable_run");
    own.running = true;
    ++own.run;
    barrier::barrier_internal();
    Record record;
    for (;;) {
        while (own.top.pop(&record))
            execute(own, record);
        if (!steal_near(own) && !steal_far(own) && run_is_over(own)) break;
    }
    own.running = false;
    barrier::barrier_internal();
}

void polder_movable_count(polder_movable_counts *counts) {
    *counts = opened("polder_movable_count").counts;
}
#pragma GCC visibility pop
} // extern "C"
