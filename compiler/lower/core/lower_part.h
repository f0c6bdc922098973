// The base of each part of lowering: the context, what the unit shares under short names, and how
// output is composed. A part is made where it is needed, `Addresses(in).ga(e)`, and keeps nothing
// but its context.
#pragma once

#include "compiler/abi/abi.h"
#include "compiler/lower/core/lower_unit.h"
#include "compiler/unit/compose.h"

#include <string>
#include <string_view>

namespace polder::cc {

class LowerPart {
public:
    explicit LowerPart(const LowerContext &context)
        : in(context), unit(context.unit), ctx(unit.ctx), types(unit.ctx.types) {}

    template <class... A> Expr *make(A &&...args) const {
        Composer c(ctx);
        (add(c, std::forward<A>(args)), ...);
        return c.finish();
    }
    /// A call of a function of the runtime. Each argument is code or a text.
    template <size_t Parameters, class... A> Expr *call(AbiFunction<Parameters> f, A &&...args) const {
        static_assert(sizeof...(A) == Parameters,
                      "the function has another number of parameters (include/polder/abi.def)");
        Composer c(ctx);
        c.text(f).text("(");
        std::string_view comma = "";
        ((c.text(std::exchange(comma, ", ")), add(c, std::forward<A>(args))), ...);
        c.text(")");
        return c.finish();
    }
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

    bool is_far_code() const { return !is_on_one_node(in.jobs); }
    bool is_one_thread() const { return in.jobs == Jobs::one_thread; }
    std::string_view source_name(const Decl *d) const { return ctx.source.name(d->name); }
    static VarDecl *canonical(VarDecl *v) {
        auto *first = as<VarDecl>(v->canonical);
        return first ? first : v;
    }

protected:
    const LowerContext in;
    LowerUnit &unit;
    Context &ctx;
    TypeTable &types;

private:
    static void add(Composer &c, std::string_view text) { c.text(text); }
    static void add(Composer &c, Node *part) { c.node(part); }
};

} // namespace polder::cc
