// Block numbers: an index that says which block its element lies in.
//   before   board[(i + h) % h * 200 + (j + w) % w]     // shared [200] char *board
//   after    block (i + h) % h, place (j + w) % w
//
// The block's place is found without a division by 200. What is the same in several accesses, or in
// all iterations of a loop, compilers find out once: the block, not the place.
//
// Proof obligation: index = block number * block + place, whatever the place is. Code compares the
// place with the block's size, and takes the sum where it is another block's.
#pragma once

#include "compiler/lower/core/lowering.h"

#include <optional>
#include <vector>

namespace polder::cc {

/// Parts of an index. Both null: it has none.
struct BlockNumber {
    Node *block = nullptr; // code of type long
    Node *place = nullptr; // elements from there on; code of type long
};

class BlockNumbers : public Lowering {
public:
    using Lowering::Lowering;

    /// Of an index in elements. All of it is lowered, if it has parts.
    BlockNumber split(Expr *index, uint64_t block) const;

private:
    struct Term {
        Expr *expr; // null: 1
        long times;
    };
    struct Terms {
        std::vector<Term> blocks;
        std::vector<Term> places;
    };
    bool collect(Expr *e, bool minus, long block, Terms &terms) const;
    std::optional<Term> multiple(Expr *e, long block) const;
    Node *sum(const std::vector<Term> &terms) const;
};

} // namespace polder::cc
