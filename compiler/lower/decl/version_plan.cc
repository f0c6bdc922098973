// Which functions have which versions (function_versions.cc), and which first versions dispatch.
// Decided for the whole unit before anything is lowered.
//
// The first version is for jobs of one node. Others are for jobs of several nodes, and of one
// thread. Without a version for several nodes the first one is for any job.
//
// Rules.
//   1. A function that touches shared data has a single-node and a multi-node version.
//   2. One version, far code that asks at each access, is for what cannot be written twice. That is
//      variadic functions, parameters without names, attributes that belong to one symbol,
//      assembly that may define a symbol, statics that cannot move.
//   3. One version is for small functions, too, that no loop calls.
//   4. A static function that is only called, and only by functions with two versions behind it,
//      needs no dispatch. It has two versions even if it is small.
//   5. So has a function without shared data that is called in one place. Compilers inline what is
//      called once, and the single-node version is to be compiled as if there were no other.
//   6. A function with loops that calls functions of rule 4 has two versions, so that nothing is
//      asked once a call. So has one whose loops call what can be inlined there (rule 8), and one
//      that calls such a function and is itself called in loops.
//   7. A function with two versions has one for jobs of one thread, too (pass one-thread). So has a
//      small function that touches shared data or data that each thread has a copy of, and one that
//      calls such functions. Others of these versions call it. Its first version does not dispatch.
//      Where THREADS is a constant above 1, there is no such version.
//   8. A short function that dispatches, called in loops of functions behind it, has its first
//      version inlined there (pass inline, from -O2). So a call asks nothing, and compilers move
//      out of the loop what finds shared arrays. So has one that such a function calls. It calls
//      no function that comes behind it, so nothing is inlined into itself. A small one has two
//      versions then. Calls of a small one that the loop gives nothing new stay calls: the loop may
//      wait for what the function reads.
#include "compiler/lower/decl/version_plan.h"

#include "compiler/analysis/invariance.h"
#include "compiler/ast/assembly.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/functions.h"
#include "compiler/lower/expr/atomics.h"

#include "compiler/lex/openmp_text.h"
#include "compiler/unit/library_calls.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr unsigned most_inlined_tokens = 200;  // of a function that a C compiler may still inline
constexpr unsigned most_tokens_in_place = 180; // of a function that is inlined always
constexpr unsigned most_tokens_of_nest = 120;  // of one with loops in loops, beside which a call is less
constexpr size_t most_copied_in_place = 360;   // of all its calls together
constexpr uint64_t most_bytes_in_place = 256;  // of its locals

/// Counted in one walk over a body.
struct Shape {
    unsigned accesses = 0; // reads and writes of shared objects, atomic operations, casts to private pointers
    bool large = false;    // one of them is more than a register holds
    bool copies = false;   // it names data of which each thread has a copy, THREADS or MYTHREAD
    bool loops = false;
    bool assembly = false; // that may not stand in two functions
    bool mistaken = false; // C will refuse it: then once
};

struct Facts {
    Declaration *d = nullptr;
    Shape shape;
    bool copyable = false;
    bool small = false;
    bool two = false;
    bool in_loops = false;   // a call stands in a loop, or in a short function of which that is true
    bool of_threads = false; // it is other code with one thread
    bool known_callers = false;
    bool attributed = false;              // some declaration has attributes
    unsigned inlined_tokens = 0;          // of what is inlined into it
    std::vector<Facts *> callers;         // one for each call; null for one from outside bodies
    std::vector<Facts *> looping_callers; // one for each call in a loop behind the function
    bool repeated = false;                // some call stands in a loop
    bool run_once = false;
    unsigned mentions = 0;  // how often the name occurs in the unit
    unsigned accounted = 0; // in declarations and calls
};

