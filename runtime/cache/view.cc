// Views (include/polder/view.h): what a loop reads in no known order is looked up by index.
#include "runtime/cache/lines.h"
#include "runtime/rma/copy.h"

#include <polder/abi.h>

#include <algorithm>

namespace polder {

namespace {

constexpr polder_ga group_bytes = 8 * far_line_bytes; // fetched together

// [begin, end) in groups from its beginning: the one that `at` is in.
struct Group {
    polder_ga first, last;
};
Group group_of(polder_ga at, polder_ga begin, polder_ga end) {
    const polder_ga first = begin + (at - begin) / group_bytes * group_bytes;
    return {first, std::min(first + group_bytes, end)};
}

// The lines of the group, in one get if none is here.
void fetch_group(FarCache &c, polder_ga at, polder_ga begin, polder_ga end) {
    const Group group = group_of(at, begin, end);
    const polder_ga first = line_of(group.first);
    c.wanted = static_cast<unsigned>((group.last - first + far_line_bytes - 1) / far_line_bytes);
    line_fetched(c, first);
    c.wanted = 1;
}

bool is_next(const FarCache &c, unsigned place, polder_ga at) {
    return place < cache_ways * c.places() && c.line[place].at == at &&
           c.line[place].epoch == c.epoch.load(std::memory_order_relaxed);
}

// As far as valid lines lie behind one another here as they do there.
FarView view_around(FarCache &c, unsigned place, polder_ga at, polder_ga begin, polder_ga end) {
    const polder_ga line = line_of(at);
    const Group group = group_of(at, begin, end);
    polder_ga first = line, last = line + far_line_bytes;
    for (unsigned p = place; first > group.first && p > 0 && is_next(c, p - 1, first - far_line_bytes); --p)
        first -= far_line_bytes, line_used(c.line[p - 1]);
    for (unsigned p = place; last < group.last && is_next(c, p + 1, last); ++p)
        last += far_line_bytes, line_used(c.line[p + 1]);
    return {c.bytes_of(place) + in_line(at), std::max(first, begin), std::min(last, end)};
}

} // namespace

FarView far_cache_view(polder_ga at, std::size_t bytes, polder_ga begin, polder_ga end) {
    FarCache *c = in_line(at) + bytes > far_line_bytes ? nullptr : cache_enter(bytes, far_cached_bytes);
    if (!c) return {nullptr, 0, 0};
    far_check("read", at, bytes);
    unsigned place = find_valid(*c, at);
    if (place == no_place) {
        fetch_group(*c, at, begin, end);
        place = find_valid(*c, at);
    }
    for (unsigned tries = 0; place == no_place && tries < 3; ++tries) { // a handler may have begun an epoch meanwhile
        line_fetched(*c, line_of(at));
        place = find_valid(*c, at);
    }
    const FarView view = place == no_place ? FarView{nullptr, 0, 0} : view_around(*c, place, at, begin, end);
    c->owner.leave();
    return view;
}

} // namespace polder

using namespace polder;

namespace polder {
namespace {

const volatile unsigned long never_changes = 0;

struct Place {
    polder_ga ga, begin, end; // what is certain to be there, around it, on one thread
};

Place place(polder_gp base, long i, unsigned long size, unsigned long block) {
    const polder_ga distance = static_cast<polder_ga>(i) * size;
    if (block) {
        const polder_piece piece = polder_piece_pointer(polder_env_get(), base, i, size, block);
        const auto at = [&](long index) { return piece.bias + static_cast<polder_ga>(index) * size; };
        if (piece.end - piece.first <= static_cast<long>(block)) return {at(i), at(piece.first), at(piece.end)};
        base.ga = piece.bias; // one thread has all
    }
    const polder_ga ga = base.ga + distance;
    if (!is_far(ga) && ga_is_shared(ga)) return {ga, ga_of_segment(ga_thread(ga)), ga_of_segment(ga_thread(ga) + 1)};
    constexpr polder_ga page = 4096;
    return {ga, ga / page * page, ga / page * page + page};
}

// Slots go with blocks, where these are as long as chunks, else with addresses.
void begin(polder_view &view, polder_gp base, unsigned long size, unsigned long block) {
    const FarCache *c = local(far_cache).load(std::memory_order_relaxed);
    view.now = c ? reinterpret_cast<const volatile unsigned long *>(&c->version) : &never_changes;
    view.version = *view.now;
    view.shift = static_cast<long>(block ? base.phase % (view.chunk / size) : base.ga % view.chunk / size);
    for (polder_view_piece &piece : view.piece)
        piece.count = 0;
}

// data: of element i, which lies at p.ga; the elements that begin and end in [begin, end).
void *remember(polder_view &view, long i, unsigned long size, const Place &p, const void *data) {
    const unsigned long slot = static_cast<unsigned long>(i + view.shift) / (view.chunk / size) % polder_view_pieces;
    const unsigned long before = (p.ga - p.begin) / size, behind = (p.end - p.ga) / size;
    view.piece[slot] = {i - static_cast<long>(before), before + behind,
                        reinterpret_cast<polder_ga>(data) - static_cast<polder_ga>(i) * size, 0};
    return const_cast<void *>(data);
}

} // namespace
} // namespace polder

static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(unsigned long) &&
              std::atomic<std::uint64_t>::is_always_lock_free);

extern "C" [[gnu::visibility("default")]] void *polder_view_find(polder_view *view, polder_gp base, long i,
                                                                 unsigned long size, unsigned long block) {
    if (!view->now || view->version != *view->now) begin(*view, base, size, block);
    Place p = place(base, i, size, block);
    if (!is_far(p.ga)) return remember(*view, i, size, p, near_pointer(p.ga));
    const FarView here = far_cache_view(p.ga, size, p.begin, p.end);
    if (!here.data) {
        far_get(view->copy, p.ga, size);
        return view->copy;
    }
    if (view->now == &never_changes || view->version != *view->now)
        begin(*view, base, size, block); // the cache is new, or a line made room
    return remember(*view, i, size, {p.ga, here.begin, here.end}, here.data);
}

extern "C" [[gnu::visibility("default")]] void *polder_view_find_address(polder_view *view, polder_ga at,
                                                                         unsigned long size) {
    if (!view->now || view->version != *view->now) begin(*view, {}, 1, 0);
    const polder_ga page = at / polder_view_page * polder_view_page;
    const FarView here = far_cache_view(at, size, page, page + polder_view_page);
    if (!here.data) {
        far_get(view->copy, at, size);
        return view->copy;
    }
    if (view->now == &never_changes || view->version != *view->now) begin(*view, {}, 1, 0);
    const unsigned long bytes = here.end - here.begin;
    view->piece[polder_view_slot(at)] = {static_cast<long>(here.begin), bytes - (size - 1),
                                         reinterpret_cast<polder_ga>(here.data) - at, 0};
    return here.data;
}
