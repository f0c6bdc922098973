// Constants: numbers, characters and strings, decoded from their spelling. C11 6.4.4 and 6.4.5, with GNU's binary numbers,
// imaginary suffixes and the suffixes of the extended floating types.
#include "compiler/sema/sema.h"

namespace polder::cc {

namespace {

int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    const char l = char(c | 0x20);
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

bool equal_nocase(std::string_view a, std::string_view lower) {
    if (a.size() != lower.size())
        return false;
    for (size_t i = 0; i < a.size(); i++)
        if ((a[i] >= 'A' && a[i] <= 'Z' ? a[i] | 0x20 : a[i]) != lower[i])
            return false;
    return true;
}

struct Suffix {
    bool is_unsigned = false, imaginary = false, bad = false;
    int longs = 0;
};

Suffix integer_suffix(std::string_view s) {
    Suffix r;
    while (!s.empty()) {
        const char c = char(s[0] | 0x20);
        if (c == 'u' && !r.is_unsigned)
            r.is_unsigned = true;
        else if (c == 'l' && !r.longs) {
            r.longs = s.size() > 1 && s[1] == s[0] ? 2 : 1;
            s.remove_prefix(size_t(r.longs - 1));
        } else if ((c == 'i' || c == 'j') && !r.imaginary)
            r.imaginary = true;
        else
            r.bad = true;
        s.remove_prefix(1);
    }
    return r;
}

/// C11 6.4.4.1p5: the first type of the list in which the value fits; __int128 behind it, as gcc does.
TypeKind integer_type(unsigned __int128 v, const Suffix &s, bool decimal) {
    const bool unsigned_allowed = s.is_unsigned || !decimal;
    const bool signed_allowed = !s.is_unsigned;
    const TypeKind longs[2] = {s.longs == 2 ? TypeKind::llong : TypeKind::long_, s.longs == 2 ? TypeKind::ullong : TypeKind::ulong};
    if (s.longs == 0) {
        if (signed_allowed && v <= 0x7fffffffu)
            return TypeKind::int_;
        if (unsigned_allowed && v <= 0xffffffffu)
            return TypeKind::uint;
    }
    if (signed_allowed && v <= 0x7fffffffffffffffu)
        return longs[0];
    if (v <= 0xffffffffffffffffu)
        return unsigned_allowed ? longs[1] : TypeKind::int128;
    return TypeKind::int128;
}

struct FloatSuffix {
    const char *text;
    TypeKind kind;
};
constexpr FloatSuffix float_suffixes[] = {
    {"", TypeKind::double_},      {"f", TypeKind::float_},      {"l", TypeKind::ldouble},    {"f16", TypeKind::float16},
    {"f32", TypeKind::float32},   {"f64", TypeKind::float64},   {"f128", TypeKind::float128}, {"q", TypeKind::float128},
    {"f32x", TypeKind::float32x}, {"f64x", TypeKind::float64x}, {"w", TypeKind::ldouble},    {"bf16", TypeKind::bfloat16},
    {"d", TypeKind::double_},     {"df", TypeKind::float_},     {"dd", TypeKind::double_},   {"dl", TypeKind::ldouble},
};

bool is_float_spelling(std::string_view s, bool hex) {
    for (char c : s)
        if (c == '.' || (!hex && (c | 0x20) == 'e') || (hex && (c | 0x20) == 'p'))
            return true;
    return false;
}

size_t float_digits(std::string_view s, bool hex) {
    size_t i = hex ? 2 : 0;
    while (i < s.size()) {
        const char c = char(s[i] | 0x20);
        if ((hex ? c == 'p' : c == 'e')) {
            i++;
            if (i < s.size() && (s[i] == '+' || s[i] == '-'))
                i++;
            while (i < s.size() && ((s[i] >= '0' && s[i] <= '9') || s[i] == '\''))
                i++;
            return i;
        }
        if (s[i] != '.' && !(hex ? digit_value(s[i]) >= 0 : s[i] >= '0' && s[i] <= '9'))
            return i;
        i++;
    }
    return i;
}

enum class Encoding { narrow, wide, utf16, utf32 };

struct Decoder { // walks the characters between the quotes
    std::string_view text;
    Encoding encoding;

    bool more() const { return !text.empty(); }

    uint32_t take() {
        const unsigned char c = (unsigned char)text[0];
        if (c == '\\' && text.size() > 1)
            return escape();
        if (c < 0x80 || encoding == Encoding::narrow) {
            text.remove_prefix(1);
            return c;
        }
        return utf8(c);
    }

    uint32_t utf8(unsigned char c) {
        const int n = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
        uint32_t v = n == 3 ? c & 7 : n == 2 ? c & 15 : n == 1 ? c & 31 : c;
        text.remove_prefix(1);
        for (int i = 0; i < n && more(); i++) {
            v = v << 6 | (uint32_t(text[0]) & 63);
            text.remove_prefix(1);
        }
        return v;
    }

    uint32_t digits(int base_bits, size_t most) {
        uint32_t v = 0;
        for (size_t n = 0; more() && n < most; n++) {
            const int d = digit_value(text[0]);
            if (d < 0 || d >= (1 << base_bits))
                break;
            v = v << base_bits | uint32_t(d);
            text.remove_prefix(1);
        }
        return v;
    }

