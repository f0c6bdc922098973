// Character constants and string literals: prefixes, escapes, UTF-8 to code units, joining.
#include "compiler/lex/literal.h"
#include "compiler/lex/source.h"

namespace polder::cc {

namespace {

/// One element of a literal: a code point to be encoded, or a code unit that an octal or
/// hexadecimal escape gives.
struct Unit {
    uint32_t value = 0;
    bool raw = false;
};

class Reader {
public:
    explicit Reader(std::string_view body) : body_(body) {}
    bool done() const { return at_ >= body_.size(); }
    Unit next();
    bool ok = true;
    std::string_view bad_escape;

private:
    Unit escape();
    uint32_t hex(size_t most);
    std::string_view body_;
    size_t at_ = 0;
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char l = static_cast<char>(c | 32);
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

uint32_t Reader::hex(size_t most) {
    uint32_t value = 0;
    size_t n = 0;
    for (; n < most && at_ < body_.size() && hex_digit(body_[at_]) >= 0; ++n)
        value = value << 4 | static_cast<uint32_t>(hex_digit(body_[at_++]));
    if (n == 0) ok = false;
    return value;
}

Unit Reader::escape() {
    const size_t start = at_ - 1;
    if (done()) {
        ok = false;
        return {};
    }
    const char c = body_[at_++];
    switch (c) {
    case 'n': return {'\n', true};
    case 't': return {'\t', true};
    case 'r': return {'\r', true};
    case 'a': return {'\a', true};
    case 'b': return {'\b', true};
    case 'f': return {'\f', true};
    case 'v': return {'\v', true};
    case 'e':
    case 'E': return {27, true}; // GNU
    case '\\':
    case '\'':
    case '"':
    case '?': return {static_cast<uint32_t>(c), true};
    case 'x': return {hex(SIZE_MAX), true};
    case 'u': return {hex(4), false};
    case 'U': return {hex(8), false};
    default: break;
    }
    if (c >= '0' && c <= '7') {
        auto value = static_cast<uint32_t>(c - '0');
        for (int n = 1; n < 3 && !done() && body_[at_] >= '0' && body_[at_] <= '7'; ++n)
            value = value << 3 | static_cast<uint32_t>(body_[at_++] - '0');
        return {value, true};
    }
    ok &= c != '\n'; // the preprocessor leaves no line splices
    if (bad_escape.empty()) bad_escape = body_.substr(start, at_ - start);
    return {static_cast<unsigned char>(c), true};
}

Unit Reader::next() {
    const auto c = static_cast<unsigned char>(body_[at_++]);
    if (c == '\\') return escape();
    const int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    uint32_t point = more == 3 ? c & 7 : more == 2 ? c & 15 : more == 1 ? c & 31 : c;
    for (int i = 0; i < more; ++i) {
        if (at_ + static_cast<size_t>(i) >= body_.size() || (body_[at_ + static_cast<size_t>(i)] & 0xc0) != 0x80)
            return {c, true}; // not UTF-8: the byte itself
        point = point << 6 | (body_[at_ + static_cast<size_t>(i)] & 63);
    }
    at_ += static_cast<size_t>(more);
    return {point, more == 0};
}

void put_unit(std::string &out, uint32_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i)
        out += static_cast<char>(value >> (8 * i));
}

void put_utf8(std::string &out, uint32_t p) {
    if (p < 0x80) {
        out += static_cast<char>(p);
    } else if (p < 0x800) {
        out += static_cast<char>(0xc0 | p >> 6);
        out += static_cast<char>(0x80 | (p & 63));
    } else if (p < 0x10000) {
        out += static_cast<char>(0xe0 | p >> 12);
        out += static_cast<char>(0x80 | (p >> 6 & 63));
        out += static_cast<char>(0x80 | (p & 63));
    } else {
        out += static_cast<char>(0xf0 | p >> 18);
        out += static_cast<char>(0x80 | (p >> 12 & 63));
        out += static_cast<char>(0x80 | (p >> 6 & 63));
        out += static_cast<char>(0x80 | (p & 63));
    }
}

unsigned width_of(Encoding e) {
    switch (e) {
    case Encoding::wide:
    case Encoding::char32: return 4;
    case Encoding::char16: return 2;
    default: return 1;
    }
}

void put(std::string &out, Unit u, Encoding e) {
    const unsigned width = width_of(e);
    if (u.raw || width == 4) return put_unit(out, u.value, width);
    if (width == 1) return put_utf8(out, u.value);
    if (u.value < 0x10000) return put_unit(out, u.value, 2);
    put_unit(out, 0xd800 + ((u.value - 0x10000) >> 10), 2);
    put_unit(out, 0xdc00 + (u.value & 0x3ff), 2);
}

Encoding take_prefix(std::string_view &s) {
    if (s.starts_with("u8")) {
        s.remove_prefix(2);
        return Encoding::utf8;
    }
    Encoding e = Encoding::plain;
    if (s.starts_with('L')) e = Encoding::wide;
    if (s.starts_with('u')) e = Encoding::char16;
    if (s.starts_with('U')) e = Encoding::char32;
    if (e != Encoding::plain) s.remove_prefix(1);
    return e;
}

bool take_quotes(std::string_view &s, char quote) {
    if (s.size() < 2 || s.front() != quote || s.back() != quote) return false;
    s.remove_prefix(1);
    s.remove_suffix(1);
    return true;
}

} // namespace

CharacterLiteral parse_character(std::string_view s) {
    CharacterLiteral c;
    c.encoding = take_prefix(s);
    if (!take_quotes(s, '\'') || s.empty()) return c;
    Reader reader(s);
    std::string units;
    while (!reader.done())
        put(units, reader.next(), c.encoding);
    const unsigned width = width_of(c.encoding);
    c.valid = reader.ok;
    c.bad_escape = reader.bad_escape;
    c.multiple = units.size() > width;
    if (c.encoding == Encoding::plain) {
        // gcc: the characters shifted together into an int; a single one is a (signed) char.
        uint32_t value = 0;
        for (char byte : units)
            value = value << 8 | static_cast<unsigned char>(byte);
        c.value = c.multiple ? static_cast<int32_t>(value) : static_cast<signed char>(value);
        return c;
    }
    if (units.size() < width) return c;
    uint32_t value = 0;
    for (unsigned i = 0; i < width; ++i) // the last one counts
        value |= static_cast<uint32_t>(static_cast<unsigned char>(units[units.size() - width + i])) << (8 * i);
    c.value = c.encoding == Encoding::wide ? __int128{static_cast<int32_t>(value)} : __int128{value};
    return c;
}

StringLiteral read_string(const Source &source, TokenRange tokens) {
    StringLiteral out;
    out.valid = true;
    for (TokenIndex t = tokens.first; t < tokens.last; ++t) {
        std::string_view s = source.spelling(t);
        if (source.tokens()[t].kind != Tok::string_literal) continue;
        const Encoding e = take_prefix(s);
        if (out.encoding == Encoding::plain)
            out.encoding = e;
        else if (e != Encoding::plain && e != out.encoding)
            out.valid = false;
    }
    for (TokenIndex t = tokens.first; t < tokens.last; ++t) {
        std::string_view s = source.spelling(t);
        if (source.tokens()[t].kind != Tok::string_literal) continue;
        take_prefix(s);
        if (!take_quotes(s, '"')) {
            out.valid = false;
            continue;
        }
        Reader reader(s);
        while (!reader.done())
            put(out.bytes, reader.next(), out.encoding);
        out.valid &= reader.ok;
        if (out.bad_escape.empty()) out.bad_escape = reader.bad_escape;
    }
    put_unit(out.bytes, 0, width_of(out.encoding));
    out.elements = out.bytes.size() / width_of(out.encoding);
    return out;
}

} // namespace polder::cc
