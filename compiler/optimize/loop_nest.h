// LoopNest: a loop over shared arrays, with the loops inside it, as the optimiser sees it. Its
// statements stay trees. What a nest holds beside them is what is known of its references, and what
// the passes of pipeline.cc decide about each. Lowering reads the decisions and writes C.
//
// Vocabulary.
//   reference     an access `base[...]...[...]` of a shared array in the loop
//   index         its linear index, a polynomial (compiler/analysis/affine.h)
//   group         references that share a block span, since their indexes differ by little
//   low, high     the least and greatest index that a group touches in one iteration of the loop,
//                 over all iterations of the loops inside it
//   span table    spans of a reference, one for each iteration of a short loop inside
//   general body  the loop's body without these passes. It is for iterations in which a group does
//                 not fit into one span, and in far code for spans on other nodes
//
// Rule: a reference is in one of `references`, `strided_pointers` and `randoms`, or in none of
// them. In the last case it stays as it is written.
#pragma once

#include "compiler/analysis/affine.h"
#include "compiler/analysis/strip_loop.h"

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace polder::cc {

/// A variable of C that goes on with a loop: by how much an iteration.
struct LoopMove {
    std::string name;
    std::string by;
};

struct InnerLoop { // a counted loop around a reference, inside the loop that is cut
    VarDecl *variable;
    Affine first;
    Affine last;
    Expr *first_code;
    long step;
};

/// A reference as it was found, before a pass has decided about it.
struct Access {
    IndexExpr *expr;
    std::string base;            // what it counts from (access_function.h)
    std::optional<Affine> index; // its access function, where it has one
    std::vector<InnerLoop> around = {};
    bool taken = false; // by a pass
};

/// An inner loop's variable, and the value at which a reference is lowest or highest.
using InnerValue = std::pair<VarDecl *, long>;

/// A short inner loop through which the reference goes from block to block: it has a span for each
/// value of the loop's variable.
struct SpanTable {
    VarDecl *variable = nullptr;
    long first = 0;
    long step = 1;
    long count = 0; // 0: there is no such loop
    std::tuple<long, long, long> order() const { return {first, step, count}; }
};

struct Reference { // of strip-mining
    IndexExpr *expr;
    std::string key;              // of base and index without its constant
    long offset;                  // the constant
    long extent;                  // high - low of this reference alone
    long stride;                  // in elements, an iteration of the loop that is cut
    std::vector<InnerValue> low;  // values of inner variables there
    std::vector<InnerValue> high; // values of inner variables there
    bool indexed = true;          // its index is known
    bool dense = true;            // it touches all elements between low and high
    bool by_threads = false;      // it moves by `stride * THREADS`
    SpanTable table = {};         // of the inner loop that low and high leave open
};

struct Group {
    std::vector<const Reference *> members; // least offset first
    Stmt *loop = nullptr;                   // that is cut
    const Reference *highest = nullptr;
    bool fits = true; // one element an iteration: a run is never empty
    bool contiguous = false;
    bool fetched = false; // where it lies elsewhere (coalesce_reads.cc)
    bool read = true;     // the run reads the buffer
    bool sent = false;    // the run writes to the buffer
    // Sent: first element and their number in an iteration, from the least one on.
    std::vector<std::pair<long, long>> stretches = {};
    // What lowering calls them.
    std::string span = {};
    std::string low = {};
    std::string high = {};
    std::string pointer = {};
    std::string part = {}; // if fetched: its polder_far_part
    std::string base = {}; // if fetched: what it counts from
};

struct StridedPointer { // of strength reduction
    IndexExpr *expr;
    long blocks;   // a step of the loop; of a row, elements on the thread
    bool row;      // stays on one thread: a pointer, for compilers to see
    long elements; // of a step that mostly stays inside a block; else 0
    // Number of an earlier one whose address is a constant distance away; -1: it has its own.
    long leader = -1;
    // How far a step goes is known at run time only: not `blocks`, but what the index grows by.
    bool measured = false;
    // What lowering calls them.
    std::string name = {};  // the address
    std::string moves = {}; // by how much a step moves, as `blocks`
    std::string by = {};    // its steps
    std::string in_block = {};
    std::string pointer = {}; // of a row in far code, where it is on this node
};

struct Random { // a reference without an access function
    IndexExpr *expr;
    std::string base;
    std::string name = {}; // what lowering calls the span of the whole array
};

class AliasRegions;
struct UnrollAndJam;

struct LoopNest {
    StripLoop loop;
    std::vector<LoopMove> companions = {};
    // Found.
    std::vector<Access> accesses = {};
    std::unordered_set<const ForStmt *> entered = {}; // loops inside that run once at least
    bool needs_iteration = false;                     // a pointer is read that only an iteration is certain to read
    // Decided.
    std::vector<Reference> references = {};
    std::vector<StridedPointer> strided_pointers = {};
    std::vector<Random> randoms = {};
    std::vector<Group> groups = {};
    bool needs_general = false;
    bool by_threads = false;                    // a reference moves by a multiple of THREADS
    AssignExpr *update = nullptr;               // a random update that ends the body, behind scalar work
    bool prefetches = false;                    // it goes in groups
    std::shared_ptr<UnrollAndJam> jam = {};     // some iterations at once
    std::shared_ptr<AliasRegions> regions = {}; // a run's memory, where alias versioning has looked
    bool versioned = false;                     // a run becomes a function of pointers that do not overlap
    bool pays_alone = false;                    // also where nothing else is decided
    std::optional<TripCount> short_trips = {};  // of a loop with few iterations, their number fixed
    bool in_one_run = false;                    // a run is mostly all of such a loop
    long whole_run = 0;                         // iterations of a run that is all of the loop; else 0
    // Of references, for coalescing.
    std::unordered_set<const Expr *> stored = {};   // written to
    std::unordered_set<const Expr *> certain = {};  // evaluated in every iteration
    std::unordered_set<const Expr *> assigned = {}; // written to as a whole
    std::unordered_set<const Expr *> read = {};     // read, or used in another way
    std::string why_not = {};                       // the fact that the last reference left alone lacks

    std::string trips() const { return std::to_string(short_trips->count) + "L"; } // as code
    size_t addresses_carried() const; // of strided pointers: those that are shared count once
    bool has_decisions() const { return !references.empty() || !strided_pointers.empty() || !randoms.empty(); }
};

} // namespace polder::cc
