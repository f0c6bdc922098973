// C's rule of effective types (C 6.5p7): which stores may change what is read as another type.
// compiler/analysis/loop_facts.h and loop_memory.cc say how proofs use it.
#pragma once

#include "compiler/unit/context.h"

namespace polder::cc {

class AliasTypes {
public:
    explicit AliasTypes(Context &ctx) : ctx_(ctx), types_(ctx.types) {}

    /// May the rule be used?
    bool has_rule();
    /// Does a type of the unit have __attribute__((may_alias))?
    bool are_named();
    bool may_alias(QualType stored, QualType read) const;
    bool may_alias_part(QualType stored, QualType object) const;

private:
    Context &ctx_;
    const TypeTable &types_;
    int named_ = -1; // not looked for yet
};

} // namespace polder::cc
