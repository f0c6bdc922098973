// Advice (names/advise.h) goes to calls whose arguments are of the wrong kind of memory.
#include "compiler/sema/expr/calls.h"

#include "compiler/sema/names/advise.h"

namespace polder::cc {

void Calls::check_count(const CallExpr &call, const FunctionDecl *f, const Type &type, QualType callee) {
    const size_t wanted = type.params.size();
    const size_t given = call.args.size();
    if (!type.prototyped || given == wanted || (given > wanted && type.variadic)) return;
    report(given < wanted ? DiagId::sema_too_few_arguments : DiagId::sema_too_many_arguments, call.where,
           {f ? quoted(f->name) : quoted(callee), std::to_string(wanted), std::to_string(given)}, call.range);
}

void Calls::convert_arguments(CallExpr &call, const FunctionDecl *f, const Type &type) {
    bool told = false;
    // A builtin, or a function of the C library that nobody declared. Old programs print addresses
    // without <stdio.h>.
    const size_t wanted = type.prototyped ? type.params.size() : 0;
    const std::string_view name = f ? source.name(f->name) : "";
    const bool builtin =
        f && f->is_builtin && (is_builtin_name(name) || (is_library_name(name) && !name.ends_with("printf")));
    for (size_t i = 0; i < call.args.size(); i++) {
        Expr *&a = call.args[i];
        if (i < wanted) {
            a = conversions_.assign_convert(a, type.params[i].type, AssignContext::argument, a->where);
            continue;
        }
        a = builtin ? conversions_.rvalue(a) : conversions_.default_argument(a);
        if (!builtin && f && type.variadic) check_variadic_argument(f, a);
        if (builtin && types.is_pointer_to_shared(a->type) && source.name(f->name) != "__builtin_constant_p") {
            if (!told) report(DiagId::upc_shared_to_builtin, a->where, {quoted(f->name), quoted(a->type)}, a->range);
            told = true;
            a = poison(call.range);
        }
    }
}

Expr *Calls::on_call(Expr *callee, std::vector<Expr *> args, TokenIndex l_paren, TokenRange range) {
    CallExpr *e = ctx.make<CallExpr>();
    e->range = range;
    e->where = l_paren;
    e->type = types.error();
    const FunctionDecl *f = called_function(callee);
    e->callee = conversions_.rvalue(callee);
    e->args = std::move(args);
    if (types.is_error(e->callee->type)) {
        for (Expr *&a : e->args)
            a = conversions_.rvalue(a);
        return e;
    }
    const QualType pointee = types.is_pointer(e->callee->type) ? types.pointee(e->callee->type) : QualType{};
    if (pointee.is_null() || !types.is_function(pointee)) {
        if (pointee.is_null() || !types.is_error(pointee)) // no type after the poison
            report(DiagId::sema_not_a_function, l_paren, {quoted(callee->type)}, range);
        return poison(range);
    }
    const Type &t = types.get(pointee);
    check_count(*e, f, t, callee->type);
    const bool first_shared = !e->args.empty() && is_shared_data(e->args[0]);
    const bool second_shared = e->args.size() > 1 && is_shared_data(e->args[1]);
    const uint32_t errors = ctx.diags.errors();
    convert_arguments(*e, f, t);
    if (f && ctx.diags.errors() != errors)
        if (const Advice advice = advise_on_call(source.name(f->name), first_shared, second_shared);
            !advice.instead.empty())
            report(DiagId::note_call_instead, e->callee->where, {advice.what_for, advice.instead});
    e->type = types.is_error(t.element) ? t.element : types.decayed(t.element);
    if (f && f->is_builtin)
        if (const QualType r = builtins_.result(f, e->args); !r.is_null()) e->type = r;
    return e;
}

bool Calls::is_shared_data(const Expr *e) const {
    return types.is_pointer_to_shared(e->type) || (types.is_array(e->type) && types.is_shared(e->type));
}

/// printf and its kin take neither a string in shared memory nor the two words of a pointer with a
/// phase. Nor can scanf and its kin store in the memory of another node.
void Calls::check_variadic_argument(const FunctionDecl *f, const Expr *a) {
    if (!types.is_pointer_to_shared(a->type) || !(source.tokens()[f->where].flags & Token::in_system_header)) return;
    const TypeKind pointee = types.kind(types.unshared(types.pointee(a->type)));
    const bool text = pointee == TypeKind::char_ || pointee == TypeKind::schar || pointee == TypeKind::uchar;
    if (text || types.has_phase(a->type) || source.name(f->name).ends_with("scanf"))
        report(DiagId::upc_shared_variadic, a->where, {quoted(f->name), quoted(a->type)}, a->range);
}

} // namespace polder::cc
