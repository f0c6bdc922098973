// Lowering: from the checked tree to one that is plain C (docs/design/generated-code.md says to
// which C).
//
// One walk over the unit. What each construct becomes is in a file of its own, which opens with a
// before/after example. Every function here takes a node of the checked tree and returns what
// stands in its place. That is the node itself where nothing changes (its tokens are copied
// through), else a synthetic node. The checked tree is never modified.
//
// Vocabulary.
//   value     an expression as C evaluates it; of a shared lvalue, the lvalue
//             `(*(T *)polder_addr_1node(ga))`
//   ga        code for a global address (8 bytes)
//   pointer   code for a pointer-to-shared in the representation its type asks for (8 bytes, or 16
//             with phase)
//   effect    an expression whose value nobody uses
//   far code  code that is right in jobs of several nodes (far.cc, multi_node_version.cc)
//
// Invariant: every expression of the source is emitted at most once, so side effects happen as
// often as in the source.
#pragma once

#include "compiler/abi/abi.h"
#include "compiler/analysis/affinity.h"
#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/pointer_loop.h"
#include "compiler/lower/checks/checks.h"
#include "compiler/optimize/loop_nest.h"
#include "compiler/unit/compose.h"
#include "compiler/unit/names.h"
#include "compiler/unit/report.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// An operation on a shared object in far code: `before LVALUE after`.
struct FarOperation {
    bool reads = false;
    bool writes = false;
    bool wanted = false; // its value is
    std::string before = {};
    std::string after = {};
    Node *prepared = nullptr; // declarations in front
};

/// As a string literal holds it.
std::string escaped(std::string_view text);

/// The C operator of a compound assignment.
std::string_view operator_text(BinaryOp op);

struct AllowedOps { // operations of a function in an atomicity domain that it does not change
    VarDecl *domain;
    unsigned size; // of their targets
    unsigned long ops;
    std::string name; // of what says whether all of them may be done in place
    Node *read;
};

/// What a function body turned out to need at its head; null outside bodies.
struct BodyState {
    FunctionDecl *decl = nullptr;
    bool is_copy = false; // it is the body of a version beside the first
    // Statics of its blocks that go in front of the function; null: none.
    const std::unordered_set<const Declaration *> *moving = nullptr;
    bool env = false;
    bool depth = false;             // polder_forall_depth
    std::vector<VarDecl *> shared;  // polder_s_x
    std::vector<VarDecl *> markers; // polder_m_x
    std::vector<Node *> before;     // declarations that must stand before the function
    std::vector<AllowedOps> domains;
    unsigned controlled = 0; // lexical upc_forall statements with affinity around this point
};

/// Where a static initialiser's value has to come from.
enum class InitKind : uint8_t { constant, relocated, dynamic };

/// What an OpenMP construct does with a variable. Either each thread has a private copy, without
/// the value or with it. Or the last value goes back, or all values joined.
enum class DataUse : uint8_t { none, own, copy, result, reduce };

/// The locals that stand in for private data in an OpenMP construct: code in front of and behind
/// it.
struct OmpData {
    std::string before;
    std::string after;
    std::vector<VarDecl *> replaced;
};

struct RotatedLoop;
class StripMine;
class SplitPhase;
class IndirectPrefetch;
class InductionVariables;

/// The jobs that code outside functions is for, and code of functions without versions.
Jobs jobs_of_unit(const Options &options, const Passes &passes);

/// A call of this function is an operation of an atomic domain.
bool is_atomic_operation(const Context &ctx, const FunctionDecl *f);

/// Of the version of a function that is beside the first; of the first, for one node, where it is
/// inlined.
std::string version_name(std::string_view function, Jobs jobs);

/// What polder_e begins as; threads: that is known of their number, or 0.
std::string env_text(uint32_t threads);

bool is_main(const FunctionDecl *f, const Context &ctx);

/// What main goes out as: polder_main, but for a definition of a type that C gives to it.
std::string_view main_name(const TypeTable &types, const FunctionDecl *f);

class Lowering {
public:
    explicit Lowering(Context &ctx);

