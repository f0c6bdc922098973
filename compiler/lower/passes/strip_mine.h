// Strip-mining over blocks. A loop over shared arrays is cut into contiguous runs, in which every
// access is to plain memory.
//   before   for (i = lo; i < n; i++) a[i] = b[i + 1] + c[j];        // shared [64] double a[], b[]
//   after    { i = lo; const long polder_n1 = n;
//              while (i < polder_n1) {
//                long left = polder_n1 - i;
//                block span of a[i]; block span of b[i + 1]: left = what stays inside both
//                double *q2 = a's, *q3 = b's;
//                for (stop = i + left; i < stop; i++) q2[i] = q3[i + 1] + c[j]; } }
//
// A block span (polder_piece in abi.h) is a range of indexes whose elements lie one behind the
// other on one thread. Its `bias` is where element 0 would be, so the index stays as it is written.
// A run then needs two things only, whatever the shape of the index. The accesses of all its
// iterations stay inside their spans. Nothing in the loop changes what the addresses rest on.
//
// If blocks are shorter than a step (cyclic arrays, columns of matrices dealt out in rows), a
// strided pointer is carried along (polder_walk in abi.h). A step of it costs an addition, and
// another one behind the last thread. If blocks are too short for runs but longer than a step, the
// phase is carried along, too.
//
// A loop whose step is a statement of its body, `while (i < n) { ...; i++; }`, is such a loop as
// well (while_loops.cc).
//
// Vocabulary.
//   reference     an access `base[...]...[...]` of a shared array in the loop
//   index         its linear index, a polynomial (affine.h)
//   group         references that share a span, since their indexes differ by little
//   low, high     the least and greatest index that a group touches in one iteration of the loop,
//                 over all iterations of the loops inside it
//   general body  the loop's body without this pass. It is for iterations in which a group does not
//                 fit into one span, and in far code for spans on other nodes
// Invariant: only the computation of addresses moves. Accesses, calls, barriers and strict accesses
// stay where they are.
#pragma once

#include "compiler/lower/affine.h"
#include "compiler/lower/lower.h"
#include "compiler/lower/passes/scalar_work.h"

namespace polder::cc {

/// for (i = first; i < bound; i += step), where nothing else changes i and the bound stays as it
/// is.
struct StripLoop {
    Stmt *statement = nullptr;
    VarDecl *variable = nullptr;
    Expr *bound = nullptr;
    BinaryOp test = BinaryOp::lt; // variable test bound
    long step = 0;
    bool times_threads = false; // the step is `step * THREADS`
    Stmt *body = nullptr;
    const Stmt *written = nullptr; // what `break` leaves
};

class AliasVersioning;

class StripMine {
public:
    explicit StripMine(Lowering &lowering)
        : lower_(lowering), ctx_(lowering.ctx), types_(lowering.types), facts_(lowering.ctx) {}

    /// The loop in runs, or null where that would not be right or does not pay.
    Node *loop(ForStmt *s);
    /// The same of a loop that is being made from `whole` with the given body. There `variable` has
    /// its first value and goes up by one together with its companions. The loop ends at `end` (a
    /// variable of type long).
    Node *own_loop(Stmt *whole, Stmt *body, VarDecl *variable, const std::string &end,
                   const std::vector<LoopMove> &companions);

    /// From here on loops stay as they are, in code that is hardly ever run; nests. And no longer.
    void plain(bool begins) { general_ += begins ? 1 : -1; }

    bool is_plain() const { return general_ != 0; }

    /// While a body in runs is lowered: is the lvalue in a span; the lvalue as an element of it.
    bool has(const Expr *lvalue) const { return find_place(lvalue, false); }
    Node *element(IndexExpr *lvalue);
    /// The address of an lvalue that is not in a span, but of which something was found out before
    /// the loop; null for others.
    Node *address(IndexExpr *lvalue);
    /// A break out of a loop in runs; null for others.
    Node *leave(const BreakStmt *s);