    uint32_t escape() {
        const char c = text[1];
        if (c >= '0' && c <= '7') {
            text.remove_prefix(1);
            return digits(3, 3);
        }
        text.remove_prefix(2);
        switch (c) {
        case 'x': return digits(4, ~size_t(0));
        case 'u': return digits(4, 4);
        case 'U': return digits(4, 8);
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case 'a': return '\a';
        case 'b': return '\b';
        case 'f': return '\f';
        case 'v': return '\v';
        case 'e':
        case 'E': return 27;
        default: return (unsigned char)c;
        }
    }
};

/// Splits off the prefix and the quotes.
Decoder open_literal(std::string_view s) {
    Encoding e = Encoding::narrow;
    if (s.substr(0, 2) == "u8")
        s.remove_prefix(2);
    else if (!s.empty() && (s[0] == 'L' || s[0] == 'u' || s[0] == 'U')) {
        e = s[0] == 'L' ? Encoding::wide : s[0] == 'u' ? Encoding::utf16 : Encoding::utf32;
        s.remove_prefix(1);
    }
    if (!s.empty())
        s.remove_prefix(1);
    if (!s.empty() && (s.back() == '"' || s.back() == '\''))
        s.remove_suffix(1);
    return {s, e};
}

TypeKind element_kind(Encoding e) {
    switch (e) {
    case Encoding::wide: return TypeKind::int_;
    case Encoding::utf16: return TypeKind::ushort;
    case Encoding::utf32: return TypeKind::uint;
    default: return TypeKind::char_;
    }
}

} // namespace

Expr *Sema::on_number(TokenIndex t) {
    const std::string_view s = source.spelling(t);
    Literal *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    const bool hex = s.size() > 2 && s[0] == '0' && (s[1] | 0x20) == 'x';
    if (is_float_spelling(s, hex)) {
        std::string_view suffix = s.substr(float_digits(s, hex));
        const bool imaginary = !suffix.empty() && ((suffix.back() | 0x20) == 'i' || (suffix.back() | 0x20) == 'j');
        if (imaginary)
            suffix.remove_suffix(1);
        l->literal = LiteralKind::floating;
        for (const FloatSuffix &f : float_suffixes)
            if (equal_nocase(suffix, f.text)) {
                l->type = types.basic(f.kind);
                if (imaginary)
                    l->type = types.complex_of(l->type);
                return l;
            }
        report(DiagId::lex_bad_number, t, {s});
        return poison({t, t + 1});
    }
    const bool binary = s.size() > 2 && s[0] == '0' && (s[1] | 0x20) == 'b';
    const bool octal = s.size() > 1 && s[0] == '0' && !hex && !binary;
    const int base = hex ? 16 : binary ? 2 : octal ? 8 : 10;
    size_t i = hex || binary ? 2 : 0;
    unsigned __int128 v = 0;
    bool digits = false, overflow = false;
    for (; i < s.size(); i++) {
        const int d = digit_value(s[i]);
        if (d < 0 || d >= base)
            break;
        digits = true;
        overflow |= v > (~(unsigned __int128)0 - unsigned(d)) / unsigned(base);
        v = v * unsigned(base) + unsigned(d);
    }
    const Suffix suffix = integer_suffix(s.substr(i));
    if (suffix.bad || !digits || overflow) {
        report(DiagId::lex_bad_number, t, {s});
        return poison({t, t + 1});
    }
    l->value = v;
    l->type = types.basic(integer_type(v, suffix, base == 10));
    if (suffix.imaginary)
        l->type = types.complex_of(l->type);
    return l;
}

Expr *Sema::on_character(TokenIndex t) {
    Decoder d = open_literal(source.spelling(t));
    Literal *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->literal = LiteralKind::character;
    const bool narrow = d.encoding == Encoding::narrow;
    l->type = types.basic(narrow ? TypeKind::int_ : element_kind(d.encoding));
    int32_t v = 0;
    int count = 0;
    while (d.more()) {
        const uint32_t c = d.take();
        v = narrow ? (count ? int32_t(uint32_t(v) << 8 | (c & 0xff)) : int32_t(int8_t(c))) : int32_t(c);
        count++;
    }
    l->value = (unsigned __int128)(__int128)v;
    if (!narrow && d.encoding != Encoding::wide)
        l->value = uint32_t(v);
    return l;
}

Expr *Sema::on_strings(TokenRange range) {
    Literal *l = ctx.make<Literal>();
    l->range = range;
    l->where = range.first;
    l->literal = LiteralKind::string;
    Encoding encoding = Encoding::narrow;
    for (TokenIndex t = range.first; t < range.last; t++)
        if (source.tokens()[t].kind == Tok::string_literal)
            if (const Encoding e = open_literal(source.spelling(t)).encoding; e != Encoding::narrow)
                encoding = e;
    uint64_t n = 0;
    for (TokenIndex t = range.first; t < range.last; t++) {
        if (source.tokens()[t].kind != Tok::string_literal)
            continue; // __func__ between strings never comes here; a pragma may
        Decoder d = open_literal(source.spelling(t));
        d.encoding = encoding;
        if (encoding == Encoding::narrow && d.text.find('\\') == std::string_view::npos) {
            n += d.text.size();
            continue;
        }
        while (d.more()) {
            const uint32_t c = d.take();
            n += encoding == Encoding::utf16 && c > 0xffff ? 2 : 1;
        }
    }
    // \u in a narrow string becomes UTF-8: count its bytes.
    if (encoding == Encoding::narrow)
        for (TokenIndex t = range.first; t < range.last; t++) {
            std::string_view s = source.spelling(t);
            for (size_t p = 0; (p = s.find('\\', p)) != std::string_view::npos && p + 1 < s.size(); p += 2)
                if (s[p + 1] == 'u' || s[p + 1] == 'U') {
                    Decoder d{s.substr(p), Encoding::narrow};
                    const uint32_t c = d.take();
                    n += c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
                }
        }
    l->length = n + 1;
    l->type = types.array_of(types.basic(element_kind(encoding)), l->length);
    l->lvalue = true;
    return l;
}

} // namespace polder::cc