    Node *top_level(Node *item); // with everything that goes before and after it
    Node *closing();             // what stands at the end of the unit: descriptors, the unit record
    const Report &report() const { return report_; }

private:
    friend class InitWalk;
    friend class StripMine;
    friend class SplitPhase;
    friend class IndirectPrefetch;
    friend class InductionVariables;
    friend class FollowedRange;
    friend class KeptSpans;
    friend class AliasVersioning;
    friend class HeldPointers;
    friend class CheckedLoop;
    friend class LoopIntervals;

    // lower.cc
    Node *node(Node *n);
    Node *rebuild(Node *n);
    Node *statement(Stmt *s, bool in_place = false);
    template <class... A> Expr *make(A &&...args) {
        Composer c(ctx);
        (add(c, std::forward<A>(args)), ...);
        return c.finish();
    }
    /// A call of a function of the runtime. Each argument is code or a text.
    template <size_t Parameters, class... A> Expr *call(AbiFunction<Parameters> f, A &&...args) {
        static_assert(sizeof...(A) == Parameters,
                      "the function has another number of parameters (include/polder/abi.def)");
        Composer c(ctx);
        c.text(f).text("(");
        std::string_view comma = "";
        ((c.text(std::exchange(comma, ", ")), add(c, std::forward<A>(args))), ...);
        c.text(")");
        return c.finish();
    }
    static void add(Composer &c, std::string_view text) { c.text(text); }
    static void add(Composer &c, Node *part) { c.node(part); }
    template <class... A> std::string fresh(std::string_view role, A *...of) { return names_.fresh(role, of...); }
    /// What a pass did with the construct at a token, and why it did not (report.h).
    void done(Pass pass, TokenIndex where, std::string_view what) { report_.done(pass, jobs_, where, what); }
    void not_done(Pass pass, TokenIndex where, std::string_view why) { report_.not_done(pass, jobs_, where, why); }

    // expressions.cc
    Node *value(Expr *e);
    Node *effect(Expr *e);
    Node *condition(Expr *e);
    Node *unary(UnaryExpr *e);
    Node *binary(BinaryExpr *e);
    Node *divided(BinaryExpr *e);
    Node *name(NameExpr *e);
    Node *index(IndexExpr *e);
    Node *member(MemberExpr *e);
    Node *implicit_cast(ImplicitCast *e);
    Node *generic(GenericExpr *e);
    Node *choose(ChooseExpr *e);
    Node *compound_literal(CompoundLiteral *e);

    // access.cc
    Node *access(Expr *lvalue);
    Node *between_fences(QualType type, Node *operation);
    Node *load(Expr *lvalue);
    Node *strict_load(QualType type, Node *ga);
    Node *strict_store(QualType type, Node *ga, Node *value, bool wants_value);
    Node *far_strict_load(QualType type, Node *address);
    Node *far_strict_store(QualType type, Node *address, Node *value, bool wants_value);
    Node *assign(AssignExpr *e, bool wants_value);
    Node *increment(UnaryExpr *e, bool wants_value);
    Node *strict_update(Expr *target, std::string_view op, Node *operand, bool old_value, bool wants_value);
    bool is_bit_field(Expr *lvalue) const;
    bool is_lane(Expr *lvalue) const;
    bool is_strict(Expr *lvalue) const;

    // far.cc
    bool is_far_code() const { return !is_on_one_node(jobs_); }
    bool is_one_thread() const { return jobs_ == Jobs::one_thread; }
    /// Is the code for jobs of one thread, too?
    bool may_have_one_thread() const {
        return ctx.options.static_threads <= 1 && !(function_ && versions_of(function_->decl).one_thread);
    }
    std::string near_test() const;
    std::string here() const;
    std::string as_pointer() const;
    std::string near_place() const;
    Node *own_pointer(Expr *lvalue);
    bool is_own_place(Expr *lvalue);
    Node *place(Expr *lvalue, bool own_as_pointer = false);
    Node *far_operation(Expr *lvalue, const FarOperation &op);
    Node *far_load(Expr *lvalue);
    Node *far_load(QualType type, Node *address);
    Node *far_store(QualType type, Node *address, Node *value, bool wants_value);
    Node *far_assign(AssignExpr *e, bool wants_value);
    Node *far_increment(UnaryExpr *e, bool wants_value);
    Node *assembly(AsmStmt *s);

