// Record layout. The rules of the System V ABI as gcc and clang implement them:
// - A member lies at the next multiple of its alignment. With packed that is 1, unless the member
//   itself says aligned(n): then n counts even if it is smaller than the type's. A #pragma pack(n)
//   caps every alignment, also an explicit one.
// - A bit-field starts at the next bit. If it would cross more storage units of its type than it
//   needs, it starts at the next multiple of the type's alignment. Under packed or #pragma pack it
//   never moves. Width 0 moves to the type's alignment.
// - A named bit-field aligns the record as its type does; an unnamed one does so on aarch64 only.
#include "compiler/sema/layout.h"

#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

using Bits = unsigned __int128;

constexpr Bits largest_bits = Bits{UINT64_MAX >> 1} * 8;

Bits round_up(Bits value, uint64_t align) {
    return align <= 1 ? value : (value + align - 1) / align * align;
}

struct Wish { // what the attributes of a field ask for
    bool packed = false;
    uint32_t aligned = 0;
};

class RecordLayout {
public:
    RecordLayout(Context &ctx, RecordDecl &record) : ctx_(ctx), record_(record) {}
    void run();

private:
    Wish wish_of(const FieldDecl &field);
    void member(FieldDecl &field);
    void bit_field(FieldDecl &field);
    uint32_t cap(uint32_t align) const { return record_.pack_limit ? std::min(align, record_.pack_limit) : align; }
    void place(FieldDecl &field, Bits at, Bits size);

    Context &ctx_;
    RecordDecl &record_;
    Bits end_ = 0;  // bits used so far; of a union: by its largest member
    Bits next_ = 0; // where the next member may start
    uint32_t align_ = 1;
};

Wish RecordLayout::wish_of(const FieldDecl &field) {
    Wish wish;
    wish.packed = record_.packed;
    for (const Attribute &a : field.attributes) {
        if (a.name == "packed") wish.packed = true;
        if (a.name != "aligned" && a.name != "_Alignas" && a.name != "alignas") continue;
        const ConstantValue v = a.value ? evaluate(ctx_, a.value) : ConstantValue{true, biggest_alignment};
        if (v.known && v.value > 0 && v.value <= (1 << 28))
            wish.aligned = std::max(wish.aligned, static_cast<uint32_t>(v.value));
    }
    return wish;
}

void RecordLayout::place(FieldDecl &field, Bits at, Bits size) {
    field.offset = static_cast<uint64_t>(at / 8);
    field.bit_offset = field.bit_width ? static_cast<uint32_t>(at) : 0;
    end_ = std::max(end_, at + size);
    next_ = record_.is_union ? 0 : at + size;
}

void RecordLayout::member(FieldDecl &field) {
    const Layout l = ctx_.types.layout(field.type);
    const Wish wish = wish_of(field);
    uint32_t align = wish.packed ? 1 : l.align;
    if (wish.aligned) align = wish.packed ? wish.aligned : std::max(l.align, wish.aligned);
    align = cap(align);
    align_ = std::max(align_, align);
    place(field, round_up(next_, uint64_t{align} * 8), Bits{l.known ? l.size : 0} * 8);
}

void RecordLayout::bit_field(FieldDecl &field) {
    const Layout l = ctx_.types.layout(field.type);
    const Wish wish = wish_of(field);
    const Bits type_bits = Bits{l.size} * 8;
    const uint64_t align_bits = uint64_t{l.align} * 8;
    Bits at = next_;
    if (field.width == 0) {
        at = round_up(at, std::max(align_bits, uint64_t{wish.aligned} * 8));
    } else {
        if (wish.aligned) at = round_up(at, uint64_t{cap(wish.aligned)} * 8);
        const bool may_move = !wish.packed && record_.pack_limit == 0;
        if (may_move && at % align_bits + field.width > type_bits) at = round_up(at, align_bits);
    }
    // With both #pragma pack and packed, the pragma decides.
    uint32_t align = field.width == 0 ? l.align : cap(wish.packed && !record_.pack_limit ? 1 : l.align);
    if (field.name == Name::none && !ctx_.options.target.unnamed_fields_align()) align = 1;
    if (field.name != Name::none) align = std::max(align, cap(wish.aligned));
    align_ = std::max(align_, align);
    place(field, at, field.width);
}

void RecordLayout::run() {
    for (FieldDecl *field : record_.fields) {
        if (field->bit_width)
            bit_field(*field);
        else
            member(*field);
    }
    align_ = std::max(align_, record_.declared_align);
    Bits bits = round_up(round_up(end_, 8), uint64_t{align_} * 8);
    if (bits > largest_bits) {
        ctx_.diags.report(DiagId::layout_too_large, record_.where, {ctx_.types.describe(record_.self)});
        record_.invalid = true;
        bits = 0;
    }
    record_.size = static_cast<uint64_t>(bits / 8);
    record_.align = align_;
    record_.complete = true;
    ctx_.types.record_completed();
}

bool fits(__int128 low, __int128 high, unsigned bits, bool is_signed) {
    const __int128 one = 1;
    if (is_signed) return low >= -(one << (bits - 1)) && high < (one << (bits - 1));
    return low >= 0 && high < (one << bits);
}

TypeKind enum_kind(__int128 low, __int128 high, bool packed) {
    const bool is_signed = low < 0;
    if (packed && fits(low, high, 8, is_signed)) return is_signed ? TypeKind::schar : TypeKind::uchar;
    if (packed && fits(low, high, 16, is_signed)) return is_signed ? TypeKind::short_ : TypeKind::ushort;
    if (fits(low, high, 32, is_signed)) return is_signed ? TypeKind::int_ : TypeKind::uint;
    if (fits(low, high, 64, is_signed)) return is_signed ? TypeKind::long_ : TypeKind::ulong;
    return is_signed ? TypeKind::int128 : TypeKind::uint128;
}

} // namespace

void lay_out_record(Context &ctx, RecordDecl *record) {
    RecordLayout(ctx, *record).run();
}

void lay_out_enum(Context &ctx, EnumDecl *decl) {
    if (!decl->fixed.is_null()) {
        for (EnumeratorDecl *e : decl->enumerators)
            e->type = decl->fixed;
        decl->complete = true;
        return;
    }
    __int128 low = 0;
    __int128 high = 0;
    for (const EnumeratorDecl *e : decl->enumerators) {
        low = std::min(low, e->value);
        high = std::max(high, e->value);
    }
    decl->underlying = ctx.types.basic(enum_kind(low, high, decl->packed));
    decl->complete = true;
    for (EnumeratorDecl *e : decl->enumerators)
        e->type = fits(e->value, e->value, 32, true) ? ctx.types.basic(TypeKind::int_) : decl->underlying;
}

} // namespace polder::cc
