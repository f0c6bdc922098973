// What each part of the analysis rests on, and the end of a unit.
#include "compiler/sema/unit/sema.h"

#include "compiler/sema/unit/finish.h"

namespace polder::cc {

Sema::Sema(Context &ctx)
    : state(ctx), suggestions(ctx, state.scopes), builtins(state), identifiers(state, builtins, suggestions),
      labels(state), conversions(state, suggestions), initializers(state, conversions),
      operand_rules(state, conversions), literals(state), unary_operators(state, conversions, operand_rules),
      binary_operators(state, conversions, operand_rules), postfix_operators(state, conversions, operand_rules),
      calls(state, builtins, conversions), special_expressions(state, conversions, initializers, labels),
      attribute_operands(state), shared_types(state, conversions), declarator_types(state, conversions, shared_types),
      redeclarations(state), objects(state, conversions, initializers, shared_types, redeclarations),
      functions(state, identifiers, labels, declarator_types, redeclarations),
      declarations(state, declarator_types, shared_types, redeclarations, objects, functions),
      tags(state, conversions, declarator_types), statements(state, conversions, labels) {
    builtins.declare_predefined_types();
}

void Sema::finish_unit() {
    Context &ctx = state.ctx;
    ctx.unit->statics = objects.statics();
    ctx.unit->functions = functions.defined();
    if (!state.upc()) return;
    objects.check_tentative();
    classify_privacy(ctx, objects.static_declarations());
    mark_upc(ctx);
}

} // namespace polder::cc
