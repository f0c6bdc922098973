// The unit itself, a list of external declarations; see parser.h.
#include "compiler/parse/parser.h"

#include "compiler/parse/parse.h"

namespace polder::cc {

Parser::Parser(Context &ctx) : TokenCursor(ctx.source, sema_), ctx_(ctx), sema_(ctx) {}

void Parser::parse_unit() {
    TranslationUnit *unit = ctx_.make<TranslationUnit>();
    ctx_.unit = unit;
    unit->range = {0, TokenIndex(tokens_.size() - 1)};
    while (!at_end()) {
        const TokenIndex before = pos_;
        if (at(Tok::r_brace))
            sema_.state.report(DiagId::parse_extraneous_brace, pos_);
        else
            unit->items.push_back(parse_external());
        if (pos_ == before) // a token nothing can start with
            next();
    }
    sema_.finish_unit();
}

void parse_translation_unit(Context &ctx) {
    Parser parser(ctx);
    parser.parse_unit();
}

} // namespace polder::cc
