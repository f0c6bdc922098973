// Addresses: where a shared lvalue lies.
#pragma once

#include "compiler/lower/access/block_numbers.h"
#include "compiler/lower/core/lowering.h"
#include "compiler/lower/core/own_loop.h"

namespace polder::cc {

struct Element {              // a position in shared memory: base, and a distance from it in ultimate elements
    Node *base = nullptr;     // code: a ga if object or contiguous, else in the representation of `pointer`
    QualType pointer;         // pointer to the element type
    Node *linear = nullptr;   // code of type long
    BlockNumber parts;        // of `linear`, if they were asked for; of use if there is a place
    uint64_t row = 0;         // elements of what the last index counts
    Node *own_base = nullptr; // in a loop over own parts: where the caller's begins, and the distance in it
    Node *own_linear = nullptr;
    bool object = false;     // base is the start of a shared array: thread 0, phase 0
    bool mine = false;       // it is MYTHREAD's, wherever this is
    bool as_value = false;   // the address itself is asked for, in place: null stays null
    bool seldom = false;     // the code is run a few times at most
    bool contiguous = false; // all on one thread: indefinite block, or an array inside a shared struct
    bool walks = false;      // a local pointer's next place (AddressSpaces::walks)
    TokenIndex where = 0;    // what reports call it; 0: nothing
};

struct ElementUse {
    bool own_as_pointer = false; // the address asked for is one in this process
    bool with_phase = false;     // the base is in the representation of its type, with the phase
    bool parts = false;          // parts of the index are of use
};

class Addresses : public Lowering {
public:
    using Lowering::Lowering;

    void say_divided(TokenIndex where);
    bool is_in_order(QualType pointer) const;
    Element element(Expr *base, Expr *index, ElementUse use = {});
    bool is_own_index(Expr *base, Expr *array, Expr *index);
    Node *scaled(Node *index, QualType pointee);
    Node *element_ga(const Element &e, bool own_as_pointer = false);
    Node *element_pointer(const Element &e);
    Node *ga(Expr *lvalue, bool own_as_pointer = false);
    Node *pointer(Expr *lvalue);
    Node *shared_object(VarDecl *v);

private:
    bool is_mine(Expr *base, Expr *array, Expr *index) const;
    bool is_at_own_index(Expr *index);
    bool goes_by_call(const Element &e) const;
    Node *index_by(Element &result, Expr *base, Expr *index, ElementUse use);
    bool wants_parts(const Element &result, ElementUse use) const;
    std::string own_pointer_base(Expr *base, Expr *index);
};

} // namespace polder::cc