    // checks/check.cc
    struct AccessRoot { // what an access starts from
        Expr *pointer = nullptr;
        VarDecl *object = nullptr;
        bool unsized = false;          // nobody knows how long it is
        std::vector<Expr *> path = {}; // from the lvalue to what the pointer or object reaches itself
    };
    bool checks() const;
    std::string check_place(Node *what, Expr *pointer = nullptr);
    Node *checked_index(Expr *base, Expr *index);
    AccessRoot access_root(Expr *lvalue);
    uint64_t bytes_accessed(Expr *lvalue) const;
    Node *checked(Expr *lvalue, const std::function<Node *()> &address);
    bool is_library_call(const FunctionDecl *f) const;
    Node *checked_call(CallExpr *e, const FunctionDecl *f);

    // address.cc
    struct Element {              // a position in shared memory: base, and a distance from it in ultimate elements
        Node *base = nullptr;     // code: a ga if object or contiguous, else in the representation of `pointer`
        QualType pointer;         // pointer to the element type
        Node *linear = nullptr;   // code of type long
        Node *own_base = nullptr; // in a loop over own parts: where the caller's begins, and the distance in it
        Node *own_linear = nullptr;
        bool object = false;     // base is the start of a shared array: thread 0, phase 0
        bool mine = false;       // it is MYTHREAD's, wherever this is
        bool as_value = false;   // the address itself is asked for: null stays null
        bool contiguous = false; // all on one thread: indefinite block, or an array inside a shared struct
        TokenIndex where = 0;    // what reports call it; 0: nothing
    };
    void say_divided(TokenIndex where);
    bool is_in_order(QualType pointer) const;
    /// `with_phase`: the base is in the representation of its type, with the phase.
    Element element(Expr *base, Expr *index, bool own_as_pointer = false, bool with_phase = false);
    bool is_own_index(Expr *base, Expr *array, Expr *index);
    bool is_mine(Expr *base, Expr *array, Expr *index) const;
    bool is_at_own_index(Expr *index);
    std::string own_pointer_base(Expr *base, Expr *index);
    Node *scaled(Node *index, QualType pointee);
    Node *element_ga(const Element &e, bool own_as_pointer = false);
    Node *element_pointer(const Element &e);
    Node *ga(Expr *lvalue, bool own_as_pointer = false);
    Node *pointer(Expr *lvalue);
    Node *shared_object(VarDecl *v);

    // pointers.cc
    Node *ga_of(Expr *pointer);
    Node *add_to(QualType pointer, Node *code, Node *offset, TokenIndex where = 0);
    Node *pointer_update(Expr *target, Node *offset, bool negative, bool old_value, bool wants_value);
    Node *difference(Expr *left, Expr *right);
    Node *compare(BinaryExpr *e);
    Node *convert(Expr *operand, QualType to);
    Node *cast(CastExpr *e);
    Node *null_pointer(QualType pointer);
    std::string element_type(QualType pointer); // as C
    std::string element_size(QualType pointer);
    std::string block(QualType pointer);

    // sizes.cc
    Node *size(SizeExpr *e);
    Node *size_of(QualType type);
    uint32_t known_threads() const;
    std::string threads();
    std::string env();
    bool contains_upc(Node *n);

    // calls.cc
    Node *call(CallExpr *e);
    Node *plain_call(CallExpr *e, const FunctionDecl *f);
    Node *call_of_same_version(CallExpr *e);
    Node *small_copy(CallExpr *e, const FunctionDecl *f);
    Node *old_style_call(CallExpr *e, const FunctionDecl *f);
    Node *library_name(NameExpr *e);
    std::string is_own(const std::string &variable);

    // atomics.cc
    unsigned pointed_width(Expr *argument);
    unsigned atomic_size(CallExpr *e);
    std::string domain_allows(CallExpr *e, unsigned size, const std::string &at);
    Node *near_atomic(CallExpr *e, const FunctionDecl *f);
    Node *checked_target(Expr *argument, bool as_address);
    Node *atomic_call(CallExpr *e, const FunctionDecl *f);

