// Which element a reference is, and what it counts from (compiler/analysis/access_function.h).
#include "compiler/analysis/access_function.h"

#include "compiler/analysis/strip_loop.h"
#include "tests/unit/compiler/loops.h"

#include <gtest/gtest.h>

using namespace polder::cc;
using polder::cc::test::Loops;

namespace {

struct Found {
    std::optional<Affine> index;
    std::string base;
    std::string atom; // of the loop's variable
};

/// Of the first reference in the loop `for (i = 0; i < n; i++) s += REFERENCE`.
Found found(const std::string &declarations, const std::string &reference) {
    static std::vector<std::unique_ptr<Loops>> kept; // what the names point to
    kept.push_back(std::make_unique<Loops>(declarations +
                                           "\ndouble sum(int n, int k, const int *at) {"
                                           " double s = 0; for (int i = 0; i < n; i++) s += " +
                                           reference + "; return s; }"));
    Loops &in = *kept.back();
    auto *loop = in.nth<ForStmt>();
    const auto strip = strip_loop(in.analyses(), loop, loop);
    auto *e = in.nth<IndexExpr>();
    if (!strip || !e) return {};
    const IndexScope scope{in.facts, in.ctx, loop, in.function, {strip->variable->canonical}, true};
    return {index_of(e, scope), base_of(in.analyses(), e, loop), atom_of(strip->variable)};
}

TEST(AccessFunctions, SumsOfMultiples) {
    const Found f = found("shared [64] double a[64 * THREADS];", "a[3 * i + 2 * k + 5]");
    ASSERT_TRUE(f.index);
    EXPECT_EQ(f.index->coefficient(f.atom), 3);
    EXPECT_EQ(f.index->offset(), 5);
    EXPECT_FALSE(f.base.empty());
}

TEST(AccessFunctions, RowsAreOneLinearIndex) {
    const Found f = found("shared [16] double m[4 * THREADS][16];", "m[i][7]");
    ASSERT_TRUE(f.index);
    EXPECT_EQ(f.index->coefficient(f.atom), 16);
    EXPECT_EQ(f.index->offset(), 7);
}

TEST(AccessFunctions, AnIndexOutOfMemoryHasNone) {
    const Found f = found("shared [64] double a[64 * THREADS];", "a[at[i]]");
    EXPECT_FALSE(f.index);
    EXPECT_FALSE(f.base.empty());
}

TEST(AccessFunctions, AFunctionOfOneExpressionIsThatExpression) {
    const std::string declarations = "shared [64] double a[64 * THREADS]; int width;"
                                     " static int cell(int row, int column) {"
                                     " const int first = row * width; return first + column; }";
    const Found f = found(declarations, "a[cell(k, i + 1)]");
    ASSERT_TRUE(f.index);
    EXPECT_EQ(f.index->coefficient(f.atom), 1);
    EXPECT_EQ(f.index->offset(), 1);
    EXPECT_FALSE(found(declarations, "a[cell(i, at[i])]").index);
}

TEST(AccessFunctions, AFunctionThatDoesMoreIsNone) {
    const std::string array = "shared [64] double a[64 * THREADS]; int calls;";
    EXPECT_FALSE(found(array + " int counted(int x) { calls++; return x; }", "a[counted(i)]").index);
    EXPECT_FALSE(found(array + " int again(int x) { return x < 0 ? 0 : again(x - 1); }", "a[again(i)]").index);
    EXPECT_FALSE(found(array + " int elsewhere(int x);", "a[elsewhere(i)]").index);
    EXPECT_FALSE(found(array + " __attribute__((weak)) int other(int x) { return x; }", "a[other(i)]").index);
}

TEST(AccessFunctions, OneTextInTwoFunctionsIsTwoValues) {
    const std::string declarations = "shared [64] double a[64 * THREADS]; int w;"
                                     " static int outside(int x) { return x + w / 2; }";
    const Found inside = found(declarations, "({ int w = 3; a[outside(i) - w / 2]; })");
    EXPECT_TRUE(!inside.index || inside.index->key() != Affine::atom(inside.atom).key());
}

TEST(AccessFunctions, GrowthByAValue) {
    const Found f = found("shared double a[64 * THREADS];", "a[i * k + 3 * i + n]");
    ASSERT_TRUE(f.index);
    EXPECT_FALSE(f.index->coefficient(f.atom));
    const auto growth = f.index->growth(f.atom);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->offset(), 3);
    EXPECT_FALSE(growth->mentions(f.atom));
    const Found square = found("shared double a[64 * THREADS];", "a[i * i]");
    ASSERT_TRUE(square.index);
    EXPECT_FALSE(square.index->growth(square.atom));
}

TEST(AccessFunctions, AVariableThatCancelsOut) {
    EXPECT_FALSE(found("shared [64] double a[64 * THREADS];", "a[k + i - i]").index) << "code would name i";
}

TEST(AccessFunctions, APointerInTheReachOfOthersIsNoBase) {
    const std::string pointer = "shared [64] double *p; void other(void);";
    EXPECT_FALSE(found("static " + pointer, "p[i]").base.empty());
    EXPECT_TRUE(found("static " + pointer, "(other(), p)[i]").base.empty());
}

} // namespace
