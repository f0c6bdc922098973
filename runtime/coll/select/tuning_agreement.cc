// The tuning table of the job. On one node each process reads the file when a team is used first.
// The machines of several nodes may have different files. So the leaders agree at the start: all
// take the table of node 0. The processes of a node find it in the control block.
#include "runtime/coll/select/tuning.h"

#include "runtime/core/job.h"
#include "runtime/core/start_hooks.h"
#include "runtime/exchange/exchange.h"
#include "runtime/sync/wait.h"

#include <cstdlib>
#include <cstring>

namespace polder::coll {
namespace {

std::atomic<const TuningTable *> in_use{nullptr};
std::atomic<int> reading{0};
constinit TuningTable own_table{}; // not a static of the function: threads that come at once would construct it twice

void read(TuningTable *table) {
    char error[1400];
    std::memset(static_cast<void *>(table), 0, sizeof *table);
    if (!tuning_load(table, error, sizeof error)) job_fail(1, "%s", error);
}

// Several threads may come; one reads.
const TuningTable *read_once() {
    int nobody = 0;
    if (reading.compare_exchange_strong(nobody, 1)) {
        read(&own_table);
        in_use.store(&own_table, std::memory_order_release);
    }
    for (unsigned turn = 0; !in_use.load(std::memory_order_acquire); ++turn)
        sync::wait_turn(turn);
    return &own_table;
}

template <class T> T *table_of_nodes(const T &mine) {
    auto *all = static_cast<T *>(std::calloc(nodes(), sizeof(T)));
    if (!all) job_fail(1, "no memory for a table of %u nodes", nodes());
    exchange::boot_exchange(&mine, sizeof mine, all);
    return all;
}

std::uint64_t digest_of(const TuningTable &table) {
    std::uint64_t sum = 14695981039346656037u;
    const auto *bytes = reinterpret_cast<const unsigned char *>(&table);
    for (std::size_t i = 0; i < sizeof table; ++i)
        sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum;
}

// Tables are equal as a rule: then a number a node is all that is exchanged.
void agree() {
    if (nodes() == 1 || !is_leader()) return;
    TuningTable &table = *area<TuningTable>(Area::tuning);
    read(&table);
    std::uint64_t *digests = table_of_nodes(digest_of(table));
    bool same = true;
    for (unsigned node = 1; node < nodes(); ++node)
        same = same && digests[node] == digests[0];
    std::free(digests);
    if (same) return;
    TuningTable *tables = table_of_nodes(table);
    table = tables[0];
    std::free(tables);
}

POLDER_AT_START(agree);

} // namespace

const TuningTable &tuning_of_job() {
    if (const TuningTable *table = in_use.load(std::memory_order_acquire)) return *table;
    if (nodes() == 1) return *read_once();
    const TuningTable *table = area<TuningTable>(Area::tuning); // written before the start's last barrier
    in_use.store(table, std::memory_order_release);
    return *table;
}

} // namespace polder::coll
