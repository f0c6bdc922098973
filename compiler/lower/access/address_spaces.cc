// How a global address becomes a pointer. With one thread or on one node each is one. In
// other jobs it is asked whether the address is on this node.
#include "compiler/lower/access/address_spaces.h"

namespace polder::cc {

std::string AddressSpaces::near_test() const {
    return in.jobs == Jobs::several_nodes ? abi::is_near_nnode + "(" : abi::is_near_any + "(";
}

/// Where an object of this node lies.
std::string AddressSpaces::here() const {
    return is_one_thread()                  ? abi::addr_1thread + "("
           : !is_far_code()                 ? abi::addr_1node + "("
           : in.jobs == Jobs::several_nodes ? abi::addr_nnode + "("
                                            : abi::addr_any + "(";
}

/// An address as a pointer, for arithmetic that never leaves the addresses.
std::string AddressSpaces::as_pointer() const {
    return is_one_thread() ? abi::addr_1thread + "(" : !is_far_code() ? abi::addr_1node + "(" : "(void *)(";
}

/// Where an object lies of which nobody asked: only one of this node can be meant.
std::string AddressSpaces::near_place() const {
    return is_one_thread() ? abi::addr_1thread + "(" : !is_far_code() ? abi::addr_1node + "(" : abi::to_private + "(";
}

bool AddressSpaces::walks(Expr *pointer) const {
    Expr *e = without_value_conversions(pointer);
    auto *u = as<UnaryExpr>(e);
    auto *a = as<AssignExpr>(e);
    const bool steps = u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement;
    const VarDecl *v = named_variable(steps ? u->operand : a ? a->target : e);
    return v && in.function && in.function->decl && v->function == in.function->decl && !v->is_static_storage &&
           analyses().notes.steps(in.function->decl, v);
}

std::string AddressSpaces::near_place_behind(Expr *pointer) const {
    return is_one_thread() && walks(pointer) ? abi::addr_1node + "(" : near_place();
}

std::string AddressSpaces::near_place_of(Expr *base) const {
    Expr *array = decayed_array(base);
    VarDecl *v = named_variable(array ? array : base);
    const bool is_pointer = v && (types.is_shared(v->type) || StandIns::find(in.stand_ins, canonical(v)));
    return is_one_thread() && is_pointer ? abi::addr_1node + "(" : near_place_behind(base);
}

} // namespace polder::cc
