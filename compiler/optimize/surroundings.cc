// What a nest adds to the surroundings of what is inside it.
#include "compiler/optimize/passes.h"

#include <memory>
#include <unordered_map>

namespace polder::cc {

Surroundings inside(const LoopNest &nest, const Surroundings &in) {
    auto places = std::make_shared<std::unordered_map<const Expr *, ResolvedPlace>>();
    for (size_t i = 0; i < nest.groups.size(); ++i)
        for (const Reference *r : nest.groups[i].members)
            (*places)[r->expr] = {.name = "span" + std::to_string(i), .table = r->table.count != 0};
    for (size_t i = 0; i < nest.strided_pointers.size(); ++i) {
        const StridedPointer &w = nest.strided_pointers[i];
        (*places)[w.expr] = {"address" + std::to_string(i), !w.row, w.row};
    }
    Surroundings result = in;
    result.place = [places, around = in.place](const Expr *e) {
        const auto found = places->find(e);
        return found == places->end() ? around(e) : &found->second;
    };
    result.is_own_place = [places, around = in.is_own_place](Expr *e) {
        const auto found = places->find(e);
        return (found != places->end() && !found->second.strided) || around(e);
    };
    return result;
}

} // namespace polder::cc
