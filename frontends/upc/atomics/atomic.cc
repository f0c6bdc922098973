// Atomicity domains and the functions on them; see atomic.h.
//
// A domain is a block of the symmetric heap, of which each node uses one copy: that in the memory
// of its first thread. An operation that is one instruction on an integer of this node is done in
// place (include/polder/atomic.h). The operation must be a constant there. The function
// polder_atomic does everything else. Strict operations are fenced on both sides
// (docs/design/memory-model.md). In a job of several nodes they are done here, behind the fence of
// far accesses.
#include "frontends/upc/atomics/atomic.h"
#include "runtime/alloc/alloc.h"
#include "runtime/barrier/barrier.h"
#include "runtime/race/race.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"

#include <cstdio>

using namespace polder;
using namespace polder::upc;
using namespace polder::upc::atomics;

namespace polder::upc {
namespace {

using Domain = polder_atomic_domain;
constexpr std::uint64_t domain_magic = 0x6e69616d6f640a01;

polder_gp load_pointer(const void *from, bool narrow) {
    if (!from) return {0, 0};
    return narrow ? polder_gp{atomics::load<polder_ga>(from), 0} : atomics::load<polder_gp>(from);
}

constexpr const char *op_names[] = {"UPC_ADD",   "UPC_MULT",  "UPC_AND", "UPC_OR",  "UPC_XOR", "UPC_LOGAND",
                                    "UPC_LOGOR", "UPC_MIN",   "UPC_MAX", nullptr,   nullptr,   "UPC_GET",
                                    "UPC_SET",   "UPC_CSWAP", "UPC_SUB", "UPC_INC", "UPC_DEC"};
constexpr unsigned op_count = sizeof op_names / sizeof *op_names;

// "UPC_ADD | UPC_GET", "0x200", "none"
struct OpsText {
    char text[200];
    explicit OpsText(upc_op_t ops) {
        std::size_t used = 0;
        std::snprintf(text, sizeof text, ops ? "" : "none");
        const auto add = [&](const char *name, upc_op_t rest) {
            const char *gap = used ? " | " : "";
            const int n = name ? std::snprintf(text + used, sizeof text - used, "%s%s", gap, name)
                               : std::snprintf(text + used, sizeof text - used, "%s%#lx", gap, rest);
            used += static_cast<std::size_t>(n);
        };
        for (unsigned bit = 0; bit < op_count; ++bit)
            if (ops >> bit & 1 && op_names[bit]) {
                add(op_names[bit], 0);
                ops &= ~(upc_op_t{1} << bit);
            }
        if (ops) add(nullptr, ops);
    }
};

bool one_operation(upc_op_t op) {
    return op && !(op & (op - 1));
}

// Is the domain on objects of `size` bytes? 0: the caller does not know the size.
bool fits(const Domain *domain, unsigned size) {
    return !size || size == atomics::info_of(domain->type).size;
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *function, const Domain *domain,
                                                 const atomics::Operation &o, unsigned size) {
    if (!domain || domain->magic != domain_magic)
        job_fail(1, "%s: the domain is a null pointer, no atomicity domain, or one that has been freed", function);
    const OpsText asked(o.op);
    const OpsText allowed(domain->ops);
    if (!one_operation(o.op)) job_fail(1, "%s: %s is not one operation", function, asked.text);
    if (!(o.op & domain->ops))
        job_fail(1, "%s: %s is not an operation of this domain, which was allocated for %s on %s", function, asked.text,
                 allowed.text, atomics::info_of(domain->type).name);
    if (!fits(domain, size))
        job_fail(1, "%s: %s on %u bytes; this domain is on %s, which has another size", function, asked.text, size,
                 atomics::info_of(domain->type).name);
    if (!o.target) job_fail(1, "%s: %s on a null pointer-to-shared", function, asked.text);
    if (!ga_is_shared(o.target))
        job_fail(1, "%s: %s on %#lx, which is no shared memory", function, asked.text, o.target);
    if (o.op == atomics::op_get) job_fail(1, "%s: UPC_GET needs a place for the value: fetch_ptr is null", function);
    job_fail(1, "%s: %s lacks an operand: %s is null", function, asked.text, o.operand1 ? "operand2" : "operand1");
}

bool complete(const atomics::Operation &o) {
    if (!ga_is_shared(o.target)) return false;
    if (o.op == atomics::op_get) return o.fetch != nullptr;
    if (o.op == atomics::op_inc || o.op == atomics::op_dec) return true;
    return o.operand1 && (o.op != atomics::op_cswap || o.operand2);
}

upc_op_t in_place_word(upc_type_t type, upc_op_t ops) {
    const atomics::TypeInfo info = atomics::info_of(type);
    if (!(info.ops & atomics::bitwise)) return 0; // not an integer
    const unsigned long strict = polder_node.one ? POLDER_ATOMIC_STRICT : 0;
    return (info.size == 4 ? POLDER_ATOMIC_WORDS4 : POLDER_ATOMIC_WORDS8) | (ops & POLDER_ATOMIC_INSTRUCTIONS) | strict;
}

// The node's copy. Null: it cannot be one.
Domain *domain_at(polder_ga ga) {
    if (!ga_is_shared(ga) || ga_thread(ga) != 0 || ga % alignof(Domain) != 0) return nullptr;
    return const_cast<Domain *>(polder_domain_at(ga));
}

bool first_of_node() {
    return mythread() == node_first(mynode());
}

void pointer(const atomics::Operation &o, int narrow) {
    const polder_gp operand1 = load_pointer(o.operand1, narrow & atomics::narrow_operand1);
    const polder_gp operand2 = load_pointer(o.operand2, narrow & atomics::narrow_operand2);
    const bool near = ga_is_near(o.target);
    polder_gp before{0, 0};
    if (narrow & atomics::narrow_target)
        before.ga = near ? atomics::pointer_word(o.op, near_pointer(o.target), operand1.ga, operand2.ga)
                         : atomics::far_word(o.op, o.target, operand1.ga, operand2.ga);
    else
        before = near ? atomics::pointer_wide(o.op, near_pointer(o.target), operand1, operand2)
                      : atomics::far_pointer_wide(o.op, o.target, operand1, operand2);
    if (o.fetch) std::memcpy(o.fetch, &before, narrow & atomics::narrow_fetch ? sizeof before.ga : sizeof before);
}

void perform(upc_type_t type, const atomics::Operation &o, int narrow) {
    if (type == UPC_PTS) return pointer(o, narrow);
    if (ga_is_near(o.target)) return atomics::info_of(type).perform(o);
    atomics::far_number(type, o);
}

// An atomic access, and for a strict operation fences on both sides: race.h has what they mean to
// one another.
[[gnu::cold]] void perform_watched(upc_type_t type, const atomics::Operation &o, int narrow,
                                   const race::RaceSite &site) {
    const std::size_t size = type != UPC_PTS                   ? atomics::info_of(type).size
                             : narrow & atomics::narrow_target ? 8
                                                               : sizeof(polder_gp);
    race::atomic_before(near_pointer(o.target), size, o.op != atomics::op_get, site);
    {
        const race::RaceCall call(site);
        perform(type, o, narrow);
    }
    race::atomic_after(near_pointer(o.target), o.op != atomics::op_set || o.fetch);
}

} // namespace
} // namespace polder::upc

