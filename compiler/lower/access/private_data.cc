// private_data: static and file-scope objects that every UPC thread has a copy of.
//   before   int n = 1; double a[9]; extern int m;     n = a[i] + m;
//   after    int n __attribute__((section("polder_data"))) = 1;
//            (*(__typeof__(&n))((char *)&n + polder_e.delta)) =
//              ((__typeof__(&a[0]))((char *)a + polder_e.delta))[i]
//              + (*(__typeof__(&m))((char *)&m + polder_m_m));
//
// Sema says which objects (Privacy). An object only declared here may live in plain C code: its
// definer's marker symbol tells the linker, and polder_m_m is delta or 0. An array is reached
// through a pointer to its element: a pointer to the array would keep gcc from vectorising.
#include "compiler/lower/access/private_data.h"

#include "compiler/lower/decl/initializers.h"

namespace polder::cc {

bool PrivateData::is_private(VarDecl *v) {
    const Privacy p = canonical(v)->privacy;
    for (const Attribute &a : canonical(v)->attributes)
        if (a.name == "section" || a.name == "alias" || a.name == "weakref")
            return false; // where it lies is the program's business: one copy a process
    return p == Privacy::per_thread || p == Privacy::by_marker || InitializerLowering(in).is_dynamic(v);
}

Placement PrivateData::placement(VarDecl *v) {
    VarDecl *first = canonical(v);
    if (!is_private(v) || first->privacy == Privacy::by_marker || (!v->file_scope && v->storage == Storage::extern_))
        return Placement::none;
    const QualType element = types.canonical(types.ultimate_element(v->type));
    if (element.has(q_const) && !InitializerLowering(in).is_dynamic(v)) return Placement::constant;
    const auto found = unit.definitions.find(first);
    const Expr *init = found != unit.definitions.end() ? found->second->init : first->init ? first->init : v->init;
    return init && !InitializerLowering(in).is_dynamic(v) ? Placement::data : Placement::zero;
}

/// gcc writes the section name as it is into the assembler's directive, so flags can ride in it.
/// The end of such a name begins a comment of the machine's assembler. clang has a pragma instead.
static std::string zero_section(const Options &options) {
    if (options.backend != BackendFamily::gcc) return "";
    const std::string flags = options.target.is_aarch64() ? "%nobits//" : "@nobits#";
    return " __attribute__((section(\"" + abi::section::bss + ",\\\"aw\\\"," + flags + "\")))";
}

std::string PrivateData::attribute(VarDecl *v, Placement where) {
    const bool merges = ctx.options.fcommon && v->linkage == Linkage::external && v->storage != Storage::extern_ &&
                        where == Placement::zero;
    const std::string weak = merges ? " __attribute__((weak))" : "";
    switch (where) {
    case Placement::data: return " __attribute__((section(\"" + abi::section::data + "\")))";
    case Placement::constant: return " __attribute__((section(\"" + abi::section::ro + "\")))";
    case Placement::zero: return zero_section(ctx.options) + weak;
    default: return "";
    }
}

/// A static of a block under whose name another static is visible: gcc gives both the section of
/// the first.
bool PrivateData::shadows(VarDecl *v) {
    if (v->file_scope || v->storage != Storage::static_ || placement(v) == Placement::none) return false;
    if (unit.statics_by_name.empty())
        for (const VarDecl *other : ctx.unit->statics)
            unit.statics_by_name[other->name].push_back(other);
    for (const VarDecl *other : unit.statics_by_name[v->name])
        if (other != canonical(v) && (other->file_scope || other->function == v->function)) return true;
    return false;
}

/// Tells other units that this object is private.
void PrivateData::mark(VarDecl *v) {
    VarDecl *first = canonical(v);
    if (first->linkage != Linkage::external ||
        !unit.declared.insert("marker " + std::string(source_name(first))).second)
        return;
    unit.closing.push_back(make({"char polder_private_", source_name(first),
                                 " __attribute__((weak, section(\"" + abi::section::marker + "\"))) = 1;"}));
}

std::string PrivateData::delta(VarDecl *v) {
    if (is_one_thread()) return "0L";
    VarDecl *first = canonical(v);
    if (first->privacy != Privacy::by_marker) return env() + ".delta";
    const std::string name(source_name(first));
    if (unit.declared.insert("marker " + name).second)
        (in.function ? in.function->before : unit.after)
            .push_back(make("extern char polder_private_" + name + " __attribute__((weak));"));
    if (!in.function) return "(&polder_private_" + name + " ? " + env() + ".delta : 0)";
    bool known = false;
    for (VarDecl *other : in.function->markers)
        known = known || other == first;
    if (!known) in.function->markers.push_back(first);
    return "polder_m_" + name;
}

/// The address of this thread's copy. What the optimiser knows of a constant is true of the first
/// copy only. (clang reads the value at compile time, whatever is added to the address.) So the
/// optimiser must not see that the address is the constant's.
std::string PrivateData::copy_of(VarDecl *v, bool decayed) {
    const std::string name = (decayed ? "" : "&") + c_name(v);
    if (placement(v) == Placement::constant) return abi::copy_of + "(" + name + ", " + delta(v) + ")";
    return "((char *)" + name + " + " + delta(v) + ")";
}

Node *PrivateData::private_use(VarDecl *v) {
    if (is_one_thread()) return make(c_name(v));
    return make("(*(__typeof__(&" + c_name(v) + "))" + copy_of(v) + ")");
}

/// A short array stays one, as its length tells compilers how far loops go. An element pointer is
/// what they understand better else.
Node *PrivateData::private_array(VarDecl *v) {
    constexpr uint64_t most_elements = 64;
    if (is_one_thread()) return make(c_name(v));
    const uint64_t elements = types.is_complete(v->type) ? types.elements_in(v->type) : 0;
    if (elements > 0 && elements <= most_elements) return private_use(v);
    return make("((__typeof__(&" + c_name(v) + "[0]))" + copy_of(v, true) + ")");
}

std::string PrivateData::private_text(VarDecl *v) {
    const std::string name = c_name(v);
    return "(*(__typeof__(&" + name + "))((char *)&" + name + " + " + delta(v) + "))";
}

} // namespace polder::cc
