// calls: queries on pointers-to-shared become arithmetic; library state that belongs to a UPC
// thread is redirected.
//   before   t = upc_threadof(&a[i]);   getopt(argc, argv, "n:"); optarg
//   after    t = polder_thread_of(polder_e, polder_index_cyclic(...));
//            polder_getopt(argc, argv, "n:"); (*polder_optarg())
//
// Copies of few bytes, a constant number, on this node are C's own (pass inline).
//   before   upc_memget(&local, &a[i], sizeof local);
//   after    ({ void *polder_t1 = &local; const polder_ga polder_t2 = ...;
//               __builtin_memcpy(polder_t1, polder_addr_1node(polder_t2), 8); })
#include "compiler/lower/expr/calls.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/decl/function_versions.h"
#include "compiler/lower/expr/atomics.h"
#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_of_upc_h(const Context &ctx, const FunctionDecl *f) {
    return !f->body && ctx.source.location(f->name_token).file.ends_with("/upc.h");
}

} // namespace

Node *CallLowering::call(CallExpr *e) {
    const FunctionDecl *f = called_function(e->callee);
    if (Node *checked = AccessChecks(in).checked_call(e, f)) return checked;
    const bool is_access = unit.atomics_in_place && in.passes.atomics && is_atomic_operation(ctx, f); // checked as such
    if (!AccessChecks(in).is_library_call(f) || is_access) return plain_call(e, f);
    return make({"(", call(abi::check_here, {AccessChecks(in).check_place(e)}), ", ", plain_call(e, f), ")"});
}

Node *CallLowering::plain_call(CallExpr *e, const FunctionDecl *f) {
    if (f && !types.get(f->type).prototyped && f->params.size() == e->args.size()) return old_style_call(e, f);
    if (Node *copy = f && in.passes.inlining && e->args.size() == 3 ? small_copy(e, f) : nullptr) return copy;
    if (f && unit.atomics_in_place && in.passes.atomics && e->args.size() == 6 && is_atomic_operation(ctx, f)) {
        done(Pass::atomics, e->range.first, std::string(source_name(f)) + " in place");
        return Atomics(in).atomic_call(e, f);
    }
    if (Node *second = FunctionVersions(in).call_of_same_version(e)) {
        Weaver weaver(ctx, extent(e));
        weaver.replace(extent(e->callee), second);
        for (Expr *argument : e->args)
            if (Node *lowered = value(argument); lowered != argument) weaver.replace(extent(argument), lowered);
        return weaver.finish(e);
    }
    if (!f || e->args.size() != 1 || !types.is_pointer_to_shared(e->args[0]->type)) return rebuild(e);
    const std::string_view name = source_name(f);
    Expr *pointer = e->args[0];
    if (name == "upc_threadof") return call(abi::thread_of, {env(), Pointers(in).ga_of(pointer)});
    if (name == "upc_phaseof") return make({"(", value(pointer), ").phase"});
    if (is_one_thread() && !ctx.options.check && is_of_upc_h(ctx, f)) {
        if (name == "upc_lock") return call(abi::lock_1thread, {Pointers(in).ga_of(pointer)});
        if (name == "upc_unlock") return call(abi::unlock_1thread, {Pointers(in).ga_of(pointer)});
    }
    if (name == "upc_resetphase") return call(abi::gp_make, {Pointers(in).ga_of(pointer), "0"});
    return rebuild(e);
}

