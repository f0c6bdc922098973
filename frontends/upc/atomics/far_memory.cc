// Atomic operations on other nodes; see atomic.h. Numbers are the network's work (runtime/atomic).
// No processor and no network changes a pointer of 16 bytes at once. A message asks a process of
// the pointer's node to do that, under the lock that its own threads take.
#include "frontends/upc/atomics/atomic.h"
#include "runtime/am/am.h"
#include "runtime/atomic/atomic.h"
#include "runtime/core/start_hooks.h"
#include "runtime/rma/far.h"
#include "runtime/segment/segment.h"

namespace polder::upc::atomics {
namespace {

AtomicType type_of(upc_type_t type) {
    switch (type) {
    case UPC_INT:
    case UPC_INT32: return AtomicType::i32;
    case UPC_UINT:
    case UPC_UINT32: return AtomicType::u32;
    case UPC_LONG:
    case UPC_LLONG:
    case UPC_INT64: return AtomicType::i64;
    case UPC_FLOAT: return AtomicType::f32;
    case UPC_DOUBLE: return AtomicType::f64;
    default: return AtomicType::u64;
    }
}

AtomicOperation operation_of(upc_op_t op) {
    switch (op) {
    case op_get: return AtomicOperation::get;
    case op_set: return AtomicOperation::swap;
    case op_cswap: return AtomicOperation::cswap;
    case UPC_ADD: return AtomicOperation::add;
    case op_sub: return AtomicOperation::sub;
    case UPC_MULT: return AtomicOperation::mul;
    case UPC_MIN: return AtomicOperation::min;
    case UPC_MAX: return AtomicOperation::max;
    case UPC_AND: return AtomicOperation::bit_and;
    case UPC_OR: return AtomicOperation::bit_or;
    case UPC_XOR: return AtomicOperation::bit_xor;
    case op_inc: return AtomicOperation::inc;
    default: return AtomicOperation::dec;
    }
}

std::uint64_t bits_of(const void *operand, std::size_t size) {
    std::uint64_t bits = 0;
    if (operand) std::memcpy(&bits, operand, size);
    return bits;
}

// ---- pointers of 16 bytes ----

enum Handler : unsigned { handle_change = 226, handle_before = 227 };

// Where the answer goes. The last thing the handler touches is `here`, so it may end with the call
// that waits.
struct Answer {
    polder_gp before;
    std::atomic<bool> here;
};

struct Change {
    std::uint64_t op;
    polder_ga target;
    polder_gp operand1;
    polder_gp operand2;
    Answer *answer;
};
constexpr unsigned change_words = sizeof(Change) / sizeof(std::uint64_t);

void on_change(am::AmMessage &message) {
    Change change;
    std::memcpy(&change, message.arguments, sizeof change);
    const bool sound = message.argument_count == change_words && ga_is_near(change.target) &&
                       ga_is_near(change.target + sizeof(polder_gp) - 1);
    if (!sound) job_fail(1, "an atomic operation of thread %u on what is no shared memory", message.from);
    const polder_gp before = pointer_wide(change.op, near_pointer(change.target), change.operand1, change.operand2);
    const std::uint64_t words[] = {before.ga, before.phase, reinterpret_cast<std::uint64_t>(change.answer)};
    am::am_reply(message, {handle_before, words, 3});
}

void on_before(am::AmMessage &message) {
    Answer &answer = *reinterpret_cast<Answer *>(message.arguments[2]);
    answer.before = {message.arguments[0], message.arguments[1]};
    answer.here.store(true, std::memory_order_release);
}

void register_handlers() {
    am::am_register(handle_change, on_change);
    am::am_register(handle_before, on_before);
}
POLDER_AT_START(register_handlers);

} // namespace

void far_number(upc_type_t type, const Operation &o) {
    const AtomicType atomic_type = type_of(type);
    const std::size_t size = atomic::atomic_size(atomic_type);
    const bool stores_only = o.op == op_set && !o.fetch;
    atomic::atomic_apply(o.target, {atomic_type, stores_only ? AtomicOperation::set : operation_of(o.op),
                                    bits_of(o.operand1, size), bits_of(o.operand2, size), o.fetch});
}

std::uint64_t far_word(upc_op_t op, polder_ga target, polder_ga operand1, polder_ga operand2) {
    std::uint64_t before = 0;
    far_number(UPC_UINT64, {op, target, &before, &operand1, &operand2});
    return before;
}

polder_gp far_pointer_wide(upc_op_t op, polder_ga target, polder_gp operand1, polder_gp operand2) {
    Answer answer{{0, 0}, false};
    const Change change{op, target, operand1, operand2, &answer};
    cache::far_order(target, sizeof(polder_gp), true);
    std::uint64_t words[change_words];
    std::memcpy(words, &change, sizeof change);
    const unsigned owner = ga_thread(target);
    am::am_request_wait(node_first(node_of(owner)), {handle_change, words, change_words});
    // The waiting thread looks by itself: it polls, or is woken behind the handlers
    // (runtime/am/far.h).
    sync::WaitPoint nobody{};
    am::am_wait(nobody, {WaitKind::message, target, owner},
                [&] { return answer.here.load(std::memory_order_acquire); });
    return answer.before;
}

} // namespace polder::upc::atomics
