// link_records: what the unit says to the linker step about the shared objects that it defines or
// uses.
//   before   extern shared [2] int a[];   ... a[i] = 0;
//   after    __asm__(".pushsection .polder.shared,\"MS\",@progbits,1\n"
//                    ".asciz \"a U 2 ...\"\n.popsection");
//
// C's linkers compare no types. For a private object a difference is often harmless; for a shared
// one it is not: where an element lies follows from the declaration. So each unit says what it
// believes, and upcc compares when it has linked. compiler/driver/link/link_check.h does so, and
// says what the fields are.
//
// The section is not loaded, and the linker joins its strings, so a declaration in a header is
// there once however many units include it. Unused declarations are not there: C allows them to be
// anything that the unit alone accepts.
#include "compiler/lower/decl/link_records.h"

#include <cstdio>

namespace polder::cc {
namespace {

/// A type as other units may spell it, so that types of two units are compatible (C11 6.2.7) if
/// their texts are equal. It has no typedef names. It has the members of structures, and
/// enumerations as the integers they are.
class Signature {
public:
    explicit Signature(const Context &ctx) : ctx_(ctx), types_(ctx.types) {}

    std::string of(QualType q) {
        q = types_.canonical(q);
        if (const Type &e = types_[q]; e.kind == TypeKind::enum_)
            q = types_.canonical(e.enum_decl->underlying).with(q.qualifiers());
        const Type &t = types_[q];
        std::string text = std::to_string(q.qualifiers() & ~(q_shared | q_restrict)) + ":";
        switch (t.kind) {
        case TypeKind::record: return text + record(*t.record);
        case TypeKind::pointer: return text + pointer(t);
        case TypeKind::array: return text + "[" + extent(t) + "]" + of(t.element);
        case TypeKind::shared: return text + "shared" + std::to_string(t.count) + " " + of(t.element);
        case TypeKind::vector: return text + "vector" + std::to_string(t.count) + " " + of(t.element);
        case TypeKind::complex: return text + "complex " + of(t.element);
        case TypeKind::function: return text + function(t);
        default: return text + types_.describe(types_.basic(t.kind));
        }
    }

    static std::string extent(const Type &array) {
        if (array.size != ArraySize::constant) return "?";
        return std::to_string(array.count) + (array.times_threads ? "T" : "");
    }

private:
    std::string tag(const RecordDecl &r) const {
        return std::string(r.is_union ? "union " : "struct ") + std::string(ctx_.source.name(r.name));
    }

    /// Behind a pointer a tag is enough: C lets one unit know the members and another not.
    std::string pointer(const Type &t) {
        const bool outside = !behind_pointer_;
        behind_pointer_ = true;
        std::string text = "*" + of(t.element);
        behind_pointer_ = !outside;
        return text;
    }

    std::string record(const RecordDecl &r) {
        if (r.name != Name::none && behind_pointer_) return tag(r);
        if (depth_ == most_depth) return tag(r);
        ++depth_;
        std::string text = tag(r) + "{" + std::to_string(r.size) + " ";
        for (const FieldDecl *f : r.fields)
            text += std::string(ctx_.source.name(f->name)) + (f->bit_width ? ":" + std::to_string(f->width) : "") +
                    "@" + std::to_string(f->offset) + "." + std::to_string(f->bit_offset) + " " + of(f->type) + ";";
        --depth_;
        return text + "}";
    }

    std::string function(const Type &t) {
        if (!t.prototyped) return of(t.element) + "()";
        std::string text = of(t.element) + "(";
        for (const Param &p : t.params)
            text += of(types_.canonical(p.type).unqualified()) + ",";
        return text + (t.variadic ? "...)" : ")");
    }

    const Context &ctx_;
    static constexpr unsigned most_depth = 64; // of structures in structures, that text stays bounded
    const TypeTable &types_;
    bool behind_pointer_ = false;
    unsigned depth_ = 0;
};

std::string in_hexadecimal(uint64_t n) {
    char text[20];
    snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(n));
    return text;
}

/// FNV-1a.
uint64_t hash_of(std::string_view text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

/// As the operand of .asciz inside a C string.
std::string for_assembler(std::string_view text) {
    std::string out;
    for (const unsigned char c : text) {
        char code[8];
        snprintf(code, sizeof code, c < 32 || c > 126 || c == '"' || c == '\\' ? "\\\\%03o" : "%c", c);
        out += code;
    }
    return out;
}

std::string section_line(std::string_view record) {
    return "__asm__(\".pushsection .polder.shared,\\\"MS\\\",@progbits,1\\n.asciz \\\"" + for_assembler(record) +
           "\\\"\\n.popsection\");\n";
}

} // namespace

std::string LinkRecords::link_record(const VarDecl *v, bool defined) const {
    const QualType element = types.ultimate_element(v->type);
    std::string extents;
    for (QualType type = v->type; types.is_array(type); type = types.element(type))
        extents += Signature::extent(types.get(type)) + " ";
    const Location place = ctx.source.location(v->name_token);
    const std::string fields[] = {std::string(source_name(v)),
                                  defined ? "D" : "U",
                                  std::to_string(ctx.options.static_threads),
                                  std::to_string(types.block_of(v->type)),
                                  extents,
                                  std::to_string(types.canonical(element).qualifiers() & ~(q_shared | q_restrict)),
                                  std::to_string(types.size_of(types.unshared(element))),
                                  in_hexadecimal(hash_of(Signature(ctx).of(types.unshared(element).unqualified()))),
                                  types.describe(v->type),
                                  std::string(place.file),
                                  std::to_string(place.line)};
    std::string record;
    for (const std::string &field : fields)
        record += (record.empty() ? "" : "\x1f") + field;
    return record;
}

/// The section's lines: one for the unit, and one for each object, of that declaration in the unit
/// which says most.
std::string LinkRecords::link_records() {
    std::unordered_map<const VarDecl *, const VarDecl *> best;
    const auto is_definition = [](const VarDecl *v) { return v->storage != Storage::extern_ || v->init; };
    for (Node *item : ctx.unit->items) {
        const auto *d = as<Declaration>(item);
        if (!d || d->function) continue;
        for (const Declarator *x : d->declarators) {
            auto *v = as<VarDecl>(x->decl);
            if (!v || v->linkage != Linkage::external || !types.is_shared(v->type)) continue;
            const bool defines = is_definition(v);
            if (defines && unit.linked_set.insert(canonical(v)).second) unit.linked.push_back(canonical(v));
            const VarDecl *&known = best[canonical(v)];
            if (!known || (types.is_complete(v->type) && !types.is_complete(known->type)) ||
                (defines && !is_definition(known)))
                known = v;
        }
    }
    std::string text = section_line("\x1fT\x1f" + std::to_string(ctx.options.static_threads) + "\x1f" +
                                    std::string(ctx.source.lines().main_file()));
    for (const VarDecl *v : unit.linked) {
        const auto found = best.find(v);
        const VarDecl *said = found == best.end() ? v : found->second;
        text += section_line(link_record(said, is_definition(said)));
    }
    return text;
}

} // namespace polder::cc