    // sync.cc
    /// What questions about the loops of the function are asked of.
    FunctionAnalyses analyses() { return {ctx, facts_, while_loops_, notes_, function_ ? function_->decl : nullptr}; }
    Node *barrier(BarrierStmt *s);
    Node *loop(Stmt *s);
    bool waits(Stmt *body, Expr *condition);
    bool reads_shared(Node *n);

    // forall.cc
    Node *forall(ForallStmt *s);
    Node *selecting_loop(ForallStmt *s);
    Node *whole_loop(ForallStmt *s);
    Node *owns(ForallStmt *s);
    Node *plain_for(Node *init, Expr *condition, Expr *step, Node *body);
    bool may_run_forall(Node *n);

    // forall_stride.cc
    Node *strided(ForallStmt *s);
    Node *strided_loop(ForallStmt *s, const CountedLoop &loop, uint64_t block);

    // forall_own.cc
    struct OwnBase {         // a pointer whose own elements the loop uses
        std::string pointer; // what tells it from others (LoopFacts::fixed_pointer)
        Expr *read;
        std::string name; // of where the own part begins
    };
    struct OwnLoop { // a loop over the own part of shared arrays
        const VarDecl *variable;
        uint64_t block;  // in steps of the variable
        std::string row; // the place in the own part that belongs to the variable's value
        bool used;
        const IndexScope *scope; // elements at what equals `index` in it
        Affine index;
        std::vector<OwnBase> bases = {};
        bool arrays = false; // own elements of arrays are used, not only of pointers
    };
    struct RunsLoop;
    struct LoopBody {
        Stmt *whole;
        Stmt *single; // what is done in an iteration, where that is one statement
        TokenRange range;
        std::function<Node *()> lowered; // of what is done
    };
    Node *own_part(VarDecl *object);
    Node *own_bases(RunsLoop &r, Node *loop);
    Node *own_body(RunsLoop &r, const IndexScope &scope, const std::string &row, const LoopBody &body);
    Node *runs_own(const RunsLoop &r, const std::string &row, Node *body);

    // affinity.cc
    Node *place_of(const AffinityPlace &place, Node *loop);
    Node *start_place(Expr *pointer);
    Node *start_row(Expr *pointer);

    // forall_runs.cc
    Node *loop_start(const CountedLoop &loop);
    Node *runs_head(RunsLoop &r, Node *loop);
    Node *runs_general(const RunsLoop &r, Node *body);
    Node *runs_by_threads(RunsLoop &r, const IndexScope &scope, const LoopBody &body);
    Node *strip_mined_run(RunsLoop &r, const IndexScope &scope, Stmt *body, const std::vector<LoopMove> &companions);
    Node *runs_loop(const CountedLoop &loop, const IterationAffinity &owner, const IndexScope &scope,
                    const std::string &outer, const LoopBody &body, Pass pass, TokenIndex where);
    Node *forall_runs(ForallStmt *s, const char *&why);
    const char *is_loop_fixed(const CountedLoop &loop, Node *whole, Stmt *body);
    const char *why_rewritten(const CountedLoop &loop);

    // forall_pointer.cc
    const char *find_pointer_loop(ForallStmt *s, PointerLoop &loop);
    Node *pointer_at(const PointerLoop &loop, const std::string &start, const std::string &k);
    Node *pointer_loop_own(const PointerLoop &loop, const std::string &start, const std::string &place,
                           const std::string &count, Node *body);
    Node *forall_pointer(ForallStmt *s, const char *&why);

    // owner_guards.cc
    Node *behind_guard(CompoundStmt *block);
    Node *without_guard(ForStmt *s);

    // rotate.cc
    struct TurnedTransfer;
    std::string may_rotate(const std::vector<TurnedTransfer> &transfers);
    Node *turned_loop(ForStmt *s, const RotatedLoop &rotated);
    Node *rotated(ForStmt *s);

