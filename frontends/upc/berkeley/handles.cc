// Several handles at once, and access regions (Berkeley UPC). A handle is a upc_handle_t; 0 is
// complete.
#include "runtime/core/job.h"

#include <cstddef>

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)

using upc_handle_t = unsigned long;
void upc_sync(upc_handle_t handle);
int upc_sync_attempt(upc_handle_t handle);
void upc_synci(void);

void bupc_waitsync_all(upc_handle_t *handles, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        upc_sync(handles[i]);
        handles[i] = 0;
    }
}

int bupc_trysync_all(upc_handle_t *handles, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (handles[i] && !upc_sync_attempt(handles[i])) return 0;
        handles[i] = 0;
    }
    return 1;
}

int bupc_trysync_some(upc_handle_t *handles, std::size_t count) {
    bool outstanding = false;
    bool completed = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (!handles[i]) continue;
        outstanding = true;
        if (!upc_sync_attempt(handles[i])) continue;
        handles[i] = 0;
        completed = true;
    }
    return completed || !outstanding;
}

void bupc_waitsync_some(upc_handle_t *handles, std::size_t count) {
    while (!bupc_trysync_some(handles, count))
        polder_spin();
}
#pragma GCC visibility pop
} // extern "C"

namespace polder::upc {
namespace {
POLDER_PRIVATE bool in_region = false;
} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

void bupc_begin_accessregion(void) {
    if (local(in_region)) job_fail(1, "bupc_begin_accessregion: inside an access region");
    local(in_region) = true;
}

// The region's copies are completed here: a handle for exactly these would have to be kept apart
// from the thread's others.
upc_handle_t bupc_end_accessregion(void) {
    if (!local(in_region)) job_fail(1, "bupc_end_accessregion: no access region was begun");
    local(in_region) = false;
    upc_synci();
    return 0;
}
#pragma GCC visibility pop
} // extern "C"
