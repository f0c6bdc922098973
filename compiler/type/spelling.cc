// Types as text: for people (describe) and as C for the backend (print).
//
// Both build a declarator from the inside out. They differ in the base. describe keeps typedef
// names and says `shared [4]`. print drops Shared and writes polder_ga or polder_gp for a
// pointer-to-shared. It uses a typedef name only where the type has no other name (an anonymous
// record), or where something would be lost. That is so for an aligned typedef and for a vector
// with attributes.
//
// For debuggers, print writes a typedef of polder_ga or polder_gp whose name is the whole UPC type
// (debugger_names.h).
#include "compiler/type/spelling.h"

#include "compiler/abi/abi.h"
#include "compiler/ast/expr.h"
#include "compiler/lex/source.h"

#include <utility>

namespace polder::cc {

namespace {

std::string_view basic_name(TypeKind k) {
    switch (k) {
    case TypeKind::void_: return "void";
    case TypeKind::bool_: return "_Bool";
    case TypeKind::char_: return "char";
    case TypeKind::schar: return "signed char";
    case TypeKind::uchar: return "unsigned char";
    case TypeKind::short_: return "short";
    case TypeKind::ushort: return "unsigned short";
    case TypeKind::int_: return "int";
    case TypeKind::uint: return "unsigned int";
    case TypeKind::long_: return "long";
    case TypeKind::ulong: return "unsigned long";
    case TypeKind::llong: return "long long";
    case TypeKind::ullong: return "unsigned long long";
    case TypeKind::int128: return "__int128";
    case TypeKind::uint128: return "unsigned __int128";
    case TypeKind::float16: return "_Float16";
    case TypeKind::bfloat16: return "__bf16";
    case TypeKind::float_: return "float";
    case TypeKind::double_: return "double";
    case TypeKind::ldouble: return "long double";
    case TypeKind::float128: return "__float128";
    case TypeKind::float32: return "_Float32";
    case TypeKind::float64: return "_Float64";
    case TypeKind::float32x: return "_Float32x";
    case TypeKind::float64x: return "_Float64x";
    case TypeKind::va_list_: return "__builtin_va_list";
    case TypeKind::auto_: return "__auto_type";
    default: return "int";
    }
}

void add_word(std::string &text, std::string_view word) {
    if (!text.empty() && !word.empty()) text += ' ';
    text += word;
}

} // namespace

class TypePrinter {
public:
    enum class For : uint8_t { back_end, people, debuggers };
    TypePrinter(const TypeSpelling &types, For reader)
        : types_(types), people_(reader != For::back_end), debuggers_(reader == For::debuggers) {}
    std::string text(QualType q, std::string inner) const;

private:
    std::string qualifiers(uint8_t q) const;
    std::string base(QualType q) const;
    std::string bound(const Type &array) const;
    std::string parameters(const Type &function) const;
    std::string tag(std::string_view keyword, std::string_view name, std::string_view generated,
                    const TypedefDecl *typedef_name) const;
    std::string layout_of(const Type &shared) const;
    bool keeps_name(QualType q) const;
    QualType strip(QualType q) const;
    std::string pointer(const Type &pointer, uint8_t q, std::string inner) const;

