// The children of a node, for walks over the tree that do not care what a node is.
#pragma once

#include "compiler/ast/node.h"

#include <functional>

namespace polder::cc {

/// Calls f for every direct child in source order (nulls skipped).
void for_each_child(const Node *node, const std::function<void(Node *)> &f);

/// Is a node of this kind in the tree, its root included?
bool contains(const Node *root, NodeKind kind);

} // namespace polder::cc
