// bupc_all_reduce_allT (Berkeley UPC): upc_all_reduceT whose result every thread gets, in its own
// element of shared [1] TYPE dst[THREADS].
//
// The standard's reduction leaves the result with the thread of dst; then each thread copies it.
// The end of the first step is a full barrier, so the copies see the result; nobody changes it
// before the end of the whole.
#include "frontends/upc/collectives/collective.h"
#include "runtime/rma/copy.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

constexpr upc_flag_t in_flags = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC;

// The calling thread's element, counted from dst round the threads.
polder_ga own_element(polder_ga dst, std::size_t size) {
    const polder_env e = polder_env_get();
    const auto owner = polder_thread_of(e, dst);
    return polder_add_cyclic(e, dst, static_cast<long>((threads() + e.mythread - owner) % threads()), size);
}

void spread(polder_ga dst, std::size_t size, upc_flag_t flags) {
    const polder_ga mine = own_element(dst, size);
    if (mine != dst) rma::copy_shared(mine, dst, size);
    collective_leave(flags);
}

} // namespace
} // namespace polder::upc

#define POLDER_REDUCE_ALL(T, TYPE)                                                                                     \
    extern "C" void upc_all_reduce##T(polder_gp, polder_gp, upc_op_t, std::size_t, std::size_t, TYPE (*)(TYPE, TYPE),  \
                                      upc_flag_t);                                                                     \
    extern "C" [[gnu::visibility("default")]] void bupc_all_reduce_all##T(                                             \
        polder_gp dst, polder_gp src, upc_op_t op, std::size_t nelems, std::size_t blk_size, TYPE (*func)(TYPE, TYPE), \
        upc_flag_t flags) {                                                                                            \
        upc_all_reduce##T(dst, src, op, nelems, blk_size, func, (flags & in_flags) | UPC_OUT_ALLSYNC);                 \
        if (nelems) spread(dst.ga, sizeof(TYPE), flags);                                                               \
    }
POLDER_REDUCE_ALL(C, signed char)
POLDER_REDUCE_ALL(UC, unsigned char)
POLDER_REDUCE_ALL(S, short)
POLDER_REDUCE_ALL(US, unsigned short)
POLDER_REDUCE_ALL(I, int)
POLDER_REDUCE_ALL(UI, unsigned)
POLDER_REDUCE_ALL(L, long)
POLDER_REDUCE_ALL(UL, unsigned long)
POLDER_REDUCE_ALL(F, float)
POLDER_REDUCE_ALL(D, double)
POLDER_REDUCE_ALL(LD, long double)
