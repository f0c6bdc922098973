// Code for the affinity of a counted loop (analysis/iterations/affinity.h): places, and where
// pointers begin to count.
//   before   upc_forall (i = 0; i < n; i++; &p[2 * i])          // shared [4] double *p
//   after    ... (((long)polder_thread_of(polder_e, (p).ga) * 4 + (long)(p).phase)
//                 + (long)(2 * i)) ...
//
// Code for a place is made where it is needed: once with the variable at its start. If the factor
// is no constant, it is made once more with the variable one step further.
#include "compiler/lower/forall/affinity_places.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"

namespace polder::cc {

/// Code of type long.
Node *AffinityPlaces::place_of(const AffinityPlace &place) {
    Expr *origin = place.origin;
    if (place.number && !origin) return make({"(long)(", value(place.number), ")"});
    if (place.number)
        return make({"(", start_place(origin), " / " + std::to_string(row_length(types, origin->type)) + "L + (long)(",
                     value(place.number), "))"});
    // In ultimate elements, from the origin or the start of an array. Without blocks, the thread.
    if (types.block_of(types.pointee(place.base->type)) == 0)
        return origin ? make({"(long)" + abi::thread_of + "(", env(), ", ", Pointers(in).ga_of(origin), ")"})
                      : make("0L");
    Element e = Addresses(in).element(place.base, place.index);
    return origin ? make({"(", start_place(origin), " + ", e.linear, ")"}) : make(e.linear);
}

/// The same in units of what it points to; -1 if it begins in the middle of one.
Node *AffinityPlaces::start_row(Expr *pointer) {
    const uint64_t length = row_length(types, pointer->type);
    return length == 1 ? start_place(pointer)
                       : make({abi::row_of + "(", start_place(pointer), ", " + std::to_string(length) + ")"});
}

/// Where a pointer into blocks begins to count: as a place of an array that begins on thread 0.
Node *AffinityPlaces::start_place(Expr *pointer) {
    const uint64_t block = types.block_of(types.pointee(pointer->type));
    if (block == 1) return make({"(long)" + abi::thread_of + "(", env(), ", ", value(pointer), ")"});
    return make({"((long)" + abi::thread_of + "(", env(), ", (", value(pointer),
                 ").ga) * " + std::to_string(block) + " + (long)(", value(pointer), ").phase)"});
}

} // namespace polder::cc
