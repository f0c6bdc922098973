// Numbers: digits in four bases, then a suffix from a closed list.
#include "compiler/lex/literal.h"

#include <cstdlib>

namespace polder::cc {

namespace {

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c;
}

bool integer_suffix(std::string_view s, uint8_t &flags) {
    for (size_t i = 0; i < s.size();) {
        uint8_t bit = 0;
        size_t n = 1;
        switch (s[i]) {
        case 'u':
        case 'U': bit = NumberLiteral::s_unsigned; break;
        case 'l':
        case 'L':
            n = i + 1 < s.size() && s[i + 1] == s[i] ? 2 : 1;
            bit = n == 2 ? NumberLiteral::s_long_long : NumberLiteral::s_long;
            break;
        case 'i':
        case 'I':
        case 'j':
        case 'J': bit = NumberLiteral::s_imaginary; break;
        default: return false;
        }
        constexpr uint8_t longs = NumberLiteral::s_long | NumberLiteral::s_long_long;
        if ((flags & bit) || ((bit & longs) && (flags & longs))) return false;
        flags |= bit;
        i += n;
    }
    return true;
}

bool floating_suffix(std::string_view s, NumberLiteral &n) {
    static constexpr struct {
        std::string_view text;
        NumberLiteral::Format format;
    } formats[] = {{"f16", NumberLiteral::f16},   {"f32x", NumberLiteral::f32x}, {"f64x", NumberLiteral::f64x},
                   {"f32", NumberLiteral::f32},   {"f64", NumberLiteral::f64},   {"f128", NumberLiteral::f128},
                   {"bf16", NumberLiteral::bf16}, {"f", NumberLiteral::f},       {"l", NumberLiteral::l},
                   {"q", NumberLiteral::q},       {"w", NumberLiteral::w},       {"d", NumberLiteral::none}};
    std::string rest;
    for (char c : s)
        rest += lower(c);
    const auto imaginary = [&](size_t at) {
        if (rest.empty() || (rest[at] != 'i' && rest[at] != 'j')) return;
        n.suffixes |= NumberLiteral::s_imaginary;
        rest.erase(at, 1);
    };
    imaginary(0);
    if (!(n.suffixes & NumberLiteral::s_imaginary) && !rest.empty()) imaginary(rest.size() - 1);
    if (rest.empty()) return true;
    for (const auto &f : formats) {
        if (rest != f.text) continue;
        n.format = f.format;
        return true;
    }
    return false;
}

void parse_floating(std::string_view s, size_t digits_end, bool hex, NumberLiteral &n) {
    n.floating = true;
    size_t at = digits_end;
    const char mark = hex ? 'p' : 'e';
    if (at < s.size() && lower(s[at]) == mark) {
        size_t p = at + 1;
        if (p < s.size() && (s[p] == '+' || s[p] == '-')) ++p;
        if (p >= s.size() || digit_of(s[p]) > 9) return; // exponent without digits
        while (p < s.size() && digit_of(s[p]) <= 9)
            ++p;
        at = p;
    } else if (hex) {
        return; // a hexadecimal constant needs its exponent
    }
    n.approximate = std::strtod(std::string(s.substr(0, at)).c_str(), nullptr);
    if (!floating_suffix(s.substr(at), n)) {
        n.bad_suffix = s.substr(at);
        return;
    }
    n.valid = true;
}

NumberLiteral parse_digits(std::string_view s) {
    NumberLiteral n;
    unsigned base = 10;
    size_t at = 0;
    if (s.size() > 1 && s[0] == '0') {
        const char c = lower(s[1]);
        if (c == 'x' || c == 'b') {
            base = c == 'x' ? 16 : 2;
            at = 2;
        }
    }
    const size_t first = at;
    const int limit = base == 16 ? 16 : 10;
    bool point = false;
    while (at < s.size() && (digit_of(s[at]) < limit || (s[at] == '.' && !point))) {
        point |= s[at] == '.';
        ++at;
    }
    if (at == first || (point && at == first + 1)) return n; // no digit
    const char mark = at < s.size() ? lower(s[at]) : '\0';
    if (base != 2 && (point || (base == 16 ? mark == 'p' : mark == 'e'))) {
        parse_floating(s, at, base == 16, n);
        return n;
    }
    // `10f` is no constant, but a decimal with a floating suffix such as 1i is an integer with an
    // imaginary part.
    if (base == 10 && s[0] == '0') base = 8;
    n.decimal = base == 10;
    for (size_t i = first; i < at; ++i) {
        const auto digit = static_cast<unsigned>(digit_of(s[i]));
        if (s[i] == '.' || digit >= base) return n;
        n.overflow |= n.value > (~static_cast<unsigned __int128>(0) - digit) / base;
        n.value = n.value * base + digit;
    }
    if (!integer_suffix(s.substr(at), n.suffixes)) {
        n.bad_suffix = s.substr(at);
        return n;
    }
    n.approximate = static_cast<double>(n.value);
    n.valid = true;
    return n;
}

} // namespace

NumberLiteral parse_number(std::string_view s) {
    if (s.find('\'') == s.npos) return parse_digits(s);
    std::string digits;
    for (char c : s)
        if (c != '\'') digits += c;
    NumberLiteral n = parse_digits(digits);
    if (!n.bad_suffix.empty()) n.bad_suffix = s.substr(s.size() - n.bad_suffix.size());
    return n;
}

} // namespace polder::cc
