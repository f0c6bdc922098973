// Semantic analysis: its parts, in the order in which they rest on each other. The parser calls
// actions of them. Each action gets what was recognised, checks it against C11, the GNU extensions
// and UPC 1.3, and returns the typed node.
//
// What is checked: everything the translation needs (types, names, conversions) and every
// constraint of UPC. Mistakes in plain C that do not stop the analysis are left to the back end,
// which sees the same tokens and explains them better.
//
// Invariant: actions never return null and never throw; after an error they return poison
// (names/sema_state.h) and the parse goes on. Held by tests/unit/compiler/fuzz_corpus.cc.
#pragma once

#include "compiler/sema/decl/attribute_operands.h"
#include "compiler/sema/decl/declarations.h"
#include "compiler/sema/decl/tags.h"
#include "compiler/sema/expr/binary_operators.h"
#include "compiler/sema/expr/calls.h"
#include "compiler/sema/expr/literals.h"
#include "compiler/sema/expr/postfix_operators.h"
#include "compiler/sema/expr/special_expressions.h"
#include "compiler/sema/expr/unary_operators.h"
#include "compiler/sema/stmt/statements.h"

namespace polder::cc {

struct Sema {
    explicit Sema(Context &ctx);
    Sema(const Sema &) = delete;

    /// When all of the unit has been read.
    void finish_unit();

    SemaState state;
    Suggestions suggestions;
    Builtins builtins;
    Identifiers identifiers;
    Labels labels;
    Conversions conversions;
    Initializers initializers;
    OperandRules operand_rules;
    Literals literals;
    UnaryOperators unary_operators;
    BinaryOperators binary_operators;
    PostfixOperators postfix_operators;
    Calls calls;
    SpecialExpressions special_expressions;
    AttributeOperands attribute_operands;
    SharedTypes shared_types;
    DeclaratorTypes declarator_types;
    Redeclarations redeclarations;
    Objects objects;
    Functions functions;
    Declarations declarations;
    Tags tags;
    Statements statements;
};

} // namespace polder::cc
