// Code for groups that are fetched or sent a run at a time. compiler/optimize/coalesce_reads.cc and
// coalesce_writes.cc say which these are, and why that is right.
//   in far code   T *q = here(span)                       becomes
//                 f = the span is elsewhere;  left = what fits into a buffer, too;
//                 T *q = f ? polder_far_fetch(buffer, ...) - low : here(span)
//   in far code   a[i] = b[i] + c                          becomes
//                 T *q = f ? buffer - low : here(span);  for (...) q[i] = ...;
//                 if (f) polder_far_send(address of low, buffer, bytes);
#include "compiler/lower/runs/coalesced_transfers.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

constexpr unsigned buffer_bytes = 8192; // what polder_far_fits in abi.h lets a run have

} // namespace

/// Code in front of a run: how much of it fits into the buffers.
void CoalescedTransfers::declare_fetch(Group &g, const std::string &left, Composer &out) {
    const Reference &least = *g.members.front();
    const std::string size = Pointers(in).element_size(least.expr->base->type);
    g.address = fresh("address", least.expr);
    g.elsewhere = fresh("elsewhere", least.expr);
    g.bytes = fresh("bytes", least.expr);
    out.text("const " + abi::ga + " " + g.address + " = " + g.span + ".bias + (" + abi::ga + ")" + g.low + " * " +
             size + "; const int " + g.elsewhere + " = !" + std::string(AddressSpaces(in).near_test()) + g.address +
             "); if (" + g.elsewhere + ") " + left + " = " + abi::far_fits + "(" + g.high + " - " + g.low + ", " +
             std::to_string(least.stride) + ", " + size + ", " + left + "); ");
}

/// Code in front of a run whose length is known: how many bytes each buffer takes.
std::string CoalescedTransfers::declare_bytes(LoopNest &nest, const std::string &left) {
    std::string text;
    for (Group &g : nest.groups) {
        if (!g.fetched) continue;
        const Reference &least = *g.members.front();
        const std::string extent = g.high == g.low ? "" : g.high + " - " + g.low + " + ";
        text += "const unsigned long " + g.bytes + " = (unsigned long)(" + extent + "(" + left + " - 1) * " +
                std::to_string(least.stride) + "L + 1) * " + Pointers(in).element_size(least.expr->base->type) + "; ";
    }
    return text;
}

/// Where element 0 of a group is, as it were, in this run.
std::string CoalescedTransfers::fetched_pointer(Group &g, std::string &buffers) {
    g.buffer = fresh("buffer", g.members.front()->expr);
    buffers += "char " + g.buffer + "[" + std::to_string(buffer_bytes) + "] __attribute__((aligned(64))); ";
    const std::string place =
        g.read ? abi::far_fetch + "(" + g.buffer + ", " + g.address + ", " + g.bytes + ")" : g.buffer;
    return "(" + g.elsewhere + " ? (void *)((" + abi::ga + ")" + place + " - (" + g.address + " - " + g.span +
           ".bias)) : " + std::string(AddressSpaces(in).here()) + g.span + ".bias))";
}

/// Code: no span that is sent overlaps another one elsewhere, over the run.
std::string CoalescedTransfers::apart_tests(const LoopNest &nest) {
    std::string tests;
    for (size_t w = 0; w < nest.groups.size(); ++w)
        for (size_t o = 0; o < nest.groups.size() && nest.groups[w].sent; ++o) {
            const Group &sent = nest.groups[w];
            const Group &other = nest.groups[o];
            if (o == w || !other.fetched || (other.sent && o < w)) continue;
            tests += " && (!(" + sent.elsewhere + " & " + other.elsewhere + ") || " + abi::disjoint + "(" +
                     sent.address + ", " + sent.address + " + " + sent.bytes + ", " + other.address + ", " +
                     other.address + " + " + other.bytes + "))";
        }
    return tests;
}

/// Behind a run: what it has written in buffers.
std::string CoalescedTransfers::sends(const LoopNest &nest, const std::string &left) {
    std::string text;
    for (const Group &g : nest.groups) {
        if (!g.sent) continue;
        const Reference &least = *g.members.front();
        const std::string size = Pointers(in).element_size(least.expr->base->type);
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
