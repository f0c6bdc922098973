// Keywords and their alternative spellings. GNU C spells most keywords in up to three ways. The
// spellings mean the same to the parser, and the text that goes out keeps what was written.
// `typeof` and `asm` are keywords under every -std: a program that uses them as names is rarer than
// a header that uses them as keywords.
#include "compiler/lex/keywords.h"

namespace polder::cc {

namespace {

constexpr Keyword keywords[] = {
#define TOKEN(id, spelling)
#define KEYWORD(id, spelling) {spelling, Tok::id},
#define UPC_KEYWORD(id, spelling) {spelling, Tok::id},
#include "compiler/lex/tokens.def"
    {"__const", Tok::kw_const},
    {"__const__", Tok::kw_const},
    {"__volatile", Tok::kw_volatile},
    {"__volatile__", Tok::kw_volatile},
    {"__inline", Tok::kw_inline},
    {"__inline__", Tok::kw_inline},
    {"__restrict", Tok::kw_restrict},
    {"__restrict__", Tok::kw_restrict},
    {"__signed", Tok::kw_signed},
    {"__signed__", Tok::kw_signed},
    {"__alignof", Tok::kw_alignof},
    {"__alignof__", Tok::kw_alignof},
    {"__asm", Tok::kw_asm},
    {"__asm__", Tok::kw_asm},
    {"__attribute", Tok::kw_attribute},
    {"__typeof", Tok::kw_typeof},
    {"typeof", Tok::kw_typeof},
    {"__typeof_unqual", Tok::kw_typeof}, // parse_typeof looks at the spelling
    {"__typeof_unqual__", Tok::kw_typeof},
    {"__thread", Tok::kw_thread_local},
    {"__complex", Tok::kw_complex},
    {"__complex__", Tok::kw_complex},
    {"__real", Tok::kw_real},
    {"__imag", Tok::kw_imag},
    {"__float128", Tok::kw_float128},
    {"__float80", Tok::kw_float64x},
    {"__fp16", Tok::kw_float16},
    {"_Decimal32", Tok::kw_decimal},
    {"_Decimal128", Tok::kw_decimal},
    {"__FUNCTION__", Tok::kw_func_name},
    {"__PRETTY_FUNCTION__", Tok::kw_func_name},
};

constexpr Keyword of_c23[] = {
    {"bool", Tok::kw_bool},
    {"true", Tok::kw_true},
    {"false", Tok::kw_false},
    {"nullptr", Tok::kw_nullptr},
    {"constexpr", Tok::kw_constexpr},
    {"alignas", Tok::kw_alignas},
    {"alignof", Tok::kw_alignof},
    {"static_assert", Tok::kw_static_assert},
    {"thread_local", Tok::kw_thread_local},
    {"typeof_unqual", Tok::kw_typeof},
};

} // namespace

std::span<const Keyword> all_keywords() {
    return keywords;
}
std::span<const Keyword> c23_keywords() {
    return of_c23;
}

std::string_view token_name(Tok kind) {
    static constexpr std::string_view names[] = {
#define TOKEN(id, spelling) spelling,
#include "compiler/lex/tokens.def"
    };
    return names[static_cast<size_t>(kind)];
}

} // namespace polder::cc
