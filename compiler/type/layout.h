// Layout of types: sizes and alignments on the target.
#pragma once

#include "compiler/type/target.h"
#include "compiler/type/upc_queries.h"

namespace polder::cc {

struct Layout { // bytes, for the target (x86-64 or aarch64 LP64)
    uint64_t size = 0;
    uint32_t align = 1;
    bool known = false; // false for incomplete, VLA and times-THREADS types
};

class TypeLayouts : public UpcTypeQueries {
public:
    explicit TypeLayouts(Target target) : target_(target) {}

    const Target &target() const { return target_; }

    Layout layout(QualType q) const; // pointers-to-shared are 8 or 16 bytes
    uint64_t size_of(QualType q) const { return layout(q).size; }
    bool is_signed(QualType q) const;
    QualType size_type() const { return basic(TypeKind::ulong); }
    QualType ptrdiff_type() const { return basic(TypeKind::long_); }

protected:
    ~TypeLayouts() = default;

private:
    Layout layout_of(const Type &type) const;

    const Target target_;
};

} // namespace polder::cc