    const TypeSpelling &types_;
    bool people_;    // the words of UPC, typedef names
    bool debuggers_; // the same, but no typedef hides that a type is shared
};

std::string TypePrinter::qualifiers(uint8_t q) const {
    std::string out;
    if (people_ && (q & q_strict)) add_word(out, "strict");
    if (people_ && (q & q_relaxed)) add_word(out, "relaxed");
    if (q & q_const) add_word(out, "const");
    if (q & q_volatile) add_word(out, "volatile");
    if (q & q_restrict) add_word(out, "__restrict");
    if (q & q_atomic) add_word(out, "_Atomic");
    return out;
}

std::string TypePrinter::tag(std::string_view keyword, std::string_view name, std::string_view generated,
                             const TypedefDecl *typedef_name) const {
    if (name.empty()) name = generated;
    if (name.empty() && typedef_name) return std::string(types_.source_.name(typedef_name->name));
    if (name.empty()) name = people_ ? "(anonymous)" : "";
    return std::string(keyword) + (name.empty() ? "" : " ") + std::string(name);
}

std::string TypePrinter::layout_of(const Type &t) const {
    if (t.count == 1) return "shared";
    return t.count == 0 ? "shared []" : "shared [" + std::to_string(t.count) + "]";
}

// Everything but pointers, arrays and functions, without the qualifiers of the handle.
std::string TypePrinter::base(QualType q) const {
    const Type &t = types_[q];
    switch (t.kind) {
    case TypeKind::error: return people_ ? "<error>" : "int";
    case TypeKind::typedef_: return std::string(types_.source_.name(t.typedef_decl->name));
    case TypeKind::record: {
        const RecordDecl &r = *t.record;
        return tag(r.is_union ? "union" : "struct", types_.source_.name(r.name), r.generated_tag, r.typedef_name);
    }
    case TypeKind::enum_: {
        const EnumDecl &e = *t.enum_decl;
        return tag("enum", types_.source_.name(e.name), e.generated_tag, e.typedef_name);
    }
    case TypeKind::complex: return "_Complex " + base(t.element);
    case TypeKind::vector:
        return "__attribute__((vector_size(" + std::to_string(types_.layout(q).size) + "))) " +
               base(types_.canonical(t.element));
    case TypeKind::float128: // gcc has the other name on x86-64 only, clang has no _Float128 there
        if (types_.target().is_aarch64()) return "_Float128";
        [[fallthrough]];
    default: return std::string(basic_name(t.kind));
    }
}

bool TypePrinter::keeps_name(QualType q) const {
    const Type &t = types_[q];
    if (t.kind != TypeKind::typedef_) return false;
    if (people_ && !debuggers_) return true;
    if (types_.mentions_shared(q)) return false;
    if (people_) return true;
    const TypeKind k = types_.kind(q);
    return t.align || k == TypeKind::vector || k == TypeKind::va_list_;
}

// Without the sugar that is not printed; qualifiers join.
QualType TypePrinter::strip(QualType q) const {
    for (const Type *t = &types_[q]; t->kind == TypeKind::typeof_ || (t->kind == TypeKind::typedef_ && !keeps_name(q));
         t = &types_[q])
        q = t->element.with(q.qualifiers());
    return q;
}

std::string TypePrinter::bound(const Type &t) const {
    std::string out = "[";
    switch (t.size) {
    case ArraySize::incomplete: break;
    case ArraySize::star: out += '*'; break;
    case ArraySize::variable:
        if (t.size_expr) out += types_.source_.slice(t.size_expr->range);
        break;
    case ArraySize::constant:
        if (!people_ || !t.times_threads || t.count != 1) out += std::to_string(t.count);
        if (people_ && t.times_threads) out += t.count == 1 ? "THREADS" : "*THREADS";
        break;
    }
    return out + "]";
}

std::string TypePrinter::parameters(const Type &t) const {
    if (!t.prototyped) return "()";
    std::string out = "(";
    for (const Param &p : t.params) {
        if (out.size() > 1) out += ", ";
        out += text(p.type, {});
    }
    if (t.variadic) out += t.params.empty() ? "..." : ", ...";
    if (out.size() == 1) out += "void";
    return out + ")";
}

std::string TypePrinter::pointer(const Type &t, uint8_t q, std::string inner) const {
    if (!people_ && types_.is_shared(t.element)) {
        std::string out = qualifiers(q & static_cast<uint8_t>(~q_restrict));
        const bool phase = types_.block_of(t.element) > 1 || types_.is_void(types_.ultimate_element(t.element));
        const std::string plain(phase ? abi::gp : abi::ga);
        DebuggerNames &names = types_.debugger_names();
        add_word(out, names.are_wanted() ? names.of("ptr", TypePrinter(types_, For::debuggers).pointer(t, 0, {}), plain)
                                         : plain);
        add_word(out, inner);
        return out;
    }
    std::string star = "*" + qualifiers(q);
    const bool named = !inner.empty() && (star.size() > 1 ? inner.front() != '[' && inner.front() != '(' : false);
    if (named) star += ' ';
    star += inner;
    const TypeKind to = types_[strip(t.element)].kind;
    if (to == TypeKind::array || to == TypeKind::function) star = "(" + star + ")";
    return text(t.element, std::move(star));
}

std::string TypePrinter::text(QualType q, std::string inner) const {
    q = strip(q);
    const uint8_t quals = q.qualifiers();
    const Type *t = &types_[q];
    switch (t->kind) {
    case TypeKind::pointer: return pointer(*t, quals, std::move(inner));
    case TypeKind::array:
        inner += bound(*t);
        return text(t->element.with(quals & static_cast<uint8_t>(~q_shared)), std::move(inner));
    case TypeKind::function: return text(t->element, inner + parameters(*t));
    case TypeKind::shared: {
        if (!people_)
            return text(t->element.with(quals & (q_const | q_volatile | q_atomic | q_restrict)), std::move(inner));
        std::string words = qualifiers(quals);
        add_word(words, layout_of(*t));
        // A qualified shared pointer: the words belong behind its star.
        const TypeKind k = types_[t->element].kind;
        if (k == TypeKind::pointer) {
            add_word(words, inner);
            return text(t->element, " " + words);
        }
        return words + " " + text(t->element, std::move(inner));
    }
    default: {
        std::string out = qualifiers(quals);
        add_word(out, base(q));
        add_word(out, inner);
        return out;
    }
    }
}

std::string TypeSpelling::describe(QualType q) const {
    return TypePrinter(*this, TypePrinter::For::people).text(q, {});
}

std::string TypeSpelling::print(QualType q, std::string_view declarator) const {
    return TypePrinter(*this, TypePrinter::For::back_end).text(q, std::string(declarator));
}

std::string TypeSpelling::print_object(QualType q) const {
    if (!debugger_names().are_wanted()) return std::string(abi::ga);
    // The dot stands for the name: `* shared .[3]` is an array of pointers, `* shared [3]` could be
    // a layout.
    return debugger_names().of("obj", TypePrinter(*this, TypePrinter::For::debuggers).text(q, "."), abi::ga);
}

} // namespace polder::cc
