// Numbers, character constants and strings.
#include "compiler/diag/diag.h"
#include "compiler/lex/literal.h"
#include "compiler/lex/source.h"

#include <gtest/gtest.h>

using namespace polder::cc;

namespace {

long long value(std::string_view text) {
    const NumberLiteral n = parse_number(text);
    EXPECT_TRUE(n.valid && !n.floating) << text;
    return static_cast<long long>(n.value);
}

TEST(Literals, integers) {
    EXPECT_EQ(value("0"), 0);
    EXPECT_EQ(value("017"), 15);
    EXPECT_EQ(value("0x1fUL"), 31);
    EXPECT_EQ(value("0b101"), 5);
    EXPECT_EQ(value("18446744073709551615ull"), -1);
    EXPECT_EQ(parse_number("0x10LLU").suffixes, NumberLiteral::s_unsigned | NumberLiteral::s_long_long);
    EXPECT_TRUE(parse_number("10").decimal);
    EXPECT_FALSE(parse_number("0x10").decimal);
    EXPECT_FALSE(parse_number("010").decimal);
    EXPECT_TRUE(parse_number("3i").suffixes & NumberLiteral::s_imaginary);
    EXPECT_TRUE(parse_number("340282366920938463463374607431768211456").overflow);
    EXPECT_FALSE(parse_number("340282366920938463463374607431768211455").overflow);
}

TEST(Literals, bad_numbers) {
    for (const char *text :
         {"09", "0x", "1e", "0x1.8", "1.2.3", "0b12", "1lul", "1lL", "1uu", "12abc", "1.0z", "0x1e+2", "1f"})
        EXPECT_FALSE(parse_number(text).valid) << text;
    EXPECT_EQ(parse_number("12abc").bad_suffix, "abc");
    EXPECT_EQ(parse_number("1.5zz").bad_suffix, "zz");
}

TEST(Literals, floating) {
    EXPECT_DOUBLE_EQ(parse_number("1.5e3").approximate, 1500);
    EXPECT_DOUBLE_EQ(parse_number("0x1.8p1").approximate, 3);
    EXPECT_DOUBLE_EQ(parse_number("09.5").approximate, 9.5);
    EXPECT_EQ(parse_number(".5f").format, NumberLiteral::f);
    EXPECT_EQ(parse_number("1.L").format, NumberLiteral::l);
    EXPECT_EQ(parse_number("1.0f16").format, NumberLiteral::f16);
    EXPECT_EQ(parse_number("1.0F64x").format, NumberLiteral::f64x);
    EXPECT_EQ(parse_number("1e0q").format, NumberLiteral::q);
    EXPECT_TRUE(parse_number("1.0fi").suffixes & NumberLiteral::s_imaginary);
    EXPECT_TRUE(parse_number("1.0if").suffixes & NumberLiteral::s_imaginary);
}

long long character(std::string_view text) {
    const CharacterLiteral c = parse_character(text);
    EXPECT_TRUE(c.valid) << text;
    return static_cast<long long>(c.value);
}

TEST(Literals, characters) {
    EXPECT_EQ(character("'a'"), 'a');
    EXPECT_EQ(character(R"('\n')"), '\n');
    EXPECT_EQ(character(R"('\377')"), static_cast<char>(255));
    EXPECT_EQ(character(R"('\x41')"), 0x41);
    EXPECT_EQ(character(R"('\0')"), 0);
    EXPECT_EQ(character("'ab'"), ('a' << 8) + 'b');
    EXPECT_EQ(character("L'\xe2\x82\xac'"), 0x20ac);
    EXPECT_EQ(character(R"(U'\U0001F600')"), 0x1f600);
    EXPECT_EQ(character(R"(u'\u20ac')"), 0x20ac);
    EXPECT_EQ(parse_character(R"('\q')").bad_escape, R"(\q)");
    EXPECT_FALSE(parse_character(R"('\x')").valid);
    EXPECT_FALSE(parse_character("'").valid);
}

StringLiteral text(const char *code) {
    static std::string kept;
    Source source(code, "t", false);
    Diagnostics diags(source);
    source.lex(diags);
    return read_string(source, {0, static_cast<TokenIndex>(source.tokens().size() - 1)});
}

TEST(Literals, strings) {
    EXPECT_EQ(text(R"("abc" "\x41" "\101\0")").bytes, std::string("abcAA\0\0", 7));
    EXPECT_EQ(text(R"("abc" L"d")").elements, 5u);
    EXPECT_EQ(text(R"("abc" L"d")").encoding, Encoding::wide);
    EXPECT_EQ(text("u\"\xf0\x9f\x98\x80\"").elements, 3u) << "a surrogate pair";
    EXPECT_EQ(text("u8\"\xe2\x82\xac\"").elements, 4u);
    EXPECT_EQ(text(R"("\u20ac")").bytes, std::string("\xe2\x82\xac\0", 4));
    EXPECT_FALSE(text(R"(L"a" u"b")").valid);
    EXPECT_EQ(text("\"\xff\xfe\"").elements, 3u) << "bytes that are not UTF-8 are kept";
}

} // namespace
