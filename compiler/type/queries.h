// Type queries: what C says about a type, and the types it is made of.
//
// Predicates see through sugar, and through Shared where the value matters. So a shared int is
// arithmetic, a shared struct a record, a shared pointer a pointer. Arrays and functions are never
// below a Shared.
#pragma once

#include "compiler/type/nodes.h"

namespace polder::cc {

class TypeQueries : public TypeNodes {
public:
    bool is_error(QualType q) const { return kind(q) == TypeKind::error; }
    bool is_void(QualType q) const;
    bool is_integer(QualType q) const;    // with enum and _Bool
    bool is_floating(QualType q) const;   // real floating
    bool is_arithmetic(QualType q) const; // with complex
    bool is_scalar(QualType q) const;
    bool is_pointer(QualType q) const; // private or to shared
    bool is_array(QualType q) const;
    bool is_function(QualType q) const;
    bool is_record(QualType q) const;
    bool is_vector(QualType q) const;
    bool is_complete(QualType q) const;
    bool is_variably_modified(QualType q) const;

    QualType pointee(QualType pointer) const;
    QualType element(QualType array) const;      // qualifiers of the array go to the element
    QualType ultimate_element(QualType q) const; // all array dimensions stripped
    uint64_t elements_in(QualType array) const;  // product of constant dimensions; THREADS counts as 1

protected:
    ~TypeQueries() = default;
};

} // namespace polder::cc