void polder::upc::atomics::perform_told(upc_type_t type, const Operation &o, const race::RaceSite &site) {
    if (race::race_watched()) return perform_watched(type, o, 0, site);
    info_of(type).perform(o);
}

extern "C" {
#pragma GCC visibility push(default)

polder_ga upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, int) {
    const TypeInfo info = info_of(type);
    if (!info.ops)
        job_fail(1,
                 "upc_all_atomicdomain_alloc: no atomic operations on %s (%d); there are some on integers of 32 and 64 "
                 "bits, UPC_FLOAT, UPC_DOUBLE and UPC_PTS",
                 info.name, type);
    if (ops & ~info.ops)
        job_fail(1, "upc_all_atomicdomain_alloc: %s is no atomic operation on %s", OpsText(ops & ~info.ops).text,
                 info.name);
    const sync::OneCaller here("upc_all_atomicdomain_alloc");
    const polder_ga ga = alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(sizeof(Domain)) : 0);
    Domain *domain = domain_at(ga);
    if (!domain) return 0;
    if (first_of_node()) *domain = {in_place_word(type, ops), domain_magic, ops, type};
    const polder_ga asked = alloc::agree_on_first(static_cast<polder_ga>(type) << 32 | ops); // and all copies are there
    const upc_op_t others_ops = asked & 0xffffffff;
    const auto others_type = static_cast<upc_type_t>(asked >> 32);
    if (others_type != type || others_ops != ops)
        job_fail(1, "upc_all_atomicdomain_alloc: thread 0 asks for %s on %s, thread %u for %s on %s",
                 OpsText(others_ops).text, info_of(others_type).name, mythread(), OpsText(ops).text,
                 info_of(type).name);
    return ga;
}

void upc_all_atomicdomain_free(polder_ga ptr) {
    const sync::OneCaller here("upc_all_atomicdomain_free");
    alloc::free_meeting({"upc_all_atomicdomain_free", "ptr"}, ptr);
    if (!ptr) return;
    Domain *domain = domain_at(ptr);
    if (first_of_node()) {
        if (!domain || domain->magic != domain_magic)
            job_fail(1, "upc_all_atomicdomain_free: %#lx is no atomicity domain, or one that has been freed", ptr);
        domain->magic = 0;
        domain->in_place = 0;
    }
    if (nodes() > 1) barrier::barrier_internal(); // nobody gets the memory before it is no domain anywhere
    if (mythread() == 0) alloc::allocation_free(ptr);
}

void polder_atomic(polder_ga ga, void *fetch, upc_op_t op, polder_gp target, const void *operand1, const void *operand2,
                   int strict, int narrow) {
    const Operation o{op, target.ga, fetch, operand1, operand2};
    const Domain *domain = domain_at(ga);
    const auto size = static_cast<unsigned>(narrow) >> 8;
    const bool valid = domain && domain->magic == domain_magic && (op & domain->ops) && one_operation(op) &&
                       fits(domain, size) && complete(o);
    if (__builtin_expect(!valid, 0)) fail(strict ? "upc_atomic_strict" : "upc_atomic_relaxed", domain, o, size);
    if (strict) {
        polder_fence();
        race::race_fence();
    }
    if (race::race_watched() && ga_is_near(o.target))
        perform_watched(domain->type, o, narrow, {&polder_atomic, __builtin_return_address(0)});
    else
        perform(domain->type, o, narrow);
    if (strict) {
        atomics::strict_end(o.target);
        race::race_fence();
    }
}

void upc_atomic_relaxed(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                        const void *operand2) {
    polder_atomic(domain, fetch, op, target, operand1, operand2, 0, 0);
}

void upc_atomic_strict(polder_ga domain, void *fetch, upc_op_t op, polder_gp target, const void *operand1,
                       const void *operand2) {
    polder_atomic(domain, fetch, op, target, operand1, operand2, 1, 0);
}

int upc_atomic_isfast(upc_type_t type, upc_op_t ops, polder_gp target) {
    const TypeInfo info = info_of(type);
    return type != UPC_PTS && info.ops && !(ops & ~info.ops) && ga_is_near(target.ga) && target.ga % info.size == 0;
}
#pragma GCC visibility pop
} // extern "C"
