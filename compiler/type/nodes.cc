// Interning. A node is looked up by all its fields; its canonical handle is computed once, when it
// is made, from canonical parts. Sugared variants (a typedef name inside, a bound as written,
// parameter names) are nodes of their own that share the canonical one. The first nodes are the
// basic kinds, so that basic() is arithmetic; index 0 is "no type" and reads as poison.
#include "compiler/type/nodes.h"

#include "compiler/ast/decl.h"

namespace polder::cc {

namespace {

uint64_t type_mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0xff51afd7ed558ccdULL;
    return h ^ (h >> 32);
}

constexpr auto kinds = static_cast<uint32_t>(TypeKind::auto_) + 1;

uint64_t pointer_bits(const void *p) {
    return reinterpret_cast<uintptr_t>(p);
}

uint32_t hash_type(const Type &t) {
    uint64_t h = static_cast<uint64_t>(t.kind) | static_cast<uint64_t>(t.size) << 8 | uint64_t{t.times_threads} << 16 |
                 uint64_t{t.variadic} << 17 | uint64_t{t.prototyped} << 18 | uint64_t{t.align} << 32;
    h = type_mix(h, static_cast<uint64_t>(t.element.index()) << 8 | t.element.qualifiers());
    h = type_mix(h, t.count);
    for (const void *p : {static_cast<const void *>(t.size_expr), static_cast<const void *>(t.record),
                          static_cast<const void *>(t.enum_decl), static_cast<const void *>(t.typedef_decl)})
        if (p) h = type_mix(h, pointer_bits(p));
    for (const Param &p : t.params)
        h = type_mix(h, static_cast<uint64_t>(p.name) << 32 | p.type.index() << 8 | p.type.qualifiers());
    return static_cast<uint32_t>((h * 0x9e3779b97f4a7c15ULL) >> 32);
}

bool same(const Type &a, const Type &b) {
    const bool parts = a.kind == b.kind && a.element == b.element && a.count == b.count && a.size == b.size &&
                       a.times_threads == b.times_threads && a.variadic == b.variadic && a.prototyped == b.prototyped &&
                       a.size_expr == b.size_expr && a.align == b.align && a.record == b.record &&
                       a.enum_decl == b.enum_decl && a.typedef_decl == b.typedef_decl &&
                       a.params.size() == b.params.size();
    if (!parts) return false;
    for (size_t i = 0; i < a.params.size(); ++i)
        if (a.params[i].type != b.params[i].type || a.params[i].name != b.params[i].name) return false;
    return true;
}

} // namespace

TypeNodes::TypeNodes() : slots_(1 << 12) {
    for (uint32_t i = 0; i <= kinds; ++i) {
        auto t = std::make_unique<Type>(make_type(i == 0 ? TypeKind::error : static_cast<TypeKind>(i - 1)));
        t->canonical = QualType(i == 0 ? 1 : i, 0);
        types_.push_back(std::move(t));
    }
    hashes_.resize(types_.size());
}

QualType TypeNodes::intern(Type type) const {
    const uint32_t hash = hash_type(type);
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    const bool merge = type.size != ArraySize::variable;
    for (; merge && slots_[at]; at = (at + 1) & mask) {
        const uint32_t i = slots_[at];
        if (hashes_[i] == hash && same(*types_[i], type))
            return QualType(i, types_[i]->canonical.qualifiers() & q_shared);
    }
    const auto index = static_cast<uint32_t>(types_.size());
    types_.push_back(std::make_unique<Type>(std::move(type)));
    hashes_.push_back(hash);
    if (merge) slots_[at] = index;
    if (types_.size() * 2 > slots_.size()) grow();
    const QualType canonical = make_canonical(*types_[index]); // may intern: no reference into types_ is kept
    const QualType self(index, types_[index]->kind == TypeKind::shared ? uint8_t{q_shared} : uint8_t{0});
    types_[index]->canonical = canonical.is_null() ? self : canonical;
    return QualType(index, types_[index]->canonical.qualifiers() & q_shared);
}

void TypeNodes::grow() const {
    slots_.assign(slots_.size() * 2, 0);
    const size_t mask = slots_.size() - 1;
    for (uint32_t i = kinds + 1; i < types_.size(); ++i) {
        if (types_[i]->size == ArraySize::variable) continue;
        size_t s = hashes_[i] & mask;
        while (slots_[s])
            s = (s + 1) & mask;
        slots_[s] = i;
    }
}

// The canonical handle of a new node; null if it is canonical itself.
QualType TypeNodes::make_canonical(const Type &t) const {
    switch (t.kind) {
    case TypeKind::typedef_:
    case TypeKind::typeof_: return canonical(t.element);
    case TypeKind::pointer:
    case TypeKind::complex:
    case TypeKind::vector: {
        Type c = make_type(t.kind, canonical(t.element), t.count);
        return same(c, t) ? QualType() : intern(std::move(c));
    }
    case TypeKind::shared: {
        const QualType element = canonical(t.element);
        Type c = make_type(t.kind, element.unqualified(), t.count);
        if (same(c, t)) return {};
        const QualType node = intern(std::move(c));
        return node.with(element.qualifiers());
    }
    case TypeKind::array: {
        if (t.size == ArraySize::variable) return {};
        Type c = make_type(t.kind, canonical(t.element), t.count);
        c.size = t.size;
        c.times_threads = t.times_threads;
        return same(c, t) ? QualType() : intern(std::move(c));
    }
    case TypeKind::function: {
        Type c = make_type(t.kind, canonical(t.element));
        c.variadic = t.variadic;
        c.prototyped = t.prototyped;
        for (const Param &p : t.params)
            c.params.push_back({canonical(p.type).unqualified(), Name::none});
        return same(c, t) ? QualType() : intern(std::move(c));
    }
    default: return {};
    }
}

QualType TypeNodes::canonical(QualType q) const {
    const QualType c = types_[q.index()]->canonical;
    const uint8_t more = q.qualifiers() & static_cast<uint8_t>(~q_shared);
    if (more == 0) return c;
    if (types_[c.index()]->kind == TypeKind::array) return push_qualifiers(c, more);
    return c.with(more);
}

QualType TypeNodes::push_qualifiers(QualType array_type, uint8_t qualifiers) const {
    const Type &t = (*this)[array_type];
    if (t.kind != TypeKind::array) return array_type.with(qualifiers);
    return array_like(canonical(t.element.with(qualifiers)), t);
}

const Type &TypeNodes::value(QualType q) const {
    const Type &t = get(q);
    return t.kind == TypeKind::shared ? get(t.element) : t;
}

const Type &TypeNodes::node(QualType q, uint8_t *qualifiers) const {
    *qualifiers = q.qualifiers();
    const Type *t = &(*this)[q];
    while (t->kind == TypeKind::typedef_ || t->kind == TypeKind::typeof_) {
        *qualifiers |= t->element.qualifiers();
        t = &(*this)[t->element];
    }
    return *t;
}

QualType TypeNodes::array_like(QualType element, const Type &like) const {
    Type t = make_type(TypeKind::array, element, like.count);
    t.size = like.size;
    t.times_threads = like.times_threads;
    t.size_expr = like.size_expr;
    return intern(std::move(t));
}

} // namespace polder::cc
