// <polder/topology.h> on the records of runtime/locality.
#include "runtime/api/known_thread.h"
#include "runtime/core/job.h"
#include "runtime/locality/locality.h"

#include <polder/topology.h>

using namespace polder;

namespace polder::api {
namespace {

void expect_level(polder_level level, const char *function) {
    if (level < POLDER_LEVEL_PU || level > POLDER_LEVEL_JOB)
        job_fail(1, "%s: there is no level %d", function, static_cast<int>(level));
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

polder_level polder_distance(int a, int b) {
    return locality::locality_distance(known_thread(a, "polder_distance"), known_thread(b, "polder_distance"));
}

int polder_locality(int thread, polder_level level) {
    const unsigned known = known_thread(thread, "polder_locality");
    expect_level(level, "polder_locality");
    if (level == POLDER_LEVEL_JOB) return 0;
    if (level == POLDER_LEVEL_NODE) return static_cast<int>(node_of(known));
    return locality::thread_locality(control(), known).object[level] - 1;
}

int polder_locality_count(int node, polder_level level) {
    if (node < 0 || static_cast<unsigned>(node) >= nodes())
        job_fail(1, "polder_locality_count: node %d of %u", node, nodes());
    expect_level(level, "polder_locality_count");
    if (level == POLDER_LEVEL_JOB) return 1;
    if (level == POLDER_LEVEL_NODE) return static_cast<int>(nodes());
    return locality::node_counts(control(), static_cast<unsigned>(node)).count[level] - 1;
}

const char *polder_level_name(polder_level level) {
    switch (level) {
    case POLDER_LEVEL_PU: return "processing unit";
    case POLDER_LEVEL_CORE: return "core";
    case POLDER_LEVEL_L3: return "L3 cache";
    case POLDER_LEVEL_NUMA: return "NUMA domain";
    case POLDER_LEVEL_PACKAGE: return "package";
    case POLDER_LEVEL_NODE: return "node";
    case POLDER_LEVEL_JOB: return "job";
    }
    return "no level";
}
#pragma GCC visibility pop
} // extern "C"
