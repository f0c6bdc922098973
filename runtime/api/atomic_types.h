// What <polder/atomics.h> calls types and operations, as runtime/atomic has them.
#pragma once

#include "runtime/atomic/atomic.h"

#include <polder/atomics.h>

namespace polder::api {

// Ends the job, naming the function, if there is no such operation.
atomic::AtomicRequest atomic_request(const char *function, polder_type type, polder_operation operation,
                                     const void *operand, const void *second, void *before);

} // namespace polder::api
