// Alias versioning. A contiguous run whose memory is known to the last byte becomes a function with
// `restrict` parameters, which the back end optimises. A test in front of the call makes sure that
// nothing overlaps.
//   before   for (; i < stop; i++) q2[i] = q3[i + 1] + c;      // a run; q2 and q3 might overlap
//   after    static inline void f4(long n, double *restrict q5, const double *restrict q6,
//              double u7) { for (long k = 0; k < n; k++) q5[k] = q6[k] + u7; }
//            { const long n = stop - i; double *q5 = &q2[i]; const double *q6 = &q3[i + 1];
//              if (polder_disjoint(q5, q5 + n, q6, q6 + n)) { f4(n, q5, q6, c); i += n; }
//              else for (; i < stop; i++) q2[i] = q3[i + 1] + c; }
// The function is inlined; compilers heed `restrict` on parameters only. A C program does not need
// this where its arrays are mallocs of its own: compilers know that those do not overlap.
//
// Jam: unroll-and-jam. Some iterations of an outer loop are done in one inner loop, if all of them
// run over the same elements there (matrix products). What they share is then read and written
// once. Legal if nothing that one iteration writes is touched by another, except the same place in
// the same inner iteration. The test of alias versioning shows that. An address that the outer loop
// does not move is the same place.
//
// Which memory a body touches: compiler/optimize/regions/alias_regions.h, with the vocabulary.
#pragma once

#include "compiler/lower/runs/strip_mine.h"
#include "compiler/optimize/regions/alias_regions.h"

namespace polder::cc {

class AliasVersioning : public Lowering {
public:
    using Region = AliasRegions::Region;
    using Captured = AliasRegions::Captured;

    /// Of a loop whose regions are known. `outer`: that of a jam.
    AliasVersioning(const LowerContext &context, const AliasRegions &regions, const StripLoop &loop,
                    const StripLoop *outer = nullptr)
        : Lowering(context), found_(regions), loop_(loop), outer_(outer), region_places_(regions.regions().size()),
          captured_places_(regions.captured().size()) {}

    /// Variables for where the regions of so many copies are, and for the head's scalars.
    Node *declare(unsigned copies);
    /// Their values for a copy, at the present values of the variables, where `at` is.
    Node *assign(unsigned copy, const LowerContext &at);
    /// No region overlaps one that is written, `n` iterations long.
    std::string tests(const std::string &n) const;
    /// The call of the function for n iterations; the function itself is put in front of the one
    /// that is being lowered.
    Node *call(Stmt *body, const std::string &n);

private:
    std::string plain_type(QualType type) const { return print(types.canonical(types.unshared(type)).unqualified()); }
    std::string pointer(const Region &r, const std::string &name) const;
    Node *copy_body(Stmt *body, unsigned copy, const std::string &k);

    const AliasRegions &found_;
    const StripLoop &loop_;
    const StripLoop *outer_;
    // Names of the variables, by region or scalar: one for each copy, or one that the copies share.
    std::vector<std::vector<std::string>> region_places_;
    std::vector<std::vector<std::string>> captured_places_;
    unsigned copies_ = 1;
};

} // namespace polder::cc
