// LinkRecords: what the unit says to the linker step about its shared objects.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class LinkRecords : public Lowering {
public:
    using Lowering::Lowering;

    std::string link_records();

private:
    std::string link_record(const VarDecl *v, bool defined) const;
};

} // namespace polder::cc
