// for_each_child: the one place that knows where nodes keep their children. Order is source order,
// so that copy-through can go from child to child. Declarations reached through a name
// (NameExpr::decl, a type's record) are not children.
#include "compiler/ast/children.h"

#include "compiler/ast/expr.h"
#include "compiler/ast/stmt.h"

#include <algorithm>

namespace polder::cc {

namespace {

class Visitor {
public:
    explicit Visitor(const std::function<void(Node *)> &f) : f_(f) {}
    void one(Node *n) const {
        if (n) f_(n);
    }
    template <class T> void all(const std::vector<T *> &nodes) const {
        for (T *n : nodes)
            one(n);
    }

    void declaration(const Node *n) const;
    void statement(const Node *n) const;
    void expression(const Node *n) const;

private:
    void whole(const Declaration &d) const;
    void part(const Declarator &d) const;
    const std::function<void(Node *)> &f_;
};

void Visitor::whole(const Declaration &d) const {
    // Specifiers in source order: a tag's members, and the expressions in attributes, typeof,
    // alignas and layouts.
    std::vector<Node *> inside(d.specifiers.exprs.begin(), d.specifiers.exprs.end());
    inside.insert(inside.end(), d.specifiers.type_operands.begin(), d.specifiers.type_operands.end());
    if (d.specifiers.defines_tag && d.specifiers.tag) inside.push_back(d.specifiers.tag);
    std::stable_sort(inside.begin(), inside.end(),
                     [](const Node *a, const Node *b) { return a->range.first < b->range.first; });
    all(inside);
    all(d.declarators);
    if (!d.function) return;
    all(d.function->kr_declarations);
    one(d.function->body);
}

void Visitor::part(const Declarator &d) const {
    all(d.children);
    one(d.bit_width);
    one(d.init);
}

void Visitor::declaration(const Node *n) const {
    if (const auto *d = as<Declaration>(n)) return whole(*d);
    if (const auto *d = as<Declarator>(n)) return part(*d);
    if (const auto *d = as<TranslationUnit>(n)) return all(d->items);
    if (const auto *d = as<RecordDecl>(n)) return all(d->members);
    if (const auto *d = as<EnumDecl>(n)) return all(d->enumerators);
    if (const auto *d = as<EnumeratorDecl>(n)) return one(d->init);
    if (const auto *d = as<StaticAssertDecl>(n)) return one(d->condition);
}

void Visitor::statement(const Node *n) const {
    switch (n->kind) {
    case NodeKind::compound_stmt: return all(as<CompoundStmt>(n)->items);
    case NodeKind::decl_stmt: return one(as<DeclStmt>(n)->declaration);
    case NodeKind::expr_stmt: return one(as<ExprStmt>(n)->expr);
    case NodeKind::if_stmt: {
        const auto *s = as<IfStmt>(n);
        one(s->condition);
        one(s->then_branch);
        return one(s->else_branch);
    }
    case NodeKind::switch_stmt: {
        const auto *s = as<SwitchStmt>(n);
        one(s->condition);
        return one(s->body);
    }
    case NodeKind::case_stmt: {
        const auto *s = as<CaseStmt>(n);
        one(s->low);
        one(s->high);
        return one(s->body);
    }
    case NodeKind::default_stmt: return one(as<DefaultStmt>(n)->body);
    case NodeKind::while_stmt: {
        const auto *s = as<WhileStmt>(n);
        one(s->condition);
        return one(s->body);
    }
    case NodeKind::do_stmt: {
        const auto *s = as<DoStmt>(n);
        one(s->body);
        return one(s->condition);
    }
    case NodeKind::for_stmt: {
        const auto *s = as<ForStmt>(n);
        one(s->init);
        one(s->condition);
        one(s->step);
        return one(s->body);
    }
    case NodeKind::forall_stmt: {
        const auto *s = as<ForallStmt>(n);
        one(s->init);
        one(s->condition);
        one(s->step);
        one(s->affinity);
        return one(s->body);
    }
    case NodeKind::goto_stmt: return one(as<GotoStmt>(n)->target);
    case NodeKind::return_stmt: return one(as<ReturnStmt>(n)->value);
    case NodeKind::label_stmt: return one(as<LabelStmt>(n)->body);
    case NodeKind::asm_stmt: return all(as<AsmStmt>(n)->operands);
    case NodeKind::pragma_stmt: return one(as<PragmaStmt>(n)->body);
    case NodeKind::barrier_stmt: return one(as<BarrierStmt>(n)->value);
    default: return;
    }
}

void Visitor::expression(const Node *n) const {
    switch (n->kind) {
    case NodeKind::paren_expr: return one(as<ParenExpr>(n)->inner);
    case NodeKind::unary_expr: return one(as<UnaryExpr>(n)->operand);
    case NodeKind::binary_expr: {
        const auto *e = as<BinaryExpr>(n);
        one(e->left);
        return one(e->right);
    }
    case NodeKind::assign_expr: {
        const auto *e = as<AssignExpr>(n);
        one(e->target);
        return one(e->value);
    }
    case NodeKind::conditional_expr: {
        const auto *e = as<ConditionalExpr>(n);
        one(e->condition);
        one(e->then_value);
        return one(e->else_value);
    }
    case NodeKind::cast_expr: {
        const auto *e = as<CastExpr>(n);
        one(e->type_name);
        return one(e->operand);
    }
    case NodeKind::implicit_cast: return one(as<ImplicitCast>(n)->operand);
    case NodeKind::call_expr: {
        const auto *e = as<CallExpr>(n);
        one(e->callee);
        return all(e->args);
    }
    case NodeKind::index_expr: {
        const auto *e = as<IndexExpr>(n);
        one(e->swapped ? e->index : e->base);
        return one(e->swapped ? e->base : e->index);
    }
    case NodeKind::member_expr: return one(as<MemberExpr>(n)->base);
    case NodeKind::compound_literal: {
        const auto *e = as<CompoundLiteral>(n);
        one(e->type_name);
        return one(e->init);
    }
    case NodeKind::init_list: return all(as<InitList>(n)->inits);
    case NodeKind::designated_init: {
        const auto *e = as<DesignatedInit>(n);
        for (const Designator &d : e->designators) {
            one(d.first);
            one(d.last);
        }
        return one(e->value);
    }
    case NodeKind::size_expr: {
        const auto *e = as<SizeExpr>(n);
        one(e->type_name);
        return one(e->operand);
    }
    case NodeKind::generic_expr: {
        const auto *e = as<GenericExpr>(n);
        one(e->control);
        for (const GenericExpr::Branch &b : e->branches) {
            one(b.type_name);
            one(b.value);
        }
        return;
    }
    case NodeKind::stmt_expr: return one(as<StmtExpr>(n)->body);
    case NodeKind::va_arg_expr: {
        const auto *e = as<VaArgExpr>(n);
        one(e->list);
        return one(e->type_name);
    }
    case NodeKind::offsetof_expr: {
        const auto *e = as<OffsetofExpr>(n);
        one(e->type_name);
        return all(e->indices);
    }
    case NodeKind::choose_expr: {
        const auto *e = as<ChooseExpr>(n);
        one(e->condition);
        one(e->then_value);
        return one(e->else_value);
    }
    case NodeKind::types_compatible_expr: {
        const auto *e = as<TypesCompatibleExpr>(n);
        one(e->left);
        return one(e->right);
    }
    case NodeKind::convertvector_expr: {
        const auto *e = as<ConvertvectorExpr>(n);
        one(e->operand);
        return one(e->type_name);
    }
    case NodeKind::synthetic_expr: return all(as<SyntheticExpr>(n)->parts);
    default: return;
    }
}

} // namespace

void for_each_child(const Node *node, const std::function<void(Node *)> &f) {
    const Visitor visitor(f);
    if (node->kind <= NodeKind::translation_unit) return visitor.declaration(node);
    if (node->kind <= NodeKind::attribute_stmt) return visitor.statement(node);
    visitor.expression(node);
}

} // namespace polder::cc
