// Computes access functions (access_function.h).
#include "compiler/analysis/access_function.h"

#include "compiler/unit/compose.h"

namespace polder::cc {

namespace {

/// Does evaluating e need a variable of the scope that its polynomial does without (`d[i + j -
/// j]`)?
bool needs_more(Expr *e, const Affine &index, const IndexScope &scope) {
    if (auto *name = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(name->decl);
        if (!v) return false;
        if (scope.variables.count(v->canonical)) return !index.mentions(atom_of(v));
        Expr *named = scope.through_names ? scope.facts.names().expression_of(v, scope.loop, scope.function) : nullptr;
        return named && needs_more(named, index, scope);
    }
    bool found = false;
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        found = found || (part && needs_more(part, index, scope));
    });
    return found;
}

std::optional<Affine> polynomial(IndexExpr *e, const IndexScope &scope) {
    const TypeTable &types = scope.ctx.types;
    const QualType pointee = types.pointee(e->base->type);
    auto index = affine(e->index, scope);
    if (!index) return std::nullopt;
    if (types.is_array(pointee)) {
        const uint64_t count = types.elements_in(pointee);
        if (count == 0 || count > (1UL << 40)) return std::nullopt;
        index = index->times(Affine::constant(static_cast<long>(count)));
        if (index && types.times_threads(pointee)) index = index->times(Affine::atom(atom_of_threads));
    }
    auto *outer = as<IndexExpr>(decayed_array(e->base));
    const auto above = outer && index ? polynomial(outer, scope) : std::optional(Affine());
    return index && above && index->add(*above) ? index : std::nullopt;
}

} // namespace

std::optional<Affine> index_of(IndexExpr *e, const IndexScope &scope) {
    const auto index = polynomial(e, scope);
    return index && !needs_more(e, *index, scope) ? index : std::nullopt;
}

std::string base_of(const FunctionAnalyses &in, IndexExpr *e, Node *loop, LoopFacts::Place place) {
    const TypeTable &types = in.ctx.types;
    Expr *array = decayed_array(e->base);
    if (auto *outer = as<IndexExpr>(array)) return base_of(in, outer, loop, place);
    if (VarDecl *v = array ? named_variable(array) : nullptr) return types.is_shared(v->type) ? "o" + atom_of(v) : "";
    if (array) return "";
    return in.facts.fixed_pointer(e->base, loop, in.function, place);
}

} // namespace polder::cc
