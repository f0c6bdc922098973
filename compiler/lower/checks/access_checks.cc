// check: -fupc-check, accesses that are checked when they run (include/polder/check.h says how).
//   before   a[i] = *p;   upc_memget(b, q, n);        // shared [4] int a[100]; shared int *p, *q
//   after    ... polder_index_blocked(..., polder_checked_index(i, 100UL, 0, &polder_k1), ...) ...
//            ... ({ const polder_ga polder_t1 = p;
//                   polder_checked(polder_e, polder_t1, polder_t1, 4UL, 4UL, &polder_k2); }) ...
//            ({ ... polder_check_range(polder_t3.ga, polder_t4, &polder_k3);
//               upc_memget(polder_t2, polder_t3, polder_t4); })
//
// What a name reaches is checked by its indexes, each against its own dimension, as C says. One
// behind the last is right where only the address is taken. What a pointer reaches is checked by
// its address, which must lie in the object that the pointer points into. So an index too far is
// found also where another object lies. Indexes of arrays in structures are checked, but for last
// members of one element or none, which programs make longer.
//
// Passes of the optimiser that join accesses are off, but in loops whose accesses are checked in
// front of them (check_ahead.h). Library functions are told where they are called from.
#include "compiler/lower/checks/access_checks.h"

#include "compiler/lex/hash.h"
#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/addresses.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace polder::cc {

