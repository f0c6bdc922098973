// StridedPointers: addresses that are carried along.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

class StridedPointers : public Lowering {
public:
    using Lowering::Lowering;

    void declare_strided_pointers(LoopNest &nest, Composer &out);
    std::string advance_strided_pointers(const LoopNest &nest, bool fast) const;
    std::string rows_here(LoopNest &nest, std::string &tests);

private:
    std::string measured_moves(const StridedPointer &w, const LoopNest &nest, Composer &out);
};

} // namespace polder::cc
