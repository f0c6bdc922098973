// What each part of the parser rests on; the unit itself, a list of external declarations.
#include "compiler/parse/parser.h"

#include "compiler/parse/parse.h"

namespace polder::cc {

Parser::Parser(Context &ctx)
    : state_(ctx, *this), pragmas_(state_), special_forms_(state_), expressions_(state_, special_forms_),
      initializers_(state_, expressions_), attributes_(state_, expressions_), standalone_(state_, expressions_),
      specifiers_(state_, expressions_, attributes_),
      declarators_(state_, expressions_, attributes_, standalone_, specifiers_),
      tags_(state_, pragmas_, expressions_, attributes_, standalone_, specifiers_, declarators_),
      declarations_(state_, pragmas_, initializers_, attributes_, standalone_, specifiers_, declarators_),
      control_(state_, expressions_, declarations_), upc_(state_, expressions_, control_),
      statements_(state_, pragmas_, expressions_, attributes_, standalone_, declarations_, control_, upc_) {}

void Parser::parse_unit() {
    TranslationUnit *unit = state_.ctx.make<TranslationUnit>();
    state_.ctx.unit = unit;
    unit->range = {0, TokenIndex(state_.ctx.source.tokens().size() - 1)};
    TokenCursor &cursor = state_.cursor;
    while (!cursor.at_end()) {
        const TokenIndex before = cursor.position();
        if (cursor.at(Tok::r_brace))
            state_.ctx.diags.report(DiagId::parse_extraneous_brace, before);
        else
            unit->items.push_back(declarations_.parse_external());
        if (cursor.position() == before) // a token nothing can start with
            cursor.next();
    }
    state_.sema.finish_unit();
}

void parse_translation_unit(Context &ctx) {
    Parser parser(ctx);
    parser.parse_unit();
}

} // namespace polder::cc
