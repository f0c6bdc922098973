// Pragmas: UPC's take effect here (UPC 1.3 6.7.1), #pragma pack too. Of OpenMP's directives is
// said what they govern; all others are carried along.
#pragma once

#include "compiler/parse/cursor/parser_state.h"

#include <string_view>
#include <vector>

namespace polder::cc {

/// An OpenMP directive, as far as the statement behind it is concerned.
struct OmpDirective {
    bool standalone = false; // governs no statement
    bool other_threads = false;
    bool starts_threads = false;
};
OmpDirective omp_directive(std::string_view pragma);

class Pragmas final : public PragmaListener, ParserPart {
public:
    explicit Pragmas(ParserState &s) : ParserPart(s) { cursor_.tell_of_pragmas(*this); }

    void take_pragma(TokenIndex t) override { act_on(t, false); }
    PragmaKind act_on(TokenIndex t, bool misplaced);
    /// Around a statement whose directive starts threads.
    void enter_omp_region() { omp_regions_++; }
    void leave_omp_region() { omp_regions_--; }

private:
    void act_on_upc(TokenIndex t, std::string_view rest, bool misplaced);
    void act_on_pack(std::string_view rest);
    void act_on_threadprivate(std::string_view rest);
    void check_data_clauses(TokenIndex t, std::string_view rest);

    std::vector<uint32_t> pack_stack_;
    unsigned omp_regions_ = 0; // OpenMP constructs around this point that start threads
};

} // namespace polder::cc