    // openmp.cc
    Node *pragma(PragmaStmt *s);
    Node *omp(PragmaStmt *s);
    Node *adopted(Stmt *s);
    std::string private_text(VarDecl *v);
    void lower_clauses(std::string &text);
    std::string live_ins(const BodyState &region);

    // openmp_data.cc
    OmpData omp_data(PragmaStmt *s, std::string &text);
    std::vector<VarDecl *> private_objects(Node *n);
    DataUse data_use(PragmaStmt *s, VarDecl *v);
    bool is_result_inside(Node *n, VarDecl *v);
    std::vector<VarDecl *> loop_counters(PragmaStmt *s);
    void rename_private(OmpData &data, VarDecl *v, DataUse use);
    void reduce_in_place(OmpData &data, VarDecl *v, std::string &text);

    // declarations.cc
    Node *declaration(Declaration *d);
    Node *plain_declaration(Declaration *d);
    bool is_implicit_int(Declaration *d) const;
    Node *split_declaration(Declaration *d);
    Node *single(Declaration *d, Declarator *x);
    Node *declarator(Declaration *d, Declarator *x, bool &zero_pages, const std::string &own_name = {});
    Node *declare(QualType type, Node *inner);
    Node *trailing(Declarator *x);
    std::string words(Declaration *d, bool without_storage);
    bool is_inline_only(const Declaration *d) const;
    void make_static(Weaver &weaver, Declaration *d);
    bool is_rewritten(Declaration *d);
    bool is_removed(Declaration *d, Declarator *x);
    std::string print(QualType type);

    // tags.cc
    void lower_specifiers(Weaver &w, Declaration *d);
    void lower_tag(Weaver &w, Decl *tag);
    Node *tag_definition(Declaration *d);
    void give_name(Decl *tag);
    TokenRange tag_body(const Decl *tag) const;

    // functions.cc
    Node *function(Declaration *d);
    Node *function_body(FunctionDecl *f, const std::string &first = {});
    Node *function_declarator(FunctionDecl *f, Declarator *x, const std::string &own_name = {});
    Node *signature(Declaration *d);
    Node *head();
    Node *main_wrappers(FunctionDecl *f);
    bool is_name_of_function(const NameExpr *e) const;

    // function_versions.cc
    struct Versions { // of a function, beside the first
        bool multi_node = false;
        bool one_thread = false;
        bool inlined = false;                           // the one-thread version, in others that call it
        bool dispatches = false;                        // the first one, to the others
        bool in_place = false;                          // its first version, in those of callers
        std::unordered_set<const Declaration *> moving; // statics of its blocks that go in front of it
    };
    void plan_versions();
    bool has_copyable_definition(Declaration *d) const;

    const Versions &versions_of(const FunctionDecl *f) const;

    // other_versions.cc
    Node *moved_static(Declaration *d);
    void move_static(Declaration *d);
    std::string dispatch(FunctionDecl *f);
    std::string call_of_version(const FunctionDecl *f, const std::string &name);
    Node *version_signature(Declaration *d, const std::string &name, const std::string &words);
    Node *other_version(Declaration *d, BodyState &state, Jobs jobs);
    Node *inlined_version(Declaration *d, Node *body);

    // shared_objects.cc
    Node *shared_declaration(Declarator *x);
    std::string alias_for_debuggers(VarDecl *v, bool is_extern);
    Node *descriptor(VarDecl *v);
    std::string leaf_address(VarDecl *v, const std::vector<InitStep> &path, std::string &tail);
    Node *stores(VarDecl *v);
    Node *image(VarDecl *v, Expr *init);

    // link_records.cc
    std::string link_record(const VarDecl *v, bool defined) const;
    std::string link_records();

    // private_data.cc
    enum class Placement : uint8_t { none, data, zero, constant };
    bool is_private(VarDecl *v);
    Placement placement(VarDecl *v);
    Node *private_use(VarDecl *v);
    VarDecl *private_in_place(Expr *e);
    Node *private_array(VarDecl *v);
    std::string copy_of(VarDecl *v, bool decayed = false);
    std::string delta(VarDecl *v);
    std::string attribute(VarDecl *v, Placement where);
    void mark(VarDecl *v);
    bool shadows(VarDecl *v);
    void collect_definitions();

