// Sizes: sizeof and the UPC size operators of shared types.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Sizes : public Lowering {
public:
    using Lowering::Lowering;

    Node *size(SizeExpr *e);
    bool contains_upc(Node *n);

private:
    Node *size_of(QualType type);
};

} // namespace polder::cc
