// Null pointer constants; see fold.h.
#include "compiler/sema/fold.h"

namespace polder::cc {

bool is_null_pointer_constant(Context &ctx, const Expr *e) {
    while (e) {
        if (const ParenExpr *p = as<ParenExpr>(e))
            e = p->inner;
        else if (const ImplicitCast *c = as<ImplicitCast>(e);
                 c && ctx.types.is_pointer(c->type) && ctx.types.is_integer(c->operand->type))
            e = c->operand;
        else if (const CastExpr *c = as<CastExpr>(e); c && ctx.types.is_pointer(c->type) &&
                                                      !ctx.types.is_pointer_to_shared(c->type) &&
                                                      ctx.types.is_void(ctx.types.pointee(c->type)))
            e = c->operand;
        else
            break;
    }
    return e && ctx.types.is_integer(e->type) && is_zero_constant(ctx, e);
}

} // namespace polder::cc
