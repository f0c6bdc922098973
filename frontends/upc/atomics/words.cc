// Atomic operations that other headers do in place on their node (bupc_atomics.h, upc_cray.h), for
// memory of other nodes.
#include "frontends/upc/atomics/atomic.h"
#include "runtime/segment/segment.h"

using namespace polder;
using namespace polder::upc;
using namespace polder::upc::atomics;

extern "C" [[gnu::visibility("default")]] unsigned long polder_atomic_elsewhere(unsigned long op, int type,
                                                                                const volatile void *at,
                                                                                unsigned long operand1,
                                                                                unsigned long operand2, int ordered) {
    unsigned long before = 0;
    const polder_ga target = ga_of_pointer(const_cast<const void *>(at));
    const Operation o{op, target, &before, &operand1, &operand2};
    if (ordered) {
        polder_fence();
        race::race_fence();
    }
    if (ga_is_near(target)) // POLDER_FAR_TEST, and programs that a detector of races watches
        perform_told(type, o, {&polder_atomic_elsewhere, __builtin_return_address(0)});
    else
        far_number(type, o);
    if (ordered) {
        strict_end(target);
        race::race_fence();
    }
    return before;
}
