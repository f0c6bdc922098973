// Rank tree: who passes what to whom in a collective operation. Members are numbered from the root
// (0) on; numbers relative to another member make that member the root.
//
// With a fan of F = 2^bits, the parent of v is v with its lowest non-zero digit in base F set to 0.
// From this follow:
//   1. The subtree of v is a range of consecutive numbers that begins with v.
//   2. Children in ascending order continue that range, so combining from left to right keeps the
//      order of the members.
//   3. Up to F members the tree is flat: all are children of the root.
//   4. Its depth is the number of digits of size - 1.
#pragma once

namespace polder::coll {

struct Tree {
    unsigned size;
    unsigned bits; // log2 of the fan, at least 1

    // How far the lowest digit of v that is not 0 is shifted; v is not 0.
    unsigned digit_shift(unsigned v) const { return static_cast<unsigned>(__builtin_ctz(v)) / bits * bits; }

    unsigned parent(unsigned v) const {
        const unsigned shift = digit_shift(v) + bits;
        return static_cast<unsigned>(static_cast<unsigned long>(v) >> shift << shift);
    }

    // Calls visit(child), children ascending.
    template <class Visit> void children(unsigned v, Visit visit) const {
        const unsigned long end = v ? 1ul << digit_shift(v) : size;
        const unsigned long fan = 1ul << bits;
        for (unsigned long step = 1; step < end && v + step < size; step *= fan)
            for (unsigned long child = v + step, last = v + step * fan; child < last && child < size; child += step)
                visit(static_cast<unsigned>(child));
    }

    unsigned child_count(unsigned v) const {
        unsigned count = 0;
        children(v, [&](unsigned) { ++count; });
        return count;
    }

    unsigned depth() const {
        unsigned depth = 0;
        for (unsigned long reach = 1; reach < size; reach <<= bits)
            ++depth;
        return depth;
    }
};

} // namespace polder::coll
