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
    /// The same of what a pointer leads to. In the one-thread version, a local pointer that steps
    /// is a number, and becomes a pointer where it is used. So compilers know its steps best.
    std::string near_place_behind(Expr *pointer) const;
    bool walks(Expr *pointer) const;
    /// The same of a pointer or array as it stands in the program. In the one-thread version shared
    /// objects of the function and held pointers (HeldVariables) are pointers to gcc already.
    std::string near_place_of(Expr *base) const;
};

} // namespace polder::cc
