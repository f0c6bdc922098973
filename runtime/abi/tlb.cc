// Translation caches (include/polder/tlb.h): finds by index what a loop reads in no known order.
#include "runtime/cache/lines.h"
#include "runtime/rma/copy.h"

#include <polder/abi.h>

using namespace polder;

namespace polder::abi {
namespace {

const volatile unsigned long never_changes = 0;

struct Place {
    polder_ga ga;
    polder_ga begin; // what is certain to be there around it, on one thread
    polder_ga end;
};

Place place(polder_gp base, long i, unsigned long size, unsigned long block) {
    const polder_ga distance = static_cast<polder_ga>(i) * size;
    if (block) {
        const polder_span span = polder_span_pointer(polder_env_get(), base, i, size, block);
        const auto at = [&](long index) { return span.bias + static_cast<polder_ga>(index) * size; };
        if (span.end - span.first <= static_cast<long>(block)) return {at(i), at(span.first), at(span.end)};
        base.ga = span.bias; // one thread has all
    }
    const polder_ga ga = base.ga + distance;
    if (!is_far(ga) && ga_is_shared(ga)) return {ga, ga_of_segment(ga_thread(ga)), ga_of_segment(ga_thread(ga) + 1)};
    constexpr polder_ga page = 4096;
    return {ga, ga / page * page, ga / page * page + page};
}

// Slots go with blocks, where these are as long as chunks, else with addresses.
void begin(polder_tlb &tlb, polder_gp base, unsigned long size, unsigned long block) {
    const cache::FarCache *c = cache::cache_of_caller();
    tlb.now = c ? reinterpret_cast<const volatile unsigned long *>(&c->version) : &never_changes;
    tlb.version = *tlb.now;
    tlb.shift = static_cast<long>(block ? base.phase % (tlb.chunk / size) : base.ga % tlb.chunk / size);
    for (polder_tlb_entry &entry : tlb.entry)
        entry.count = 0;
}

// data: of element i, which lies at p.ga; the elements that begin and end in [begin, end).
void *remember(polder_tlb &tlb, long i, unsigned long size, const Place &p, const void *data) {
    const unsigned long slot = static_cast<unsigned long>(i + tlb.shift) / (tlb.chunk / size) % polder_tlb_entries;
    const unsigned long before = (p.ga - p.begin) / size;
    const unsigned long behind = (p.end - p.ga) / size;
    tlb.entry[slot] = {i - static_cast<long>(before), before + behind,
                       reinterpret_cast<polder_ga>(data) - static_cast<polder_ga>(i) * size, 0};
    return const_cast<void *>(data);
}

} // namespace
} // namespace polder::abi

using namespace polder::abi;

static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(unsigned long) &&
              std::atomic<std::uint64_t>::is_always_lock_free);

extern "C" [[gnu::visibility("default")]] void *polder_tlb_find(polder_tlb *tlb, polder_gp base, long i,
                                                                unsigned long size, unsigned long block) {
    if (!tlb->now || tlb->version != *tlb->now) begin(*tlb, base, size, block);
    Place p = place(base, i, size, block);
    if (!is_far(p.ga)) return remember(*tlb, i, size, p, near_pointer(p.ga));
    const cache::FarView here = cache::far_cache_view(p.ga, size, p.begin, p.end);
    if (!here.data) {
        rma::far_get(tlb->copy, p.ga, size);
        return tlb->copy;
    }
    if (tlb->now == &never_changes || tlb->version != *tlb->now)
        begin(*tlb, base, size, block); // the cache is new, or a line made room
    return remember(*tlb, i, size, {p.ga, here.begin, here.end}, here.data);
}

extern "C" [[gnu::visibility("default")]] void *polder_tlb_find_address(polder_tlb *tlb, polder_ga at,
                                                                        unsigned long size) {
    if (!tlb->now || tlb->version != *tlb->now) begin(*tlb, {}, 1, 0);
    const polder_ga page = at / polder_tlb_page * polder_tlb_page;
    const cache::FarView here = cache::far_cache_view(at, size, page, page + polder_tlb_page);
    if (!here.data) {
        rma::far_get(tlb->copy, at, size);
        return tlb->copy;
    }
    if (tlb->now == &never_changes || tlb->version != *tlb->now) begin(*tlb, {}, 1, 0);
    const unsigned long bytes = here.end - here.begin;
    tlb->entry[polder_tlb_slot(at)] = {static_cast<long>(here.begin), bytes - (size - 1),
                                       reinterpret_cast<polder_ga>(here.data) - at, 0};
    return here.data;
}
