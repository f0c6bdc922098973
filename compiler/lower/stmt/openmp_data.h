// OpenMPData: private data of static storage duration in the data clauses of OpenMP.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// What an OpenMP construct does with a variable. Either each thread has a private copy, without
/// the value or with it. Or the last value goes back, or all values joined.
enum class DataUse : uint8_t { none, own, copy, result, reduce };

/// The locals that stand in for private data in an OpenMP construct: code in front of and behind
/// it.
struct OmpData {
    std::string before;
    std::string after;
    bool replaces = false; // one at least
};

class OpenMPData : public Lowering {
public:
    using Lowering::Lowering;

    OmpData omp_data(PragmaStmt *s, std::string &text, StandIns &stand_ins);

private:
    std::vector<VarDecl *> private_objects(Node *n);
    DataUse data_use(PragmaStmt *s, VarDecl *v);
    bool is_result_inside(Node *n, VarDecl *v);
    std::vector<VarDecl *> loop_counters(PragmaStmt *s);
    void rename_private(OmpData &data, VarDecl *v, DataUse use, StandIns &stand_ins);
    void reduce_in_place(OmpData &data, VarDecl *v, std::string &text, StandIns &stand_ins);
};

} // namespace polder::cc
