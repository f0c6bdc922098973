// Adding up, and the lines.
#include "runtime/net/statistics.h"

#include "base/config.h"
#include "conduits/open/describe.h"
#include "runtime/directory/address_cache.h"
#include "runtime/directory/heap_extents.h"
#include "runtime/exchange/exchange.h"
#include "runtime/net/net.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder::net {

namespace {

NetStatistics of_process() {
    const directory::AddressCounts addresses = directory::address_counts();
    const directory::ExtentCounts extents = directory::extent_counts();
    std::uint64_t requests = net.table->counts(*net.conduit).requests;
    for (unsigned i = 0; i < net_ends.count; ++i)
        requests += net_ends.at[i].table->counts(*net_ends.at[i].conduit).requests;
    return {addresses.hits,      addresses.misses,        addresses.learnt,
            addresses.evictions, addresses.invalidations, extents.registered,
            extents.bytes,       extents.refused,         requests};
}

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void tell(const NetStatistics &sum) {
    char network[conduit_text_bytes];
    conduit_describe(*net.caps, network, sizeof network);
    std::fprintf(stderr,
                 "%sends of the network: %s (%s)\n"
                 "address cache: %lu hits, %lu misses (hit rate %.2f %%), %lu learnt, %lu evictions, "
                 "%lu invalidations\n"
                 "registered on demand: %lu extents of %lu bytes, %lu refused\n"
                 "operations that were messages: %lu\n",
                 network, endpoints_text(net.endpoints), net.endpoints.why, sum.hits, sum.misses,
                 percent(sum.hits, sum.hits + sum.misses), sum.learnt, sum.evictions, sum.invalidations, sum.extents,
                 sum.extent_bytes, sum.extents_refused, sum.requests);
}

} // namespace

void statistics_add(NodeStatistics &node) {
    const NetStatistics mine = of_process();
    std::uint64_t words[statistics_words];
    std::memcpy(words, &mine, sizeof words);
    for (unsigned i = 0; i < statistics_words; ++i)
        node.word[i].fetch_add(words[i], std::memory_order_relaxed);
}

void statistics_exchange(const NodeStatistics &node) {
    std::uint64_t mine[statistics_words];
    for (unsigned i = 0; i < statistics_words; ++i)
        mine[i] = node.word[i].load(std::memory_order_relaxed);
    auto *all = static_cast<std::uint64_t(*)[statistics_words]>(std::calloc(nodes(), sizeof mine));
    if (!all) job_fail(1, "no memory for the statistics of %u nodes", nodes());
    exchange::boot_exchange(mine, sizeof mine, all);
    std::uint64_t sums[statistics_words] = {};
    for (unsigned n = 0; n < nodes(); ++n)
        for (unsigned i = 0; i < statistics_words; ++i)
            sums[i] += all[n][i];
    std::free(all);
    NetStatistics sum;
    std::memcpy(&sum, sums, sizeof sum);
    if (mynode() == 0 && setting_number(Setting::stats)) tell(sum);
}

} // namespace polder::net
