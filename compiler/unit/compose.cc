// Composer and Weaver (compose.h).
#include "compiler/unit/compose.h"

namespace polder::cc {

TokenRange extent(const Node *node) {
    while (const auto *cast = as<ImplicitCast>(node))
        node = cast->operand;
    return node->range;
}

Composer &Composer::node(Node *part) {
    if (part) {
        out_->parts.push_back(part);
        out_->pieces.emplace_back();
    }
    return *this;
}

Composer &Composer::piece(std::string_view view) {
    if (view.empty()) return *this;
    if (!out_->pieces.back().empty()) {
        out_->parts.push_back(nullptr);
        out_->pieces.emplace_back();
    }
    out_->pieces.back() = view;
    return *this;
}

Weaver::Weaver(Context &ctx, TokenRange range)
    : ctx_(ctx), out_(ctx), at_(start_of(range.first)),
      end_(range.empty() ? start_of(range.first) : end_of(range.last)) {}

uint32_t Weaver::start_of(TokenIndex t) const {
    return ctx_.source.tokens()[t].offset;
}

uint32_t Weaver::end_of(TokenIndex t) const {
    if (t == 0) return 0;
    const Token &before = ctx_.source.tokens()[t - 1];
    return before.offset + before.length;
}

void Weaver::advance(uint32_t offset) {
    if (offset > at_) {
        out_.piece(ctx_.source.text().substr(at_, offset - at_));
        at_ = offset;
    }
    changed_ = true;
}

void Weaver::replace(TokenRange tokens, Node *with) {
    if (tokens.empty()) return insert_before(tokens.first, with);
    advance(start_of(tokens.first));
    out_.node(with);
    at_ = std::max(at_, end_of(tokens.last));
}

void Weaver::replace(TokenRange tokens, std::string_view generated) {
    advance(start_of(tokens.first));
    out_.text(generated);
    at_ = std::max(at_, end_of(tokens.last));
}

void Weaver::insert_before(TokenIndex token, Node *what) {
    advance(start_of(token));
    out_.node(what);
}

void Weaver::insert_before(TokenIndex token, std::string_view generated) {
    advance(start_of(token));
    out_.text(generated);
}

void Weaver::insert_after(TokenIndex token, Node *what) {
    advance(end_of(token + 1));
    out_.node(what);
}

void Weaver::insert_after(TokenIndex token, std::string_view generated) {
    advance(end_of(token + 1));
    out_.text(generated);
}

Node *Weaver::finish(Node *original) {
    if (!changed_) return original;
    advance(end_);
    return out_.finish();
}

} // namespace polder::cc
