// Rotations: loops over all threads that begin with the own part.
#pragma once

#include "compiler/lower/core/lowering.h"

#include <vector>

namespace polder::cc {

struct RotatedLoop;
struct TurnedTransfer;

class Rotations : public Lowering {
public:
    using Lowering::Lowering;

    Node *rotated(ForStmt *s);

private:
    std::string may_rotate(const std::vector<TurnedTransfer> &transfers);
    Node *turned_loop(ForStmt *s, const RotatedLoop &rotated);
};

} // namespace polder::cc
