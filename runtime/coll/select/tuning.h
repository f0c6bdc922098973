// Tuning: which algorithm an operation takes, by its bytes and the topology of the team. A table
// has lines, and the first that fits decides. `polder tune` writes one for a machine. A built-in
// table is behind it, so something always fits.
//
// A line of the file:   operation  where  members  bytes  algorithm  [parameter]
//    where      node: all members are on one node; nodes: they are not; any
//    members    at most so many; * for any. Of a hierarchical operation: nodes
//    bytes      of a block, at most; sizes like 64k; * for any
//    parameter  fan of a tree, bytes of a chain's segment; 0 or nothing: what is usual
// What follows a # means nothing.
//
// All members of a team use the same table (tuning_agreement.cc).
#pragma once

#include "runtime/coll/request/algorithm.h"
#include "runtime/coll/topology/team_topology.h"

#include <cstdio>

namespace polder::coll {

struct TuningRule {
    enum class Where : std::uint8_t { any, node, nodes };
    Collective collective;
    Where where;
    Algorithm algorithm;
    std::uint32_t members; // at most; ~0: any
    std::uint32_t parameter;
    std::uint64_t bytes; // at most; ~0: any
};

struct TuningTable {
    static constexpr unsigned most = 192;
    unsigned count = 0;
    TuningRule rules[most];
};

struct TuningQuestion {
    Collective collective;
    std::size_t bytes; // of a block
    unsigned members;  // of the level that the algorithm is for: TeamTopology::nodes if there are levels
    bool one_node;
    bool ordered = false;
    bool uneven = false;
};
// What the table says, or else the built-in one; then tuning_possible.
Choice tuning_choose(const TuningTable &table, const TuningQuestion &question);
// The rule that decides, and whether it is a built-in one; for people.
const TuningRule &tuning_rule(const TuningTable &table, const TuningQuestion &question, bool *built_in);
// An algorithm that cannot do what is asked gives way to one that can. A ring cannot keep an order,
// a tree cannot take blocks of different lengths.
Choice tuning_possible(Choice choice, const TuningQuestion &question);
// The question of a team's operation.
TuningQuestion tuning_question(const TeamTopology &team, const CollectiveArguments &call);

// Reads a table. False: a line is wrong, `error` says which and why ("line 3: ...").
bool tuning_parse(const char *text, TuningTable *table, char *error, std::size_t error_size);
void tuning_print(std::FILE *out, const TuningTable &table);
const TuningTable &tuning_built_in();

// The file of this machine: what POLDER_TUNING names, else tuning-HOST in polder's folder of the
// user's configuration. False: there is no place for it (no home); named: by POLDER_TUNING.
bool tuning_path(char *path, std::size_t size, bool *named);
// Reads that file. A file of this machine need not exist, one that is named must. False: error says
// what is wrong with it.
bool tuning_load(TuningTable *table, char *error, std::size_t error_size);

// The table of the job (tuning_agreement.cc).
const TuningTable &tuning_of_job();

} // namespace polder::coll
