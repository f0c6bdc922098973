// Code for groups that are fetched or sent a run at a time. compiler/optimize/coalesce_reads.cc and
// coalesce_writes.cc say which these are, and why that is right. The library does the work
// (polder_far_part in include/polder/spans.h).
//   in far code   T *q = here(span)                        becomes
//                 left = polder_far_cut(&part, base, low, high, left);
//                 T *q = polder_far_begin(&part, buffer, left, read)
//   in far code   a[i] = b[i] + c                          becomes
//                 the same, and behind the run polder_far_end(&part, 0, 1, left);
#include "compiler/lower/runs/coalesced_transfers.h"

#include "compiler/lower/access/pointers.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

constexpr unsigned buffer_bytes = 8192; // as in runtime/abi/far_runs.cc

} // namespace

/// Code behind the declarations of low and high: what does not change from run to run.
void CoalescedTransfers::declare_part(Group &g, const Element &at, Composer &out) {
    const Reference &least = *g.members.front();
    const bool has_phase = !at.object && !g.contiguous;
    g.base = fresh("base", least.expr);
    g.part = fresh("part", least.expr);
    out.text("const " + abi::gp + " " + g.base + " = ")
        .node(has_phase ? at.base : call(abi::gp_from_ga, {at.base}))
        .text("; " + abi::far_part + " " + g.part + " = {" + std::to_string(least.stride) + ", " +
              Pointers(in).element_size(at.pointer) + ", " +
              (g.contiguous ? std::string("0") : Pointers(in).block(at.pointer)) + "}; ");
}

/// Code in front of a run: how much of it stays inside the span, and fits into the buffer.
std::string CoalescedTransfers::cut(const Group &g, const std::string &left) {
    return left + " = " + abi::far_cut + "(&" + g.part + ", " + g.base + ", " + g.low + ", " + g.high + ", " + left +
           "); ";
}

/// Where element 0 of a group is, as it were, in this run.
std::string CoalescedTransfers::begin(const Group &g, const std::string &left, std::string &buffers) {
    const std::string buffer = fresh("buffer", g.members.front()->expr);
    buffers += "char " + buffer + "[" + std::to_string(buffer_bytes) + "] __attribute__((aligned(64))); ";
    return abi::far_begin + "(&" + g.part + ", " + buffer + ", " + left + ", " + (g.read ? "1)" : "0)");
}

/// Code: no span that is sent overlaps another one elsewhere, over the run.
std::string CoalescedTransfers::apart_tests(const LoopNest &nest, const std::string &left) {
    std::string tests;
    for (size_t w = 0; w < nest.groups.size(); ++w)
        for (size_t o = 0; o < nest.groups.size() && nest.groups[w].sent; ++o) {
            const Group &sent = nest.groups[w];
            const Group &other = nest.groups[o];
            if (o == w || !other.fetched || (other.sent && o < w)) continue;
            tests += " && " + abi::far_apart + "(&" + sent.part + ", &" + other.part + ", " + left + ")";
        }
    return tests;
}

/// Behind a run: what it has written in buffers.
std::string CoalescedTransfers::sends(const LoopNest &nest, const std::string &left) {
    std::string text;
    for (const Group &g : nest.groups) {
        if (!g.sent) continue;
        for (const auto &[first, count] : g.stretches)
            text += " " + abi::far_end + "(&" + g.part + ", " + std::to_string(first) + ", " + std::to_string(count) +
                    ", " + left + ");";
    }
    return text;
}

} // namespace polder::cc
