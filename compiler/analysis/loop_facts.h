// Loop facts: what a loop may change, and which expressions therefore keep their value while it
// runs.
//
// Vocabulary.
//   changed  a variable is assigned to, stepped, or its address is taken, below a node
//   exposed  the address of a variable is taken somewhere in the unit, or other units may do so.
//            Stores through private pointers may change such a variable, and so may functions of
//            other units
//   stable   an expression has the same value whenever it is evaluated while the loop runs, and may
//            be evaluated at any time. It reads nothing shared, has no side effects, cannot trap.
//            What is evaluated where the loop begins in any case, as its bound is, may also divide
//
// Invariant: a store to a shared lvalue never changes a named private object, so it is no reason to
// call a variable changed. It may change what is behind a private pointer; so what is stored is
// remembered with its type (loop_memory.cc). Held by tests/compiler/run/loop_globals.upc and
// loop_memory.upc.
//
// Proof that a named private variable v keeps its value while a loop runs. Who could change it?
//
//   1. An assignment to v by its name, in the loop. If v outlives calls, also one in a function of
//      this unit that the loop calls. Calls are followed through bodies of this unit. A weak
//      definition counts as none, for another one may take its place.
//   2. A store through a private pointer, in the same places, if v is exposed. C's rule of
//      effective types says which ones (C 6.5p7). The type of v is declared. So only stores of its
//      type, of characters, of aggregates with it and of members of unions count. The rule is used
//      from -O2 on. Below, and beside __attribute__((may_alias)), a floating-point store leaves
//      numbers of other kinds alone, and every other store counts.
//   3. A function of another unit, if v is exposed or that function may call one of this unit.
//   4. A function of the C library, or of UPC's: only through a pointer it is given, where it is in
//      the list of library_calls.h. One that is not in the list may change what is exposed. If it
//      is not UPC's, it may also change what outlives calls. It may run a function of the program
//      (raise), or wait for a system thread that does (sem_wait).
//   5. Another UPC thread. It has no way to a private object: pointers-to-shared lead to none, and
//      a private pointer means nothing in another thread. So barriers and locks change nothing.
//   6. An assignment by another name of v (__attribute__((alias))). Units with such a name have no
//      such proof of variables that outlive calls.
#pragma once

#include "compiler/analysis/loop_names.h"
#include "compiler/analysis/value_names.h"
#include "compiler/unit/alias_types.h"
#include "compiler/unit/context.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// What happens below a node.
struct Effects {
    std::unordered_set<const Decl *> changed;  // canonical variables
    std::unordered_set<const Decl *> assigned; // those of them that are more than declared
    std::unordered_set<const Decl *> exposed;  // canonical variables whose address is taken
    struct Store {
        QualType type; // of the target; null: a member of a union, so anything
        // The private variable that the target is or is a part of. Null: the target is shared, or
        // reached through a pointer.
        const VarDecl *root;
        bool shared = false; // the target is shared
    };
    std::vector<Store> stores;
    std::vector<const CallExpr *> calls;
    bool acts = false;         // assembly with an instruction, or an OpenMP directive: anything may change
    bool synchronises = false; // barriers, fences, strict accesses: what other threads did may show from there on
    bool jumps = false;        // break, continue, goto, return
    bool once = false; // labels, statics, directives, stray cases, such assembly: a second copy means something else
    bool idle_assembly = false; // without an instruction, as it keeps a value alive or orders a compiler

    // Passes that may not move an access across any assembly ask these.
    bool opaque() const { return acts || idle_assembly; }
    bool twice() const { return !once && !idle_assembly; }
};

/// The variable whose address an argument is, or that it leads into; null if that is not known.
VarDecl *root_of_address(const TypeTable &types, Expr *e);

/// Are all parts of an expression expressions of which f holds? What descends a tree to know that
/// it may be evaluated at another time ends with this.
template <class F> bool all_parts(Expr *e, F f) {
    bool all = true;
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        all = all && part && f(part);
    });
    return all;
}

/// Does the code have an lvalue of which f(its type) holds?
template <class F> bool any_lvalue(Node *n, F f) {
    auto *e = as<Expr>(n);
    bool any = e && e->lvalue && f(e->type);
    for_each_child(n, [&](Node *child) { any = any || any_lvalue(child, f); });
    return any;
}

