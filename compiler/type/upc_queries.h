// UPC type queries: what UPC says about a type. An object is shared if its type is a Shared node,
// or an array of them.
#pragma once

#include "compiler/type/queries.h"
#include "compiler/type/shared_mentions.h"

namespace polder::cc {

class UpcTypeQueries : public TypeQueries {
public:
    bool is_shared(QualType q) const; // the object is shared: a Shared node, or an array of them
    bool is_pointer_to_shared(QualType q) const;
    bool is_shared_void_pointer(QualType q) const; // shared void * of any qualification
    /// True for the 16-byte representation {address, phase}: block > 1, or shared void *. Argument:
    /// a pointer-to-shared type.
    bool has_phase(QualType pointer) const;
    uint64_t block_of(QualType shared) const; // block of the ultimate Shared node; 0 indefinite
    bool is_strict(QualType q) const;
    bool times_threads(QualType q) const; // some dimension carries THREADS
    /// Contains a pointer-to-shared anywhere (members, elements, parameters, pointees): the
    /// declaration must be rewritten.
    bool mentions_shared(QualType q) const;
    /// To be called when a record becomes complete (lay_out_record does): answers about incomplete
    /// ones are forgotten.
    void record_completed();
    /// The same type without Shared, strict, relaxed, as it is stored: `shared [4] const int`
    /// becomes `const int`.
    QualType unshared(QualType q) const;

protected:
    ~UpcTypeQueries() = default;

private:
    mutable SharedMentions mentions_; // answers that are kept
};

} // namespace polder::cc
