// Composing output: the two ways in which a pass makes a node that differs from what the programmer
// wrote.
//
// Composer strings text and nodes together (`"polder_f(", pointer, ")"`). Weaver takes a range of
// tokens and replaces, drops or inserts at chosen tokens. Everything between stays the bytes of the
// source, white space and line markers included. Both produce a SyntheticExpr, whatever the
// syntactic class: the writer treats all synthetic nodes alike.
//
// Invariant: a piece that points into the source buffer is source text; the writer keeps line
// numbers by that. Held by tests/e2e/messages/driver_warnings.py.
#pragma once

#include "compiler/unit/context.h"

#include <string_view>
#include <type_traits>

namespace polder::cc {

/// The tokens a node stands for: implicit conversions have those of their operand.
TokenRange extent(const Node *node);

/// Code or a text, which lives as long as the expression that the part stands in. Parts are given
/// in braces. C++ evaluates what stands in braces from left to right, but arguments of a call in
/// any order. So names that parts take are numbered alike, whichever compiler built this one.
class Part {
public:
    Part(Node *node) : node_(node) {} // NOLINT(google-explicit-constructor): it is a part
    template <class Text>
    requires std::is_convertible_v<const Text &, std::string_view> Part(const Text &text)
        : text_(text) {} // NOLINT(google-explicit-constructor)

private:
    friend class Composer;
    Node *node_ = nullptr;
    std::string_view text_;
};

class Composer {
public:
    explicit Composer(Context &ctx) : ctx_(ctx), out_(ctx.make<SyntheticExpr>()) { out_->pieces.emplace_back(); }

    Composer &text(std::string_view generated) { return piece(ctx_.keep(std::string(generated))); }
    Composer &source(TokenRange tokens) { return tokens.empty() ? *this : piece(ctx_.source.slice(tokens)); }
    Composer &node(Node *part);
    Composer &part(const Part &part) { return part.text_.empty() ? node(part.node_) : text(part.text_); }
    /// A view that lives as long as the context: source text or an arena string.
    Composer &piece(std::string_view view);
    bool empty() const { return out_->parts.empty() && out_->pieces.front().empty(); }
    Expr *finish() { return out_; }

private:
    Context &ctx_;
    SyntheticExpr *out_;
};

class Weaver {
public:
    Weaver(Context &ctx, TokenRange range);

    void replace(TokenRange tokens, Node *with); // `with` null: drop
    void replace(TokenRange tokens, std::string_view generated);
    void insert_before(TokenIndex token, Node *what);
    void insert_before(TokenIndex token, std::string_view generated);
    void insert_after(TokenIndex token, Node *what);
    void insert_after(TokenIndex token, std::string_view generated);
    bool changed() const { return changed_; }
    /// The woven node, or `original` if nothing was changed.
    Node *finish(Node *original);

private:
    void advance(uint32_t offset);
    uint32_t start_of(TokenIndex t) const;
    uint32_t end_of(TokenIndex t) const; // the end of the last token before t

    Context &ctx_;
    Composer out_;
    uint32_t at_;
    uint32_t end_;
    bool changed_ = false;
};

} // namespace polder::cc
