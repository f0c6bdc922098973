// The lexer: kinds, offsets, places, keywords of UPC and where they are not keywords, pragmas,
// damaged input.
#include "compiler/diag/diag.h"
#include "compiler/lex/keywords.h"
#include "compiler/lex/source.h"

#include <gtest/gtest.h>

#include <memory>

using namespace polder::cc;

namespace {

struct Lexed {
    explicit Lexed(std::string text, bool upc = true) : source(std::move(text), "main.upc", upc), diags(source) {
        source.lex(diags);
    }
    std::string kinds() const { // spellings of the list of kinds, words as `id`
        std::string out;
        for (const Token &t : source.tokens()) {
            if (t.kind == Tok::eof) break;
            if (!out.empty()) out += ' ';
            out += t.kind == Tok::identifier ? "id" : t.kind == Tok::number ? "num" : std::string(token_name(t.kind));
        }
        return out;
    }
    std::string words() const {
        std::string out;
        for (TokenIndex i = 0; i + 1 < source.tokens().size(); ++i)
            out += (i ? "|" : "") + std::string(source.spelling(i));
        return out;
    }
    const Token &at(TokenIndex i) const { return source.tokens()[i]; }
    Source source;
    Diagnostics diags;
};

TEST(Lexer, punctuators_are_longest_first) {
    EXPECT_EQ(Lexed("a>>=b>>c>d->e--f-=g...h..i").words(), "a|>>=|b|>>|c|>|d|->|e|--|f|-=|g|...|h|.|.|i");
    EXPECT_EQ(Lexed("<<= << <= < && &= & || |= | ++ += + == = != ! ^= ^ %= % *= * /= / ~ ? : ; , ( ) [ ] { }").kinds(),
              "<<= << <= < && &= & || |= | ++ += + == = != ! ^= ^ %= % *= * /= / ~ ? : ; , ( ) [ ] { }");
}

TEST(Lexer, digraphs) {
    EXPECT_EQ(Lexed("<% a<:0:> %> %:").kinds(), "{ id [ num ] } #");
}

TEST(Lexer, numbers) {
    EXPECT_EQ(Lexed("0x1.8p-3f16 1e+5 .5e-1q 0b101 0x1e+2 1.i 12_ab 1..2").words(),
              "0x1.8p-3f16|1e+5|.5e-1q|0b101|0x1e+2|1.i|12_ab|1..2");
    EXPECT_EQ(Lexed("a.b.5").words(), "a|.|b|.5");
}

TEST(Lexer, strings_and_characters) {
    EXPECT_EQ(Lexed(R"(L"a" u8"b\"" U'c' u"d" 'e\'' "\\" L 'f' xL"g")").words(),
              R"(L"a"|u8"b\""|U'c'|u"d"|'e\''|"\\"|L|'f'|xL|"g")");
    const Lexed broken("int a = \"abc\nint b;");
    EXPECT_EQ(broken.diags.errors(), 1u);
    EXPECT_EQ(broken.words(), "int|a|=|\"abc|int|b|;");
}

TEST(Lexer, identifiers) {
    const Lexed l("$a a$b \xc3\xa4x \\u00e4 x\\U000000e4y _1");
    EXPECT_EQ(l.kinds(), "id id id id id id");
    EXPECT_EQ(l.diags.errors(), 0u);
}

TEST(Lexer, alternative_keywords) {
    EXPECT_EQ(
        Lexed("__const __volatile__ __inline __restrict__ __signed__ typeof __typeof __asm__ __attribute").kinds(),
        "const volatile inline restrict signed __typeof__ __typeof__ asm __attribute__");
    EXPECT_EQ(Lexed("__thread __alignof__ __complex__ __float128 __FUNCTION__ __PRETTY_FUNCTION__ __func__").kinds(),
              "_Thread_local _Alignof _Complex _Float128 __func__ __func__ __func__");
}

TEST(Lexer, upc_keywords_only_in_upc) {
    EXPECT_EQ(Lexed("shared strict THREADS upc_forall").kinds(), "shared strict THREADS upc_forall");
    EXPECT_EQ(Lexed("shared strict THREADS upc_forall", false).kinds(), "id id id id");
}

TEST(Lexer, c_code_regions) {
    const Lexed l("shared\n#pragma upc c_code\nshared\n#pragma upc upc_code\nshared");
    EXPECT_EQ(l.kinds(), "shared #pragma id #pragma shared");
    EXPECT_EQ(l.at(1).flags & Token::in_c_code, 0);
    EXPECT_NE(l.at(2).flags & Token::in_c_code, 0);
    EXPECT_EQ(l.at(4).flags & Token::in_c_code, 0);
}

TEST(Lexer, system_headers_use_upc_words_as_names) {
    const Lexed l("# 1 \"/usr/include/x.h\" 1 3 4\nshared\n# 2 \"main.upc\" 2\nshared\n# 1 "
                  "\"/usr/include/upc_strict.h\" 1 3\nshared\n"
                  "# 1 \"/usr/include/polder/abi.h\" 1 3\nshared\n# 1 \"/home/me/polder/tlb.h\" 1\nshared\n");
    EXPECT_EQ(l.kinds(), "id shared shared id shared");
    EXPECT_NE(l.at(0).flags & Token::in_system_header, 0);
    EXPECT_EQ(l.at(2).flags & Token::in_system_header, 0) << "our own headers are UPC code wherever they are installed";
    EXPECT_NE(l.at(3).flags & Token::in_system_header, 0) << "what generated code uses is plain C";
    EXPECT_EQ(l.at(4).flags & Token::in_system_header, 0) << "a file of the program that happens to have such a name";
}

TEST(Lexer, headers_of_generated_code_are_system_headers) {
    for (const char *name : {"iterations", "spans", "tlb", "atomic", "check", "intervals"}) {
        const std::string folder = "# 1 \"/usr/include/polder/";
        const Lexed l(folder + "abi.h\" 1 3\nshared\n" + folder + name + ".h\" 1 3\nshared\n");
        EXPECT_EQ(l.kinds(), "id id") << name;
        EXPECT_NE(l.at(1).flags & Token::in_system_header, 0) << name;
    }
}

TEST(Lexer, places_follow_the_line_markers) {
    const Lexed l("# 7 \"a b\\\"c.upc\"\n  x\n\ny\n#line 40\nz\n# 3 \"h.h\" 1 3\nw");
    EXPECT_EQ(l.source.location(0).file, "a b\"c.upc");
    EXPECT_EQ(l.source.location(0).line, 7u);
    EXPECT_EQ(l.source.location(0).column, 3u);
    EXPECT_EQ(l.source.location(1).line, 9u);
    EXPECT_EQ(l.source.location(2).line, 40u);
    EXPECT_EQ(l.source.location(2).file, "a b\"c.upc");
    EXPECT_EQ(l.source.location(3).line, 3u);
    EXPECT_TRUE(l.source.location(3).system);
}

TEST(Lexer, pragmas_that_mean_something_are_tokens) {
    const Lexed l("#pragma omp parallel\\\n  for\n# pragma  upc  strict\n#pragma GCC diagnostic push\n#ident \"x\"\n"
                  "_Pragma(\"omp critical (\\\"a\\\")\") _Pragma(\"GCC ivdep\") ; # pragma\n");
    EXPECT_EQ(l.kinds(), "#pragma #pragma #pragma ; # id");
    EXPECT_EQ(l.source.pragma_text(0), "omp parallel   for");
    EXPECT_EQ(l.source.pragma_text(1), "upc  strict");
    EXPECT_EQ(l.source.pragma_text(2), "omp critical (\"a\")");
    EXPECT_EQ(l.source.location(3).line, 6u);
}

TEST(Lexer, slices_keep_what_lies_between) {
    const Lexed l("int /* c */ a\n#pragma GCC poison x\n= 1; // end");
    EXPECT_EQ(l.source.slice({0, 5}), "int /* c */ a\n#pragma GCC poison x\n= 1;");
    EXPECT_EQ(l.source.slice({2, 2}), "");
}

TEST(Lexer, damaged_input) {
    const Lexed stray("int @ a = `1;\x01 \\ b");
    EXPECT_EQ(stray.diags.errors(), 4u);
    EXPECT_EQ(Lexed("/* never closed").diags.errors(), 1u);
    EXPECT_EQ(Lexed("''").diags.errors(), 1u);
    EXPECT_EQ(Lexed("'a").diags.errors(), 1u);
    EXPECT_EQ(Lexed("\"a\\").diags.errors(), 1u);
    EXPECT_EQ(Lexed(std::string("a\0b", 3)).kinds(), "id id");
    EXPECT_EQ(Lexed("").source.tokens().size(), 1u);
    EXPECT_EQ(Lexed("# 1 \"unterminated").kinds(), "");
    EXPECT_EQ(Lexed("_Pragma(\"omp").kinds(), "id ( string literal");
}

TEST(Lexer, names_are_interned_once) {
    Lexed l("alpha beta alpha");
    EXPECT_EQ(l.at(0).name, l.at(2).name);
    EXPECT_NE(l.at(0).name, l.at(1).name);
    EXPECT_EQ(l.source.intern("alpha"), l.at(0).name);
    EXPECT_EQ(l.source.name(l.at(1).name), "beta");
    for (int i = 0; i < 50000; ++i)
        l.source.intern("generated_name_number_" + std::to_string(i));
    EXPECT_EQ(l.source.intern("alpha"), l.at(0).name);
    EXPECT_EQ(l.source.name(l.source.intern("generated_name_number_777")), "generated_name_number_777");
}

} // namespace
