// CoalescedTransfers: groups that are fetched or sent a run at a time.
#pragma once

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

class CoalescedTransfers : public Lowering {
public:
    using Lowering::Lowering;

    void declare_part(Group &g, const Element &at, Composer &out);
    std::string cut(const Group &g, const std::string &left);
    std::string begin(const Group &g, const std::string &left, std::string &buffers);
    std::string apart_tests(const LoopNest &nest, const std::string &left);
    std::string sends(const LoopNest &nest, const std::string &left);
};

} // namespace polder::cc
