// Attributes that sema does not know are skipped as balanced tokens.
#include "compiler/parse/decl/attributes.h"

namespace polder::cc {

namespace {

std::string_view plain_name(std::string_view s) {
    if (s.size() > 4 && s.substr(0, 2) == "__" && s.substr(s.size() - 2) == "__") s = s.substr(2, s.size() - 4);
    return s;
}

/// Does the attribute take integer constants, which may be sizes of types?
bool takes_constants(std::string_view name) {
    return name == "aligned" || name == "warn_if_not_aligned" || name == "assume_aligned" || name == "vector_size" ||
           name == "ext_vector_type" || name == "alloc_size";
}

} // namespace

void AttributeParser::parse_attributes(std::vector<Attribute> &list) {
    while (lookahead_.at_attribute()) {
        if (cursor_.at(Tok::attribute_open)) {
            parse_standard_attributes(list);
            continue;
        }
        cursor_.next();
        if (!cursor_.expect(Tok::l_paren)) return;
        if (!cursor_.at(Tok::l_paren)) { // attribute((…)) misspelt: skip what there is
            cursor_.skip_to_close(Tok::r_paren);
            continue;
        }
        cursor_.next();
        while (!cursor_.at_end() && !cursor_.at(Tok::r_paren)) {
            if (cursor_.accept(Tok::comma)) continue;
            parse_attribute(list);
        }
        cursor_.expect(Tok::r_paren);
        cursor_.expect(Tok::r_paren);
    }
}

/// `[[gnu::packed, deprecated("…")]]`: the prefix gnu:: makes no difference to us.
void AttributeParser::parse_standard_attributes(std::vector<Attribute> &list) {
    cursor_.next();
    while (!cursor_.at_end() && !cursor_.at(Tok::r_bracket)) {
        if (cursor_.accept(Tok::comma)) continue;
        while (cursor_.peek() == Tok::colon && cursor_.peek(2) == Tok::colon)
            for (int i = 0; i < 3; i++)
                cursor_.next();
        const TokenIndex before = cursor_.position();
        parse_attribute(list);
        if (cursor_.position() == before) cursor_.next();
    }
    cursor_.expect(Tok::r_bracket);
    cursor_.expect(Tok::r_bracket);
}

void AttributeParser::parse_constants(Attribute &a) {
    do {
        const TokenIndex first = cursor_.position();
        Expr *operand = sema_.conversions.rvalue(expressions_.parse_assignment());
        sema_.attribute_operands.on_operand(a.name, operand, cursor_.since(first));
        if (!a.value) a.value = operand;
    } while (cursor_.accept(Tok::comma));
}

void AttributeParser::parse_attribute(std::vector<Attribute> &list) {
    Attribute a;
    a.name = plain_name(ctx_.source.spelling(cursor_.position()));
    cursor_.next(); // any identifier or keyword (const)
    if (cursor_.at(Tok::l_paren)) {
        const TokenIndex open = cursor_.position();
        if (takes_constants(a.name) && cursor_.peek() != Tok::r_paren) {
            cursor_.next();
            parse_constants(a);
            cursor_.skip_to_close(Tok::r_paren);
        } else {
            cursor_.skip_balanced();
            sema_.attribute_operands.on_unknown(a.name, cursor_.since(open));
        }
        a.args = {open + 1, cursor_.last()};
    } else if (cursor_.at(Tok::identifier) || cursor_.at(Tok::string_literal)) {
        cursor_.next(); // clang's availability and the like never come here; progress is what matters
    }
    list.push_back(a);
}

} // namespace polder::cc
