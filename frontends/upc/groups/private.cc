// Collective functions of groups on private memory: each member gives data of its own, or gets
// some, or both. Nobody else touches private memory. So MYSYNC and NOSYNC ask for no more than the
// data does, and ALLSYNC is a barrier in front or behind.
#include "frontends/upc/groups/group.h"

#include "runtime/coll/reduction/combine.h"
#include "runtime/fence/strict.h"
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
    int root = 0;
    const Combine *combine = nullptr;
    std::uint64_t op = 0; // for comparison between members
};

world::CollectiveCall call_of(team::Team &team, const PrivateCall &call) {
    return {call.function,
            {{"nbytes", call.bytes},
             {"root", static_cast<std::uint64_t>(call.root)},
             {"flags", static_cast<std::uint64_t>(call.flags)},
             {"op", call.op}},
            &team};
}

// No side has a meeting.
constexpr bool synchronised_by_data(upc_flag_t flags) {
    const bool in = flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC);
    const bool out = flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC);
    return in && out && !(flags & (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC));
}

void meet(team::Team &team) {
    if (race::race_watched()) return race_meeting(&team);
    polder_fence();
    world::meet(team);
    polder_fence();
}

// With meetings, comparison of arguments, a detector of races. `move`: the operation itself.
template <class Move>
[[gnu::noinline]] void run_fully(team::Team &team, const PrivateCall &call, const CollectiveArguments &arguments,
                                 Move move) {
    const SyncModes modes = sync_modes(call.flags);
    if (world::call_check_wanted()) world::call_check(call_of(team, call));
    if (modes.in == Sync::all) meet(team);
    const team::TeamRace order = team_race(team, arguments);
    if (order.gives) race::race_give(order.token);
    move();
    if (order.takes) race::race_take(order.token);
    if (modes.out == Sync::all) meet(team);
}

// Without meetings a call has the fences of the engine's operations. What a member did before it
// gave data is visible to whoever gets that, and no more is said.
template <class Move>
[[gnu::always_inline]] inline void run(const Group &group, const PrivateCall &call,
                                       const CollectiveArguments &arguments, Move move) {
    const sync::OneCaller here(call.function);
    const race::RaceHush hush;
    fence::strict_write();
    const bool plain = synchronised_by_data(call.flags) && !world::call_check_wanted() && !race::race_watched();
    if (__builtin_expect(!plain, 0)) return run_fully(*group.team, call, arguments, move);
    move();
}

[[gnu::always_inline]] inline void run(Group *given, const PrivateCall &call) {
    const Group &group = group_entered(call.function, given);
    CollectiveArguments arguments;
    arguments.collective = call.collective;
    arguments.bytes = call.bytes;
    arguments.root = group_rank(group, {call.function, "root"}, call.root);
    run(group, call, arguments, [&] { team_run(*group.team, arguments, {call.src, call.dst, call.combine}); });
}

// Element by element of vectors.
struct PrivateReduction {
    ReductionWanted wanted;
    Collective collective;
    void *dst;
    const void *src;
    std::size_t elements;
    upc_flag_t flags;
    int root = 0;
};

template <class T> ReductionWanted wanted_of(const char *function, ReductionType type, upc_op_t op, T (*given)(T, T)) {
    return {function, type, op, reinterpret_cast<ReductionFunction>(given)};
}

[[gnu::always_inline]] inline void combine(Group *group, const PrivateReduction &call, const Combine &with) {
    const std::size_t bytes = call.elements * with.element;
    run(group, {call.wanted.function, call.collective, call.dst, call.src, bytes, call.flags, call.root, &with,
                call.wanted.op});
}

// Ends the job if there is no such operation.
[[gnu::noinline]] void combine_by_function(Group *group, const PrivateReduction &call) {
    const Reduction reduction = checked_reduction(call.wanted);
    combine(group, call, combine_of(reduction));
}

void run(Group *group, const PrivateReduction &call) {
    const Combine built_in = combine_of(call.wanted.type, call.wanted.op);
    if (__builtin_expect(built_in.function != nullptr, 1)) return combine(group, call, built_in);
    combine_by_function(group, call);
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

void upc_group_broadcast_private(Group *group, void *data, std::size_t nbytes, int root, upc_flag_t flags) {
    run(group, {"upc_group_broadcast_private", Collective::broadcast, data, data, nbytes, flags, root});
}

void upc_group_scatter_private(Group *group, void *dst, const void *src, std::size_t nbytes, int root,
                               upc_flag_t flags) {
    run(group, {"upc_group_scatter_private", Collective::scatter, dst, src, nbytes, flags, root});
}

void upc_group_gather_private(Group *group, void *dst, const void *src, std::size_t nbytes, int root,
                              upc_flag_t flags) {
    run(group, {"upc_group_gather_private", Collective::gather, dst, src, nbytes, flags, root});
}

void upc_group_gather_all_private(Group *group, void *dst, const void *src, std::size_t nbytes, upc_flag_t flags) {
    run(group, {"upc_group_gather_all_private", Collective::allgather, dst, src, nbytes, flags});
}

void upc_group_exchange_private(Group *group, void *dst, const void *src, std::size_t nbytes, upc_flag_t flags) {
    run(group, {"upc_group_exchange_private", Collective::alltoall, dst, src, nbytes, flags});
}

void upc_group_permute_private(Group *group, void *dst, const void *src, int to, std::size_t nbytes, upc_flag_t flags) {
    constexpr const char *function = "upc_group_permute_private";
    const Group &of = group_entered(function, group);
    const unsigned target = group_rank(of, {function, "to"}, to);
    CollectiveArguments all_give_and_get;
    all_give_and_get.collective = Collective::alltoall;
    run(of, {function, Collective::alltoall, dst, src, nbytes, flags}, all_give_and_get, [&] {
        world::permute(*of.team, {src, dst, nbytes}, target);
    });
}
#pragma GCC visibility pop
} // extern "C"

#define POLDER_ON_ROOT(FUNCTION, T, TYPE)                                                                              \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(Group *group, TYPE *dst, const TYPE *src, upc_op_t op,     \
                                                            std::size_t nelems, TYPE (*func)(TYPE, TYPE), int root,    \
                                                            upc_flag_t flags) {                                        \
        const ReductionWanted wanted = wanted_of(#FUNCTION, coll::ReductionType::T, op, func);                         \
        run(group, PrivateReduction{wanted, coll::Collective::reduce, dst, src, nelems, flags, root});                 \
    }
#define POLDER_ON_ALL(FUNCTION, COLLECTIVE, T, TYPE)                                                                   \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(Group *group, TYPE *dst, const TYPE *src, upc_op_t op,     \
                                                            std::size_t nelems, TYPE (*func)(TYPE, TYPE),              \
                                                            upc_flag_t flags) {                                        \
        const ReductionWanted wanted = wanted_of(#FUNCTION, coll::ReductionType::T, op, func);                         \
        run(group, PrivateReduction{wanted, coll::Collective::COLLECTIVE, dst, src, nelems, flags});                   \
    }
#define POLDER_REDUCTIONS(T, TYPE)                                                                                     \
    POLDER_ON_ROOT(upc_group_reduce_private##T, T, TYPE)                                                               \
    POLDER_ON_ALL(upc_group_reduce_all_private##T, allreduce, T, TYPE)                                                 \
    POLDER_ON_ALL(upc_group_prefix_reduce_private##T, scan, T, TYPE)
POLDER_REDUCTION_TYPES(POLDER_REDUCTIONS)
