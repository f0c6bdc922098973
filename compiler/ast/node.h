// The tree: faithful and typed. Nothing the programmer wrote is lost: parentheses, typedef names,
// a[i], redundant casts and token ranges are kept. What the language adds (implicit conversions)
// are nodes of their own with an empty token range.
//
// Jobs live in the translation unit's arena and are never freed one by one. A node's range covers
// all its tokens, and children lie inside it in source order. A node that needs no rewriting goes
// out as its tokens. One that has a rewritten descendant goes out as tokens, child, tokens, child,
// tokens.
//
// Invariant: Node::upc is set by sema on a node and all its ancestors when its subtree cannot go
// out as it was written. Held by the programs of tests/compiler/run: C compilers refuse UPC that
// went out.
#pragma once

#include "compiler/ast/qual_type.h"
#include "compiler/lex/token.h"

#include <cstddef>
#include <span>

namespace polder::cc {

enum class NodeKind : uint8_t {
#define NODE(id) id,
#include "compiler/ast/nodes.def"
};

struct Node {
    NodeKind kind;
    bool upc = false;     // must be looked at by the lowering
    bool invalid = false; // an error was reported here
    TokenRange range;
    TokenIndex where = 0; // the token a message points at (operator, name)

    explicit Node(NodeKind k) : kind(k) {}
};

template <class T> T *as(Node *n) {
    return n && T::classof(n->kind) ? static_cast<T *>(n) : nullptr;
}
template <class T> const T *as(const Node *n) {
    return n && T::classof(n->kind) ? static_cast<const T *>(n) : nullptr;
}

struct Scope;
struct Decl;
struct Stmt;
struct Expr;

} // namespace polder::cc
