// polder tune --network: measures the providers of the network with jobs of two nodes, each run
// twice in turn. Stores which provider is best for jobs that begin on this machine
// (conduits/open/measured.h). What counts is the round trip of 8 bytes times the time of 1 MB: a
// provider fast in one may be slow in the other.
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
constexpr unsigned series = 9; // each some milliseconds; the best counts

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
        std::printf("%.2f %.3f\n", round_trip, static_cast<double>(large) / put / 1e3);
    }
    polder_barrier_all();
    return 0;
}

// ---- who runs it ----

struct Candidate {
    MeasuredProvider found;
    bool runs;
};

// The better of what was found before and now.
void measure(Candidate &candidate, const Words &launch) {
    setenv("POLDER_PROVIDER", candidate.found.name, 1);
    std::string text;
    double round_trip;
    double gigabytes;
    Words bounded{"--timeout", "15"}; // some providers only seem to work
    bounded.insert(bounded.end(), launch.begin(), launch.end());
    const bool runs = run_job(bounded, {"measure-network"}, &text) == 0 &&
                      std::sscanf(text.c_str(), "%lf %lf", &round_trip, &gigabytes) == 2;
    if (!runs) {
        std::fprintf(stderr, "%-20s cannot be used\n", candidate.found.name);
        return;
    }
    std::fprintf(stderr, "%-20s %8.2f us %8.3f GB/s\n", candidate.found.name, round_trip, gigabytes);
    MeasuredProvider &found = candidate.found;
    found.round_trip_us = candidate.runs ? std::min(found.round_trip_us, round_trip) : round_trip;
    found.gigabytes = candidate.runs ? std::max(found.gigabytes, gigabytes) : gigabytes;
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
                       "# provider, round trip of 8 bytes in us, GB/s of puts of 1 MB; jobs take the first\n";
    for (const Candidate &c : list) {
        char line[120];
        std::snprintf(line, sizeof line, "%-20s %8.2f %8.3f\n", c.found.name, c.found.round_trip_us, c.found.gigabytes);
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
