// Shared string handling: UPC 1.3, 7.2.5. Relaxed accesses; nothing is ordered but by what the program does around
// them.
#include "runtime/rma/copy.h"

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)

void upc_memcpy(polder_gp dst, polder_gp src, std::size_t n) {
    copy_shared(dst.ga, src.ga, n);
}

void upc_memget(void *dst, polder_gp src, std::size_t n) {
    copy_get(dst, src.ga, n);
}

void upc_memput(polder_gp dst, const void *src, std::size_t n) {
    copy_put(dst.ga, src, n);
}

void upc_memset(polder_gp dst, int c, std::size_t n) {
    fill_shared(dst.ga, c, n);
}
#pragma GCC visibility pop
} // extern "C"
