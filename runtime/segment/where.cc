// The check of an address range; see where.h.
#include "runtime/segment/where.h"

namespace polder {

void far_check(const char *operation, polder_ga ga, std::size_t bytes) {
    const polder_ga last = ga + bytes - (bytes != 0);
    if (ga_is_shared(ga) && last >= ga && ga_is_shared(last) && ga_thread(ga) == ga_thread(last)) return;
    job_fail(1, "%s: %zu bytes at %#lx are not in the shared memory of one thread%s", operation, bytes, ga,
             ga ? "" : " (null pointer-to-shared)");
}

} // namespace polder
