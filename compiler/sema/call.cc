// Function calls: arguments converted to the parameters' types, or as the default argument
// promotions say.
#include "compiler/sema/advise.h"
#include "compiler/sema/sema.h"

#include "compiler/sema/builtins.h"

namespace polder::cc {

Expr *Sema::on_call(Expr *callee, std::vector<Expr *> args, TokenIndex l_paren, TokenRange range) {
    CallExpr *e = ctx.make<CallExpr>();
    e->range = range;
    e->where = l_paren;
    e->type = types.error();
    const FunctionDecl *f = called_function(callee);
    e->callee = rvalue(callee);
    e->args = std::move(args);
    if (types.is_error(e->callee->type)) {
        for (Expr *&a : e->args)
            a = rvalue(a);
        return e;
    }
    const QualType pointee = types.is_pointer(e->callee->type) ? types.pointee(e->callee->type) : QualType{};
    if (pointee.is_null() || !types.is_function(pointee)) {
        if (pointee.is_null() || !types.is_error(pointee)) // no type after the poison
            report(DiagId::sema_not_a_function, l_paren, {quoted(callee->type)}, range);
        return poison(range);
    }
    const Type &t = types.get(pointee);
    const size_t wanted = t.prototyped ? t.params.size() : 0;
    if (t.prototyped && (e->args.size() < wanted || (e->args.size() > wanted && !t.variadic))) {
        report(e->args.size() < wanted ? DiagId::sema_too_few_arguments : DiagId::sema_too_many_arguments, l_paren,
               {f ? quoted(f->name) : quoted(callee->type), std::to_string(wanted), std::to_string(e->args.size())},
               range);
    }
    const bool first_shared = !e->args.empty() && is_shared_data(e->args[0]);
    const bool second_shared = e->args.size() > 1 && is_shared_data(e->args[1]);
    const uint32_t errors = ctx.diags.errors();
    bool told = false;
    // A builtin, or a function of the C library that nobody declared. Old programs print addresses
    // without <stdio.h>.
    const std::string_view name = f ? source.name(f->name) : "";
    const bool builtin =
        f && f->is_builtin && (is_builtin_name(name) || (is_library_name(name) && !name.ends_with("printf")));
    for (size_t i = 0; i < e->args.size(); i++) {
        Expr *&a = e->args[i];
        if (i < wanted) {
            a = assign_convert(a, t.params[i].type, AssignContext::argument, a->where);
            continue;
        }
        a = builtin ? rvalue(a) : default_argument(a);
        if (!builtin && f && t.variadic) check_variadic_argument(f, a);
        if (builtin && types.is_pointer_to_shared(a->type) && source.name(f->name) != "__builtin_constant_p") {
            if (!told) report(DiagId::upc_shared_to_builtin, a->where, {quoted(f->name), quoted(a->type)}, a->range);
            told = true;
            a = poison(range);
        }
    }
    if (f && ctx.diags.errors() != errors)
        if (const Advice advice = advise_on_call(name, first_shared, second_shared); !advice.instead.empty())
            report(DiagId::note_call_instead, e->callee->where, {advice.what_for, advice.instead});
    e->type = types.is_error(t.element) ? t.element : types.decayed(t.element);
    if (f && f->is_builtin)
        if (const QualType r = builtin_result(f, e->args); !r.is_null()) e->type = r;
    return e;
}

bool Sema::is_shared_data(const Expr *e) const {
    return types.is_pointer_to_shared(e->type) || (types.is_array(e->type) && types.is_shared(e->type));
}

/// printf and its kin take neither a string in shared memory nor the two words of a pointer with a
/// phase.
void Sema::check_variadic_argument(const FunctionDecl *f, const Expr *a) {
    if (!types.is_pointer_to_shared(a->type) || !(source.tokens()[f->where].flags & Token::in_system_header)) return;
    const TypeKind pointee = types.kind(types.unshared(types.pointee(a->type)));
    const bool text = pointee == TypeKind::char_ || pointee == TypeKind::schar || pointee == TypeKind::uchar;
    if (text || types.has_phase(a->type))
        report(DiagId::upc_shared_variadic, a->where, {quoted(f->name), quoted(a->type)}, a->range);
}

} // namespace polder::cc
