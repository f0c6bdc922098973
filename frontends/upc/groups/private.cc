// Collective functions of groups on private memory: each member gives data of its own, or gets
// some, or both. Nobody else touches private memory. So MYSYNC and NOSYNC ask for no more than the
// data does, and ALLSYNC is a barrier in front or behind.
#include "frontends/upc/groups/group.h"

#include "runtime/coll/reduction/combine.h"
#include "runtime/team/team_race.h"
#include "runtime/world/world.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {

using namespace coll;
namespace {

// A call: how all members make it, and the caller's memory.
struct PrivateCall {
    const char *function;
    Collective collective;
    void *dst;
    const void *src;
    std::size_t bytes;
    upc_flag_t flags;
    race::RaceSite site;
    int root = 0;
    const Combine *combine = nullptr;
    std::uint64_t op = 0; // for comparison between members
};

world::CollectiveCall call_of(const Group &group, const PrivateCall &call) {
    return {call.function,
            {{"nbytes", call.bytes},
             {"root", static_cast<std::uint64_t>(call.root)},
             {"flags", static_cast<std::uint64_t>(call.flags)},
             {"op", call.op}},
            group.team};
}

void run(Group *given, const PrivateCall &call) {
    Group &group = group_entered(call.function, given);
    const CollectiveScope scope(call_of(group, call), call.flags, call.site);
    CollectiveArguments arguments;
    arguments.collective = call.collective;
    arguments.bytes = call.bytes;
    arguments.root = group_rank(group, {call.function, "root"}, call.root);
    if (scope.modes().in == Sync::all) world::meet(*group.team);
    const team::TeamRace order = team_race(*group.team, arguments);
    if (order.gives) race::race_give(order.token);
    team_run(*group.team, arguments, {call.src, call.dst, call.combine});
    if (order.takes) race::race_take(order.token);
    if (scope.modes().out == Sync::all) world::meet(*group.team);
}

// Element by element of vectors.
struct PrivateReduction {
    ReductionWanted wanted;
    Collective collective;
    void *dst;
    const void *src;
    std::size_t elements;
    upc_flag_t flags;
    race::RaceSite site;
    int root = 0;
};

void run(Group *given, const PrivateReduction &call) {
    const Reduction reduction = checked_reduction(call.wanted);
    const Combine combine = combine_of(reduction);
    const std::size_t bytes = call.elements * reduction.kernel->size;
    run(given, {call.wanted.function, call.collective, call.dst, call.src, bytes, call.flags, call.site, call.root,
                &combine, call.wanted.op});
}

} // namespace
} // namespace polder::upc

#define POLDER_SITE(FUNCTION)                                                                                          \
    { &FUNCTION, __builtin_return_address(0) }

extern "C" {
#pragma GCC visibility push(default)

void upc_group_broadcast_private(Group *group, void *data, std::size_t nbytes, int root, upc_flag_t flags) {
    run(group, {"upc_group_broadcast_private", Collective::broadcast, data, data, nbytes, flags,
                POLDER_SITE(upc_group_broadcast_private), root});
}

void upc_group_scatter_private(Group *group, void *dst, const void *src, std::size_t nbytes, int root,
                               upc_flag_t flags) {
    run(group, {"upc_group_scatter_private", Collective::scatter, dst, src, nbytes, flags,
                POLDER_SITE(upc_group_scatter_private), root});
}

void upc_group_gather_private(Group *group, void *dst, const void *src, std::size_t nbytes, int root,
                              upc_flag_t flags) {
    run(group, {"upc_group_gather_private", Collective::gather, dst, src, nbytes, flags,
                POLDER_SITE(upc_group_gather_private), root});
}

void upc_group_gather_all_private(Group *group, void *dst, const void *src, std::size_t nbytes, upc_flag_t flags) {
    run(group, {"upc_group_gather_all_private", Collective::allgather, dst, src, nbytes, flags,
                POLDER_SITE(upc_group_gather_all_private)});
}

void upc_group_exchange_private(Group *group, void *dst, const void *src, std::size_t nbytes, upc_flag_t flags) {
    run(group, {"upc_group_exchange_private", Collective::alltoall, dst, src, nbytes, flags,
                POLDER_SITE(upc_group_exchange_private)});
}

void upc_group_permute_private(Group *group, void *dst, const void *src, int to, std::size_t nbytes, upc_flag_t flags) {
    constexpr const char *function = "upc_group_permute_private";
    Group &of = group_entered(function, group);
    const unsigned target = group_rank(of, {function, "to"}, to);
    const CollectiveScope scope({function, {{"nbytes", nbytes}, {"flags", static_cast<std::uint64_t>(flags)}}, of.team},
                                flags, POLDER_SITE(upc_group_permute_private));
    CollectiveArguments as_all_give_and_get;
    as_all_give_and_get.collective = Collective::alltoall;
    if (scope.modes().in == Sync::all) world::meet(*of.team);
    const team::TeamRace order = team_race(*of.team, as_all_give_and_get);
    race::race_give(order.token);
    world::permute(*of.team, {src, dst, nbytes}, target);
    race::race_take(order.token);
    if (scope.modes().out == Sync::all) world::meet(*of.team);
}
#pragma GCC visibility pop
} // extern "C"

#define POLDER_WANTED(FUNCTION, T)                                                                                     \
    { #FUNCTION, coll::ReductionType::T, op, reinterpret_cast < coll::ReductionFunction>(func) }
#define POLDER_ON_ROOT(FUNCTION, T, TYPE)                                                                              \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(Group *group, TYPE *dst, const TYPE *src, upc_op_t op,     \
                                                            std::size_t nelems, TYPE (*func)(TYPE, TYPE), int root,    \
                                                            upc_flag_t flags) {                                        \
        run(group, PrivateReduction{POLDER_WANTED(FUNCTION, T), coll::Collective::reduce, dst, src, nelems, flags,     \
                                    POLDER_SITE(FUNCTION), root});                                                     \
    }
#define POLDER_ON_ALL(FUNCTION, COLLECTIVE, T, TYPE)                                                                   \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(Group *group, TYPE *dst, const TYPE *src, upc_op_t op,     \
                                                            std::size_t nelems, TYPE (*func)(TYPE, TYPE),              \
                                                            upc_flag_t flags) {                                        \
        run(group, PrivateReduction{POLDER_WANTED(FUNCTION, T), coll::Collective::COLLECTIVE, dst, src, nelems, flags, \
                                    POLDER_SITE(FUNCTION)});                                                           \
    }
#define POLDER_REDUCTIONS(T, TYPE)                                                                                     \
    POLDER_ON_ROOT(upc_group_reduce_private##T, T, TYPE)                                                               \
    POLDER_ON_ALL(upc_group_reduce_all_private##T, allreduce, T, TYPE)                                                 \
    POLDER_ON_ALL(upc_group_prefix_reduce_private##T, scan, T, TYPE)
POLDER_REDUCTION_TYPES(POLDER_REDUCTIONS)