/// The private pointer variable that an lvalue is reached through, by one step; null if there is
/// none. Members, and elements of arrays, are steps inside the object.
VarDecl *pointer_of(Expr *lvalue);

class LoopFacts {
public:
    explicit LoopFacts(Context &ctx) : ctx_(ctx), types_(ctx.types) {}

    const Effects &effects(Node *n); // computed once
    /// When a stable expression is evaluated: at any time; first of all when the loop begins, as
    /// well as later; there only, and once. In the last case it may read shared memory, relaxed.
    enum class Moment : uint8_t { any, entry, once };
    bool is_fixed(VarDecl *v, Node *loop, FunctionDecl *f); // a variable that the loop does not change
    /// Is the loop governed by a directive in front of it, so that it must stay as it is written?
    bool is_governed(const Stmt *loop, FunctionDecl *f);
    const FunctionDecl *definition(const FunctionDecl *f); // in this unit; null: elsewhere
    bool calls_compute(const Effects &of);                 // none may synchronise, or give memory back
    bool only_reads(const Effects &of);                    // nothing changes, also by calls
    /// Does a member behind a private pointer, itself a pointer or a number, keep its value, and
    /// may it be read before the loop?
    bool keeps_member(Expr *lvalue, Node *loop, FunctionDecl *f) {
        return is_steady(lvalue, lvalue->type, loop, f, Place::front);
    }
    ValueNames &names() { return names_; } // variables that only name an expression in a loop
    LoopNames &loop_names() { return loop_names_; }
    /// Where something that a loop leaves alone is read: in front of the loop, or only where an
    /// iteration is certain to follow. `evaluated`: such an iteration reads it first of all.
    enum class Place : uint8_t { front, iteration, evaluated };
    bool is_stable(Expr *e, Node *loop, FunctionDecl *f, Moment when = Moment::any, Place place = Place::front);
    /// What tells a private pointer from others in the loop: a variable, a member of a variable or
    /// behind one, an element of an array. Empty if it may change there, or may not be read there.
    std::string fixed_pointer(Expr *pointer, Node *loop, FunctionDecl *f, Place place = Place::front);
    bool is_fixed_element(Expr *e, Node *loop, FunctionDecl *f);

private:
    friend class VariableChange; // loop_facts.cc
    friend class AtEntry;        // loop_entry.cc
    struct FunctionFacts {
        std::unordered_set<const Stmt *> governed = {};
        bool knows_governed = false;
    };
    struct UnitFacts {
        bool known = false;
        bool has_aliases = false; // __attribute__((alias)): two variables of the unit are one object
        std::unordered_map<const Decl *, const FunctionDecl *> definitions = {};
        std::unordered_set<const Decl *> exposed = {};
    };
    void find_governed(Node *n, FunctionFacts &out);
    const std::unordered_set<const Decl *> &exposed_in_unit();

    // loop_memory.cc
    bool is_steady(Expr *lvalue, QualType read, Node *loop, FunctionDecl *f, Place place = Place::front);
    bool is_read_before(VarDecl *p, Node *loop, FunctionDecl *f, Place place);
    bool has_no_address(const VarDecl *v);
    template <class F, class G>
    bool all_called(const Effects &of, std::unordered_set<const Decl *> &seen, F holds, G known);
    bool keeps_memory(const Effects &of, QualType read, bool is_shared = false);

    Context &ctx_;
    TypeTable &types_;
    AliasTypes alias_types_{ctx_};
    ValueNames names_{ctx_, *this};
    LoopNames loop_names_{ctx_.source};
    std::unordered_map<const Node *, std::unique_ptr<Effects>> effects_;
    std::unordered_map<const FunctionDecl *, FunctionFacts> functions_;
    UnitFacts unit_;
};

/// Where a loop begins.
struct LoopEntry {
    Node *loop;
    FunctionDecl *function;
    LoopFacts::Moment when; // entry or once
};

/// Is it an lvalue or a call that keeps its value from there on (loop_entry.cc)?
bool is_stable_at_entry(LoopFacts &facts, Expr *e, const LoopEntry &entry);

} // namespace polder::cc
