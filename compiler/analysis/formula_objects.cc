// Builds lvalues anew with arguments in place of parameters.
#include "compiler/analysis/formula_objects.h"

#include "compiler/analysis/affine.h"
#include "compiler/sema/constant.h"

namespace polder::cc {

namespace {

bool is_plain(QualType type) {
    return !type.is_volatile_or_atomic();
}

/// What was written, if a conversion only adds qualifiers to what a pointer leads to.
Expr *without_qualification(const TypeTable &types, Expr *e) {
    auto *c = as<ImplicitCast>(without_parens(e));
    if (!c || c->conversion != Conversion::pointer || !types.is_pointer(c->operand->type)) return e;
    const auto object = [&](const Expr *pointer) {
        return types.canonical(types.pointee(types.canonical(pointer->type))).unqualified();
    };
    return object(c) == object(c->operand) ? c->operand : e;
}

const FormulaObject *object_of(Expr *e, const FormulaObjects &objects) {
    const VarDecl *v = named_variable(e);
    const auto found = v ? objects.find(v->canonical) : objects.end();
    return found == objects.end() ? nullptr : &found->second;
}

} // namespace

bool leads_to_object(const TypeTable &types, QualType parameter) {
    const QualType type = types.canonical(parameter);
    if (types.is_record(type)) return is_plain(type);
    return types.is_pointer(type) && is_plain(type) && !types.is_shared(types.pointee(type));
}

bool add_object(const Context &ctx, const Decl *parameter, Expr *argument, const FormulaObjects *outer,
                FormulaObjects &to) {
    Expr *e = without_value_conversions(without_qualification(ctx.types, argument));
    const bool is_pointer = ctx.types.is_pointer(argument->type);
    if (const FormulaObject *known = outer ? object_of(e, *outer) : nullptr) {
        to[parameter->canonical] = *known;
        return true;
    }
    auto *u = as<UnaryExpr>(e);
    const bool is_address = is_pointer && u && u->op == UnaryOp::address;
    Expr *object = is_address ? u->operand : e;
    const VarDecl *v = named_variable(object);
    // In a formula, a parameter or local means something only to the formula.
    if (!v || (outer && !v->is_static_storage && !v->file_scope)) return false;
    to[parameter->canonical] = {object, is_pointer && !is_address};
    return true;
}

Expr *part_outside(Context &ctx, Expr *e, const FormulaObjects &objects) {
    e = without_parens(e);
    if (auto *m = as<MemberExpr>(e)) {
        MemberExpr part = *m;
        if (const FormulaObject *object = m->arrow ? object_of(m->base, objects) : nullptr) {
            part.base = object->base;
            part.arrow = object->is_pointer;
        } else if (m->arrow || !(part.base = part_outside(ctx, m->base, objects))) {
            return nullptr;
        }
        return ctx.make<MemberExpr>(part);
    }
    if (auto *x = as<IndexExpr>(e)) {
        Expr *array = decayed_array(x->base);
        Expr *inside = array && evaluate(ctx, x->index).known ? part_outside(ctx, array, objects) : nullptr;
        if (!inside) return nullptr;
        ImplicitCast *base = ctx.make<ImplicitCast>(*as<ImplicitCast>(without_parens(x->base)));
        base->operand = inside;
        IndexExpr *part = ctx.make<IndexExpr>(*x);
        part->base = base;
        return part;
    }
    if (auto *u = as<UnaryExpr>(e)) {
        const FormulaObject *object = u->op == UnaryOp::dereference ? object_of(u->operand, objects) : nullptr;
        if (!object) return nullptr;
        if (!object->is_pointer) return object->base;
        UnaryExpr *part = ctx.make<UnaryExpr>(*u);
        part->operand = object->base;
        return part;
    }
    const FormulaObject *object = as<NameExpr>(e) ? object_of(e, objects) : nullptr;
    return object && !object->is_pointer ? object->base : nullptr;
}

std::string text_of_steps(Context &ctx, Expr *e) {
    e = without_parens(e);
    const auto behind = [&](Expr *base, const std::string &step) {
        const std::string text = text_of_steps(ctx, base);
        return text.empty() ? text : text + step;
    };
    if (auto *name = as<NameExpr>(e)) return as<VarDecl>(name->decl) ? atom_of(name->decl) : "";
    if (auto *m = as<MemberExpr>(e)) {
        if (!m->field) return "";
        std::string step = m->arrow ? "->" : ".";
        for (const FieldDecl *field : m->path)
            step += std::to_string(field->name_token) + ".";
        return behind(m->arrow ? without_value_conversions(m->base) : m->base,
                      step + std::to_string(m->field->name_token));
    }
    if (auto *x = as<IndexExpr>(e)) {
        const ConstantValue at = evaluate(ctx, x->index);
        Expr *array = decayed_array(x->base);
        return array && at.known && !at.is_floating && !at.times_threads
                   ? behind(array, "[" + std::to_string(static_cast<long>(at.value)) + "]")
                   : "";
    }
    auto *u = as<UnaryExpr>(e);
    return u && u->op == UnaryOp::dereference ? behind(without_value_conversions(u->operand), "*") : "";
}

} // namespace polder::cc
