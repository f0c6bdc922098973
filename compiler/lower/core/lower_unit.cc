// The context of a unit's outermost code, and what others are made from.
#include "compiler/lower/core/lower_unit.h"

namespace polder::cc {

LowerContext LowerContext::silent() const {
    LowerContext quiet = *this;
    quiet.report = &unit.unheard;
    return quiet;
}

LowerContext LowerContext::seldom() const {
    LowerContext seldom = silent();
    seldom.plain = true;
    seldom.cold_path = cold_path || jobs == Jobs::several_nodes;
    return seldom;
}

LowerUnit::LowerUnit(Context &c)
    : ctx(c), passes(c.options.check ? c.options.passes.kept_apart() : c.options.passes),
      report(c.source, c.options.report ? Report::Hears::all : Report::Hears::comments),
      unheard(c.source, Report::Hears::nothing) {}

LowerContext LowerUnit::outside() {
    return {.unit = *this, .passes = passes, .report = &report, .jobs = jobs_of_unit(ctx.options, passes)};
}

const Versions &LowerUnit::versions_of(const FunctionDecl *f) const {
    static const Versions none;
    const auto found = versions.find(f);
    return found == versions.end() ? none : found->second;
}

Jobs jobs_of_unit(const Options &options, const Passes &passes) {
    if (options.static_threads == 1 && passes.one_thread) return Jobs::one_thread;
    return options.one_node ? Jobs::one_node : Jobs::any;
}

} // namespace polder::cc
