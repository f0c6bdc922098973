// CoalescedTransfers: groups that are fetched or sent a run at a time.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

class CoalescedTransfers : public Lowering {
public:
    using Lowering::Lowering;

    void declare_fetch(Group &g, const std::string &left, Composer &out);
    std::string declare_bytes(LoopNest &nest, const std::string &left);
    std::string fetched_pointer(Group &g, std::string &buffers);
    std::string apart_tests(const LoopNest &nest);
    std::string sends(const LoopNest &nest, const std::string &left);
};

} // namespace polder::cc
