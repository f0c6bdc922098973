// Relocalisation operations: UPC 1.3, 7.4.1. What the standard says of the arguments is checked
// here; the copies are in runtime/world/world.h. Arrays with a part on each thread begin on thread
// 0; their phase is taken as 0. A length of 0, which the standard does not allow, only
// synchronises.
#include "frontends/upc/collectives/collective.h"
#include "runtime/world/world.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {

using namespace coll;
namespace {

// An array with a part on each thread, or one that lies on a single thread.
enum class Place { each, one };

void check_place(const char *function, const char *parameter, polder_ga array, Place place) {
    if (place == Place::each)
        check_begins_on_thread_0(function, parameter, array);
    else
        check_not_null(function, parameter, array);
}

// The data with affinity to the calling thread that the operation moves. Of an array on one thread
// these are all its blocks. Of an array with a part on each thread it is one block, or one for each
// thread (gather_all, exchange).
void tell(const CollectiveScope &call, Movement movement, polder_ga dst, Place dst_place, polder_ga src,
          Place src_place, std::size_t bytes, polder_ga perm) {
    const polder_ga mine = polder_ga{mythread()} << polder_job.shift;
    const std::size_t all = bytes * threads();
    const bool square = movement == Movement::gather_all || movement == Movement::exchange;
    if (src_place == Place::each)
        call.reads(src + mine, movement == Movement::exchange ? all : bytes);
    else if (thread_of(src) == mythread())
        call.reads(src, movement == Movement::scatter ? all : bytes);
    if (dst_place == Place::each)
        call.writes(dst + mine, square ? all : bytes);
    else if (thread_of(dst) == mythread())
        call.writes(dst, all);
    if (perm) call.reads(perm + mine, sizeof(int));
}

void copy(const race::RaceSite &site, const char *function, Movement movement, polder_ga dst, Place dst_place,
          polder_ga src, Place src_place, std::size_t bytes, upc_flag_t flags, polder_ga perm = 0) {
    const CollectiveScope call(
        {function,
         {{"dst", dst}, {"src", src}, {"nbytes", bytes}, {"flags", static_cast<std::uint64_t>(flags)}, {"perm", perm}}},
        flags, site);
    if (bytes) {
        check_part(function, bytes);
        check_place(function, "dst", dst, dst_place);
        check_place(function, "src", src, src_place);
        if (movement == Movement::permute) check_begins_on_thread_0(function, "perm", perm);
    }
    if (bytes && race::race_watched()) tell(call, movement, dst, dst_place, src, src_place, bytes, perm);
    const unsigned root = src_place == Place::one ? thread_of(src) : dst_place == Place::one ? thread_of(dst) : 0;
    world::copy({movement, dst, src, perm, bytes, root}, call.modes());
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

void upc_all_broadcast(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_broadcast, __builtin_return_address(0)}, "upc_all_broadcast", Movement::broadcast, dst.ga,
         Place::each, src.ga, Place::one, nbytes, flags);
}

void upc_all_scatter(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_scatter, __builtin_return_address(0)}, "upc_all_scatter", Movement::scatter, dst.ga, Place::each,
         src.ga, Place::one, nbytes, flags);
}

void upc_all_gather(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_gather, __builtin_return_address(0)}, "upc_all_gather", Movement::gather, dst.ga, Place::one, src.ga,
         Place::each, nbytes, flags);
}

void upc_all_gather_all(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_gather_all, __builtin_return_address(0)}, "upc_all_gather_all", Movement::gather_all, dst.ga,
         Place::each, src.ga, Place::each, nbytes, flags);
}

void upc_all_exchange(polder_gp dst, polder_gp src, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_exchange, __builtin_return_address(0)}, "upc_all_exchange", Movement::exchange, dst.ga, Place::each,
         src.ga, Place::each, nbytes, flags);
}

// perm is a shared const int *: block size 1, so an address without phase, and element i lies on
// thread i.
void upc_all_permute(polder_gp dst, polder_gp src, polder_ga perm, std::size_t nbytes, upc_flag_t flags) {
    copy({&upc_all_permute, __builtin_return_address(0)}, "upc_all_permute", Movement::permute, dst.ga, Place::each,
         src.ga, Place::each, nbytes, flags, perm);
}
#pragma GCC visibility pop
} // extern "C"
