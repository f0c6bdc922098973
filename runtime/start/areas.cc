// The size of each area of the control block. An area belongs to one folder of the runtime; all of
// them meet here, above them.
#include "runtime/am/inbox.h"
#include "runtime/am/window.h"
#include "runtime/coll/select/tuning.h"
#include "runtime/coll/shm/group.h"
#include "runtime/coll/transport/am_transport.h"
#include "runtime/core/job.h"
#include "runtime/exchange/exchange.h"
#include "runtime/fault/snapshot.h"
#include "runtime/locality/locality.h"
#include "runtime/net/net.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/rpc/rpc.h"

std::size_t polder::area_bytes(Area area, const JobShape &shape) {
    switch (area) {
    case Area::nodes: return sizeof(unsigned) * (std::size_t{shape.nodes} + 1);
    case Area::boot: return exchange::boot_area_size(shape);
    case Area::locality: return locality::locality_area_size(shape);
    case Area::snapshot: return sizeof(fault::SnapshotArea);
    case Area::segment: return 4096;
    case Area::alloc: return 4096 + 64 * shape.threads;
    case Area::barrier: return 4096 + 2048 * shape.threads;
    case Area::lock: return rpc::lock_area_size(shape);
    case Area::rpc: return rpc::rpc_area_size(shape);
    case Area::coll: return coll::shm::group_area_size(shape.threads);
    case Area::am: return am::am_area_size(shape);
    case Area::am_windows: return am::window_area_size(shape);
    case Area::net: return net::net_area_size(shape);
    case Area::coll_transport: return coll::mailbox_area_size(shape);
    case Area::tuning: return sizeof(coll::TuningTable);
    case Area::count: break;
    }
    return 0;
}
