// Castability: UPC 1.3, optional library, 7.7. Every process of a node maps all segments, so on one node everything can
// be cast.
#include "runtime/segment/segment.h"

#include <polder/abi.h>

using namespace polder;

extern "C" {

struct upc_thread_info_t { // as in upc_castable.h, which only upcc can read
    int guaranteed_castable, probably_castable;
};

void *upc_cast(polder_gp ptr) {
    return ptr.ga && in_node_range(ptr.ga) ? polder_at(ptr.ga) : nullptr;
}

upc_thread_info_t upc_thread_info(std::size_t thread) {
    constexpr int all_regions = 15;
    const int regions = thread < polder_job.threads ? all_regions : 0;
    return {regions, regions};
}

} // extern "C"
