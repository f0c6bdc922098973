// Sizes and alignments, for LP64 x86-64 and aarch64. What differs between the two stands in
// compiler/type/target.h.
#include "compiler/type/layout.h"

#include "compiler/ast/decl.h"
#include "compiler/type/integer.h"

namespace polder::cc {

namespace {

constexpr uint64_t largest_object = UINT64_MAX >> 1;

Layout sized(uint64_t bytes) {
    return {bytes, static_cast<uint32_t>(bytes), true};
}

} // namespace

Layout TypeLayouts::layout_of(const Type &t) const {
    switch (t.kind) {
    case TypeKind::void_:
    case TypeKind::function: return sized(1); // GNU
    case TypeKind::float16:
    case TypeKind::bfloat16: return sized(2);
    case TypeKind::float_:
    case TypeKind::float32: return sized(4);
    case TypeKind::double_:
    case TypeKind::float64:
    case TypeKind::float32x: return sized(8);
    case TypeKind::ldouble:
    case TypeKind::float64x:
    case TypeKind::float128: return sized(16);
    case TypeKind::complex: {
        Layout part = layout(t.element);
        part.size *= 2;
        return part;
    }
    case TypeKind::vector: {
        const uint64_t bytes = layout(t.element).size * t.count;
        uint64_t align = 1;
        while (align < bytes && align < (1u << 28))
            align *= 2;
        return {bytes, static_cast<uint32_t>(align), true};
    }
    case TypeKind::record: return {t.record->size, t.record->align, t.record->complete};
    case TypeKind::pointer: {
        if (!is_shared(t.element)) return sized(8);
        const bool phase = block_of(t.element) > 1 || is_void(t.element);
        return {phase ? 16u : 8u, 8, true};
    }
    case TypeKind::va_list_: return {target_.va_list_bytes(), 8, true};
    case TypeKind::array: {
        const Layout part = layout(t.element);
        const bool fixed = t.size == ArraySize::constant && !t.times_threads;
        if (!fixed || !part.known) return {0, part.align, false};
        if (part.size && t.count > largest_object / part.size) return {0, part.align, false};
        return {part.size * t.count, part.align, true};
    }
    case TypeKind::shared: return layout(t.element);
    default: return sized(integer_of(underlying_kind(t, *this), target_).bytes);
    }
}

Layout TypeLayouts::layout(QualType q) const {
    uint8_t qualifiers = q.qualifiers();
    uint32_t align = 0; // the outermost aligned typedef wins
    const Type *t = &(*this)[q];
    for (; t->kind == TypeKind::typedef_ || t->kind == TypeKind::typeof_; t = &(*this)[t->element]) {
        qualifiers |= t->element.qualifiers();
        if (t->align && !align) align = t->align;
    }
    if (t->kind == TypeKind::enum_ && !is_complete(t->canonical)) return {4, 4, false};
    Layout l = layout_of(*t);
    const bool lock_free = (l.size & (l.size - 1)) == 0 && l.size <= 16;
    if ((qualifiers & q_atomic) && lock_free && l.align < l.size) l.align = static_cast<uint32_t>(l.size);
    if (align) l.align = align;
    return l;
}

bool TypeLayouts::is_signed(QualType q) const {
    return integer_of(underlying_kind(value(q), *this), target_).is_signed;
}

} // namespace polder::cc
