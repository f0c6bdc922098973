// The order of the cache and of puts under way, as one; see order.h.
#include "runtime/cache/order.h"

#include "runtime/cache/cache.h"
#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"

namespace polder::cache {

void far_order(polder_ga at, std::size_t bytes, bool writes) {
    far_cache_order(at, bytes, writes);
    if (net::net_on()) put::put_pool_order(at, bytes, writes);
}

void far_fence_begin() {
    far_cache_fence_begin();
}

void far_fence_end() {
    if (!net::net_on()) return;
    put::put_pool_wait(put::every_node);
    far_cache_fence_end();
}

void far_fence() {
    far_fence_begin();
    far_fence_end();
}

void far_flush(NodeNumber node) {
    far_cache_fence();
    if (net::net_on()) put::put_pool_wait(node);
}

} // namespace polder::cache
