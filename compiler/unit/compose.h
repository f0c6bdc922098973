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

namespace polder::cc {

/// The tokens a node stands for: implicit conversions have those of their operand.
TokenRange extent(const Node *node);

class Composer {
public:
    explicit Composer(Context &ctx) : ctx_(ctx), out_(ctx.make<SyntheticExpr>()) { out_->pieces.emplace_back(); }

    Composer &text(std::string_view generated) { return piece(ctx_.keep(std::string(generated))); }
    Composer &source(TokenRange tokens) { return tokens.empty() ? *this : piece(ctx_.source.slice(tokens)); }
    Composer &node(Node *part);
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
