// Lowering: from the checked tree to one that is plain C (docs/design/generated-code.md says to
// which C). This is the base of its parts. It has the context, what the unit shares under short
// names, how output is composed, and the walk over the tree.
//
// What each construct becomes is in a class of its own, whose file opens with a before/after
// example. A part is made where it is needed, `Addresses(in).ga(e)`, and keeps nothing but its
// context. A function takes a node of the checked tree and returns what stands in its place. That
// is the node itself where nothing changes (its tokens are copied through), else a synthetic node.
// The checked tree is never modified.
//
// Vocabulary.
//   value     an expression as C evaluates it; of a shared lvalue, the lvalue
//             `(*(T *)polder_addr_1node(ga))`
//   ga        code for a global address (8 bytes)
//   pointer   code for a pointer-to-shared in the representation its type asks for (8 bytes, or 16
//             with phase)
//   effect    an expression whose value nobody uses
//   far code  code that is right in jobs of several nodes (access/far_accesses.cc)
//
// Invariant: every expression of the source is emitted at most once, so side effects happen as
// often as in the source. Held by tests/compiler/run/accesses.upc.
#pragma once

#include "compiler/abi/abi.h"
#include "compiler/lower/core/body_state.h"
#include "compiler/lower/core/lower_unit.h"
#include "compiler/unit/compose.h"

#include <span>
#include <string>
#include <string_view>

namespace polder::cc {

/// As a string literal holds it.
std::string escaped(std::string_view text);

/// What polder_e begins as; threads: that is known of their number, or 0.
std::string env_text(uint32_t threads);

class Lowering {
public:
    explicit Lowering(const LowerContext &context)
        : in(context), unit(context.unit), ctx(unit.ctx), types(unit.ctx.types) {}

    /// Parts one behind the other: make({"(", value(e), ")"}).
    template <size_t N> Expr *make(const Part (&parts)[N]) const { return composed(parts); }
    Expr *make(const Part &part) const { return composed({&part, 1}); }
    /// A call of a function of the runtime with its arguments: call(abi::x, {env(), value(e)}). It
    /// does not compile with another number of them than include/polder/abi.def says.
    template <size_t Parameters> Expr *call(AbiFunction<Parameters> f, const Part (&arguments)[Parameters]) const {
        return composed_call(f, arguments);
    }
    Expr *call(AbiFunction<0> f) const { return composed_call(f, {}); }
    template <class... A> std::string fresh(std::string_view role, A *...of) const {
        return unit.names.fresh(role, of...);
    }
    /// What a pass did with the construct at a token, and why it did not (report.h).
    void done(Pass pass, TokenIndex where, std::string_view what) const { in.report->done(pass, in.jobs, where, what); }
    void not_done(Pass pass, TokenIndex where, std::string_view why) const {
        in.report->not_done(pass, in.jobs, where, why);
    }
    /// What questions about the loops of the function are asked of.
    FunctionAnalyses analyses() const;

    /// What stands in the place of a node: of an expression, its value. Or its effect; or the value
    /// as a condition, which is compared with 0.
    Node *node(Node *n) const;
    Node *value(Expr *e) const;
    Node *effect(Expr *e) const;
    Node *condition(Expr *e) const;
    /// A node whose own tokens stay, and whose children are lowered.
    Node *rebuild(Node *n) const;

    /// A type as words that `*` or a name may follow, whatever its declarator looks like.
    std::string print(QualType type) const;
    std::string c_name(VarDecl *v) const;
    /// Code for polder_e, and for THREADS.
    std::string env() const;
    std::string threads() const;
    /// How many threads the job has that the code is for; 0: that is known at run time.
    uint32_t known_threads() const;

    bool is_far_code() const { return !is_on_one_node(in.jobs); }
    bool is_one_thread() const { return in.jobs == Jobs::one_thread; }
    std::string_view source_name(const Decl *d) const { return ctx.source.name(d->name); }
    static VarDecl *canonical(VarDecl *v) {
        auto *first = as<VarDecl>(v->canonical);
        return first ? first : v;
    }

    const LowerContext in;

protected:
    LowerUnit &unit;
    Context &ctx;
    TypeTable &types;

private:
    Expr *composed(std::span<const Part> parts) const;
    Expr *composed_call(std::string_view function, std::span<const Part> arguments) const;
};

} // namespace polder::cc
