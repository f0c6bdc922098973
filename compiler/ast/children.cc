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
    void part_of(Node *n) const { one(n); }
    template <class T> void part_of(const std::vector<T *> &nodes) const { all(nodes); }
    /// The children of n, a T, in these members of it.
    template <class T, class... Members> void in(const Node *n, Members... members) const {
        (part_of(static_cast<const T *>(n)->*members), ...);
    }

    void whole(const Declaration &d) const;
    void part(const Declarator &d) const;
    void designated(const DesignatedInit &init) const;
    void generic(const GenericExpr &e) const;
    const std::function<void(Node *)> &f_;
};

void Visitor::whole(const Declaration &d) const {
    // Specifiers in source order: a tag's members, and the expressions in typeof and layouts.
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
    case NodeKind::compound_stmt: return in<CompoundStmt>(n, &CompoundStmt::items);
    case NodeKind::decl_stmt: return in<DeclStmt>(n, &DeclStmt::declaration);
    case NodeKind::expr_stmt: return in<ExprStmt>(n, &ExprStmt::expr);
    case NodeKind::if_stmt: return in<IfStmt>(n, &IfStmt::condition, &IfStmt::then_branch, &IfStmt::else_branch);
    case NodeKind::switch_stmt: return in<SwitchStmt>(n, &SwitchStmt::condition, &SwitchStmt::body);
    case NodeKind::case_stmt: return in<CaseStmt>(n, &CaseStmt::low, &CaseStmt::high, &CaseStmt::body);
    case NodeKind::default_stmt: return in<DefaultStmt>(n, &DefaultStmt::body);
    case NodeKind::while_stmt: return in<WhileStmt>(n, &WhileStmt::condition, &WhileStmt::body);
    case NodeKind::do_stmt: return in<DoStmt>(n, &DoStmt::body, &DoStmt::condition);
    case NodeKind::for_stmt: return in<ForStmt>(n, &ForStmt::init, &ForStmt::condition, &ForStmt::step, &ForStmt::body);
    case NodeKind::forall_stmt:
        return in<ForallStmt>(n, &ForallStmt::init, &ForallStmt::condition, &ForallStmt::step, &ForallStmt::affinity,
                              &ForallStmt::body);
    case NodeKind::goto_stmt: return in<GotoStmt>(n, &GotoStmt::target);
    case NodeKind::return_stmt: return in<ReturnStmt>(n, &ReturnStmt::value);
    case NodeKind::label_stmt: return in<LabelStmt>(n, &LabelStmt::body);
    case NodeKind::asm_stmt: return in<AsmStmt>(n, &AsmStmt::operands);
    case NodeKind::pragma_stmt: return in<PragmaStmt>(n, &PragmaStmt::body);
    case NodeKind::barrier_stmt: return in<BarrierStmt>(n, &BarrierStmt::value);
    default: return;
    }
}

void Visitor::designated(const DesignatedInit &init) const {
    for (const Designator &d : init.designators) {
        one(d.first);
        one(d.last);
    }
    one(init.value);
}

void Visitor::generic(const GenericExpr &e) const {
    one(e.control);
    for (const GenericExpr::Branch &b : e.branches) {
        one(b.type_name);
        one(b.value);
    }
}

void Visitor::expression(const Node *n) const {
    switch (n->kind) {
    case NodeKind::paren_expr: return in<ParenExpr>(n, &ParenExpr::inner);
    case NodeKind::unary_expr: return in<UnaryExpr>(n, &UnaryExpr::operand);
    case NodeKind::binary_expr: return in<BinaryExpr>(n, &BinaryExpr::left, &BinaryExpr::right);
    case NodeKind::assign_expr: return in<AssignExpr>(n, &AssignExpr::target, &AssignExpr::value);
    case NodeKind::conditional_expr:
        return in<ConditionalExpr>(n, &ConditionalExpr::condition, &ConditionalExpr::then_value,
                                   &ConditionalExpr::else_value);
    case NodeKind::cast_expr: return in<CastExpr>(n, &CastExpr::type_name, &CastExpr::operand);
    case NodeKind::implicit_cast: return in<ImplicitCast>(n, &ImplicitCast::operand);
    case NodeKind::call_expr: return in<CallExpr>(n, &CallExpr::callee, &CallExpr::args);
    case NodeKind::index_expr:
        if (as<IndexExpr>(n)->swapped) return in<IndexExpr>(n, &IndexExpr::index, &IndexExpr::base);
        return in<IndexExpr>(n, &IndexExpr::base, &IndexExpr::index);
    case NodeKind::member_expr: return in<MemberExpr>(n, &MemberExpr::base);
    case NodeKind::compound_literal: return in<CompoundLiteral>(n, &CompoundLiteral::type_name, &CompoundLiteral::init);
    case NodeKind::init_list: return in<InitList>(n, &InitList::inits);
    case NodeKind::designated_init: return designated(*as<DesignatedInit>(n));
    case NodeKind::size_expr: return in<SizeExpr>(n, &SizeExpr::type_name, &SizeExpr::operand);
    case NodeKind::generic_expr: return generic(*as<GenericExpr>(n));
    case NodeKind::stmt_expr: return in<StmtExpr>(n, &StmtExpr::body);
    case NodeKind::va_arg_expr: return in<VaArgExpr>(n, &VaArgExpr::list, &VaArgExpr::type_name);
    case NodeKind::offsetof_expr: return in<OffsetofExpr>(n, &OffsetofExpr::type_name, &OffsetofExpr::indices);
    case NodeKind::choose_expr:
        return in<ChooseExpr>(n, &ChooseExpr::condition, &ChooseExpr::then_value, &ChooseExpr::else_value);
    case NodeKind::types_compatible_expr:
        return in<TypesCompatibleExpr>(n, &TypesCompatibleExpr::left, &TypesCompatibleExpr::right);
    case NodeKind::convertvector_expr:
        return in<ConvertvectorExpr>(n, &ConvertvectorExpr::operand, &ConvertvectorExpr::type_name);
    case NodeKind::synthetic_expr: return in<SyntheticExpr>(n, &SyntheticExpr::parts);
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

bool contains(const Node *root, NodeKind kind) {
    bool found = root->kind == kind;
    if (!found) for_each_child(root, [&](Node *child) { found = found || contains(child, kind); });
    return found;
}

} // namespace polder::cc
