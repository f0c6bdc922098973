// Privacy: what each variable of static storage duration is at run time, decided when the whole
// unit is known. The design page generated-code.md, "Private data", says what the lowering does
// with the answer.
//
// Rule: the answer stands on the canonical declaration; shared objects have none.
#include "compiler/sema/unit/finish.h"

#include <unordered_map>

namespace polder::cc {

namespace {

/// What the unit says about one object, over all its declarations.
struct Facts {
    bool defined = false;
    bool user_code = false;
    bool thread_local_ = false;
    bool is_register = false;
    bool own_section = false; // placed by the programmer, who relies on it
    const VarDecl *with_init = nullptr;
};

bool is_const(const TypeTable &types, QualType t) {
    while (types.is_array(t))
        t = types.element(t);
    const QualType c = types.canonical(t);
    return c.has(q_const) && !c.has(q_volatile);
}

class PrivacyPass {
public:
    explicit PrivacyPass(Context &ctx) : ctx_(ctx), types_(ctx.types) {}
    void note(const VarDecl *v) {
        Facts &f = facts_[v->canonical];
        f.defined |= v->definition;
        f.user_code |= !v->in_c_code;
        f.thread_local_ |= v->thread_local_;
        f.is_register |= v->storage == Storage::register_;
        for (const Attribute &a : v->attributes)
            f.own_section |= a.name == "section";
        if (v->init) f.with_init = v;
    }
    void run(const std::vector<VarDecl *> &statics);

private:
    Privacy first_answer(VarDecl *v, const Facts &f) const;
    bool needs_copy(VarDecl *v) const;
    bool holds_private_address(const Node *n) const;

    Context &ctx_;
    TypeTable &types_;
    std::unordered_map<const Decl *, Facts> facts_;
};

Privacy PrivacyPass::first_answer(VarDecl *v, const Facts &f) const {
    if (!ctx_.options.upc || types_.is_shared(v->type)) return Privacy::none;
    if (f.thread_local_ || f.is_register || f.own_section || !f.user_code) return Privacy::per_process;
    if (!f.defined) return Privacy::by_marker;
    return is_const(types_, v->type) ? Privacy::constant : Privacy::per_thread;
}

/// The initialiser takes the address of an object that has a copy in each UPC thread. Conservative:
/// any mention of one outside sizeof counts, and so does anything about shared memory, which only
/// an initialiser function can compute.
bool PrivacyPass::holds_private_address(const Node *n) const {
    if (!n || n->kind == NodeKind::size_expr) return false;
    if (n->kind == NodeKind::threads_expr || n->kind == NodeKind::mythread_expr) return true;
    if (const NameExpr *e = as<NameExpr>(n)) {
        const VarDecl *v = as<VarDecl>(static_cast<const Decl *>(e->decl));
        if (!v || !v->canonical) return false;
        const Privacy p = static_cast<const VarDecl *>(v->canonical)->privacy;
        return p == Privacy::per_thread || p == Privacy::by_marker || types_.is_shared(v->type);
    }
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || holds_private_address(child); });
    return found;
}

bool PrivacyPass::needs_copy(VarDecl *v) const {
    const auto it = facts_.find(v);
    return it != facts_.end() && it->second.with_init && holds_private_address(it->second.with_init->init);
}

void PrivacyPass::run(const std::vector<VarDecl *> &statics) {
    for (VarDecl *v : statics)
        v->privacy = first_answer(v, facts_[v]);
    // A constant that holds the address of a copied object is copied itself, and so on.
    for (bool changed = true; changed;) {
        changed = false;
        for (VarDecl *v : statics)
            if (v->privacy == Privacy::constant && needs_copy(v)) {
                v->privacy = Privacy::per_thread;
                changed = true;
            }
    }
}

} // namespace

void classify_privacy(Context &ctx, const std::vector<VarDecl *> &all) {
    PrivacyPass pass(ctx);
    for (const VarDecl *v : all)
        pass.note(v);
    pass.run(ctx.unit->statics);
}

} // namespace polder::cc
