// Code for groups that are sent a run at a time (compiler/optimize/coalesce_writes.cc says which
// and why that is right).
//   in far code   a[i] = b[i] + c                          becomes
//                 f = the span is elsewhere;  left = what fits into a buffer, too;
//                 T *q = f ? buffer - low : here(span);  for (...) q[i] = ...;
//                 if (f) polder_far_send(address of low, buffer, bytes);
#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

/// Code: no span that is sent overlaps another one elsewhere, over the run.
std::string StripMine::apart_tests(const LoopNest &nest, const std::string &left) {
    std::string tests;
    for (size_t w = 0; w < nest.groups.size(); ++w)
        for (size_t o = 0; o < nest.groups.size() && nest.groups[w].sent; ++o) {
            const Group &sent = nest.groups[w];
            const Group &other = nest.groups[o];
            if (o == w || !other.fetched || (other.sent && o < w)) continue;
            tests += " && (!(" + sent.elsewhere + " & " + other.elsewhere + ") || " + abi::disjoint + "(" +
                     sent.address + ", " + sent.address + " + " + bytes_of(sent, left) + ", " + other.address + ", " +
                     other.address + " + " + bytes_of(other, left) + "))";
        }
    return tests;
}

/// Behind a run: what it has written in buffers.
std::string StripMine::sends(const LoopNest &nest, const std::string &left) {
    std::string text;
    for (const Group &g : nest.groups) {
        if (!g.sent) continue;
        const Reference &least = *g.members.front();
        const std::string size = lower_.element_size(least.expr->base->type);
        text += " if (" + g.elsewhere + ") {";
        for (const auto &[first, count] : g.stretches) {
            const std::string begin = std::to_string(first) + " * " + size;
            text += " " + abi::far_send + "(" + g.address + " + " + begin + ", " + g.buffer + " + " + begin +
                    ", (unsigned long)(" + std::to_string(count) + " + (" + left + " - 1) * " +
                    std::to_string(least.stride) + "L) * " + size + ");";
        }
        text += " }";
    }
    return text;
}

} // namespace polder::cc
