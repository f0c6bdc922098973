// Translates symmetric addresses to global ones, and ends the job at an address that is not
// symmetric.
//
// A symmetric address is the caller's own: in its segment (memory of shmem_malloc and its kin) or
// in its image (static variables; runtime/start/image.h). Either way it has an offset in the
// segment, which is the same for all PEs. So the object of PE p is at segment of p + offset,
// wherever in the job that is.
//
// Vocabulary. A PE of a call is a number in the team of the call's context; `thread` is the same in
// the job. `routine` is the public name without "shmem_", for messages.
#pragma once

#define POLDER_SHMEM_LIBRARY
#include <polder/shmem/place.h>
#include <shmem.h>

#include "runtime/core/job.h"
#include "runtime/core/private.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"
#include "runtime/team/team.h"

#include <polder/atomics.h>
#include <polder/memory.h>
#include <polder/polder.h>
#include <polder/scope.h>
#include <polder/signal.h>
#include <polder/team.h>
#include <polder/transfer.h>

struct polder_shmem_team {
    polder::team::Team *engine; // null: to be made by the first operation that needs it
    int rank;
    int size;
    unsigned first; // of SHMEM_TEAM_SHARED: where its threads begin
    shmem_team_config_t config;
    polder_shmem_ctx *contexts; // shareable ones made from it, which end with it
};

struct polder_shmem_ctx {
    polder_shmem_team *team;
    long options;
    polder_shmem_ctx *next; // of the same team
    polder_scope scope;     // what it has begun
};

// Defines pshmem_NAME, and shmem_NAME as a weak name for it. In the function `__func__ + 1` is what
// programs write. Collective routines give that name to reports (runtime/sync/one_caller.h).
#define POLDER_ROUTINE(RESULT, NAME, ...)                                                                              \
    extern "C" RESULT shmem_##NAME(__VA_ARGS__) __attribute__((weak, alias("pshmem_" #NAME)));                         \
    extern "C" RESULT pshmem_##NAME(__VA_ARGS__)

extern "C" {
POLDER_SHMEM_ROUTINES(pshmem_)
}

// Of the calling PE: where PEs are threads of a process, each has its own.
#undef POLDER_SHMEM_HERE
#define POLDER_SHMEM_HERE(field) (reinterpret_cast<std::uintptr_t>(::polder::shmem::here().field))
#undef SHMEM_TEAM_WORLD
#undef SHMEM_TEAM_SHARED
#undef SHMEM_CTX_DEFAULT
#define SHMEM_TEAM_WORLD (&::polder::local(polder_shmem_world))
#define SHMEM_TEAM_SHARED (&::polder::local(polder_shmem_shared))
#define SHMEM_CTX_DEFAULT (&::polder::local(polder_shmem_default))

namespace polder::shmem {

using namespace team;

inline polder_shmem_place &here() {
    return local(polder_shmem_here);
}

constexpr int misuse_code = 1;

// Between shmem_init and the last shmem_finalize.
void expect_initialized(const char *routine);
// What the engine has granted: SHMEM_THREAD_SINGLE ... SHMEM_THREAD_MULTIPLE.
int thread_level();
[[noreturn]] void fail_pe(const char *routine, int pe, int pes);
[[noreturn]] void fail_size(const char *routine, std::size_t count, std::size_t size);
[[noreturn]] void fail_address(const char *routine, const void *address, std::size_t bytes);

// Bytes of `count` elements or blocks of `size` bytes. Ends the job if they are more than an
// address can count.
inline std::size_t bytes_of(const char *routine, std::size_t count, std::size_t size) {
    std::size_t bytes;
    if (__builtin_expect(__builtin_mul_overflow(count, size, &bytes), 0)) fail_size(routine, count, size);
    return bytes;
}

// Offset in the segment of `bytes` at a symmetric address. False: it is none, *found is undefined.
inline bool find_offset(const void *address, std::size_t bytes, std::uint64_t *found) {
    const std::uintptr_t heap_bytes = POLDER_SHMEM_HERE(heap_bytes);
    const std::uintptr_t image_bytes = POLDER_SHMEM_HERE(image_bytes);
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - POLDER_SHMEM_HERE(heap);
    if (offset < heap_bytes) {
        *found = offset;
        return bytes <= heap_bytes - offset;
    }
    const std::uintptr_t in_image = offset - POLDER_SHMEM_HERE(image);
    if (in_image >= image_bytes || bytes > image_bytes - in_image) return false;
    *found = offset + POLDER_SHMEM_HERE(image_reach);
    return true;
}

// The same; ends the job if it is none. 0 bytes may lie anywhere.
inline std::uint64_t offset_of(const char *routine, const void *address, std::size_t bytes) {
    std::uint64_t offset = 0;
    if (bytes && !find_offset(address, bytes, &offset)) fail_address(routine, address, bytes);
    return offset;
}

// The thread of PE `pe` in the context's team. Ends the job if the library is not initialised, the
// context is invalid, or the team has no such PE.
inline unsigned thread_of(const char *routine, const polder_shmem_ctx *context, int pe) {
    if (__builtin_expect(!here().heap, 0)) expect_initialized(routine);
    if (!context) job_fail(misuse_code, "shmem_%s: the context is SHMEM_CTX_INVALID", routine);
    const int pes = context->team->size;
    if (pe < 0 || pe >= pes) fail_pe(routine, pe, pes);
    if (context->team == SHMEM_TEAM_WORLD) return static_cast<unsigned>(pe);
    return polder::team::team_thread(*context->team->engine, static_cast<unsigned>(pe));
}

// A call's target: an object of a PE.
struct Target {
    unsigned thread;
    polder_ga address;
};

inline Target target_of(const char *routine, const polder_shmem_ctx *context, const void *address, std::size_t bytes,
                        int pe) {
    const unsigned thread = thread_of(routine, context, pe);
    return {thread, ga_of_segment(thread) + offset_of(routine, address, bytes)};
}

// The engine's team; made if need be.
Team &engine_team(const char *routine, shmem_team_t team);

} // namespace polder::shmem
