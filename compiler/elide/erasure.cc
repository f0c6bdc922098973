// Erasing UPC:
//   shared [B] strict int a[N * THREADS];     int a[N * 65536];
//   upc_forall (i = 0; i < n; i++; &a[i])     for (i = 0; i < n; i++, (void)sizeof(&a[i]))
//   upc_barrier n;                            upc_barrier(n);
//   upc_localsizeof(a)                        6UL * !!sizeof(a)
//   _Generic(p, shared int *: 1, int *: 2)    _Generic(p, default: 1, struct polder_other_2 *: 2)
//
// Types lose what is shared about them, so the text is C. Its warnings are about what C and UPC
// have in common.
//
// A constant that depends on such a type would be another one in C. A static assertion might fail,
// a case be there twice, two associations of _Generic be one. So the analysis replaces such
// constants by their values. Static assertions about them are left to the generated code.
#include "compiler/elide/erasure.h"

#include "compiler/sema/constant.h"
#include "compiler/sema/shared_dependence.h"
#include "compiler/unit/compose.h"

#include <algorithm>

namespace polder::cc {
namespace {

// With THREADS known at run time only, C has no array of that length. Any number serves that is
// larger than the indexes programs write as constants, and small enough for products.
constexpr const char *some_threads = "65536L";

class Eraser {
public:
    explicit Eraser(Context &ctx) : ctx_(ctx) {}

    std::vector<Edit> run() {
        for (TokenIndex t = 0; t + 1 < ctx_.source.tokens().size(); ++t)
            if (ctx_.source.tokens()[t].kind == Tok::pragma && ctx_.source.pragma_text(t).starts_with("upc"))
                drop({t, t + 1});
        ctx_.constants.for_each([this](const ConstantText &constant) {
            replace(constant.written.first, constant.written.last, constant.text);
        });
        if (ctx_.unit) node(ctx_.unit);
        // A declaration with several declarators shares its specifiers with nobody, but a tag's
        // body may be reached twice.
        std::stable_sort(edits_.begin(), edits_.end(),
                         [](const Edit &a, const Edit &b) { return a.tokens.first < b.tokens.first; });
        edits_.erase(std::unique(edits_.begin(), edits_.end(),
                                 [](const Edit &a, const Edit &b) { return b.tokens.first < a.tokens.last; }),
                     edits_.end());
        return std::move(edits_);
    }

private:
    void replace(TokenIndex first, TokenIndex last, std::string text) {
        edits_.push_back({{first, last}, std::move(text)});
    }
    void drop(TokenRange tokens) {
        if (!tokens.empty()) edits_.push_back({tokens, ""});
    }
    void drop(const std::vector<TokenRange> &ranges) {
        for (TokenRange range : ranges)
            drop(range);
    }

    void node(const Node *n) {
        if (const auto *d = as<Declaration>(n))
            drop(d->specifiers.upc_tokens);
        else if (const auto *d = as<Declarator>(n))
            return declarator(*d);
        else if (const auto *s = as<ForallStmt>(n))
            forall(*s);
        else if (const auto *s = as<BarrierStmt>(n))
            barrier(*s);
        else if (as<FenceStmt>(n))
            replace(n->range.first, n->range.first + 1, "upc_fence()");
        else if (as<StaticAssertDecl>(n) && depends_on_upc(n))
            return drop(n->range);
        else if (const auto *e = as<TypesCompatibleExpr>(n); e && depends_on_upc(n))
            return replace(n->range.first, n->range.last, e->value ? "1" : "0");
        else if (const auto *e = as<GenericExpr>(n); e && e->chosen && depends_on_upc(n))
            return generic(*e);
        else if (const auto *c = as<CaseStmt>(n)) {
            label(c->low);
            label(c->high);
            return node(c->body);
        } else if (const auto *e = as<SizeExpr>(n))
            size(*e);
        else if (as<ThreadsExpr>(n) && in_shared_bound_)
            replace(n->range.first, n->range.last, some_threads);
        for_each_child(n, [this](Node *child) { node(child); });
    }

    void declarator(const Declarator &d) {
        drop(d.upc_tokens);
        for_each_child(&d, [&](Node *child) {
            const bool outer = in_shared_bound_;
            const bool is_bound = as<Expr>(child) && child != d.init && child != d.bit_width;
            in_shared_bound_ = outer || (is_bound && d.decl && ctx_.types.mentions_shared(d.decl->type));
            node(child);
            in_shared_bound_ = outer;
        });
    }

