// A subset of a team: the members that take part in one phase of a collective operation, numbered
// from 0. All members of the team, those of one node, and one member of each node are such subsets.
#pragma once

#include <cstdint>

namespace polder::coll {

struct Subset {
    unsigned size = 1;
    unsigned me = 0;
    unsigned first = 0; // ranks in the team: a progression
    unsigned stride = 1;
    const std::uint32_t *table = nullptr; // or these
    unsigned changed = ~0u;               // but one has another one (the root stands for its node)
    unsigned changed_rank = 0;
    unsigned turned = 0; // numbers begin with this one of them, and go round

    unsigned rank(unsigned number) const {
        if (turned) number = static_cast<unsigned>((std::uint64_t{number} + turned) % size);
        if (number == changed) return changed_rank;
        return table ? table[number] : first + number * stride;
    }
    // `number` steps after the caller, and before it.
    unsigned after(unsigned number) const { return static_cast<unsigned>((std::uint64_t{me} + number) % size); }
    unsigned before(unsigned number) const { return static_cast<unsigned>((std::uint64_t{me} + size - number) % size); }
};

} // namespace polder::coll
