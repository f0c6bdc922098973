// Code for groups that are fetched a run at a time (compiler/optimize/coalesce_reads.cc says which
// and why that is right).
//   in far code   T *q = here(span)                       becomes
//                 f = the span is elsewhere;  left = what fits into a buffer, too;
//                 T *q = f ? polder_far_fetch(buffer, ...) - low : here(span)
#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

namespace {

constexpr unsigned buffer_bytes = 8192; // polder_far_fits in abi.h knows it

} // namespace

/// Code in front of a run: how much of it fits into the buffers.
void StripMine::declare_fetch(Group &g, const std::string &left, Composer &out) {
    const Reference &least = *g.members.front();
    const std::string size = lower_.element_size(least.expr->base->type);
    g.address = lower_.fresh("address", least.expr);
    g.elsewhere = lower_.fresh("elsewhere", least.expr);
    out.text("const " + abi::ga + " " + g.address + " = " + g.span + ".bias + (" + abi::ga + ")" + g.low + " * " +
             size + "; const int " + g.elsewhere + " = !" + std::string(lower_.near_test()) + g.address + "); if (" +
             g.elsewhere + ") " + left + " = " + abi::far_fits + "(" + g.high + " - " + g.low + ", " +
             std::to_string(least.stride) + ", " + size + ", " + left + "); ");
}

/// Bytes from the least to the greatest element of a run.
std::string StripMine::bytes_of(const Group &g, const std::string &left) {
    const Reference &least = *g.members.front();
    return "(unsigned long)(" + g.high + " - " + g.low + " + (" + left + " - 1) * " + std::to_string(least.stride) +
           "L + 1) * " + lower_.element_size(least.expr->base->type);
}

/// Where element 0 of a group is, as it were, in this run.
std::string StripMine::fetched_pointer(Group &g, const std::string &left, std::string &buffers) {
    const std::string size = lower_.element_size(g.members.front()->expr->base->type);
    g.buffer = lower_.fresh("buffer", g.members.front()->expr);
    buffers += "char " + g.buffer + "[" + std::to_string(buffer_bytes) + "] __attribute__((aligned(64))); ";
    const std::string place =
        g.read ? abi::far_fetch + "(" + g.buffer + ", " + g.address + ", " + bytes_of(g, left) + ")" : g.buffer;
    return "(" + g.elsewhere + " ? (void *)((" + abi::ga + ")" + place + " - (" + abi::ga + ")" + g.low + " * " + size +
           ") : " + std::string(lower_.here()) + g.span + ".bias))";
}

} // namespace polder::cc
