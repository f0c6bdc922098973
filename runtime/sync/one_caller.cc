// The slow half of OneCaller; see one_caller.h.
#include "runtime/sync/one_caller.h"

namespace polder::sync {

POLDER_PRIVATE std::atomic<const void *> OneCaller::inside_now{nullptr};

void OneCaller::refuse(const char *operation) {
    job_fail(
        1,
        "%s while another system thread of this UPC thread is in a barrier or collective; of its OpenMP workers and "
        "pthreads only one at a time may call them",
        operation);
}

} // namespace polder::sync
