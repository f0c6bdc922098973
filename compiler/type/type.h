// Types of a unit: one table that makes them and answers for them. A class of the chain answers one
// kind of question, with those below it:
//   TypeNodes      nodes.h        which types there are, and when two are the same
//   TypeQueries    queries.h      what C says about a type
//   UpcTypeQueries upc_queries.h  what UPC says about it
//   TypeLayouts    layout.h       how many bytes its objects take
//   TypeSpelling   spelling.h     its text
//   TypeTable      here           how it is made
//
// Poison (TypeTable::error) absorbs every operation silently: one mistake gives one message.
#pragma once

#include "compiler/type/spelling.h"

#include <vector>

namespace polder::cc {

class TypeTable : public TypeSpelling {
public:
    explicit TypeTable(const Source &source, Target target = {}) : TypeSpelling(source, target) {}

    QualType pointer_to(QualType pointee);
    QualType array_of(QualType element, uint64_t count, bool times_threads = false, Expr *written = nullptr);
    QualType incomplete_array(QualType element);
    QualType variable_array(QualType element, Expr *size); // never merged
    QualType function(QualType result, std::vector<Param> params, bool variadic, bool prototyped);
    /// shared [block] element; pushes through arrays to the ultimate element. block 0 is
    /// indefinite.
    QualType shared(QualType element, uint64_t block);
    QualType complex_of(QualType element);
    QualType vector_of(QualType element, uint64_t lanes);
    QualType record(RecordDecl *decl); // one type a declaration
    QualType enumeration(EnumDecl *decl);
    QualType typedef_of(TypedefDecl *decl, QualType aliased, uint32_t align = 0);
    QualType typeof_of(QualType resolved);
    /// After lvalue conversion: qualifiers dropped, arrays and functions decayed, Shared removed.
    QualType decayed(QualType q);
};

} // namespace polder::cc
