// The built-in table, and the choice by a table; see tuning.h. Files of tables: tuning_file.cc.
#include "runtime/coll/select/tuning.h"

namespace polder::coll {
namespace {

using C = Collective;
using A = Algorithm;
using W = TuningRule::Where;
constexpr std::uint32_t any = ~0u;
constexpr std::uint64_t all = ~std::uint64_t{0};

// Measured over TCP between two network namespaces and inside a node on two cores; elsewhere by
// what the algorithms cost (algorithm.h).
constexpr TuningTable built_in = {31,
                                  {
                                      {C::barrier, W::any, A::dissemination, any, 0, all},
                                      {C::broadcast, W::any, A::tree, any, 0, 32768},
                                      {C::broadcast, W::any, A::tree, 2, 0, all},
                                      {C::broadcast, W::nodes, A::chain, 8, 524288, all},
                                      {C::broadcast, W::any, A::chain, 8, 65536, all},
                                      {C::broadcast, W::any, A::tree, any, 0, 262144},
                                      {C::broadcast, W::any, A::chain, any, 65536, all},
                                      {C::reduce, W::any, A::tree, any, 0, 131072},
                                      {C::reduce, W::nodes, A::chain, 8, 262144, all},
                                      {C::reduce, W::any, A::chain, 8, 65536, all},
                                      {C::reduce, W::any, A::tree, any, 0, all},
                                      {C::allreduce, W::any, A::doubling, any, 0, 16384},
                                      {C::allreduce, W::any, A::doubling, 2, 0, 65536},
                                      {C::allreduce, W::node, A::direct, any, 0, all},
                                      {C::allreduce, W::any, A::ring, any, 0, all},
                                      {C::scan, W::any, A::doubling, any, 0, all},
                                      {C::gather, W::nodes, A::binomial, any, 0, 512},
                                      {C::gather, W::nodes, A::direct, any, 0, all},
                                      {C::gather, W::any, A::binomial, any, 0, 1024},
                                      {C::gather, W::any, A::linear, any, 0, all},
                                      {C::scatter, W::nodes, A::binomial, any, 0, 1024},
                                      {C::scatter, W::nodes, A::direct, any, 0, all},
                                      {C::scatter, W::any, A::binomial, any, 0, 1024},
                                      {C::scatter, W::any, A::linear, any, 0, all},
                                      {C::allgather, W::any, A::bruck, any, 0, 2048},
                                      {C::allgather, W::node, A::direct, any, 0, all}, // straight into place
                                      {C::allgather, W::any, A::ring, any, 0, all},
                                      {C::alltoall, W::any, A::pairwise, 4, 0, 32768},
                                      {C::alltoall, W::any, A::bruck, any, 0, 256},
                                      {C::alltoall, W::any, A::pairwise, any, 0, 32768},
                                      {C::alltoall, W::any, A::direct, any, 0, all},
                                  }};

const TuningRule *find(const TuningTable &table, const TuningQuestion &q) {
    for (unsigned i = 0; i < table.count; ++i) {
        const TuningRule &rule = table.rules[i];
        const bool where = rule.where == W::any || (rule.where == W::node) == q.one_node;
        if (rule.collective == q.collective && where && q.members <= rule.members && q.bytes <= rule.bytes)
            return &rule;
    }
    return nullptr;
}

} // namespace

const TuningTable &tuning_built_in() {
    return built_in;
}

const TuningRule &tuning_rule(const TuningTable &table, const TuningQuestion &question, bool *is_built_in) {
    const TuningRule *rule = find(table, question);
    *is_built_in = !rule;
    return rule ? *rule : *find(built_in, question);
}

Choice tuning_possible(Choice choice, const TuningQuestion &q) {
    if (q.collective == C::allreduce && q.ordered && choice.algorithm == A::ring) return {A::doubling, 0};
    if (choice.algorithm == A::direct || !q.uneven) return choice;
    if (q.collective == C::gather || q.collective == C::scatter) return {A::linear, 0};
    if (q.collective == C::alltoall) return {A::pairwise, 0};
    return choice;
}

Choice tuning_choose(const TuningTable &table, const TuningQuestion &question) {
    bool is_built_in;
    const TuningRule &rule = tuning_rule(table, question, &is_built_in);
    return tuning_possible({rule.algorithm, rule.parameter}, question);
}

TuningQuestion tuning_question(const TeamTopology &team, const CollectiveArguments &call) {
    const bool levels = team.nodes > 1 && team.nodes < team.all.size;
    // Members do not know others' lengths.
    const std::size_t bytes = call.uneven && call.collective != Collective::allgather ? 0 : call.bytes;
    return {call.collective, bytes, levels ? team.nodes : team.all.size, team.nodes == 1, call.ordered, call.uneven};
}

} // namespace polder::coll
