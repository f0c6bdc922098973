// shared_objects: an object in shared memory becomes a variable that holds its global address. A
// descriptor goes with it, from which the runtime lays out the object before the program starts.
//   before   shared [2] int a[10 * THREADS]; static shared int n = 3;
//   after    polder_ga a; static polder_ga n;
//            static const struct polder_shared_object polder_d_a
//              __attribute__((section("polder_shared"), used, aligned(8))) =
//              {&a, 10, 2, sizeof(int), __alignof__(int), 1, "a"};
//
// With -fcommon tentative definitions are weak, so those of several files merge; without it the
// linker refuses two of them, as in C. Objects of a block move before the function under a name of
// their own. Initial values are copied from an image by the threads that own them.
#include "compiler/lower/decl/shared_objects.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/private_data.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/initializers.h"
#include "compiler/sema/constant.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

/// What linkers see of the symbol is as the program says.
std::string visibility_attribute(Context &ctx, const VarDecl *v) {
    for (const Attribute &a : v->attributes)
        if (a.name == "visibility" && !a.args.empty())
            return " __attribute__((visibility(" + std::string(ctx.source.slice(a.args)) + ")))";
    return "";
}

} // namespace

Node *SharedObjects::shared_declaration(Declarator *x) {
    auto *v = as<VarDecl>(x->decl);
    const bool in_block = in.function != nullptr;
    const bool is_extern = v->storage == Storage::extern_ && !x->init;
    const bool shared = types.is_shared(v->type);
    std::vector<Node *> &outside = in_block ? in.function->before : unit.after;
    if (in_block && in.function->is_copy) return make(alias_for_debuggers(v, is_extern));
    if (in_block && !is_extern)
        unit.c_names[canonical(v)] = unit.names.numbered("l") + "_" + std::string(source_name(v));
    const std::string name = c_name(v);
    const bool is_static = v->storage == Storage::static_ || (in_block && !is_extern);
    const bool merges = v->linkage == Linkage::external && !x->init && !is_extern && ctx.options.fcommon;
    const std::string storage = is_extern ? "extern " : is_static ? "static " : "";
    Composer object(ctx);
    if (shared)
        object.text(storage + types.print_object(v->type) + " ").text(name).text(visibility_attribute(ctx, v));
    else
        object.text(storage).node(
            DeclarationLowering(in).declare(InitializerLowering(in).without_const(v->type), make(name)));
    if (merges) object.text(" __attribute__((weak))");
    bool zero_pages = false;
    if (!shared && !is_extern) {
        object.text(PrivateData(in).attribute(v, Placement::zero));
        zero_pages = ctx.options.backend == BackendFamily::clang;
        PrivateData(in).mark(v);
    }
    object.text("; ");
    Node *whole = object.finish();
    if (zero_pages)
        whole = make({"\n#pragma clang section bss=\"" + abi::section::bss + "\"\n", whole,
                      "\n#pragma clang section bss=\"\"\n"});
    if (in_block) outside.push_back(whole);
    if (!is_extern && shared && unit.declared.insert("object " + name).second)
        (in_block ? outside : unit.closing).push_back(descriptor(v));
    if (x->init) {
        LowerContext at_start = in;
        at_start.function = nullptr;
        outside.push_back(shared ? SharedObjects(at_start).image(v, x->init)
                                 : InitializerLowering(at_start).run_time_initializer(v, x->init));
    }
    return in_block ? make(in.moving ? "" : alias_for_debuggers(v, is_extern)) : whole;
}

/// What stands in the block for a shared object of it, which moved in front: something for
/// debuggers to find.
std::string SharedObjects::alias_for_debuggers(VarDecl *v, bool is_extern) {
    if (!types.is_shared(v->type) || is_extern || !ctx.options.debug) return "";
    return "const " + types.print_object(v->type) + " " + std::string(source_name(v)) +
           " __attribute__((unused)) = " + c_name(v) + "; ";
}

namespace {

uint64_t aligned_attribute(Context &ctx, const VarDecl *v) {
    uint64_t most = 0;
    for (const Attribute &a : v->attributes)
        if (a.name == "aligned" || a.name == "_Alignas")
            if (const ConstantValue value = a.value ? evaluate(ctx, a.value) : ConstantValue{}; value.known)
                most = std::max(most, static_cast<uint64_t>(value.value));
    return most;
}

} // namespace

Node *SharedObjects::descriptor(VarDecl *v) {
    const auto found = unit.definitions.find(canonical(v));
    const QualType type = found == unit.definitions.end() ? v->type : found->second->type;
    const QualType element = types.unshared(types.ultimate_element(type)).unqualified();
    const Layout layout = types.layout(element);
    const std::string name = c_name(v);
    const uint64_t count = types.is_array(type) ? std::max<uint64_t>(types.elements_in(type), 1) : 1;
    const uint64_t align = std::max<uint64_t>(layout.align, aligned_attribute(ctx, v));
    return make("static const " + abi::shared_object + " polder_d_" + name + " __attribute__((section(\"" +
                abi::section::shared + "\"), used, aligned(8))) = {&" + name + ", " + std::to_string(count) + ", " +
                std::to_string(types.block_of(type)) + ", " + std::to_string(layout.size) + ", " +
                std::to_string(align) + ", " + (types.times_threads(type) ? "1" : "0") + ", \"" +
                std::string(source_name(v)) + "\"};");
}

