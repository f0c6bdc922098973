// UPC's part of types: layout qualifiers and how they combine, [*], THREADS in array bounds. UPC
// 1.3 6.5.1 and 6.5.2.
#pragma once

#include "compiler/sema/convert/conversions.h"
#include "compiler/sema/decl/declarator_chunks.h"

#include <unordered_set>

namespace polder::cc {

/// THREADS alone or times an integer constant: the constant; 0 if the expression is not of that
/// form. `pedantic` is set where UPC's grammar would not have it.
uint64_t threads_product(Context &ctx, const Expr *e, bool &pedantic);
bool mentions_threads(const Expr *e);

class SharedTypes : SemaPart {
public:
    SharedTypes(SemaState &s, const Conversions &conversions) : SemaPart(s), conversions_(conversions) {}

    void on_layout(Qualifiers &q, Expr *size, LayoutKind kind, TokenRange range);
    QualType apply_qualifiers(QualType t, const Qualifiers &q, bool explicit_layout, TokenIndex where);
    QualType with_block(QualType t, uint64_t block);
    /// shared [*]: the block that the size of the complete type asks for.
    QualType resolve_star(QualType t, TokenIndex where);
    /// Constraints of UPC 1.3 6.5.2 on a declared shared object or any shared type.
    void check_array(QualType t, TokenIndex where, bool object);
    bool has_explicit_layout(const TypedefDecl *d) const { return explicit_layout_.count(d) != 0; }
    void note_explicit_layout(const TypedefDecl *d) { explicit_layout_.insert(d); }

private:
    bool block_size(Qualifiers &q, Expr *size, uint64_t &block);

    const Conversions &conversions_;
    std::unordered_set<const TypedefDecl *> explicit_layout_;
};

} // namespace polder::cc
