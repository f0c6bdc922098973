// Phases of a hierarchical operation, and the tags of their messages.
#pragma once

namespace polder::coll {

// Phases of an operation, for tags: two phases never use the same tag.
constexpr unsigned tag_of(unsigned phase, unsigned number = 0) {
    return phase << 24 | number;
}

// up       from the members of a node to its representative
// across   between nodes
// down     from the representative back to the members of its node
// outside  past the hierarchy, straight from member to member
enum Phase : unsigned { up, across, down, outside };

inline constexpr unsigned node_fan = 2; // log2 of the fan of trees inside a node

} // namespace polder::coll
