// The policies of segments, by mbind. libnuma would be one more library that programs link.
#include "runtime/segment/domains.h"

#include "runtime/locality/locality.h"
#include "runtime/segment/segment.h"

#include <climits>
#include <cstring>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr const char *names[] = {"owner", "interleave", "touch"};

constexpr unsigned most_domains = 1024; // as many as Linux can be built for
constexpr unsigned word_bits = sizeof(unsigned long) * CHAR_BIT;
struct Mask {
    unsigned long word[most_domains / word_bits];
};

void apply(unsigned first, unsigned count, int policy, const Mask &mask) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(count) << node_range.shift;
    syscall(SYS_mbind, segment_of(first), bytes, policy, mask.word, most_domains + 1, 0);
}

unsigned domain_of(unsigned thread) { // + 1; 0: not known
    return static_cast<unsigned>(locality::thread_locality(control(), thread).domain);
}

// Neighbours on one domain are one call.
void apply_owners() {
    const JobShape &shape = control().shape;
    for (unsigned thread = shape.first, next; shape.has(thread); thread = next) {
        const unsigned domain = domain_of(thread);
        for (next = thread + 1; shape.has(next) && domain_of(next) == domain;)
            ++next;
        if (!domain || domain > most_domains) continue;
        Mask mask{};
        mask.word[(domain - 1) / word_bits] = 1UL << (domain - 1) % word_bits;
        apply(thread, next - thread, MPOL_PREFERRED, mask);
    }
}

void apply_all() {
    Mask allowed{};
    if (syscall(SYS_get_mempolicy, nullptr, allowed.word, most_domains + 1, nullptr, MPOL_F_MEMS_ALLOWED) == 0)
        apply(control().shape.first, node_threads(), MPOL_INTERLEAVE, allowed);
}

} // namespace

bool segment_domains_parse(const char *name, SegmentDomains *domains) {
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (!std::strcmp(name, names[i])) {
            *domains = static_cast<SegmentDomains>(i);
            return true;
        }
    return false;
}

const char *segment_domains_names() {
    return "owner, interleave or touch";
}

void segment_domains_apply(SegmentDomains domains) {
    const int machine_has = locality::node_counts(control(), mynode()).count[POLDER_LEVEL_NUMA] - 1;
    if (domains == SegmentDomains::interleave)
        apply_all();
    else if (domains == SegmentDomains::owner && machine_has > 1)
        apply_owners();
}

} // namespace polder
