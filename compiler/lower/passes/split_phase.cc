// In front of a run of statements: addresses of what it reads, and the call that begins to bring
// them here (split_phase.h).
#include "compiler/lower/passes/split_phase.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/passes/indirect_prefetch.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

bool SplitPhase::is_on() const {
    return in.passes.split_phase && is_far_code() && in.function && in.function->decl && in.function->decl->body;
}

void SplitPhase::enter(const CompoundStmt *block) {
    if (is_on()) unit.split_phase_reads.enter(block, in.function->decl);
}

Node *SplitPhase::before(Stmt *s, bool *inside) {
    if (!is_on() || in.cold_path || in.plain) return nullptr;
    *inside = unit.split_phase_reads.is_item(s);
    const std::vector<Expr *> *reads = unit.split_phase_reads.reads(s, in.function->decl);
    if (!reads) return nullptr;
    std::vector<std::string> names;
    std::string tests;
    Composer out(ctx);
    out.text("{ ");
    for (Expr *e : *reads) {
        Expr *lvalue = without_parens(e);
        if (Accesses(in).is_bit_field(lvalue) || Accesses(in).is_lane(lvalue) || FarAccesses(in).is_own_place(lvalue) ||
            ResolvedReferences(in).has(lvalue) || IndirectPrefetch(in).has(lvalue))
            continue;
        names.push_back(fresh("address", lvalue));
        out.text("const " + abi::ga + " " + names.back() + " = ").node(FarAccesses(in).place(lvalue)).text("; ");
        tests += (tests.empty() ? "!" : " + !") + std::string(AddressSpaces(in).near_test()) + names.back() + ")";
    }
    if (names.size() < 2) return nullptr;
    std::string list;
    for (const std::string &name : names)
        list += (list.empty() ? "" : ", ") + name;
    done(Pass::split_phase, s->range.first, std::to_string(names.size()) + " reads under way together");
    return out
        .text("if (" + tests + " > 1) " + abi::far_ahead + "((const " + abi::ga + "[]){" + list + "}, " +
              std::to_string(names.size()) + "); } ")
        .finish();
}

} // namespace polder::cc