    // initializers.cc
    InitKind init_kind(Expr *init);
    bool is_dynamic(VarDecl *v);
    QualType without_const(QualType type);
    void relocations(VarDecl *v, Composer &out);
    void relocations(const std::string &object, const std::vector<InitLeaf> &leaves, Composer &out);
    Node *run_time_initializer(VarDecl *v, Expr *init);
    Node *init_function(const std::function<Node *()> &body);
    Node *static_value(Expr *init);

    std::string c_name(VarDecl *v);
    std::string_view source_name(const Decl *d) const { return ctx.source.name(d->name); }
    static VarDecl *canonical(VarDecl *v) {
        auto *first = as<VarDecl>(v->canonical);
        return first ? first : v;
    }
    bool in_system_header(const Node *n) const;

    Context &ctx;
    TypeTable &types;
    Passes passes; // which are on
    Report report_;
    LoopFacts facts_{ctx};
    WhileLoops while_loops_{ctx, facts_};
    FunctionNotes notes_;
    BodyState *function_ = nullptr;
    std::vector<Node *> before_;                               // in front of the current top-level item
    std::vector<Node *> after_;                                // behind the current top-level item
    std::vector<Node *> closing_;                              // at the end of the unit
    std::unordered_map<const VarDecl *, std::string> c_names_; // objects that go out under another name
    std::unordered_map<const VarDecl *, VarDecl *>
        definitions_; // canonical -> the declaration with the initialiser, or the last one
    std::unordered_map<Name, std::vector<const VarDecl *>> statics_by_name_; // made at the first question
    std::unordered_map<const VarDecl *, InitKind> init_kinds_;
    std::vector<const VarDecl *> linked_; // shared objects of external linkage that are used (canonical), in order
    std::unordered_set<const VarDecl *> linked_set_;
    std::unordered_set<std::string> declared_; // markers and library functions declared so far
    friend class HoistedIndex;
    Node *hoisted_out_of_ = nullptr; // the loop in front of which an index of its body is evaluated
    Checks checks_;
    std::unordered_map<const Expr *, std::string> values_; // expressions whose values are at hand
    std::unordered_map<const VarDecl *, std::string>
        renames_;                   // locals that replace private data in an OpenMP construct
    Stmt *adopting_ = nullptr;      // what the other threads of an OpenMP construct start with
    bool atomics_in_place_ = false; // polder/atomic.h has been included
    Jobs jobs_ = Jobs::any;         // the jobs that what is lowered now is for
    bool cold_path_ = false;        // a cold path is being lowered
    // Functions (canonical) whose version for the same jobs is called by such versions.
    std::unordered_map<Jobs, std::unordered_set<const Decl *>> called_;
    bool is_moving_ = false;
    std::unordered_map<const FunctionDecl *, Versions> versions_; // by definition
    bool static_context_ = false;                                 // inside an initialiser that stays a C constant
    OwnLoop *own_ = nullptr;
    std::shared_ptr<StripMine> strip_mine_; // loops in runs (strip_mine.h)
    std::shared_ptr<IndirectPrefetch> indirect_prefetch_;
    std::shared_ptr<InductionVariables> induction_variables_;
    std::shared_ptr<SplitPhase> split_phase_; // reads that are asked for together (split_phase.h)
    Names names_{ctx.source};
};

/// While it lives, an index is evaluated in front of a loop. Variables of the body that are names
/// for expressions (LoopFacts) give way to these.
class HoistedIndex {
public:
    HoistedIndex(Lowering &lowering, Node *loop) : lowering_(lowering), outside_(lowering.hoisted_out_of_) {
        lowering.hoisted_out_of_ = loop;
    }
    ~HoistedIndex() { lowering_.hoisted_out_of_ = outside_; }
    HoistedIndex(const HoistedIndex &) = delete;
    HoistedIndex &operator=(const HoistedIndex &) = delete;

private:
    Lowering &lowering_;
    Node *outside_;
};

} // namespace polder::cc
