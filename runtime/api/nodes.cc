// <polder/polder.h>: which thread is on which node.
#include "runtime/api/known_thread.h"
#include "runtime/core/job.h"

#include <polder/polder.h>

using namespace polder;

namespace polder::api {
namespace {

unsigned known_node(int node, const char *function) {
    if (node < 0 || static_cast<unsigned>(node) >= nodes()) job_fail(1, "%s: node %d of %u", function, node, nodes());
    return static_cast<unsigned>(node);
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

int polder_nodes() {
    return static_cast<int>(nodes());
}

int polder_mynode() {
    return static_cast<int>(mynode());
}

int polder_node_of(int thread) {
    return static_cast<int>(node_of(known_thread(thread, "polder_node_of")));
}

int polder_node_first(int node) {
    return static_cast<int>(node_first(known_node(node, "polder_node_first")));
}

int polder_node_size(int node) {
    return static_cast<int>(node_size(known_node(node, "polder_node_size")));
}
#pragma GCC visibility pop
} // extern "C"
