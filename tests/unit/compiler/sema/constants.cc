// Constant expressions against the compiler of the system. Random expressions are evaluated here,
// and their values and types asserted in a C file that the real compiler must accept.
#include "compiler/sema/constant.h"

#include "tests/unit/compiler/front_end.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace polder::cc;

namespace {

class Expressions {
public:
    explicit Expressions(unsigned seed) : rng_(seed) {}
    std::string next() { return make(4); }

private:
    unsigned any(unsigned n) { return static_cast<unsigned>(rng_() % n); }
    std::string leaf() {
        static constexpr const char *leaves[] = {"0",
                                                 "1",
                                                 "2",
                                                 "3",
                                                 "7u",
                                                 "-1",
                                                 "100",
                                                 "0x7fffffff",
                                                 "0x80000000",
                                                 "2147483648",
                                                 "4294967295u",
                                                 "1ul << 40",
                                                 "9223372036854775807",
                                                 "0xffffffffffffffff",
                                                 "'a'",
                                                 "'\\377'",
                                                 "(int)1.5",
                                                 "(unsigned)(2.75f * 2)",
                                                 "1.5 < 2",
                                                 "(long)-3.99",
                                                 "(_Bool)3",
                                                 "sizeof(long)",
                                                 "(unsigned char)300",
                                                 "(short)40000",
                                                 "(signed char)200",
                                                 "one",
                                                 "minus",
                                                 "sizeof(struct s)",
                                                 "_Alignof(double)",
                                                 "__builtin_offsetof(struct s, c[2])",
                                                 "(long)&((struct s *)0)->b",
                                                 "__builtin_popcount(255)",
                                                 "__builtin_bswap16(0x1234)",
                                                 "(__int128)1 << 70",
                                                 "__builtin_types_compatible_p(int, one)"};
        return std::string("(") + leaves[any(std::size(leaves) - 1)] + ")";
    }
    std::string make(unsigned depth) {
        static constexpr const char *binary[] = {"+", "-", "*", "/",  "%",  "<<", ">>", "&",  "|",
                                                 "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"};
        static constexpr const char *types[] = {"int",      "unsigned",      "long",  "unsigned long",
                                                "short",    "unsigned char", "_Bool", "signed char",
                                                "__int128", "unsigned short"};
        static constexpr const char *unary[] = {"-", "~", "!", "+", "__extension__ "};
        if (depth == 0 || any(6) == 0) return leaf();
        switch (any(8)) {
        case 0: return "(" + std::string(unary[any(5)]) + make(depth - 1) + ")";
        case 1: return "((" + std::string(types[any(10)]) + ")" + make(depth - 1) + ")";
        case 2: return "(" + make(depth - 1) + " ? " + make(depth - 1) + " : " + make(depth - 1) + ")";
        case 3: return "(int)sizeof(" + make(depth - 1) + ")";
        default: return "(" + make(depth - 1) + " " + binary[any(18)] + " " + make(depth - 1) + ")";
        }
    }
    std::minstd_rand rng_;
};

std::string decimal(__int128 v) {
    const bool negative = v < 0;
    auto u = static_cast<unsigned __int128>(v);
    if (negative) u = -u;
    return "(__int128)" + std::string(negative ? "-" : "") + "(((unsigned __int128)" +
           std::to_string(static_cast<uint64_t>(u >> 64)) + "u << 64) | " + std::to_string(static_cast<uint64_t>(u)) +
           "u)";
}

constexpr const char *prelude = "struct s { char a; int b; char c[5]; }; enum { one = 1, minus = -1 };\n";

TEST(Constants, agree_with_the_compiler) {
    Expressions random(3);
    std::string assertions = prelude;
    unsigned known = 0;
    for (unsigned i = 0; i < 4000; ++i) {
        const std::string text = random.next();
        test::FrontEnd front_end(prelude + ("enum { x = " + text + " };"), "t.c", test::plain_c());
        Context &ctx = front_end.ctx;
        const auto *d = as<Declaration>(ctx.unit->items.back());
        const auto *e = d ? as<EnumDecl>(d->specifiers.tag) : nullptr;
        if (!e || e->enumerators.empty() || !ctx.types.is_integer(e->enumerators[0]->init->type)) continue;
        const ConstantValue v = evaluate(ctx, e->enumerators[0]->init);
        if (!v.known || v.overflow || v.is_floating) continue;
        ++known;
        const std::string type = ctx.types.print(ctx.types.canonical(e->enumerators[0]->init->type));
        const bool wide = type == "unsigned __int128";
        assertions += "_Static_assert((" + text + ") == " + (wide ? "(unsigned __int128)" : "") + decimal(v.value) +
                      ", \"" + std::to_string(i) + "\");\n";
        assertions += "_Static_assert(__builtin_types_compatible_p(__typeof__(" + text + "), " + type + "), \"type " +
                      std::to_string(i) + "\");\n";
    }
    EXPECT_GT(known, 1500u);
    char dir[] = "/tmp/polder-constants-XXXXXX";
    ASSERT_NE(mkdtemp(dir), nullptr);
    const std::string at = dir;
    std::ofstream(at + "/t.c") << assertions;
    EXPECT_EQ(std::system(("cc -w -fsyntax-only " + at + "/t.c 2>" + at + "/err || { grep -A1 error " + at +
                           "/err | cut -c1-400 | head -20; false; }")
                              .c_str()),
              0);
    std::system(("rm -r " + at).c_str());
}

ConstantValue with_threads(const std::string &text, uint32_t threads) {
    test::FrontEnd front_end("enum { x = " + text + " };", "t.upc", test::upc_for(threads));
    const auto *d = as<Declaration>(front_end.ctx.unit->items.back());
    return evaluate(front_end.ctx, as<EnumDecl>(d->specifiers.tag)->enumerators.at(0)->init);
}

TEST(Constants, multiples_of_threads) {
    EXPECT_EQ(static_cast<int>(with_threads("3 * THREADS", 4).value), 12);
    EXPECT_FALSE(with_threads("3 * THREADS", 4).times_threads);
    const ConstantValue v = with_threads("2 * (THREADS) * 5", 0);
    EXPECT_TRUE(v.known && v.times_threads);
    EXPECT_EQ(static_cast<int>(v.value), 10);
    for (const char *text :
         {"THREADS + 1", "THREADS * THREADS", "4 / THREADS", "THREADS - THREADS", "MYTHREAD", "-1.5 * THREADS"})
        EXPECT_FALSE(with_threads(text, 0).known) << text;
}

// A type does not have the magnitude of its least value.
TEST(Constants, magnitudes) {
    EXPECT_EQ(static_cast<int>(with_threads("__builtin_abs(-7)", 0).value), 7);
    EXPECT_FALSE(with_threads("__builtin_abs(-7)", 0).overflow);
    EXPECT_EQ(static_cast<long>(with_threads("__builtin_labs(-7L)", 0).value), 7);
    for (const char *text : {"__builtin_abs(-2147483647 - 1)", "__builtin_labs(-9223372036854775807L - 1)"}) {
        const ConstantValue v = with_threads(text, 0);
        EXPECT_TRUE(v.known && v.overflow) << text;
        EXPECT_TRUE(v.value < 0) << text;
    }
}

} // namespace