/// upc_memget, upc_memput, upc_memcpy or upc_memset of a few bytes; null for other calls. Elsewhere
/// the library does it.
Node *CallLowering::small_copy(CallExpr *e, const FunctionDecl *f) {
    constexpr long most = 64;
    const std::string name(source_name(f));
    if (!is_one_of(name, {"upc_memget", "upc_memput", "upc_memcpy", "upc_memset"}) || !in.function ||
        !is_of_upc_h(ctx, f))
        return nullptr;
    const ConstantValue size = evaluate(ctx, e->args[2]);
    if (!size.known || size.is_floating || size.times_threads || size.value <= 0 || size.value > most) return nullptr;
    const std::string n = std::to_string(static_cast<long>(size.value));
    const std::string to = fresh("to");
    const std::string from = fresh("from");
    const bool sets = name == "upc_memset";
    const bool to_shared = name != "upc_memget";
    const bool from_shared = name == "upc_memget" || name == "upc_memcpy";
    const std::string near_to = to_shared ? std::string(AddressSpaces(in).here()) + to + ")" : to;
    const std::string near_from = from_shared ? std::string(AddressSpaces(in).here()) + from + ")" : from;
    const auto pointer = [](const std::string &ga, bool shared) {
        return shared ? abi::gp_make + "(" + ga + ", 0)" : ga;
    };
    Composer out(ctx);
    out.text(std::string("__extension__ ({ ") + (to_shared ? "const " + abi::ga + " " : "void *const ") + to + " = ")
        .node(to_shared ? Pointers(in).ga_of(e->args[0]) : value(e->args[0]));
    out.text(std::string("; ") +
             (from_shared ? "const " + abi::ga + " "
              : sets      ? "const int "
                          : "const void *const ") +
             from + " = ");
    out.node(from_shared ? Pointers(in).ga_of(e->args[1]) : value(e->args[1])).text("; ");
    if (is_far_code())
        out.text("if (" + (to_shared ? std::string(AddressSpaces(in).near_test()) + to + ")" : "") +
                 (to_shared && from_shared ? " && " : "") +
                 (from_shared ? std::string(AddressSpaces(in).near_test()) + from + ")" : "") + ") ");
    out.text((sets ? "__builtin_memset(" : "__builtin_memcpy(") + near_to + ", " + near_from + ", " + n + "); ");
    if (is_far_code())
        out.text("else " + name + "(" + pointer(to, to_shared) + ", " + pointer(from, from_shared) + ", " + n + "); ");
    done(Pass::inlining, e->range.first, name + " of " + n + " bytes in place");
    return out.text("})").finish();
}

/// A call of a K&R definition: without a prototype nothing converted a null constant to a
/// pointer-to-shared.
Node *CallLowering::old_style_call(CallExpr *e, const FunctionDecl *f) {
    Weaver weaver(ctx, extent(e));
    if (Node *second = FunctionVersions(in).call_of_same_version(e)) weaver.replace(extent(e->callee), second);
    for (size_t i = 0; i < e->args.size(); ++i) {
        Expr *argument = e->args[i];
        const QualType wanted = f->params[i]->type;
        const bool converts = types.is_pointer_to_shared(wanted) && !types.is_pointer_to_shared(argument->type);
        if (Node *lowered = converts ? Pointers(in).convert(argument, wanted) : value(argument); lowered != argument)
            weaver.replace(extent(argument), lowered);
    }
    return weaver.finish(e);
}

namespace {

/// The function that says where the calling thread's own of a variable of getopt is; empty: it is
/// no such variable.
std::string_view getopt_variable(std::string_view name) {
    if (name == "optarg") return abi::optarg;
    if (name == "optind") return abi::optind;
    if (name == "opterr") return abi::opterr;
    return name == "optopt" ? std::string_view(abi::optopt) : "";
}

} // namespace

/// A name of the C library whose UPC meaning is per thread; null for all others. One that the
/// program declares itself (`extern char *optarg;`) may also be the program's own: then the marker
/// of its definition says so at run time.
Node *CallLowering::library_name(NameExpr *e) {
    const Decl *decl = e->decl;
    if (!decl || decl->name == Name::none || in.constant) return nullptr;
    const auto *v = as<VarDecl>(decl);
    const auto *f = as<FunctionDecl>(decl);
    const std::string name(source_name(decl));
    if (const std::string_view place = v ? getopt_variable(name) : ""; !place.empty()) {
        if (v->in_c_code && v->file_scope) return make({"(*", place, "())"});
        const auto *first = as<VarDecl>(v->canonical);
        if (!first || first->privacy != Privacy::by_marker || types.is_pointer(v->type) != (name == "optarg"))
            return nullptr;
        return make({"(*(", is_own(name), " ? (__typeof__(&", name, "))((char *)&", name, " + ", env(),
                     ".delta) : ", place, "()))"});
    }
    const std::string own(library_function(name));
    if (!f || f->body || own.empty()) return nullptr;
    const auto *known = as<FunctionDecl>(f->canonical);
    if (!f->in_c_code && (!types.is_arithmetic(types.get(f->type).element) || (known && known->defined)))
        return nullptr;
    if (unit.declared.insert(own).second)
        (in.function ? in.function->before : unit.after)
            .push_back(make("extern __typeof__(" + name + ") " + own +
                            (name == "exit" ? " __attribute__((noreturn));" : ";")));
    return f->in_c_code || name.substr(0, 3) != "get" ? make(own)
                                                      : make({"(", is_own("optarg"), " ? ", name, " : ", own, ")"});
}

/// Code for: does a UPC unit of this program define the variable?
std::string CallLowering::is_own(const std::string &variable) {
    if (unit.declared.insert("marker " + variable).second)
        (in.function ? in.function->before : unit.after)
            .push_back(make("extern char polder_private_" + variable + " __attribute__((weak));"));
    return "&polder_private_" + variable;
}

} // namespace polder::cc