    /// The loop, if it can be cut into strips. `around`: the bound must keep its value while this
    /// runs.
    std::optional<StripLoop> strip_loop(ForStmt *s, Node *around);
    /// What tells the array of a reference from others in the loop; empty if it may change there.
    std::string base_of(IndexExpr *e, Node *loop);
    /// The linear index of a reference, if it is a polynomial.
    std::optional<Affine> index_of(IndexExpr *e, const IndexScope &scope);

private:
    friend class AliasVersioning;
    struct InnerLoop { // a counted loop around a reference, inside the loop that is cut
        VarDecl *variable;
        Affine first;
        Affine last;
        Expr *first_code;
        long step;
    };
    struct Reference {
        IndexExpr *expr;
        std::string key;                                     // of base and index without its constant
        long offset;                                         // the constant
        long extent;                                         // high - low of this reference alone
        long stride;                                         // in elements, an iteration of the loop that is cut
        std::vector<std::pair<VarDecl *, std::string>> low;  // values of inner variables there
        std::vector<std::pair<VarDecl *, std::string>> high; // values of inner variables there
        bool indexed = true;                                 // its index is known
        bool dense = true;                                   // it touches all elements between low and high
    };
    struct Group {
        std::vector<const Reference *> members; // least offset first
        Stmt *loop = nullptr;                   // that is cut
        const Reference *highest = nullptr;
        std::string span;
        std::string low;
        std::string high;
        std::string pointer;
        bool fits = true; // one element an iteration: a run is never empty
        bool contiguous = false;
        bool fetched = false;  // where it lies elsewhere (coalesced_reads.cc)
        std::string address;   // if fetched: of its least element
        std::string elsewhere; // if fetched: does it lie elsewhere
        bool read = true;      // the run reads the buffer
        bool sent = false;     // the run writes to the buffer (coalesced_writes.cc)
        std::string buffer;
        std::vector<std::pair<long, long>>
            stretches; // sent: first element and their number in an iteration, from the least one on
    };
    struct StridedPointer {
        IndexExpr *expr;
        long blocks;   // a step of the loop; of a row, elements on the thread
        bool row;      // stays on one thread: a pointer, for compilers to see
        long elements; // of a step that mostly stays inside a block; else 0
        std::string name = {};
        std::string by = {};
        std::string in_block = {};
        std::string pointer = {}; // of a row in far code, where it is on this node
    };
    struct Place {        // of an active reference
        std::string name; // of the biased pointer, or of the address or pointer that is carried along
        bool strided = false;
        bool row = false;
        bool frame = false;  // the name is of what its index counts from
        bool linear = false; // in memory mapped once more (random_access.cc)
        bool ready = false;  // the name is the element
    };
    struct Random { // a reference without an index polynomial
        IndexExpr *expr;
        std::string base;
        std::string name = {};
    };
    struct Plan {
        StripLoop loop;
        std::vector<Reference> references;
        std::vector<StridedPointer> strided_pointers;
        std::vector<Random> randoms;
        std::vector<Group> groups;
        bool needs_general = false;
        std::vector<LoopMove> companions = {};
        std::unordered_set<const ForStmt *> entered; // loops inside that run once at least
        std::unordered_set<const Expr *> stored;     // references that are written to
        std::unordered_set<const Expr *> certain;    // references that are evaluated in every iteration
        std::unordered_set<const Expr *> assigned;   // written to as a whole
        std::unordered_set<const Expr *> read;       // read, or used in another way
    };

    // strip_mine_find.cc
    VarDecl *stepped_variable(Node *loop);
    static Expr *start_of(const ForStmt *s, const VarDecl *variable);
    void find(Node *n, Plan &plan, std::vector<InnerLoop> &around);
    void consider(IndexExpr *e, Plan &plan, const std::vector<InnerLoop> &around);
    bool place(Reference &r, const Affine &index, const Plan &plan, const std::vector<InnerLoop> &around,
               uint64_t block);
    std::optional<Affine> polynomial(IndexExpr *e, const IndexScope &scope);
    bool add_strided_pointer(IndexExpr *e, const Affine &index, Plan &plan, const std::vector<InnerLoop> &around,
                             long block);
    void group(Plan &plan);
    bool survey(Plan &plan);

    // coalesced_reads.cc
    void survey_far(Plan &plan);
    bool reads_may_move(Node *n, Plan *plan, std::unordered_set<const Decl *> &seen);
    bool is_harmless(const CallExpr *call, std::unordered_set<const Decl *> &seen);
    bool find_certain(Node *n, Plan &plan);
    void declare_fetch(Group &g, const std::string &left, Composer &out);
    std::string fetched_pointer(Group &g, const std::string &left, std::string &buffers);

