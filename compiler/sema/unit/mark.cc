// Node::upc: set bottom-up on every node that cannot go out as it was written, and on all its
// ancestors. Runs once the unit is complete, since a later definition decides what an earlier use
// of a variable means.
#include "compiler/sema/unit/finish.h"

namespace polder::cc {

namespace {

class MarkPass {
public:
    MarkPass(Context &ctx) : types_(ctx.types), source_(ctx.source) {
        pthread_create_ = source_.intern("pthread_create");
    }
    bool mark(Node *n) {
        bool any = own(n);
        for_each_child(n, [&](Node *child) { any |= mark(child); });
        n->upc = any;
        return any;
    }

private:
    bool own(const Node *n);
    bool name(const NameExpr *e) const;
    bool declaration(const Declaration *d);
    bool declared(const Decl *d);
    bool shared_value(QualType t);
    bool mentions(QualType t);
    bool is_upc_pragma(TokenIndex t) const;
    bool remembered(std::vector<int8_t> &memo, QualType t, bool (TypeTable::*question)(QualType) const);

    TypeTable &types_;
    Source &source_;
    Name pthread_create_;
    // By type index: 0 not asked, 1 no, 2 yes.
    std::vector<int8_t> shared_;
    std::vector<int8_t> mentions_;
};

bool MarkPass::remembered(std::vector<int8_t> &memo, QualType t, bool (TypeTable::*question)(QualType) const) {
    if (t.is_null()) return false;
    const uint32_t i = t.index();
    if (i >= memo.size()) memo.resize(i + i / 2 + 64);
    if (!memo[i]) memo[i] = (types_.*question)(t) ? 2 : 1;
    return memo[i] == 2;
}

bool MarkPass::shared_value(QualType t) {
    if (t.is_null()) return false;
    if (t.has(q_shared)) return true;
    const uint32_t i = t.index();
    if (i >= shared_.size()) shared_.resize(i + i / 2 + 64);
    if (!shared_[i]) shared_[i] = types_.is_shared(t) || types_.is_pointer_to_shared(t) ? 2 : 1;
    return shared_[i] == 2;
}

bool MarkPass::mentions(QualType t) {
    return remembered(mentions_, t, &TypeTable::mentions_shared);
}

bool MarkPass::name(const NameExpr *e) const {
    if (const VarDecl *v = as<VarDecl>(static_cast<const Decl *>(e->decl))) {
        const VarDecl *c = static_cast<const VarDecl *>(v->canonical);
        return c && (c->privacy == Privacy::per_thread || c->privacy == Privacy::by_marker);
    }
    if (const FunctionDecl *f = as<FunctionDecl>(static_cast<const Decl *>(e->decl)))
        return f->name == pthread_create_ || (source_.name(f->name) == "main" && f->linkage == Linkage::external);
    return false;
}

bool MarkPass::declared(const Decl *d) {
    if (!d) return false;
    if (const VarDecl *v = as<VarDecl>(d)) {
        const VarDecl *c = v->canonical ? static_cast<const VarDecl *>(v->canonical) : v;
        if (c->privacy == Privacy::per_thread || c->privacy == Privacy::by_marker) return true;
    }
    if (const FunctionDecl *f = as<FunctionDecl>(d))
        if (source_.name(f->name) == "main" && f->linkage == Linkage::external) return true;
    return mentions(d->type);
}

bool MarkPass::declaration(const Declaration *d) {
    if (!d->specifiers.upc_tokens.empty() || (d->is_type_name && mentions(d->type))) return true;
    for (const Declarator *r : d->declarators)
        if (!r->upc_tokens.empty() || declared(r->decl)) return true;
    return false;
}

bool MarkPass::is_upc_pragma(TokenIndex t) const {
    std::string_view s = source_.spelling(t);
    const size_t p = s.find("pragma");
    if (p == s.npos) return false;
    s.remove_prefix(p + 6);
    const size_t q = s.find_first_not_of(" \t");
    return q != s.npos && s.substr(q, 3) == "upc" && (s.size() == q + 3 || s[q + 3] == ' ' || s[q + 3] == '\t');
}

bool MarkPass::own(const Node *n) {
    switch (n->kind) {
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr:
    case NodeKind::barrier_stmt:
    case NodeKind::fence_stmt:
    case NodeKind::forall_stmt: return true;
    case NodeKind::declaration: return declaration(static_cast<const Declaration *>(n));
    case NodeKind::declarator: return declared(static_cast<const Declarator *>(n)->decl);
    case NodeKind::pragma_decl: return is_upc_pragma(n->range.first);
    case NodeKind::pragma_stmt: {
        const PragmaStmt *p = static_cast<const PragmaStmt *>(n);
        return p->pragma == PragmaKind::upc || p->omp_parallel;
    }
    case NodeKind::size_expr: {
        const SizeExpr *s = static_cast<const SizeExpr *>(n);
        return s->op > SizeOp::alignof_ || mentions(s->measured);
    }
    case NodeKind::literal: return source_.tokens()[n->range.first].kind == Tok::kw_upc_max_block_size;
    case NodeKind::name_expr:
        return name(static_cast<const NameExpr *>(n)) || shared_value(static_cast<const Expr *>(n)->type);
    default: break;
    }
    const Expr *e = as<Expr>(n);
    return e && shared_value(e->type);
}

} // namespace

void mark_upc(Context &ctx) {
    MarkPass pass(ctx);
    for (Node *item : ctx.unit->items)
        ctx.unit->upc |= pass.mark(item);
}

} // namespace polder::cc