    /// The affinity is named, so that its variables count as used, and not evaluated: behind the
    /// step its index may be too large.
    void forall(const ForallStmt &s) {
        replace(s.range.first, s.range.first + 1, "for");
        if (!s.affinity) return drop({s.semicolon[2], s.r_paren});
        replace(s.semicolon[2], s.semicolon[2] + 1, s.step ? ", (void)sizeof(" : "(void)sizeof(");
        replace(s.r_paren, s.r_paren + 1, "))");
    }

    void barrier(const BarrierStmt &s) {
        const TokenIndex first = s.range.first;
        const TokenIndex last = s.range.last - 1;
        replace(first, first + 1, std::string(ctx_.source.spelling(first)) + (s.value ? "(" : "(0"));
        replace(last, last + 1, ");");
    }

    /// The operand is named, so that it counts as used. What is only known at run time becomes the
    /// size of the whole operand, which no access is larger than.
    void size(const SizeExpr &e) {
        if (e.op == SizeOp::sizeof_ || e.op == SizeOp::alignof_) return;
        const ConstantValue value = evaluate(ctx_, &e);
        // Bytes of an element with a pointer-to-shared are fewer here. So are objects of its type.
        const bool differs = e.op != SizeOp::blocksizeof &&
                             ctx_.types.mentions_shared(ctx_.types.unshared(ctx_.types.ultimate_element(e.measured)));
        const bool is_known = value.known && !value.times_threads && !differs;
        const std::string text = is_known ? std::to_string(static_cast<uint64_t>(value.value)) + "UL * !!" : "";
        replace(e.range.first, e.range.first + 1, text + "sizeof");
    }

    /// The constant of a case, which no other case may have.
    void label(Expr *e) {
        if (!e) return;
        const ConstantValue value = depends_on_upc(e) ? evaluate(ctx_, e) : ConstantValue();
        if (!value.known || value.times_threads) return node(e);
        const TokenRange text = extent(e);
        replace(text.first, text.last, std::to_string(static_cast<int64_t>(value.value)));
    }

    /// The association that the analysis has chosen is the default, and nothing matches the others.
    void generic(const GenericExpr &e) {
        unsigned number = 0;
        node(e.control);
        for (const GenericExpr::Branch &b : e.branches) {
            ++number;
            const TokenIndex colon = extent(b.value).first - 1;
            const TokenIndex first = b.type_name ? b.type_name->range.first : colon - 1;
            replace(first, colon,
                    b.value == e.chosen ? "default" : "struct polder_other_" + std::to_string(number) + " *");
            node(b.value);
        }
    }

    bool depends_on_upc(const Node *n) const { return depends_on_shared(ctx_.types, n); }

    Context &ctx_;
    std::vector<Edit> edits_;
    bool in_shared_bound_ = false; // inside the length of an array of a type that mentions shared objects
};

} // namespace

std::vector<Edit> erase_upc(Context &ctx) {
    return Eraser(ctx).run();
}

namespace {

/// What gcc knows of memcpy and malloc holds for these, too: how many bytes they use at which
/// argument, and give. On the shared side the elision has behind an element at least as many bytes
/// as one thread has of the array. So nothing right is warned about.
constexpr const char *known_of_library =
    "extern void upc_memcpy(void *, const void *, unsigned long) "
    "__attribute__((__access__(__write_only__, 1, 3), __access__(__read_only__, 2, 3)));\n"
    "extern void upc_memget(void *, const void *, unsigned long) "
    "__attribute__((__access__(__write_only__, 1, 3), __access__(__read_only__, 2, 3)));\n"
    "extern void upc_memput(void *, const void *, unsigned long) "
    "__attribute__((__access__(__write_only__, 1, 3), __access__(__read_only__, 2, 3)));\n"
    "extern void upc_memset(void *, int, unsigned long) __attribute__((__access__(__write_only__, 1, 3)));\n"
    "extern void *upc_alloc(unsigned long) __attribute__((__alloc_size__(1)));\n"
    "extern void *upc_all_alloc(unsigned long, unsigned long) __attribute__((__alloc_size__(1, 2)));\n"
    "extern void *upc_global_alloc(unsigned long, unsigned long) __attribute__((__alloc_size__(1, 2)));\n";

} // namespace

std::string elision_declarations(const Context &ctx) {
    const Options &options = ctx.options;
    if (ctx.source.text().find("/shmem/pe_threads.h\"") != std::string_view::npos) return {}; // words of C
    std::string text = "extern void upc_barrier(int), upc_notify(int), upc_wait(int), upc_fence(void);\n"
                       "extern const int MYTHREAD;\n";
    if (!options.static_threads) text += "extern const int THREADS;\n";
    const bool declared = ctx.source.text().find("/upc.h\"") != std::string_view::npos;
    if (declared && options.backend == BackendFamily::gcc && options.backend_version >= 10) text += known_of_library;
    return text;
}

} // namespace polder::cc
