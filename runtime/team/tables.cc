// The tuning table in use: read once a process; in a job of several nodes, whose machines may have different ones, everybody takes that of
// thread 0.
#include "runtime/team/team.h"

#include "runtime/core/job.h"

#include <cstdlib>

namespace polder {
namespace {

std::atomic<const TuningTable *> in_use{nullptr};
std::atomic<int> reading{0};

TuningTable *read_table() {
    auto *table = static_cast<TuningTable *>(std::malloc(sizeof(TuningTable)));
    if (!table) job_fail(1, "no memory for a tuning table");
    char error[1400];
    if (!tuning_load(table, error, sizeof error)) job_fail(1, "%s", error);
    return table;
}

// Several threads may come; one reads.
void read_once() {
    int nobody = 0;
    if (reading.compare_exchange_strong(nobody, 1)) return in_use.store(read_table(), std::memory_order_release);
    for (unsigned turn = 0; !in_use.load(std::memory_order_acquire); ++turn)
        wait_turn(turn);
}

bool is_sound(const TuningTable &table) {
    if (table.count > TuningTable::most) return false;
    for (unsigned i = 0; i < table.count; ++i)
        if (!offers(table.rules[i].collective, table.rules[i].algorithm)) return false;
    return true;
}

} // namespace

const TuningTable &team_tuning() {
    const TuningTable *table = in_use.load(std::memory_order_acquire);
    return table ? *table : tuning_built_in();
}

void team_tuning_agree(Team &world) {
    if (nodes() == 1) return read_once();
    auto *table = world.rank == 0 ? read_table() : static_cast<TuningTable *>(std::malloc(sizeof(TuningTable)));
    if (!table) job_fail(1, "no memory for a tuning table");
    CollectiveArguments call;
    call.collective = Collective::broadcast;
    call.bytes = sizeof *table;
    team_run(world, call, {nullptr, table}, {Algorithm::tree, 0});
    if (!is_sound(*table)) job_fail(1, "the tuning table of thread 0 came damaged");
    const TuningTable *none = nullptr;
    if (!in_use.compare_exchange_strong(none, table)) std::free(table);
}

} // namespace polder
