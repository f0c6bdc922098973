// Operands of attributes and of _Alignas: integer constants. The C compiler gets them as they are
// written. Where an operand names something of UPC, the C compiler gets the value instead. So it
// does where an operand names an object, as that may go out under another name.
#pragma once

#include "compiler/sema/names/sema_state.h"

#include <string_view>

namespace polder::cc {

class AttributeOperands : SemaPart {
public:
    explicit AttributeOperands(SemaState &s) : SemaPart(s) {}

    /// Of the attribute with this name, or of a keyword; `written` is the operand.
    void on_operand(std::string_view attribute, const Expr *operand, TokenRange written) const;
    /// Tokens that no action knows: `shared` in them has no meaning for the C compiler.
    void on_unknown(std::string_view attribute, TokenRange written) const;
};

} // namespace polder::cc
