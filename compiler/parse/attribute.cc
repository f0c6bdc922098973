// __attribute__((…)) and [[…]] of C23. Names and argument ranges are kept. The first argument is
// parsed where it is an expression that sema needs (aligned, vector_size …). Everything else goes
// out as written.
#include "compiler/parse/parser.h"

namespace polder::cc {

bool Parser::at_attribute() const {
    return at(Tok::kw_attribute) || at(Tok::attribute_open);
}

namespace {

std::string_view plain_name(std::string_view s) {
    if (s.size() > 4 && s.substr(0, 2) == "__" && s.substr(s.size() - 2) == "__") s = s.substr(2, s.size() - 4);
    return s;
}

bool has_value(std::string_view name) {
    return name == "aligned" || name == "vector_size" || name == "ext_vector_type";
}

} // namespace

void Parser::parse_attributes(std::vector<Attribute> &list) {
    while (at_attribute()) {
        if (at(Tok::attribute_open)) {
            parse_standard_attributes(list);
            continue;
        }
        next();
        if (!expect(Tok::l_paren)) return;
        if (!at(Tok::l_paren)) { // attribute((…)) misspelt: skip what there is
            skip_to_close(Tok::r_paren);
            continue;
        }
        next();
        while (!at_end() && !at(Tok::r_paren)) {
            if (accept(Tok::comma)) continue;
            parse_attribute(list);
        }
        expect(Tok::r_paren);
        expect(Tok::r_paren);
    }
}

/// `[[gnu::packed, deprecated("…")]]`: the prefix gnu:: makes no difference to us.
void Parser::parse_standard_attributes(std::vector<Attribute> &list) {
    next();
    while (!at_end() && !at(Tok::r_bracket)) {
        if (accept(Tok::comma)) continue;
        while (peek() == Tok::colon && peek(2) == Tok::colon)
            for (int i = 0; i < 3; i++)
                next();
        const TokenIndex before = pos_;
        parse_attribute(list);
        if (pos_ == before) next();
    }
    expect(Tok::r_bracket);
    expect(Tok::r_bracket);
}

void Parser::parse_attribute(std::vector<Attribute> &list) {
    Attribute a;
    a.name = plain_name(spelling());
    next(); // any identifier or keyword (const)
    if (at(Tok::l_paren)) {
        const TokenIndex open = pos_;
        if (has_value(a.name) && peek() != Tok::r_paren) {
            next();
            a.value = sema_.conversions.rvalue(parse_assignment());
            skip_to_close(Tok::r_paren);
        } else
            skip_balanced();
        a.args = {open + 1, last_};
    } else if (at(Tok::identifier) || at(Tok::string_literal)) {
        next(); // clang's availability and the like never come here; progress is what matters
    }
    list.push_back(a);
}

void Parser::parse_asm_label() {
    if (!at(Tok::kw_asm)) return;
    next();
    if (at(Tok::l_paren)) skip_balanced();
}

} // namespace polder::cc