namespace {

constexpr size_t shown_text = 60; // of what a message shows of the source

bool is_word(char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

bool AccessChecks::checks() const {
    return ctx.options.check && in.function && !in.constant;
}

/// Does a check in front of a loop around say that the index or lvalue is right?
bool AccessChecks::is_proven(const Expr *e) const {
    return in.checks_ahead && in.checks_ahead->proven.count(e);
}

/// With what the index is compared, if a loop around has found that out; else null.
const CheckReach *AccessChecks::reach_of(const Expr *index) const {
    if (!in.checks_ahead) return nullptr;
    const auto found = in.checks_ahead->reaches.find(index);
    return found == in.checks_ahead->reaches.end() ? nullptr : &found->second;
}

/// The address of the constant that says where a construct of the source is. What is met there is
/// remembered in a slot of the construct. All that go through one variable share a slot.
std::string AccessChecks::check_place(Node *what, Expr *pointer) {
    const auto known = unit.checks.places.find(what);
    if (known != unit.checks.places.end()) return known->second;
    const TokenRange range = extent(what);
    std::string text;
    for (TokenIndex t = range.first; t < range.last && text.size() < shown_text; ++t) {
        const std::string_view word = ctx.source.spelling(t);
        if (!text.empty() && !word.empty() && is_word(text.back()) && is_word(word.front())) text += ' ';
        text += word;
    }
    const Location place = ctx.source.location(range.first);
    const std::string name = unit.names.numbered("site");
    const auto *through = pointer ? as<NameExpr>(without_value_conversions(pointer)) : nullptr;
    const auto *variable = through ? as<VarDecl>(through->decl) : nullptr;
    const TokenIndex slot = variable && variable->where ? variable->where : range.first;
    const unsigned number = (hash_exact(place.file) + slot) % 256;
    in.function->before.push_back(make("static const " + abi::place + " " + name + " = {\"" + escaped(place.file) +
                                       "\", \"" + escaped(text) + "\", " + std::to_string(place.line) + ", " +
                                       std::to_string(number) + "};"));
    return unit.checks.places[what] = "&" + name;
}

/// The value of an index of what base is the decayed form of, if it is an array.
Node *AccessChecks::checked_index(Expr *base, Expr *index) {
    Expr *array = checks() ? decayed_array(base) : nullptr;
    if (const CheckReach *reach = array ? nullptr : reach_of(index))
        return call(abi::in_reach, {value(index), reach->name + "_first", reach->name + "_count", "&" + reach->name,
                                    check_place(reach->lvalue)});
    if (!array || extent(array).empty()) return value(index);
    const Type &type = types.get(array->type);
    const bool may_grow = as<MemberExpr>(array) && type.count <= 1;
    if (type.kind != TypeKind::array || type.size != ArraySize::constant || may_grow) return value(index);
    if (is_proven(index)) return value(index);
    if (in.in_place) in.in_place->push_back({array, index, nullptr});
    const std::string count = std::to_string(type.count) + "UL" + (type.times_threads ? " * " + threads() : "");
    return call(abi::checked_index,
                {value(index), count, unit.checks.accessed.count(index) ? "0" : "1", check_place(array)});
}

/// How an lvalue is reached. Neither is set: from an object of known size by indexes and members.
/// Else from a pointer, or from an object of this name. The indexes on the way are noted: what they
/// select is accessed.
AccessRoot AccessChecks::access_root(Expr *lvalue) {
    AccessRoot root;
    for (Expr *e = lvalue; e;) {
        e = chosen_expression(e);
        root.path.push_back(e);
        Expr *from = nullptr; // a pointer, or an array that decays to one
        if (auto *m = as<MemberExpr>(e)) {
            if (m->arrow) from = m->base;
            if (!from) e = m->base;
        } else if (auto *i = as<IndexExpr>(e)) {
            if (types.is_pointer(i->base->type)) from = i->base;
            if (from && decayed_array(from)) unit.checks.accessed.insert(i->index);
            if (!from) e = i->base; // of a vector
        } else if (auto *u = as<UnaryExpr>(e)) {
            if (u->op == UnaryOp::dereference) from = u->operand;
            if (!from) e = u->operand;
        } else {
            auto *n = as<NameExpr>(e);
            auto *v = n ? as<VarDecl>(n->decl) : nullptr;
            root.unsized = !v || !types.is_complete(n->type); // where it is used: its indexes were checked by that
            root.object = root.unsized ? v : nullptr;
            return root;
        }
        if (!from) continue;
        e = decayed_array(from);
        if (!e) root.pointer = from;
    }
    return root;
}

std::string alignment(const TypeTable &types, QualType type) {
    return std::to_string(std::min<uint32_t>(types.layout(types.unshared(type)).align, 16)) + "UL";
}

std::string address_in(const TypeTable &types, const std::string &pointer, QualType type) {
    return pointer + (types.has_phase(type) ? ".ga" : "");
}

/// The bytes that an access uses, from the address that place() gives for it.
uint64_t AccessChecks::bytes_accessed(Expr *lvalue) const {
    const auto *m = as<MemberExpr>(lvalue);
    if (!m || !Accesses(in).is_bit_field(lvalue))
        return std::max<uint64_t>(types.size_of(types.unshared(lvalue->type)), 1);
    uint64_t before = 0;
    for (const FieldDecl *outer : m->path)
        if (outer != m->field) before += outer->offset;
    return before + (m->field->bit_offset + m->field->width - 1) / 8 + 1;
}

Node *AccessChecks::checked(Expr *lvalue, const std::function<Node *(const LowerContext &)> &address) {
    if (!checks() || extent(lvalue).empty()) return address(in);
    const AccessRoot root = access_root(lvalue);
    Expr *e = chosen_expression(lvalue);
    if ((!root.pointer && !root.unsized) || is_proven(e)) return address(in);
    if (types.is_record(e->type) && types.size_of(types.unshared(e->type)) == 0)
        return address(in); // nothing is accessed
    if (in.in_place) in.in_place->push_back({nullptr, nullptr, e});
    const std::string bytes = std::to_string(bytes_accessed(e)) + "UL";
    const QualType target = root.pointer ? types.pointee(root.pointer->type) : e->type;
    const std::string grain = as<MemberExpr>(e) && !root.pointer ? "1UL" : alignment(types, target);
    const std::string t = fresh("value");
    const std::string place = check_place(lvalue, root.pointer);
    if (root.object)
        return call(abi::checked, {env(), Addresses(in).shared_object(root.object), address(in), bytes, grain, place});
    if (!root.pointer)
        return make({"__extension__ ({ const " + abi::ga + " ", t, " = ", address(in), "; ",
                     call(abi::checked, {env(), t, t, bytes, grain, place}), "; })"});
    Node *pointer = value(root.pointer);
    KnownValues known(in.values);
    known.set(root.pointer, t);
    LowerContext inside = in;
    inside.values = &known;
    Node *at = address(inside);
    const std::string from = address_in(types, t, root.pointer->type);
    const bool is_part = !as<IndexExpr>(root.path.back()) && types.is_record(types.pointee(root.pointer->type));
    const auto check = is_part ? abi::checked_part : abi::checked;
    return make({"__extension__ ({ const ", print(types.canonical(root.pointer->type).unqualified()), " ", t, " = ",
                 pointer, "; ", call(check, {env(), from, at, bytes, grain, place}), "; })"});
}

namespace {

struct Range { // arguments of a library function: bytes at a pointer-to-shared
    std::string_view function;
    int pointers[2];
    int bytes;
};
constexpr Range ranges[] = {
    {"upc_memcpy", {0, 1}, 2},         {"upc_memget", {1, -1}, 2},        {"upc_memput", {0, -1}, 2},
    {"upc_memset", {0, -1}, 2},        {"upc_memcpy_nb", {0, 1}, 2},      {"upc_memget_nb", {1, -1}, 2},
    {"upc_memput_nb", {0, -1}, 2},     {"upc_memset_nb", {0, -1}, 2},     {"upc_memcpy_nbi", {0, 1}, 2},
    {"upc_memget_nbi", {1, -1}, 2},    {"upc_memput_nbi", {0, -1}, 2},    {"upc_memset_nbi", {0, -1}, 2},
    {"bupc_memcpy_async", {0, 1}, 2},  {"bupc_memget_async", {1, -1}, 2}, {"bupc_memput_async", {0, -1}, 2},
    {"bupc_memset_async", {0, -1}, 2},
};

} // namespace

/// Of a function of the library, which is told where it is called from.
bool AccessChecks::is_library_call(const FunctionDecl *f) const {
    if (!checks() || !f || f->body || f->name == Name::none) return false;
    const std::string_view name = source_name(f);
    const std::string_view file = ctx.source.location(f->name_token).file;
    const std::string_view header = file.substr(file.rfind('/') + 1);
    return (name.starts_with("upc_") || name.starts_with("bupc_")) &&
           (header.starts_with("upc") || header.starts_with("bupc")) && header.ends_with(".h");
}

/// A call of a library function that reads or writes shared memory, which is checked before. Null:
/// another function.
Node *AccessChecks::checked_call(CallExpr *e, const FunctionDecl *f) {
    if (!is_library_call(f)) return nullptr;
    const std::string_view name = source_name(f);
    const auto *range =
        std::find_if(std::begin(ranges), std::end(ranges), [&](const Range &r) { return r.function == name; });
    if (range == std::end(ranges) || e->args.size() <= static_cast<size_t>(range->bytes)) return nullptr;
    const std::string place = check_place(e);
    Composer out(ctx);
    Composer arguments(ctx);
    std::vector<std::string> names;
    out.text("__extension__ ({ ");
    for (Expr *argument : e->args) {
        names.push_back(fresh("checked"));
        out.text(types.print(types.canonical(argument->type).unqualified(), "const " + names.back()) + " = ")
            .node(value(argument))
            .text("; ");
        arguments.text(names.size() > 1 ? ", " : "").text(names.back());
    }
    for (const int pointer : range->pointers) {
        if (pointer < 0) continue;
        const size_t at = static_cast<size_t>(pointer);
        const std::string shared = address_in(types, names[at], e->args[at]->type);
        out.node(call(abi::check_range, {shared, names[static_cast<size_t>(range->bytes)], place})).text("; ");
    }
    return out.node(value(e->callee)).text("(").node(arguments.finish()).text("); })").finish();
}

} // namespace polder::cc
