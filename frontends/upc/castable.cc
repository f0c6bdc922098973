// Castability: UPC 1.3, optional library, 7.7. Every process of a node maps the segments of all its
// threads, so what lies on the node can be cast, and nothing else.
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)

struct upc_thread_info_t { // as in upc_castable.h, which only upcc can read
    int guaranteed_castable;
    int probably_castable;
};

void *upc_cast(polder_gp ptr) {
    return ga_is_near(ptr.ga) ? near_pointer(ptr.ga) : nullptr;
}

upc_thread_info_t upc_thread_info(std::size_t thread) {
    constexpr int all_regions = 15; // UPC_CASTABLE_ALL of upc_castable.h
    const bool castable = thread < threads() && on_node(static_cast<unsigned>(thread));
    const int regions = castable ? all_regions : 0;
    return {regions, regions};
}
#pragma GCC visibility pop
} // extern "C"
