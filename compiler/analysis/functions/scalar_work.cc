// Decides what is scalar work (scalar_work.h), by a walk over the tree that follows calls into
// functions of this unit.
#include "compiler/analysis/functions/scalar_work.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr unsigned most_calls_deep = 3;

/// Is it a variable by its name? Updates change no such variable.
bool is_name(Expr *target) {
    return as<NameExpr>(without_parens(target));
}

/// The structure that a member is of, however deep: it is not read as a whole.
Node *without_members(Node *n) {
    auto *member = as<MemberExpr>(n);
    return member && !member->arrow ? without_members(without_parens(member->base)) : n;
}

} // namespace

/// Does a function of the C library compute with its arguments alone?
bool ScalarWork::is_arithmetic_function(const FunctionDecl *f) {
    static constexpr std::string_view known[] = {"abs",   "labs", "llabs", "fabs",  "fabsf",  "sqrt", "sqrtf", "fmin",
                                                 "fminf", "fmax", "fmaxf", "floor", "floorf", "ceil", "ceilf"};
    std::string_view name = ctx_.source.name(f->name);
    constexpr std::string_view builtin = "__builtin_";
    if (name.starts_with(builtin)) name.remove_prefix(builtin.size());
    const FunctionDecl *defined = facts_.definition(f);
    return std::find(std::begin(known), std::end(known), name) != std::end(known) && !(defined && defined->body) &&
           f->linkage == Linkage::external;
}

/// Is it an arithmetic function, or one of this unit that works on scalars only?
bool ScalarWork::is_function(const FunctionDecl *f, unsigned calls) {
    if (f && is_arithmetic_function(f)) return true;
    for (const FunctionDecl *each : ctx_.unit->functions)
        if (f && each->canonical == f->canonical && each->body)
            return each->linkage == Linkage::internal && calls < most_calls_deep && !types_.get(each->type).variadic &&
                   is_all(each->body, calls + 1);
    return false;
}

bool ScalarWork::is_steady(QualType type) const {
    return !types_.is_shared(type) && !types_.canonical(type).is_volatile_or_atomic();
}

/// Is it private memory that no update changes: an element of an array that is named, or a pointer?
bool ScalarWork::is_private_read(Expr *lvalue) {
    if (!is_steady(lvalue->type) || (!types_.is_scalar(lvalue->type) && !types_.is_array(lvalue->type))) return false;
    for (Expr *e = lvalue; e;) {
        e = without_parens(e);
        auto *m = as<MemberExpr>(e);
        auto *x = as<IndexExpr>(e);
        if (auto *n = as<NameExpr>(e)) {
            auto *v = as<VarDecl>(n->decl);
            return v && is_steady(v->type);
        }
        e = m && !m->arrow ? m->base : x ? decayed_array(x->base) : nullptr;
    }
    return types_.is_pointer(lvalue->type);
}

bool ScalarWork::is_declaration(const Declaration *d) {
    const Storage storage = d->specifiers.storage;
    if (storage == Storage::static_ || storage == Storage::extern_ || d->specifiers.defines_tag) return false;
    return std::all_of(d->declarators.begin(), d->declarators.end(), [&](const Declarator *x) {
        return x->decl && types_.is_arithmetic(x->decl->type) && !types_.is_shared(x->decl->type);
    });
}

/// Does n compute with private scalars only, without jumps out of it?
bool ScalarWork::is_all(Node *n, unsigned calls) {
    switch (n->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::size_expr: return !types_.is_variably_modified(static_cast<SizeExpr *>(n)->measured);
    case NodeKind::name_expr: {
        auto *e = static_cast<NameExpr *>(n);
        auto *v = as<VarDecl>(e->decl);
        if (!v)
            return e->decl && (e->decl->kind == NodeKind::enumerator_decl || e->decl->kind == NodeKind::function_decl);
        return is_steady(v->type) &&
               (types_.is_scalar(v->type) || types_.is_array(v->type) || types_.is_record(v->type));
    }
    case NodeKind::unary_expr: {
        auto *e = static_cast<UnaryExpr *>(n);
        const bool changes = e->op >= UnaryOp::pre_increment && e->op <= UnaryOp::post_decrement;
        if (e->op == UnaryOp::address || (e->op == UnaryOp::dereference && !is_private_read(e)) ||
            (changes && !is_name(e->operand)))
            return false;
        break;
    }
    case NodeKind::index_expr:
    case NodeKind::member_expr: {
        if (!is_private_read(static_cast<Expr *>(n))) return false;
        n = without_members(n);
        break;
    }
    case NodeKind::assign_expr:
        if (!is_name(static_cast<AssignExpr *>(n)->target)) return false;
        break;
    case NodeKind::cast_expr:
        return types_.is_arithmetic(static_cast<CastExpr *>(n)->type) &&
               is_all(static_cast<CastExpr *>(n)->operand, calls);
    case NodeKind::call_expr:
        if (!is_function(called_function(static_cast<CallExpr *>(n)->callee), calls)) return false;
        break;
    case NodeKind::return_stmt:
        if (calls == 0) return false;
        break;
    case NodeKind::declaration:
        if (!is_declaration(static_cast<Declaration *>(n))) return false;
        break;
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::conditional_expr:
    case NodeKind::implicit_cast:
    case NodeKind::compound_stmt:
    case NodeKind::decl_stmt:
    case NodeKind::expr_stmt:
    case NodeKind::if_stmt:
    case NodeKind::declarator: break;
    default: return false;
    }
    bool scalar = true;
    for_each_child(n, [&](Node *child) { scalar = scalar && is_all(child, calls); });
    return scalar;
}

} // namespace polder::cc
