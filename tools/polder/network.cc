// polder tune --network: measures the providers of the network with jobs of two nodes, each run
// twice in turn. Stores which provider is best for jobs that begin on this machine
// (conduits/open/measured.h). It also stores up to which size puts are faster as messages than as
// transfers of the provider: each job runs with both. What counts is the round trip of 8 bytes
// times the time of 1 MB: a provider fast in one may be slow in the other.
#include "tools/polder/polder.h"

#include "base/clock.h"
#include "base/log.h"
#include "conduits/open/measured.h"
#include "conduits/open/open.h"
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"

#include <polder/polder.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder::tool {
namespace {

// ---- the job ----

constexpr std::size_t large = 1 << 20;
constexpr std::size_t put_sizes[] = {8, 64, 512, 4096}; // at most what a message takes whole
constexpr unsigned put_size_count = sizeof put_sizes / sizeof *put_sizes;
constexpr double clearly = 0.9; // a message takes at most so much of a transfer's time
constexpr unsigned series = 9;  // each some milliseconds; the best counts

template <class Operation> double microseconds(unsigned times, Operation operation) {
    operation();
    double best = 1e18;
    for (unsigned s = 0; s < series; ++s) {
        const std::int64_t start = clock_ns();
        for (unsigned i = 0; i < times; ++i)
            operation();
        best = std::min(best, static_cast<double>(clock_ns() - start) / 1e3 / times);
    }
    return best;
}

// Between the first and the last thread, while the others wait in the barrier.
int measure_network(int, char **) {
    if (nodes() < 2) {
        if (mythread() == 0) log_error("tune --network measures between nodes, and this job has one");
        return 2;
    }
    const polder_ga there = alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(large) : 0) +
                            (polder_ga{threads() - 1} << polder_job.shift);
    polder_barrier_all();
    if (mythread() == 0) {
        std::vector<char> here(large, 1);
        const double round_trip = microseconds(200, [&] {
            rma::copy_put(there, here.data(), 8);
            cache::far_fence();
        });
        const double put = microseconds(2,
                                        [&] {
                                            for (int i = 0; i < 8; ++i)
                                                rma::async_implicit(rma::async_put(there, here.data(), large));
                                            rma::async_wait_implicit();
                                        }) /
                           8;
        std::printf("%.2f %.3f", round_trip, static_cast<double>(large) / put / 1e3);
        for (const std::size_t bytes : put_sizes)
            std::printf(" %.3f", microseconds(20, [&] {
                            rma::copy_put(there, here.data(), bytes);
                            cache::far_fence();
                        }));
        std::printf("\n");
    }
    polder_barrier_all();
    return 0;
}

// ---- who runs it ----

struct Candidate {
    MeasuredProvider found;
    bool runs;
};

struct Measured {
    double round_trip;
    double gigabytes;
    double put[put_size_count];
};

// Puts of at most so many bytes are messages.
bool run_one(const Words &launch, const char *put_messages, Measured *measured) {
    setenv("POLDER_PUT_MESSAGES", put_messages, 1);
    std::string text;
    const bool ran = run_job(launch, {"measure-network"}, &text) == 0;
    unsetenv("POLDER_PUT_MESSAGES");
    double *put = measured->put;
    static_assert(put_size_count == 4);
    return ran && std::sscanf(text.c_str(), "%lf %lf %lf %lf %lf %lf", &measured->round_trip, &measured->gigabytes,
                              &put[0], &put[1], &put[2], &put[3]) == 6;
}

// The largest size up to which all are clearly faster as messages. 0: none is.
std::size_t faster_as_messages(const Measured &messages, const Measured &transfers) {
    std::size_t bytes = 0;
    for (unsigned i = 0; i < put_size_count && messages.put[i] < clearly * transfers.put[i]; ++i)
        bytes = put_sizes[i];
    return bytes;
}

// The better of what was found before and now.
void measure(Candidate &candidate, const Words &launch) {
    setenv("POLDER_PROVIDER", candidate.found.name, 1);
    Words bounded{"--timeout", "15"}; // some providers only seem to work
    bounded.insert(bounded.end(), launch.begin(), launch.end());
    Measured transfers;
    Measured messages;
    if (!run_one(bounded, "0", &transfers)) {
        std::fprintf(stderr, "%-20s cannot be used\n", candidate.found.name);
        return;
    }
    const bool both = run_one(bounded, "4096", &messages);
    std::fprintf(stderr, "%-20s %8.2f us %8.3f GB/s\n", candidate.found.name, transfers.round_trip,
                 transfers.gigabytes);
    MeasuredProvider &found = candidate.found;
    const bool before = candidate.runs;
    found.round_trip_us = before ? std::min(found.round_trip_us, transfers.round_trip) : transfers.round_trip;
    found.gigabytes = before ? std::max(found.gigabytes, transfers.gigabytes) : transfers.gigabytes;
    const double bytes = both ? static_cast<double>(faster_as_messages(messages, transfers)) : 0;
    found.put_messages = before ? std::min(found.put_messages, bytes) : bytes; // both times
    candidate.runs = true;
}

std::vector<Candidate> candidates() {
    ConduitCandidate names[MeasuredProviders::most];
    char error[512];
    const unsigned count = conduit_candidates("ofi", nullptr, names, MeasuredProviders::most, error, sizeof error);
    if (!count) {
        log_error("there is no network to measure: %s", error);
        std::exit(1);
    }
    std::vector<Candidate> list(count);
    for (unsigned i = 0; i < count; ++i) {
        list[i] = {};
        static_assert(sizeof list[i].found.name == sizeof names[i].name);
        std::memcpy(list[i].found.name, names[i].name, sizeof names[i].name);
    }
    return list;
}

std::string table_of(std::vector<Candidate> &list, const Words &launch) {
    std::erase_if(list, [](const Candidate &c) { return !c.runs; });
    std::stable_sort(list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
        return a.found.round_trip_us / a.found.gigabytes < b.found.round_trip_us / b.found.gigabytes;
    });
    std::string text = heading("providers", launch) +
                       "# provider, round trip of 8 bytes in us, GB/s of puts of 1 MB, bytes up to which puts are "
                       "faster as messages; jobs take the first\n";
    for (const Candidate &c : list) {
        char line[120];
        std::snprintf(line, sizeof line, "%-20s %8.2f %8.3f %6.0f\n", c.found.name, c.found.round_trip_us,
                      c.found.gigabytes, c.found.put_messages);
        text += line;
    }
    return text;
}

} // namespace

int measure_network_job(int argc, char **argv) {
    return polder_run(&argc, &argv, measure_network);
}

int tune_network(const Words &given, std::string path) {
    const Words launch = given.empty() ? Words{"--nodes", "2", "-n", "2"} : given;
    char usual[1024];
    bool named;
    if (path.empty()) {
        if (!measured_path(usual, sizeof usual, &named)) misuse("no home to store what is measured in; use --output");
        path = usual;
    }
    setenv("POLDER_NETWORK", "/dev/null", 1); // what was measured before is of no interest
    std::vector<Candidate> list = candidates();
    for (int round = 0; round < 2; ++round)
        for (Candidate &candidate : list)
            if (round == 0 || candidate.runs) measure(candidate, launch);
    const std::string table = table_of(list, launch);
    if (list.empty()) {
        log_error("none of the providers can be used in such a job");
        return 1;
    }
    return publish(path, table);
}

} // namespace polder::tool
