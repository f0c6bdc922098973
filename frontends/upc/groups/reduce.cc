// Reductions of groups: those of UPC 1.3, 7.4.3, over the elements of the group's view.
#include "frontends/upc/groups/group.h"
#include "runtime/world/world.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {

using namespace coll;
namespace {

struct GroupReduction {
    ReductionWanted wanted;
    std::size_t size; // of an element
    polder_gp dst;
    polder_gp src;
    std::size_t elements;
    std::size_t block;
    upc_flag_t flags;
    race::RaceSite site;
};

// The elements from where `array` points on. Thread 0 stands for rank 0, as in copies. An array in
// one block lies on the thread itself.
Layout layout_of(const Group &group, const GroupReduction &call, const char *parameter, polder_gp array) {
    if (!call.elements) return layout_over({0, group.team->size, group.members}, array, 0, call.block, call.size);
    const GroupArgument argument{call.wanted.function, parameter};
    check_elements(call.wanted.function, call.elements, call.size);
    check_not_null(argument.function, argument.parameter, array.ga);
    const unsigned thread = thread_of(array.ga);
    const unsigned first = thread == 0 && call.block ? 0 : group_owner(group, argument, array.ga);
    array.ga -= polder_ga{thread} << polder_job.shift;
    return layout_over({first, group.team->size, group.members}, array, call.elements, call.block, call.size);
}

world::CollectiveCall call_of(const Group &group, const GroupReduction &call) {
    return {call.wanted.function,
            {{"dst", call.dst.ga},
             {"src", call.src.ga},
             {"op", call.wanted.op},
             {"nelems", call.elements},
             {"blk_size", call.block},
             {"phase of src", call.src.phase},
             {"flags", static_cast<std::uint64_t>(call.flags)}},
            group.team};
}

// Of the calling member.
struct OwnPart {
    polder_ga at;
    std::size_t bytes;
};

OwnPart own_part(const Group &group, const Layout &layout) {
    const Layout::Part part = layout.part_of(group.team->rank);
    return {part.count ? ga_of_pointer(part.values) : 0, part.count * layout.size};
}

void tell_source(const Group &group, const CollectiveScope &scope, const Layout &src) {
    const OwnPart own = own_part(group, src);
    scope.reads(own.at, own.bytes);
}

void reduce(Group *given, const GroupReduction &call) {
    Group &group = group_entered(call.wanted.function, given);
    const CollectiveScope scope(call_of(group, call), call.flags, call.site);
    const Layout src = layout_of(group, call, "src", call.src);
    const unsigned owner = call.elements ? group_owner(group, {call.wanted.function, "dst"}, call.dst.ga) : 0;
    if (call.elements && race::race_watched()) {
        tell_source(group, scope, src);
        if (owner == group.team->rank) scope.writes(call.dst.ga, call.size);
    }
    world::reduce(*group.team, checked_reduction(call.wanted), {call.dst.ga, owner}, src, scope.modes());
}

void prefix_reduce(Group *given, const GroupReduction &call) {
    Group &group = group_entered(call.wanted.function, given);
    const CollectiveScope scope(call_of(group, call), call.flags, call.site);
    const Layout src = layout_of(group, call, "src", call.src);
    const Layout dst = layout_of(group, call, "dst", call.dst);
    if (call.elements && race::race_watched()) {
        tell_source(group, scope, src);
        const OwnPart own = own_part(group, dst);
        scope.writes(own.at, own.bytes);
    }
    world::prefix_reduce(*group.team, checked_reduction(call.wanted), dst, src, scope.modes());
}

} // namespace
} // namespace polder::upc

#define POLDER_REDUCTION(FUNCTION, PERFORM, T, TYPE)                                                                   \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(Group *group, polder_gp dst, polder_gp src, upc_op_t op,   \
                                                            std::size_t nelems, std::size_t blk_size,                  \
                                                            TYPE (*func)(TYPE, TYPE), upc_flag_t flags) {              \
        PERFORM(group, {{#FUNCTION, coll::ReductionType::T, op, reinterpret_cast<coll::ReductionFunction>(func)},      \
                        sizeof(TYPE),                                                                                  \
                        dst,                                                                                           \
                        src,                                                                                           \
                        nelems,                                                                                        \
                        blk_size,                                                                                      \
                        flags,                                                                                         \
                        {&FUNCTION, __builtin_return_address(0)}});                                                    \
    }
#define POLDER_REDUCTIONS(T, TYPE)                                                                                     \
    POLDER_REDUCTION(upc_group_reduce##T, reduce, T, TYPE)                                                             \
    POLDER_REDUCTION(upc_group_prefix_reduce##T, prefix_reduce, T, TYPE)
POLDER_REDUCTION_TYPES(POLDER_REDUCTIONS)
