// Whose an iteration is, as arithmetic (compiler/analysis/iterations/affinity.h).
#include "compiler/analysis/iterations/affinity.h"

#include "compiler/analysis/counted_loop.h"
#include "tests/unit/compiler/loops.h"

#include <gtest/gtest.h>

using namespace polder::cc;
using polder::cc::test::Loops;

namespace {

struct Found {
    IterationAffinity owner;
    std::string why; // not
};

Found of(const std::string &affinity) {
    static std::vector<std::unique_ptr<Loops>> kept;
    kept.push_back(
        std::make_unique<Loops>("shared [8] int a[8 * THREADS]; shared [16] int m[THREADS][16]; int f(int);"
                                "void each(int n, int b, shared [8] int *p) { int i; upc_forall (i = 0; i < n; i++; " +
                                affinity + ") f(i); }"));
    Loops &in = *kept.back();
    auto *s = in.nth<ForallStmt>();
    CountedLoop loop;
    Found found;
    if (recognise_counted_loop(in.ctx, {s->init, s->condition, s->step, s->body}, loop)) return found;
    const char *why = AffinityOfLoop(in.analyses(), s, loop.variable).of_forall(s, found.owner);
    found.why = why ? why : "";
    return found;
}

TEST(Affinities, OfElements) {
    const Found f = of("&a[2 * i + 1]");
    EXPECT_EQ(f.why, "");
    EXPECT_EQ(f.owner.block, 8U);
    EXPECT_EQ(f.owner.factor, 2);
    EXPECT_TRUE(f.owner.element);
    EXPECT_EQ(f.owner.origin, nullptr);
}

TEST(Affinities, OfRowsThatAreBlocks) {
    const Found f = of("&m[i][0]");
    EXPECT_EQ(f.owner.block, 1U) << "in rows";
    EXPECT_EQ(f.owner.factor, 1);
}

TEST(Affinities, OfPointersCountFromThere) {
    const Found f = of("&p[i]");
    EXPECT_EQ(f.why, "");
    EXPECT_NE(f.owner.place.origin, nullptr);
}

TEST(Affinities, OfNumbers) {
    EXPECT_EQ(of("i").owner.block, 1U);
    EXPECT_EQ(of("i / 4").owner.block, 4U);
    EXPECT_EQ(of("i / 4").owner.below, Below::quotient);
    EXPECT_EQ(of("i / b").owner.block, 0U) << "known at run time only";
    EXPECT_NE(of("i / b").owner.divisor, nullptr);
    EXPECT_EQ(of("i * i").why, "the affinity is not linear in the variable of the loop");
    EXPECT_EQ(of("f(i)").why, "the affinity is not linear in the variable of the loop");
}

} // namespace
