// What lowering makes of a unit and emit writes: the items in order, each as it was written and as
// it is to go out.
#pragma once

#include "compiler/ast/node.h"

#include <vector>

namespace polder::cc {

struct LoweredUnit {
    struct Item {
        Node *written;
        Node *lowered; // the same node where nothing changes
    };
    std::vector<Item> items;
    Node *closing = nullptr; // what stands at the end of the unit
};

} // namespace polder::cc