    // coalesced_writes.cc
    void find_uses(Node *n, Plan &plan);
    bool writes_may_move(Node *n, const Plan *plan, std::unordered_set<const Decl *> &seen);
    bool is_covered(Group &g, const Plan &plan);
    unsigned survey_sent(Plan &plan, unsigned room);
    std::string apart_tests(const Plan &plan, const std::string &left);
    std::string sends(const Plan &plan, const std::string &left);
    std::string bytes_of(const Group &g, const std::string &left);
    std::string why_not_ = {};

    // random_access.cc
    void find_random(Node *n, Plan &plan, Node *around, const VarDecl *variable);
    bool goes_whole(const Plan &plan) const;
    Node *base_code(const Lowering::Element &at);
    std::string declare_wholes(Plan &plan, Composer &out);
    void use_wholes(const Plan &plan, Composer &out);
    void use_frames(const Plan &plan, Composer &out);
    void drop_randoms(const Plan &plan);
    Node *runs(Plan &plan, const std::string &end, const std::function<Node *()> &advance);

    // group_prefetch.cc
    bool is_scattered(IndexExpr *target, const Plan &plan);
    AssignExpr *update_at_end(const Plan &plan);
    Node *group_prefetch(const Plan &plan, const std::string &end, const std::function<Node *()> &advance);

    // known_runs.cc
    bool may_be_apart(const Plan &plan);
    bool has_local_types(const FunctionDecl *f);
    std::string count_of(const StripLoop &loop, const std::string &to) const;
    std::string move_on(const Plan &plan, const std::string &n) const;
    long whole_run(const Plan &plan);
    Node *apart(Plan &plan, const std::string &to);
    Node *jam(Plan &plan, const std::string &to, const std::function<Node *()> &advance);
    std::optional<StripLoop> rectangular(ForStmt *inner, const Plan &plan);
    struct Jam;
    std::shared_ptr<Jam> find_jam(const Plan &plan);
    Node *jammed(Plan &plan, Jam &jam, const std::string &to, const std::function<Node *()> &advance);
    Node *copy_places(const Plan &plan, Jam &jam, const std::string &left, unsigned copy);
    std::unordered_map<const FunctionDecl *, bool> local_types_ = {};
    bool in_jam_ = false; // what is lowered now is what a jam leaves over

    // strip_mine.cc
    void activate(const Plan &plan, bool fast);
    void deactivate(const Plan &plan);
    std::string use_groups(Plan &plan, const std::string &left, Composer &out);
    Node *runs_of(Plan &plan, const std::string &end, const std::function<Node *()> &advance);
    struct Runs; // what the loops of one plan are called
    void strip_mined_loop(Runs &runs, Composer &out, bool fast, const std::string &to);
    void one_loop(Runs &runs, Composer &out);
    void run_by_run(Runs &runs, Composer &out);
    Node *index_code(const Reference &r, const std::vector<std::pair<VarDecl *, std::string>> &values);
    void declare_span(Group &g, Composer &out);
    std::string near_tests(const Plan &plan);
    void declare_strided_pointers(Plan &plan, Composer &out);
    std::string advance_strided_pointers(const Plan &plan, bool fast) const;
    std::string rows_here(Plan &plan, std::string &tests);
    Node *body(const Plan &plan, bool fast);
    Node *end_of(const StripLoop &loop);
    void say(const Plan &plan);
    uint64_t block_of(const Reference &r) const;

    Lowering &lower_;
    Context &ctx_;
    TypeTable &types_;
    LoopFacts facts_;
    ScalarWork scalar_work_{ctx_, facts_};
    bool find_place(const Expr *lvalue, bool strided) const {
        const auto found = active_.find(lvalue);
        return found != active_.end() && found->second.strided == strided;
    }
    std::unordered_map<const Expr *, Place> active_;        // references whose addresses are at hand
    std::unordered_map<const Stmt *, std::string> leaving_; // loops in runs, and the label behind each
    std::unordered_set<const Stmt *> left_;                 // those whose label is used
    unsigned general_ = 0;                                  // inside general bodies, where loops stay as they are
};

} // namespace polder::cc