/// Attributes of a definition that mean nothing to a second copy, which goes without them.
bool is_harmless(std::string_view name) {
    static constexpr std::string_view known[] = {"noinline",
                                                 "unused",
                                                 "used",
                                                 "hot",
                                                 "nothrow",
                                                 "leaf",
                                                 "noclone",
                                                 "warn_unused_result",
                                                 "nonnull",
                                                 "returns_nonnull",
                                                 "format",
                                                 "malloc",
                                                 "deprecated",
                                                 "visibility",
                                                 "externally_visible",
                                                 "always_inline",
                                                 "artificial",
                                                 "access",
                                                 "noipa"};
    return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

bool is_loop(NodeKind kind) {
    return kind == NodeKind::for_stmt || kind == NodeKind::while_stmt || kind == NodeKind::do_stmt ||
           kind == NodeKind::forall_stmt || kind == NodeKind::goto_stmt;
}

class Survey {
public:
    using Question = bool (*)(const Context &, const FunctionDecl *);
    Survey(LowerUnit &unit, std::unordered_map<const Decl *, Facts> &facts, Question is_atomic)
        : unit_(unit), ctx_(unit.ctx), types_(ctx_.types), facts_(facts), is_atomic_(is_atomic) {}

    /// What is below n, in the body of `in` (null: outside bodies).
    void walk(Node *n, Facts *in, Node *loop = nullptr) {
        if (is_loop(n->kind)) loop = n;
        if (in) {
            measure(n, in->shape);
            in->shape.mistaken = in->shape.mistaken || is_mistaken(n, in->d->function);
        }
        if (auto *call = as<CallExpr>(n))
            if (Facts *called = find(called_function(call->callee))) {
                const bool behind = in && extent(call->callee).first > called->d->range.first;
                called->callers.push_back(behind ? in : nullptr);
                if (behind && loop) called->looping_callers.push_back(in);
                if (behind && loop && !varies(call, loop)) unit_.unvarying.insert(call);
                called->repeated = called->repeated || loop;
                ++called->accounted;
            }
        if (auto *x = as<Declarator>(n))
            if (Facts *declared = find(as<FunctionDecl>(x->decl))) {
                ++declared->accounted;
                declared->attributed = declared->attributed || !as<FunctionDecl>(x->decl)->attributes.empty();
            }
        for_each_child(n, [&](Node *child) { walk(child, in, loop); });
    }

private:
    /// Is the call given something that its loop changes? A loop in which no call is may wait for
    /// what the function reads.
    bool varies(const CallExpr *call, Node *loop) const {
        const auto &changed = unit_.facts.effects(loop).changed;
        return std::ranges::any_of(changed, [&](const Decl *v) {
            return std::ranges::any_of(call->args, [&](const Expr *e) { return is_named(e, v); });
        });
    }

    Facts *find(const FunctionDecl *f) {
        const auto found = f ? facts_.find(f->canonical) : facts_.end();
        return found == facts_.end() ? nullptr : &found->second;
    }

    void count(const Expr *lvalue, Shape &shape) const {
        if (!types_.is_shared(lvalue->type) || types_.is_array(lvalue->type)) return;
        ++shape.accesses;
        shape.large = shape.large || types_.size_of(types_.unshared(lvalue->type)) > 8;
    }

    static bool is_copied(Node *n) {
        const auto *name = as<NameExpr>(n);
        const VarDecl *v = name ? as<VarDecl>(name->decl) : nullptr;
        const auto *first = v ? as<VarDecl>(v->canonical) : nullptr;
        const Privacy privacy = first ? first->privacy : Privacy::none;
        return privacy == Privacy::per_thread || privacy == Privacy::by_marker || n->kind == NodeKind::threads_expr ||
               n->kind == NodeKind::mythread_expr;
    }

    void measure(Node *n, Shape &shape) const {
        shape.loops = shape.loops || is_loop(n->kind);
        shape.copies = shape.copies || is_copied(n);
        if (auto *assembly = as<AsmStmt>(n)) shape.assembly = shape.assembly || !may_be_copied(ctx_.source, assembly);
        if (auto *cast = as<ImplicitCast>(n); cast && cast->conversion == Conversion::lvalue_to_rvalue)
            count(cast->operand, shape);
        if (auto *assignment = as<AssignExpr>(n)) count(assignment->target, shape);
        if (auto *u = as<UnaryExpr>(n); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
            count(u->operand, shape);
        if (auto *call = as<CallExpr>(n); call && is_atomic_(ctx_, called_function(call->callee))) ++shape.accesses;
        if (auto *cast = as<CastExpr>(n); cast && types_.is_pointer_to_shared(cast->operand->type) &&
                                          types_.is_pointer(cast->type) && !types_.is_pointer_to_shared(cast->type))
            ++shape.accesses;
    }

    bool mixes(QualType to, const Expr *from) const {
        return from && types_.is_record(to) != types_.is_record(without_conversions(from)->type);
    }

    /// Structures where scalars are wanted, and the other way round: sema leaves such mistakes to
    /// the back-end C compiler.
    bool is_mistaken(Node *n, const FunctionDecl *in) const {
        if (auto *e = as<AssignExpr>(n))
            return mixes(e->target->type, e->value) || (e->compound && types_.is_record(e->target->type));
        if (auto *e = as<BinaryExpr>(n))
            return e->op != BinaryOp::comma && (types_.is_record(e->left->type) || types_.is_record(e->right->type));
        if (auto *e = as<CastExpr>(n))
            return !types_.is_void(e->type) && (types_.is_record(e->type) || types_.is_record(e->operand->type));
        if (auto *s = as<ReturnStmt>(n)) return mixes(types_.get(in->type).element, s->value);
        if (auto *x = as<Declarator>(n); x && x->init && !as<InitList>(x->init))
            return as<VarDecl>(x->decl) && !types_.is_array(x->decl->type) && mixes(x->decl->type, x->init);
        auto *call = as<CallExpr>(n);
        const FunctionDecl *f = call ? called_function(call->callee) : nullptr;
        if (!f || !types_.get(f->type).prototyped) return false;
        const std::vector<Param> &params = types_.get(f->type).params;
        for (size_t i = 0; i < params.size() && i < call->args.size(); ++i)
            if (mixes(params[i].type, call->args[i])) return true;
        return false;
    }

    LowerUnit &unit_;
    const Context &ctx_;
    const TypeTable &types_;
    std::unordered_map<const Decl *, Facts> &facts_;
    const Question is_atomic_; // a call of this function is an atomic operation
};

/// The names a body declares that are gone outside it; its statics go to another list.
struct LocalNames {
    std::unordered_set<Name> names;
    std::vector<Declaration *> statics;
};

void collect(Node *n, LocalNames &local) {
    if (auto *label = as<LabelStmt>(n); label && label->label) local.names.insert(label->label->name);
    if (auto *e = as<EnumeratorDecl>(n)) local.names.insert(e->name);
    if (auto *d = as<Declaration>(n)) {
        if (d->specifiers.tag && d->specifiers.tag->name != Name::none) local.names.insert(d->specifiers.tag->name);
        const bool moves = d->specifiers.storage == Storage::static_ && !d->declarators.empty();
        if (moves)
            local.statics.push_back(d);
        else if (!d->is_member)
            for (const Declarator *x : d->declarators)
                if (x->decl && x->decl->name != Name::none) local.names.insert(x->decl->name);
    }
    for_each_child(n, [&](Node *child) { collect(child, local); });
}

/// Occurrences of the functions' names as words of the source; a string or directive that holds one
/// counts as many, as it may mean it.
void count_mentions(const Source &source, std::unordered_map<const Decl *, Facts> &facts) {
    std::unordered_map<Name, Facts *> by_name;
    for (auto &[function, fact] : facts)
        by_name[function->name] = &fact;
    constexpr unsigned elsewhere = 1000000;
    const auto &tokens = source.tokens();
    for (TokenIndex t = 0; t < tokens.size(); ++t) {
        if (tokens[t].kind == Tok::identifier) {
            if (const auto found = by_name.find(tokens[t].name); found != by_name.end()) ++found->second->mentions;
        } else if (tokens[t].kind == Tok::string_literal || tokens[t].kind == Tok::pragma) {
            const std::string text =
                tokens[t].kind == Tok::pragma ? source.pragma_text(t) : std::string(source.spelling(t));
            for (auto &[name, fact] : by_name)
                if (contains_word(text, source.name(name)))
                    fact->mentions +=
                        tokens[t].kind == Tok::pragma || text.size() == source.name(name).size() + 2 ? elsewhere : 0;
        }
    }
}

/// Which statics of the body can move in front of the function. False if there are others that a
/// second copy must not have.
bool movable_statics(const Context &ctx, FunctionDecl *f, std::unordered_set<const Declaration *> &movable) {
    const TypeTable &types = ctx.types;
    LocalNames local;
    collect(f->body, local);
    for (const ParamDecl *p : f->params)
        local.names.insert(p->name);
    const auto &tokens = ctx.source.tokens();
    for (const Declaration *d : local.statics) {
        bool moves = !d->specifiers.defines_tag;
        for (TokenIndex t = d->range.first; t < d->range.last; ++t)
            moves = moves && tokens[t].kind != Tok::kw_func_name &&
                    !(tokens[t].kind == Tok::identifier && local.names.count(tokens[t].name));
        if (moves) {
            movable.insert(d);
            continue;
        }
        for (const Declarator *x : d->declarators) {
            if (x->decl) local.names.insert(x->decl->name);
            auto *v = as<VarDecl>(x->decl);
            if (v && !types.is_shared(v->type) && !types.canonical(types.ultimate_element(v->type)).has(q_const))
                return false;
        }
    }
    return true;
}

/// Tells the function's callers, and theirs, if it is other code with one thread.
void find_of_threads(Facts *f, bool calls_one = false) {
    if (f->of_threads || !(calls_one || f->shape.accesses > 0 || f->shape.copies)) return;
    f->of_threads = true;
    for (Facts *caller : f->callers)
        if (caller) find_of_threads(caller, true);
}

bool all_callers_have_two(const Facts *f) {
    return f->known_callers &&
           std::all_of(f->callers.begin(), f->callers.end(), [](const Facts *c) { return c && c->two; });
}

/// Does a run of the program come to the function a few times at most, as far as the unit shows? It
/// is main, or all calls stand behind it, in no loop of such functions. These have been asked.
bool is_run_once(const Context &ctx, const Facts *f) {
    return is_main(f->d->function, ctx) ||
           (!f->callers.empty() && !f->repeated &&
            std::all_of(f->callers.begin(), f->callers.end(), [](const Facts *c) { return c && c->run_once; }));
}

/// By a version beside the first.
bool is_called(const Facts *f) {
    return std::any_of(f->callers.begin(), f->callers.end(), [](const Facts *c) { return c && c->copyable; });
}

bool may_be_inlined(const Facts *f) {
    const TokenRange body = f->d->function->body->range;
    return body.last - body.first <= most_inlined_tokens && is_called(f);
}

/// What compilers refuse to inline, or what would mean something else, in the body of `in`.
bool is_hard_to_inline(const Context &ctx, Node *n, const FunctionDecl *in) {
    const auto *named = as<NameExpr>(n);
    const auto *v = as<Declarator>(n) ? as<VarDecl>(as<Declarator>(n)->decl) : nullptr;
    const auto *nested = as<Declaration>(n);
    const auto *call = as<CallExpr>(n);
    const FunctionDecl *f = call ? called_function(call->callee) : nullptr;
    bool found = n->kind == NodeKind::asm_stmt || n->kind == NodeKind::label_stmt ||
                 n->kind == NodeKind::label_address || (v && ctx.types.is_variably_modified(v->type)) ||
                 (named && named->decl && named->decl->canonical == in->canonical) || (nested && nested->function) ||
                 (call && !f) || (f && belongs_to_frame(ctx, f));
    for_each_child(n, [&](Node *child) { found = found || is_hard_to_inline(ctx, child, in); });
    return found;
}

bool has_nest(Node *n, bool in_loop = false) {
    const bool loop = is_loop(n->kind) && n->kind != NodeKind::goto_stmt;
    bool found = in_loop && loop;
    for_each_child(n, [&](Node *child) { found = found || has_nest(child, in_loop || loop); });
    return found;
}

/// Beside a barrier, what a call asks is nothing.
bool has_barrier(Node *n) {
    bool found = n->kind == NodeKind::barrier_stmt;
    for_each_child(n, [&](Node *child) { found = found || has_barrier(child); });
    return found;
}

bool is_small(const Facts *f) {
    const TokenRange body = f->d->function->body->range;
    return !f->shape.loops && !f->shape.large && f->shape.accesses <= 2 && body.last - body.first <= 60;
}

/// Bytes of automatic objects, which the frames of callers would have.
uint64_t bytes_of_locals(const Context &ctx, Node *n) {
    const auto *v = as<Declarator>(n) ? as<VarDecl>(as<Declarator>(n)->decl) : nullptr;
    const auto *literal = as<CompoundLiteral>(n);
    uint64_t bytes = v && !v->is_static_storage ? ctx.types.size_of(v->type) : 0;
    if (literal && !literal->file_scope) bytes += ctx.types.size_of(literal->type);
    for_each_child(n, [&](Node *child) { bytes += bytes_of_locals(ctx, child); });
    return bytes;
}

/// Compilers inline nothing into functions of other options, and another unit may replace a weak
/// function. Pragmas that say so are no tokens.
bool pragmas_change_functions(std::string_view text) {
    for (size_t at = text.find("pragma"); at != text.npos; at = text.find("pragma", at)) {
        const std::string_view line = text.substr(at, text.find('\n', at) - at);
        for (const std::string_view word :
             {"optimize", "target", "push_options", "attribute", "weak", "redefine_extname"})
            if (contains_word(line, word)) return true;
        at += line.size();
    }
    return false;
}

unsigned tokens_in_place(const Facts *f) {
    const TokenRange body = f->d->function->body->range;
    return body.last - body.first + f->inlined_tokens;
}

/// Rule 8, but for the calls: why the function may not be inlined where loops call it; null if it
/// may.
const char *why_not_in_place(const Context &ctx, const Facts *each) {
    const FunctionDecl *f = each->d->function;
    const TokenRange body = f->body->range;
    const auto &tokens = ctx.source.tokens();
    const bool says_its_name = std::any_of(tokens.begin() + body.first, tokens.begin() + body.last,
                                           [](const auto &token) { return token.kind == Tok::kw_func_name; });
    const unsigned most = has_nest(f->body) ? most_tokens_of_nest : most_tokens_in_place;
    if (tokens_in_place(each) > most) return "it is long, with what it calls";
    if (each->callers.size() * tokens_in_place(each) > most_copied_in_place) return "its calls together are long";
    if (ctx.options.pic && f->linkage == Linkage::external) return "another library may replace it (-fPIC)";
    if (is_main(f, ctx)) return "it is main";
    if (each->attributed) return "it has attributes";
    if (!f->kr_declarations.empty()) return "it has no prototype";
    if (says_its_name) return "it says its name";
    if (is_hard_to_inline(ctx, f->body, f))
        return "it has a label, assembly, an array of variable length or a call by pointer, or calls itself";
    if (has_barrier(f->body)) return "it has a barrier";
    return bytes_of_locals(ctx, f->body) > most_bytes_in_place ? "its variables are large" : nullptr;
}

bool may_go_in_place(const Context &ctx, const Facts *each) {
    return why_not_in_place(ctx, each) == nullptr;
}

bool is_in_loops(const Context &ctx, const Facts *f) {
    return std::any_of(f->looping_callers.begin(), f->looping_callers.end(),
                       [](const Facts *c) { return c->copyable; }) ||
           std::any_of(f->callers.begin(), f->callers.end(),
                       [&](const Facts *c) { return c && c->copyable && c->in_loops && may_go_in_place(ctx, c); });
}

/// Does it have two versions, and is its first one inlined in loops?
bool goes_in_place(const Context &ctx, const Facts *f) {
    return f->two && f->in_loops && may_go_in_place(ctx, f);
}

/// Rules 4 to 6. `with_in_place`: and 8.
void add_callees_and_callers(const Context &ctx, const std::vector<Facts *> &defined, bool with_in_place) {
    for (bool changed = true; changed;) {
        changed = false;
        const auto set = [&](bool &what, bool to) {
            changed = changed || (to && !what);
            what = what || to;
        };
        for (Facts *each : defined)
            set(each->in_loops, is_in_loops(ctx, each));
        for (Facts *each : defined) {
            if (!with_in_place || !each->in_loops || !each->copyable) continue;
            set(each->two, each->shape.accesses > 0 && may_go_in_place(ctx, each));
            if (!goes_in_place(ctx, each)) continue;
            for (Facts *caller : each->callers)
                if (caller && caller->in_loops && caller->copyable) set(caller->two, true);
        }
        for (Facts *each : defined)
            set(each->two, each->copyable && all_callers_have_two(each) &&
                               (each->shape.accesses > 0 || each->callers.size() == 1));
        for (Facts *each : defined)
            for (Facts *caller : each->callers)
                if (caller)
                    set(caller->two,
                        caller->copyable && caller->shape.loops && each->known_callers && each->shape.accesses > 0);
        for (Facts *each : defined)
            if (each->two && !each->looping_callers.empty() && may_go_in_place(ctx, each))
                for (Facts *caller : each->looping_callers)
                    set(caller->two, caller->copyable);
    }
}

} // namespace

bool VersionPlan::has_copyable_definition(Declaration *d) const {
    const FunctionDecl *f = d->function;
    const auto *first = as<FunctionDecl>(f->canonical);
    const bool inline_definition =
        f->inline_ && f->linkage == Linkage::external && !DeclarationLowering(in).is_inline_only(d);
    if (types.get(f->type).variadic || d->specifiers.defines_tag || d->specifiers.noreturn || inline_definition ||
        d->declarators.empty())
        return false;
    for (const ParamDecl *p : f->params)
        if (p->name == Name::none) return false;
    for (const FunctionDecl *each : {f, first})
        for (const Attribute &a : each ? each->attributes : f->attributes)
            if (!is_harmless(a.name)) return false;
    const auto &tokens = ctx.source.tokens();
    for (TokenIndex t = d->range.first; t < f->body->range.first; ++t)
        if (tokens[t].kind == Tok::l_brace ||
            (t < d->specifiers.range.last && tokens[t].kind == Tok::l_bracket && d->specifiers.upc_tokens.empty()))
            return false;
    return true;
}

void VersionPlan::plan_versions() {
    std::unordered_map<const Decl *, Facts> facts; // by canonical declaration
    std::vector<Facts *> defined;
    const auto &tokens = ctx.source.tokens();
    bool about_next = false; // a directive such as `omp declare simd` is about the function behind it
    for (Node *item : ctx.unit->items) {
        auto *d = as<Declaration>(item);
        if (d && d->function && !d->function->in_c_code && !(DeclarationLowering(in).in_system_header(d) && !d->upc)) {
            Facts &fact = facts[d->function->canonical];
            fact.d = d;
            fact.copyable = !about_next && has_copyable_definition(d);
        }
        about_next = item->kind == NodeKind::pragma_decl && tokens[item->range.first].kind == Tok::pragma;
    }
    Survey survey(unit, facts, is_atomic_operation);
    for (Node *item : ctx.unit->items) {
        auto *d = as<Declaration>(item);
        const auto found = d && d->function ? facts.find(d->function->canonical) : facts.end();
        survey.walk(item, found == facts.end() ? nullptr : &found->second);
        if (found != facts.end()) defined.push_back(&found->second);
    }
    count_mentions(ctx.source, facts);
    for (Facts *each : defined) {
        FunctionDecl *f = each->d->function;
        const Shape &shape = each->shape;
        each->small = unit.versions[f].small = is_small(each);
        each->copyable =
            each->copyable && !shape.assembly && !shape.mistaken && movable_statics(ctx, f, unit.versions[f].moving);
        each->known_callers =
            f->linkage == Linkage::internal && !each->callers.empty() && each->mentions == each->accounted;
        each->two = each->copyable && shape.accesses > 0 && !each->small;
    }
    const bool with_in_place =
        in.passes.inlining && ctx.options.level >= 2 && !pragmas_change_functions(ctx.source.text());
    add_callees_and_callers(ctx, defined, with_in_place);
    for (Facts *each : defined)
        find_of_threads(each);
    for (auto each = defined.rbegin(); each != defined.rend(); ++each)
        (*each)->run_once = is_run_once(ctx, *each);
    const bool with_one_thread = in.passes.one_thread && ctx.options.static_threads <= 1;
    for (Facts *each : defined) { // those that others call come first
        Versions &versions = unit.versions[each->d->function];
        versions.run_once = each->run_once;
        versions.multi_node = each->two && !ctx.options.one_node;
        versions.one_thread = with_one_thread && each->copyable && (each->two || (each->of_threads && is_called(each)));
        versions.dispatches = each->two && !all_callers_have_two(each);
        versions.inlined = versions.one_thread && versions.dispatches && may_be_inlined(each);
        versions.in_loops = versions.inlined && !has_nest(each->d->function->body) && !each->looping_callers.empty();
        const bool for_one_node = versions.multi_node || jobs_of_unit(ctx.options, in.passes) == Jobs::one_node;
        versions.in_place = with_in_place && for_one_node && versions.dispatches && goes_in_place(ctx, each);
        if (with_in_place && for_one_node && versions.dispatches && each->in_loops && !versions.in_place)
            not_done(Pass::inlining, each->d->function->name_token, why_not_in_place(ctx, each));
        if (versions.in_place)
            for (Facts *caller : each->callers)
                if (caller) caller->inlined_tokens += tokens_in_place(each);
        if (with_one_thread && !each->copyable && each->shape.accesses > 0)
            not_done(Pass::one_thread, each->d->function->name_token, "the function cannot have versions");
    }
}

} // namespace polder::cc
