// Actions for a[i] and member access. A member of a shared structure is itself shared, with
// indefinite block (UPC 1.3 6.4.4).
#pragma once

#include "compiler/sema/convert/operand_rules.h"

namespace polder::cc {

class PostfixOperators : SemaPart {
public:
    PostfixOperators(SemaState &s, const Conversions &conversions, const OperandRules &rules)
        : SemaPart(s), conversions_(conversions), rules_(rules) {}

    Expr *on_index(Expr *base, Expr *index, TokenIndex where, TokenRange range);
    Expr *on_member(Expr *base, bool arrow, TokenIndex name, TokenRange range);

private:
    void report_no_record(const Expr *base, bool arrow, TokenIndex name, TokenRange range);

    const Conversions &conversions_;
    const OperandRules &rules_;
};

} // namespace polder::cc
