// Computational operations: UPC 1.3, 7.4.2, upc_all_reduceT and upc_all_prefix_reduceT for eleven
// types. This file checks the arguments by the rules of the standard. The operations are in
// runtime/world. dst and src of a prefix reduction need not have the same thread and phase. UPC 1.2
// did not ask for it, and programs rely on that.
#include "frontends/upc/collectives/collective.h"
#include "runtime/world/world.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {

using namespace coll;
namespace {

struct Arguments {
    const char *function;
    ReductionType type;
    std::size_t size;
    polder_gp dst;
    polder_gp src;
    upc_op_t op;
    std::size_t elements;
    std::size_t block;
    ReductionFunction given;
    upc_flag_t flags;
    race::RaceSite site;
};

Reduction reduction_of(const Arguments &a) {
    return checked_reduction({a.function, a.type, a.op, a.given});
}

world::CollectiveCall call_of(const Arguments &a) {
    return {a.function,
            {{"dst", a.dst.ga},
             {"src", a.src.ga},
             {"op", a.op},
             {"nelems", a.elements},
             {"blk_size", a.block},
             {"phase of src", a.src.phase},
             {"flags", static_cast<std::uint64_t>(a.flags)}}};
}

void check_pointers(const Arguments &a) {
    if (!a.elements) return;
    check_elements(a.function, a.elements, a.size);
    check_not_null(a.function, "dst", a.dst.ga);
    check_not_null(a.function, "src", a.src.ga);
}

// Of the calling thread.
polder_ga own_part(const Layout &layout, std::size_t *bytes) {
    const Layout::Part part = layout.part_of(mythread());
    *bytes = part.count * layout.size;
    return part.count ? ga_of_pointer(part.values) : 0;
}

void tell_source(const CollectiveScope &call, const Layout &src) {
    std::size_t bytes;
    const polder_ga own = own_part(src, &bytes);
    call.reads(own, bytes);
}

void reduce(const Arguments &a) {
    const CollectiveScope call(call_of(a), a.flags, a.site);
    check_pointers(a);
    const Layout src = layout_of(a.src, a.elements, a.block, a.size);
    if (a.elements && race::race_watched()) {
        tell_source(call, src);
        if (thread_of(a.dst.ga) == mythread()) call.writes(a.dst.ga, a.size);
    }
    world::reduce(reduction_of(a), a.dst.ga, src, call.modes());
}

void prefix_reduce(const Arguments &a) {
    const CollectiveScope call(call_of(a), a.flags, a.site);
    check_pointers(a);
    const auto layout = [&](polder_gp array) { return layout_of(array, a.elements, a.block, a.size); };
    if (a.elements && race::race_watched()) {
        std::size_t bytes;
        const polder_ga own = own_part(layout(a.dst), &bytes);
        tell_source(call, layout(a.src));
        call.writes(own, bytes);
    }
    world::prefix_reduce(reduction_of(a), layout(a.dst), layout(a.src), call.modes());
}

} // namespace
} // namespace polder::upc

#define POLDER_REDUCTION(FUNCTION, PERFORM, T, TYPE)                                                                   \
    extern "C" [[gnu::visibility("default")]] void FUNCTION(polder_gp dst, polder_gp src, upc_op_t op,                 \
                                                            std::size_t nelems, std::size_t blk_size,                  \
                                                            TYPE (*func)(TYPE, TYPE), upc_flag_t flags) {              \
        PERFORM({#FUNCTION,                                                                                            \
                 coll::ReductionType::T,                                                                               \
                 sizeof(TYPE),                                                                                         \
                 dst,                                                                                                  \
                 src,                                                                                                  \
                 op,                                                                                                   \
                 nelems,                                                                                               \
                 blk_size,                                                                                             \
                 reinterpret_cast<coll::ReductionFunction>(func),                                                      \
                 flags,                                                                                                \
                 {&FUNCTION, __builtin_return_address(0)}});                                                           \
    }
#define POLDER_REDUCTIONS(T, TYPE)                                                                                     \
    POLDER_REDUCTION(upc_all_reduce##T, reduce, T, TYPE)                                                               \
    POLDER_REDUCTION(upc_all_prefix_reduce##T, prefix_reduce, T, TYPE)
POLDER_REDUCTION_TYPES(POLDER_REDUCTIONS)
