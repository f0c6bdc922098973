// Relocalisation operations: UPC 1.3, 7.4.1. Each thread copies the data that goes to it (gather: that comes from it),
// starting with its own and going round, so that not all read one thread at a time.
#include "frontends/upc/collective.h"
#include "runtime/rma/copy.h"

using namespace polder;

extern "C" {

void upc_all_broadcast(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    copy_shared(part_of(dst, mythread()), src.ga, nbytes);
    collective_leave(flags);
}

void upc_all_scatter(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    copy_shared(part_of(dst, mythread()), src.ga + mythread() * nbytes, nbytes);
    collective_leave(flags);
}

void upc_all_gather(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    copy_shared(dst.ga + mythread() * nbytes, part_of(src, mythread()), nbytes);
    collective_leave(flags);
}

void upc_all_gather_all(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    const unsigned n = threads(), me = mythread();
    for (unsigned i = 0; i < n; ++i) {
        const unsigned from = (me + i) % n;
        copy_shared(part_of(dst, me) + from * nbytes, part_of(src, from), nbytes);
    }
    collective_leave(flags);
}

void upc_all_exchange(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    const unsigned n = threads(), me = mythread();
    for (unsigned i = 0; i < n; ++i) {
        const unsigned from = (me + i) % n;
        copy_shared(part_of(dst, me) + from * nbytes, part_of(src, from) + me * nbytes, nbytes);
    }
    collective_leave(flags);
}

// perm is a shared const int *: block size 1, so an address without phase, and element i lies on thread i.
void upc_all_permute(polder_gp dst, polder_gp src, polder_ga perm, std::size_t nbytes, upc_flag_t flags) {
    collective_enter(flags);
    int to;
    copy_get(&to, perm + (polder_ga{mythread()} << polder_job.shift), sizeof to);
    if (to < 0 || static_cast<unsigned>(to) >= threads())
        job_fail(1, "upc_all_permute: perm[%u] is %d; a permutation of 0 to %u is needed", mythread(), to,
                 threads() - 1);
    copy_shared(part_of(dst, static_cast<unsigned>(to)), part_of(src, mythread()), nbytes);
    collective_leave(flags);
}

} // extern "C"
