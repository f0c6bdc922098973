// Spelling of types: as text for people, for the back end, and for debuggers.
#pragma once

#include "compiler/type/debugger_names.h"
#include "compiler/type/layout.h"

#include <string>
#include <string_view>

namespace polder::cc {

class Source;

class TypeSpelling : public TypeLayouts {
public:
    TypeSpelling(const Source &source, Target target) : TypeLayouts(target), source_(source) {}

    /// As in messages: `shared [4] int *`, `struct node *`, typedef names kept.
    std::string describe(QualType q) const;
    /// As C for the backend: pointers-to-shared become polder_ga or polder_gp, Shared vanishes,
    /// records and enums by tag or by typedef name. `declarator` is put where a name would stand:
    /// print(int*[3], "x") is "int *x[3]".
    std::string print(QualType q, std::string_view declarator = {}) const;

    /// For -g: if names for debuggers are wanted, print writes a pointer-to-shared as a typedef
    /// named after its UPC type. In the same way print_object writes the variable that stands for a
    /// shared object of type q.
    std::string print_object(QualType q) const;
    DebuggerNames &debugger_names() const { return debugger_names_; }

protected:
    ~TypeSpelling() = default;

private:
    friend class TypePrinter;

    const Source &source_;
    mutable DebuggerNames debugger_names_;
};

} // namespace polder::cc
