// Conversions of values, as nodes: lvalue conversion, decay, promotions, the usual arithmetic
// conversions, and conversion as if by assignment. The last one enforces UPC's rules for
// pointers-to-shared (UPC 1.3 6.4.3).
#pragma once

#include "compiler/sema/names/sema_state.h"
#include "compiler/sema/names/suggestions.h"

namespace polder::cc {

/// Where a value is converted as if by assignment: for the wording of messages.
enum class AssignContext : uint8_t { assignment, initialisation, argument, result, barrier };

/// The member as which e designates a bit-field; null otherwise.
FieldDecl *bit_field(const Expr *e);
/// The bit-field whose value e has, and so whose width decides what e is promoted to. That is also
/// the target of an assignment. Null: none.
FieldDecl *value_bit_field(const Expr *e);

class Conversions : SemaPart {
public:
    Conversions(SemaState &s, Suggestions &suggestions) : SemaPart(s), suggestions_(suggestions) {}

    Expr *implicit(Conversion c, QualType to, Expr *e) const;
    /// Lvalue conversion, array and function decay.
    Expr *rvalue(Expr *e) const;
    Expr *promote(Expr *e) const;
    Expr *integer_required(Expr *e) const;
    Expr *arithmetic_to(Expr *e, QualType to) const;
    Expr *condition(Expr *e) const; // rvalue that is scalar
    Expr *default_argument(Expr *e) const;
    /// Converts as if by assignment to an object of type `to`; reports UPC violations.
    Expr *assign_convert(Expr *e, QualType to, AssignContext context, TokenIndex where);

private:
    Expr *assign_pointer(Expr *e, QualType to, TokenIndex where);
    void check_shared_conversion(Expr *e, QualType to, TokenIndex where);
    void report_no_shared(Expr *e, QualType to, TokenIndex where);

    Suggestions &suggestions_;
};

} // namespace polder::cc
