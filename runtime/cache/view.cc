// Views of the cache: lines that lie behind one another here as they do there.
#include "runtime/cache/lines.h"
#include "runtime/segment/where.h"

#include <polder/abi.h>

#include <algorithm>

namespace polder::cache {

namespace {

constexpr polder_ga group_bytes = 8 * far_line_bytes; // fetched together

// [begin, end) in groups from its beginning: the one that `at` is in.
struct Group {
    polder_ga first;
    polder_ga last;
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
    polder_ga first = line;
    polder_ga last = line + far_line_bytes;
    for (unsigned p = place; first > group.first && p > 0 && is_next(c, p - 1, first - far_line_bytes); --p) {
        first -= far_line_bytes;
        line_used(c.line[p - 1]);
    }
    for (unsigned p = place; last < group.last && is_next(c, p + 1, last); ++p) {
        last += far_line_bytes;
        line_used(c.line[p + 1]);
    }
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

} // namespace polder::cache
