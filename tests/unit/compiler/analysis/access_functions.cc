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

TEST(AccessFunctions, AVariableThatCancelsOut) {
    EXPECT_FALSE(found("shared [64] double a[64 * THREADS];", "a[k + i - i]").index) << "code would name i";
}

TEST(AccessFunctions, APointerInTheReachOfOthersIsNoBase) {
    const std::string pointer = "shared [64] double *p; void other(void);";
    EXPECT_FALSE(found("static " + pointer, "p[i]").base.empty());
    EXPECT_TRUE(found("static " + pointer, "(other(), p)[i]").base.empty());
}

} // namespace
