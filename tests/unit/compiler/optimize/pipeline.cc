// What the passes over a loop nest decide about its references (compiler/optimize/pipeline.cc).
// Nobody is there to write C.
#include "compiler/optimize/pipeline.h"

#include "compiler/optimize/regions/alias_regions.h"

#include "tests/unit/compiler/loops.h"

#include <gtest/gtest.h>

using namespace polder::cc;
using polder::cc::test::Loops;

namespace {

class Nest {
public:
    explicit Nest(const std::string &loop, Jobs nodes = Jobs::one_node, unsigned level = 2)
        : in_("shared [64] double a[64 * THREADS], b[64 * THREADS]; shared double c[64 * THREADS];"
              "double sum(int n, int k, const int *at) { double s = 0; " +
              loop + " return s; }"),
          report_(in_.source, Report::Hears::all) {
        ForStmt *s = in_.while_loops.with_step(in_.nth<ForStmt>(), in_.function);
        nest.loop = *strip_loop(in_.analyses(), s, s);
        const auto all = [](const IndexExpr *) { return true; };
        const auto own = [](Expr *) { return false; };
        const auto none = [](const Expr *) -> const ResolvedPlace * { return nullptr; };
        const auto unchanged = [](Node *) { return false; };
        const Passes passes = PassSwitches().at(level);
        optimise(nest, {in_.analyses(), passes, nodes, report_, nullptr, false, own, none, all, all, unchanged});
    }
    std::string said() const { return report_.text(); }

    LoopNest nest = {};

private:
    Loops in_;
    Report report_;
};

TEST(Pipeline, NeighboursShareASpan) {
    const Nest n("for (int i = 1; i < n; i++) s += a[i - 1] + a[i] + a[i + 1] + b[i];");
    EXPECT_TRUE(n.nest.has_decisions());
    EXPECT_EQ(n.nest.references.size(), 4U);
    EXPECT_EQ(n.nest.groups.size(), 2U);
    EXPECT_TRUE(n.nest.needs_general) << "a block may end between neighbours";
}

TEST(Pipeline, AnInnerLoopReachesOverPartOfABlock) {
    const Nest n("for (int r = 0; r < n; r++) for (int e = 0; e < 4; e++) s += a[r * 4 + e];");
    ASSERT_EQ(n.nest.references.size(), 1U);
    EXPECT_EQ(n.nest.references[0].stride, 4);
    EXPECT_EQ(n.nest.references[0].extent, 3);
    ASSERT_EQ(n.nest.references[0].high.size(), 1U);
    EXPECT_EQ(n.nest.references[0].high[0].second, 3);
}

TEST(Pipeline, CyclicArraysAreStridden) {
    const Nest n("for (int i = 0; i < n; i++) s += c[i];");
    EXPECT_TRUE(n.nest.references.empty());
    ASSERT_EQ(n.nest.strided_pointers.size(), 1U);
    EXPECT_EQ(n.nest.strided_pointers[0].blocks, 1);
}

TEST(Pipeline, AnIndexOutOfMemoryIsRandom) {
    const Nest n("for (int i = 0; i < n; i++) s += a[at[i]];");
    EXPECT_EQ(n.nest.randoms.size(), 1U);
    EXPECT_FALSE(n.nest.accesses.at(0).taken);
}

TEST(Pipeline, WithoutPassesNothingIsDecided) {
    const Nest n("for (int i = 0; i < n; i++) s += a[i] + c[i];", Jobs::one_node, 0);
    EXPECT_FALSE(n.nest.has_decisions());
}

TEST(Pipeline, FarGroupsAreFetchedARunAtATime) {
    const Nest n("for (int i = 0; i < n; i++) s += a[i] + b[i];", Jobs::several_nodes);
    ASSERT_EQ(n.nest.groups.size(), 2U);
    EXPECT_TRUE(n.nest.groups[0].fetched && n.nest.groups[1].fetched);
    EXPECT_NE(n.said().find("[coalesce] done"), std::string::npos) << n.said();
}

TEST(Pipeline, RandomUpdatesGoInGroups) {
    const Nest n("for (int i = 0; i < n; i++) { k = k * 5 + 1; a[k & 1023] += 2; }");
    EXPECT_TRUE(n.nest.prefetches);
    EXPECT_FALSE(Nest("for (int i = 0; i < n; i++) { k = at[i]; a[k & 1023] += b[i]; }").nest.prefetches);
}

TEST(Pipeline, RunsOfKnownMemoryAreVersioned) {
    const Nest n("for (int i = 0; i < 40; i++) a[i] = b[i] + k;", Jobs::one_node, 3);
    ASSERT_TRUE(n.nest.versioned);
    EXPECT_EQ(n.nest.regions->regions().size(), 2U);
    EXPECT_EQ(n.nest.whole_run, 40) << "a block has room for all of it";
    EXPECT_FALSE(Nest("for (int i = 0; i < n; i++) a[i] = b[i] + k;").nest.versioned) << "at -O2";
    EXPECT_FALSE(Nest("for (int i = 0; i < n; i++) a[i] = b[at[i]];", Jobs::one_node, 3).nest.versioned);
}

TEST(Pipeline, IterationsThatShareElementsAreJammed) {
    const std::string inner = "for (int j = 0; j < 16; j++) ";
    const Nest sums("for (int i = 0; i < 64; i++) " + inner + "a[7] += b[j];", Jobs::one_node, 3);
    EXPECT_FALSE(sums.nest.jam) << "sums into one element are left alone";
    const Nest rows("static double m[64][16]; for (int i = 0; i < 64; i++) " + inner + "m[i][j] += b[j];",
                    Jobs::one_node, 3);
    ASSERT_TRUE(rows.nest.jam);
    EXPECT_EQ(rows.nest.jam->copies, 6U);
}

TEST(Pipeline, ACallKeepsReadsWhereTheyAre) {
    const Nest n("for (int i = 0; i < n; i++) { extern void f(void); f(); s += a[i]; }", Jobs::several_nodes);
    for (const Group &g : n.nest.groups)
        EXPECT_FALSE(g.fetched);
}

} // namespace
