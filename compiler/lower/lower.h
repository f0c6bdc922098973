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

#include "compiler/analysis/affinity.h"
#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/pointer_loop.h"
#include "compiler/lower/checks/checks.h"
#include "compiler/lower/core/body_state.h"
#include "compiler/lower/core/lower_part.h"
#include "compiler/optimize/loop_nest.h"

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

/// Where private data lies.
enum class Placement : uint8_t { none, data, zero, constant };

/// What an OpenMP construct does with a variable. Either each thread has a private copy, without
/// the value or with it. Or the last value goes back, or all values joined.
enum class DataUse : uint8_t { none, own, copy, result, reduce };

/// The locals that stand in for private data in an OpenMP construct: code in front of and behind
/// it.
struct OmpData {
    std::string before;
    std::string after;
    bool replaces = false; // one at least
};

struct RotatedLoop;

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

struct AccessRoot { // what an access starts from
    Expr *pointer = nullptr;
    VarDecl *object = nullptr;
    bool unsized = false;          // nobody knows how long it is
    std::vector<Expr *> path = {}; // from the lvalue to what the pointer or object reaches itself
};

struct LoopBody {
    Stmt *whole;
    Stmt *single; // what is done in an iteration, where that is one statement
    TokenRange range;
    std::function<Node *(const LowerContext &)> lowered; // of what is done
};

struct RunsLoop;
struct TurnedTransfer;

class Lowering : public LowerPart {
public:
    using LowerPart::call;
    using LowerPart::LowerPart;

    Node *top_level(Node *item); // with everything that goes before and after it
    Node *closing();             // what stands at the end of the unit: descriptors, the unit record

    // lower.cc
    Node *node(Node *n);
    Node *rebuild(Node *n);
    Node *statement(Stmt *s, bool in_place = false);

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
    /// Is the code for jobs of one thread, too?
    bool may_have_one_thread() const {
        return ctx.options.static_threads <= 1 && !(in.function && unit.versions_of(in.function->decl).one_thread);
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
    bool checks() const;
    bool is_proven(const Expr *e) const;
    const CheckReach *reach_of(const Expr *index) const;
    std::string check_place(Node *what, Expr *pointer = nullptr);
    Node *checked_index(Expr *base, Expr *index);
    AccessRoot access_root(Expr *lvalue);
    uint64_t bytes_accessed(Expr *lvalue) const;
    Node *checked(Expr *lvalue, const std::function<Node *(const LowerContext &)> &address);
    bool is_library_call(const FunctionDecl *f) const;
    Node *checked_call(CallExpr *e, const FunctionDecl *f);

    // address.cc
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
    std::string element_type(QualType pointer) const; // as C
    std::string element_size(QualType pointer) const;
    std::string block(QualType pointer) const;

    // sizes.cc
    Node *size(SizeExpr *e);
    Node *size_of(QualType type);
    uint32_t known_threads() const;
    std::string threads() const;
    std::string env() const;
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
    Node *own_part(VarDecl *object);
    Node *own_bases(RunsLoop &r);
    Node *own_body(RunsLoop &r, const IndexScope &scope, const std::string &row, const LoopBody &body);
    Node *runs_own(const RunsLoop &r, const std::string &row, Node *body);

    // affinity.cc
    Node *place_of(const AffinityPlace &place);
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
    OmpData omp_data(PragmaStmt *s, std::string &text, StandIns &stand_ins);
    std::vector<VarDecl *> private_objects(Node *n);
    DataUse data_use(PragmaStmt *s, VarDecl *v);
    bool is_result_inside(Node *n, VarDecl *v);
    std::vector<VarDecl *> loop_counters(PragmaStmt *s);
    void rename_private(OmpData &data, VarDecl *v, DataUse use, StandIns &stand_ins);
    void reduce_in_place(OmpData &data, VarDecl *v, std::string &text, StandIns &stand_ins);

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
    std::string print(QualType type) const;

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
    void plan_versions();
    bool has_copyable_definition(Declaration *d) const;

    // other_versions.cc
    Node *moved_static(Declaration *d);
    void move_static(Declaration *d);
    std::string dispatch(FunctionDecl *f);
    std::string call_of_version(const FunctionDecl *f, const std::string &name);
    Node *version_signature(Declaration *d, const std::string &name, const std::string &words);
    Node *other_version(Declaration *d, BodyState &state);
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
    Node *init_function(const std::function<Node *(const LowerContext &)> &body);
    Node *static_value(Expr *init);

    std::string c_name(VarDecl *v);
    bool in_system_header(const Node *n) const;
};

} // namespace polder::cc
