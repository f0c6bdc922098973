// AddressSpaces: how a global address becomes a pointer, by the jobs that the code is for.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class AddressSpaces : public Lowering {
public:
    using Lowering::Lowering;

    std::string near_test() const;
    std::string here() const;
    std::string as_pointer() const;
    std::string near_place() const;
};

} // namespace polder::cc
