// VersionPlan: which functions have which versions.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class VersionPlan : public Lowering {
public:
    using Lowering::Lowering;

    void plan_versions();

private:
    bool has_copyable_definition(Declaration *d) const;
};

} // namespace polder::cc
