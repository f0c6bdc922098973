// Berkeley UPC's functions on pointers-to-shared: description, casts in both directions, arithmetic
// with a block size that is no constant, distance of threads. What lies on the node of the caller
// has an address and can be cast.
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstdio>

using namespace polder;

namespace polder::upc {
namespace {

constexpr int shortest_description = 100; // BUPC_DUMP_MIN_LENGTH
enum Distance : unsigned { same = 0, very_near = 100, far = 300 };

// 0: it is no shared memory of this node.
polder_ga shared_at(const void *address) {
    const polder_ga ga = ga_of_pointer(address);
    return ga_is_near(ga) ? ga : 0;
}

void check_thread(const char *function, long thread) {
    if (thread < 0 || thread >= static_cast<long>(threads()))
        job_fail(1, "%s: there is no thread %ld; THREADS is %u", function, thread, threads());
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

std::size_t upc_addrfield(polder_gp ptr);

int bupc_dump_shared(polder_gp pointer, char *text, int size) {
    if (!text || size < shortest_description) {
        if (text && size > 0) *text = 0;
        errno = EINVAL;
        return -1;
    }
    const polder_env e = polder_env_get();
    const auto room = static_cast<std::size_t>(size);
    if (!pointer.ga)
        std::snprintf(text, room, "<NULL>");
    else
        std::snprintf(text, room, "<thread=%lu phase=%lu addrfield=%#lx address=%#lx>", polder_thread_of(e, pointer.ga),
                      pointer.phase, upc_addrfield(pointer), pointer.ga);
    return 0;
}

void *bupc_cast(polder_gp pointer) {
    return ga_is_near(pointer.ga) ? near_pointer(pointer.ga) : nullptr;
}

int bupc_castable(polder_gp pointer) {
    return !pointer.ga || ga_is_near(pointer.ga);
}

int bupc_thread_castable(unsigned thread) {
    check_thread("bupc_thread_castable", static_cast<long>(thread));
    return on_node(thread);
}

polder_gp bupc_inverse_cast(void *address) {
    return polder_gp_from_ga(shared_at(address));
}

polder_gp bupc_local_to_shared(void *address, int thread, int phase) {
    check_thread("bupc_local_to_shared", thread);
    const polder_ga ga = shared_at(address);
    if (!ga) job_fail(1, "bupc_local_to_shared: %p is not in shared memory", address);
    const polder_ga offset = polder_field_of(polder_env_get(), ga);
    return polder_gp_make(polder_job.base + (static_cast<polder_ga>(thread) << polder_job.shift) + offset,
                          static_cast<unsigned long>(phase));
}

polder_gp bupc_ptradd(polder_gp pointer, std::size_t block, std::size_t size, std::ptrdiff_t elements) {
    const polder_env e = polder_env_get();
    if (!pointer.ga) return pointer;
    if (block == 0) return polder_gp_make(pointer.ga + static_cast<polder_ga>(elements) * size, pointer.phase);
    if (block == 1) return polder_gp_from_ga(polder_add_cyclic(e, pointer.ga, elements, size));
    return polder_add_blocked(e, pointer, elements, size, block);
}

unsigned bupc_thread_distance(int thread_x, int thread_y) {
    check_thread("bupc_thread_distance", thread_x);
    check_thread("bupc_thread_distance", thread_y);
    if (thread_x == thread_y) return same;
    return node_of(static_cast<unsigned>(thread_x)) == node_of(static_cast<unsigned>(thread_y)) ? very_near : far;
}
#pragma GCC visibility pop
} // extern "C"
