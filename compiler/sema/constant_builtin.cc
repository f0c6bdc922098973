// Builtins in constant expressions: bit counting, byte swapping, __builtin_constant_p and the like.
// What is not listed is not constant for upcc; the backend may still fold it where C does not ask
// for a constant.
#include "compiler/sema/constant_builtin.h"

#include <cmath>
#include <limits>

namespace polder::cc {

namespace {

constexpr auto integer = ConstantValue::integer;
constexpr auto floating = ConstantValue::floating;

struct BitBuiltin {
    std::string_view name;
    unsigned width;
    int (*count)(uint64_t value, unsigned width);
    bool zero_defined; // else the count is asked for values other than 0 only
};

int leading(uint64_t v, unsigned width) {
    return v ? __builtin_clzll(v) - static_cast<int>(64 - width) : static_cast<int>(width);
}
int trailing(uint64_t v, unsigned) {
    return __builtin_ctzll(v);
}
int first_set(uint64_t v, unsigned) {
    return __builtin_ffsll(static_cast<long long>(v));
}
int population(uint64_t v, unsigned) {
    return __builtin_popcountll(v);
}
int parity(uint64_t v, unsigned) {
    return __builtin_parityll(v);
}
int redundant_signs(uint64_t v, unsigned width) {
    const bool negative = v >> (width - 1) & 1;
    const uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    return leading((negative ? ~v : v) & mask, width) - 1;
}

constexpr BitBuiltin bit_builtins[] = {
    {"clz", 32, leading, false},          {"clzl", 64, leading, false},          {"clzll", 64, leading, false},
    {"ctz", 32, trailing, false},         {"ctzl", 64, trailing, false},         {"ctzll", 64, trailing, false},
    {"ffs", 32, first_set, true},         {"ffsl", 64, first_set, true},         {"ffsll", 64, first_set, true},
    {"popcount", 32, population, true},   {"popcountl", 64, population, true},   {"popcountll", 64, population, true},
    {"parity", 32, parity, true},         {"parityl", 64, parity, true},         {"parityll", 64, parity, true},
    {"clrsb", 32, redundant_signs, true}, {"clrsbl", 64, redundant_signs, true}, {"clrsbll", 64, redundant_signs, true},
};

/// Wraps for the least value of the type, whose negative the type does not have.
template <class T> ConstantValue magnitude(__int128 value) {
    const auto argument = static_cast<T>(value);
    const bool least = argument == std::numeric_limits<T>::min();
    ConstantValue result = integer(argument < 0 && !least ? -argument : argument);
    result.overflow = least;
    return result;
}

ConstantValue one_integer(std::string_view name, const ConstantValue &arg) {
    for (const BitBuiltin &b : bit_builtins) {
        if (b.name != name) continue;
        const uint64_t mask = b.width == 64 ? ~0ULL : (1ULL << b.width) - 1;
        const uint64_t v = static_cast<uint64_t>(arg.value) & mask;
        if (v == 0 && !b.zero_defined) return {};
        return integer(b.count(v, b.width));
    }
    const auto bits = static_cast<uint64_t>(arg.value);
    if (name == "bswap16") return integer(__builtin_bswap16(static_cast<uint16_t>(bits)));
    if (name == "bswap32") return integer(__builtin_bswap32(static_cast<uint32_t>(bits)));
    if (name == "bswap64") return integer(__builtin_bswap64(bits));
    if (name == "abs") return magnitude<int>(arg.value);
    if (name == "labs" || name == "llabs") return magnitude<long>(arg.value);
    return {};
}

ConstantValue string_length(Context &ctx, const Expr *arg) {
    const auto *text = as<Literal>(without_conversions(arg));
    if (!text || text->literal != LiteralKind::string) return {};
    std::string_view s = ctx.source.spelling(text->range.first);
    if (text->range.last - text->range.first != 1 || s.find('\\') != std::string_view::npos) return {};
    return integer(static_cast<__int128>(text->length) - 1);
}

} // namespace

std::string_view builtin_name(Context &ctx, const CallExpr &call) {
    const auto *name = as<NameExpr>(without_conversions(call.callee));
    if (!name || !name->decl) return {};
    const std::string_view text = ctx.source.name(name->decl->name);
    return text.starts_with("__builtin_") ? text : std::string_view();
}

ConstantValue evaluate_builtin(Context &ctx, const CallExpr &call, const ArgumentEvaluator &eval) {
    std::string_view name = builtin_name(ctx, call);
    if (name.empty()) return {};
    name.remove_prefix(std::string_view("__builtin_").size());
    if (name == "huge_val" || name == "huge_valf" || name == "huge_vall" || name == "inf" || name == "inff" ||
        name == "infl")
        return floating(std::numeric_limits<double>::infinity());
    if (name == "nan" || name == "nanf" || name == "nanl") return floating(std::numeric_limits<double>::quiet_NaN());
    if (call.args.empty()) return {};
    if (name == "strlen") return string_length(ctx, call.args[0]);
    const ConstantValue first = eval(call.args[0]);
    if (name == "constant_p") {
        const auto *text = as<Literal>(without_conversions(call.args[0]));
        return integer(first.known || (text && text->literal == LiteralKind::string));
    }
    if (name == "expect" || name == "expect_with_probability") return first;
    if (!first.known || first.times_threads) return {};
    if (first.is_floating) {
        if (name == "fabs" || name == "fabsf" || name == "fabsl") return floating(std::fabs(first.real));
        return {};
    }
    return one_integer(name, first);
}

} // namespace polder::cc
