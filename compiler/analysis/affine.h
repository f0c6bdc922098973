// Affine: an index as a polynomial, a sum of constant * atom * atom ... Two indexes whose
// polynomials differ by a constant are that far apart in every iteration.
//
// Vocabulary. atom: a loop's variable, or something that the loop does not change: a variable (its
// declaration), THREADS, MYTHREAD, or a stable expression (its text).
//
// A call of a formula (formula.h) is the polynomial of its result. In it, only the names of objects
// of the unit are atoms, parts of objects that arguments lead to, and expressions of nothing else.
//
// Exact only if the program's arithmetic does not wrap. Overflow of signed types is undefined;
// unsigned types of 64 bits wrap as indexes do. Other arithmetic is an atom where it is stable, and
// has no polynomial where it is not.
#pragma once

#include "compiler/analysis/formula_objects.h"
#include "compiler/analysis/loop_facts.h"

#include <map>
#include <optional>
#include <string>

namespace polder::cc {

class Affine {
public:
    Affine() = default;
    static Affine constant(long value);
    static Affine atom(std::string name);

    bool add(const Affine &other, long times = 1); // false: a coefficient would overflow
    std::optional<Affine> times(const Affine &other) const;

    long offset() const;                       // the constant term
    std::optional<long> only_constant() const; // the value, if there is nothing else
    /// The coefficient of an atom: nullopt unless the polynomial is `c * atom` plus terms without
    /// it.
    std::optional<long> coefficient(const std::string &atom) const;
    /// By how much it grows where the atom grows by one, as a polynomial of other atoms. Nullopt if
    /// that depends on the atom.
    std::optional<Affine> growth(const std::string &atom) const;
    /// Is it `c * atom * THREADS` plus terms without the atom? c, or nullopt.
    std::optional<long> coefficient_of_row(const std::string &atom) const;
    bool mentions(const std::string &atom) const;
    long common_divisor() const; // of the coefficients of all but the constant term; 0: there are none
    unsigned degree(const std::string &atom) const; // how often it occurs in one product at most
    std::string key() const;                        // of all but the constant term

private:
    using Product = std::vector<std::string>; // sorted
    bool put(const Product &product, long by);
    std::map<Product, long> terms_;
};

extern const std::string atom_of_threads;
extern const std::string atom_of_mythread;
std::string atom_of(const Decl *variable);

/// Which names an index may contain besides those the loop leaves alone.
struct IndexScope {
    LoopFacts &facts;
    Context &ctx;
    Node *loop; // in front of which the index may be evaluated
    FunctionDecl *function;
    std::unordered_set<const Decl *> variables; // canonical: of the loop, and of loops inside it
    /// Are value names (value_names.h) seen through? Whoever asks so evaluates the index as
    /// LowerContext::in_front_of has it.
    bool through_names = false;
    /// Inside a call of a formula: what its parameters and locals are. Null: outside.
    struct Inside {
        const FunctionDecl *function;
        std::unordered_map<const Decl *, std::optional<Affine>> names = {};
        FormulaObjects objects = {}; // that its other parameters lead to
    };
    const Inside *inside = nullptr;
    LoopFacts::Place place = LoopFacts::Place::front; // where the index is evaluated first
};

std::optional<Affine> affine(Expr *e, const IndexScope &scope);

} // namespace polder::cc