namespace {

const Literal *string_in(const Expr *e) {
    const auto *literal = as<Literal>(without_conversions(e));
    return literal && literal->literal == LiteralKind::string ? literal : nullptr;
}

} // namespace

/// The global address of the element a leaf's path leads to; `tail` is what remains of the path
/// inside the element.
std::string SharedObjects::leaf_address(VarDecl *v, const std::vector<InitStep> &path, std::string &tail) {
    std::string flat = "0UL";
    size_t depth = 0;
    QualType type = v->type;
    for (; types.is_array(type); type = types.element(type), ++depth) {
        const Type &level = types.get(types.canonical(type));
        if (depth > 0)
            flat = "(" + flat + ") * " + std::to_string(level.count) + (level.times_threads ? " * " + threads() : "");
        if (depth < path.size()) flat += " + " + std::to_string(path[depth].first);
    }
    for (; depth < path.size(); ++depth)
        tail += path[depth].field ? "." + std::string(source_name(path[depth].field))
                                  : "[" + std::to_string(path[depth].first) + "]";
    const uint64_t block = types.block_of(v->type);
    const std::string size = ", sizeof(" + print(types.unshared(types.ultimate_element(v->type)).unqualified()) + ")";
    return (block == 1 ? abi::index_cyclic + "(" : abi::index_blocked + "(") + env() + ", " + c_name(v) + ", " + flat +
           size + (block == 1 ? ")" : ", " + std::to_string(block) + ")");
}

/// Where the number of elements in a row is known only at start, every initialised element is
/// stored by its owner.
Node *SharedObjects::stores(VarDecl *v) {
    const auto found =
        ctx.init_leaves.find(v) != ctx.init_leaves.end() ? ctx.init_leaves.find(v) : ctx.init_leaves.find(canonical(v));
    return InitializerLowering(in).init_function([&](const LowerContext &inside) -> Node * {
        Lowering at_start(inside);
        Composer out(ctx);
        const std::string type = print(types.pointer_to(types.unshared(types.ultimate_element(v->type)).unqualified()));
        if (found == ctx.init_leaves.end()) return out.finish();
        const auto store = [&](const std::vector<InitStep> &path, Node *what) {
            std::string tail;
            const std::string address = SharedObjects(inside).leaf_address(v, path, tail);
            const std::string at = fresh("address");
            out.text("{ const " + abi::ga + " " + at + " = " + address + "; if (" + abi::thread_of + "(" +
                     at_start.env() + ", " + at + ") == " + at_start.env() + ".mythread) (*(" + type + ")" +
                     AddressSpaces(inside).here() + at + "))" + tail + " = ");
            out.node(what).text("; } ");
        };
        for (InitLeaf leaf : found->second) {
            InitStep *range = nullptr;
            for (InitStep &step : leaf.path)
                if (!step.field && step.last > step.first) range = &step;
            for (const uint64_t last = range ? range->last : 0;;) {
                if (const Literal *text = string_in(leaf.value); text && types.is_array(leaf.type)) {
                    const uint64_t n = std::min(text->length, types.get(types.canonical(leaf.type)).count);
                    std::vector<InitStep> path = leaf.path;
                    for (uint64_t i = 0; i < n; ++i) {
                        path.resize(leaf.path.size());
                        path.push_back({nullptr, i, i});
                        store(path, make({"(", leaf.value, ")[" + std::to_string(i) + "]"}));
                    }
                } else {
                    store(leaf.path, at_start.value(leaf.value));
                }
                if (!range || ++range->first > last) break;
            }
        }
        return out.finish();
    });
}

/// The initial value as a private object, and the copying of each thread's part.
Node *SharedObjects::image(VarDecl *v, Expr *init) {
    if (types.times_threads(v->type) && types.is_array(types.element(v->type))) return stores(v);
    const QualType element = types.unshared(types.ultimate_element(v->type)).unqualified();
    const bool array = types.is_array(v->type);
    const bool growing = types.times_threads(v->type);
    const QualType type = !array    ? element
                          : growing ? types.incomplete_array(element)
                                    : InitializerLowering(in).without_const(types.unshared(v->type));
    const bool constant = InitializerLowering(in).init_kind(init) == InitKind::constant;
    // A name that messages of the C compiler may speak of.
    const std::string image = std::string(source_name(v)) + "_initial";
    return InitializerLowering(in).init_function([&](const LowerContext &inside) {
        Lowering at_start(inside);
        Node *contents = constant ? InitializerLowering(inside).static_value(init) : at_start.value(init);
        const std::string size = "sizeof(" + print(element) + ")";
        const std::string count = !array    ? "1"
                                  : growing ? "sizeof(" + image + ") / " + size
                                            : std::to_string(types.elements_in(v->type));
        return make({constant ? "static const " : "const ", DeclarationLowering(inside).declare(type, make(image)),
                     " = ", contents, "; " + abi::initialize + "(", at_start.env(), ", ", c_name(v),
                     (array ? ", " : ", &") + image + ", ", count + ", " + size + ", ",
                     std::to_string(types.block_of(v->type)), ");"});
    });
}

} // namespace polder::cc
