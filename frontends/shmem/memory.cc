// OpenSHMEM 9.3: symmetric memory, from the job's symmetric heap.
//
// A block has a line in front of it, at the same offset in all segments. Each PE notes there what
// it got. So a free or realloc needs no table, and a pointer that is no block's is seen. Blocks are
// multiples of a cache line and begin at one.
#include "frontends/shmem/memory.h"
#include "base/log.h"
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"
#include "runtime/alloc/alloc.h"

#include <cstdio>
#include <cstring>

namespace polder::shmem {
namespace {

constexpr std::size_t line = 64;
constexpr std::uint64_t in_use = 0x636f6c624d454853;
constexpr std::uint64_t freed = 0x646565724d454853;

struct Front {
    std::uint64_t mark;
    polder_ga block; // what the engine gave: thread 0's part
    std::size_t bytes;
};
static_assert(sizeof(Front) <= line);

Front *front_of(void *memory) {
    return reinterpret_cast<Front *>(static_cast<char *>(memory) - line);
}

// Collective, with a barrier in the engine.
void *allocate(const char *routine, std::size_t alignment, std::size_t bytes) {
    expect_initialized(routine);
    if (!bytes) return nullptr;
    const std::size_t margin = alignment > line ? alignment : line;
    std::size_t whole;
    if (__builtin_add_overflow(bytes, line - 1, &whole) ||
        __builtin_add_overflow(whole / line * line, margin + line, &whole))
        return nullptr;
    const polder_ga block = polder_all_alloc(whole);
    if (!block) return nullptr;
    const polder_ga mine = polder_on(block, polder_mythread());
    // Offsets decide, not addresses: segments begin at multiples of any alignment that fits into
    // one.
    const polder_ga begin = (ga_offset(mine) + line + margin - 1) / margin * margin;
    char *memory = static_cast<char *>(segment_of(mythread())) + begin;
    *front_of(memory) = {in_use, block, bytes};
    return memory;
}

// What is wrong with the address of a block; null if nothing is.
const char *fault_of(void *memory) {
    switch (block_state(memory)) {
    case BlockState::in_use: return nullptr;
    case BlockState::outside: return "is not a block of the symmetric heap";
    case BlockState::freed: return "is a block that has been freed before";
    case BlockState::inside: break;
    }
    return "is not the start of a block of the symmetric heap";
}

void release(const char *routine, void *memory) {
    if (!memory) return;
    if (const char *const fault = fault_of(memory)) job_fail(misuse_code, "shmem_%s: %p %s", routine, memory, fault);
    char name[40];
    std::snprintf(name, sizeof name, "shmem_%s", routine);
    Front &front = *front_of(memory);
    const polder_ga block = front.block;
    alloc::free_compare({name, "ptr"}, block);
    front.mark = freed;
    polder_all_free(block); // once all have called
}

void *resize(const char *routine, void *memory, std::size_t bytes) {
    expect_initialized(routine);
    if (!memory) return allocate(routine, line, bytes);
    if (const char *const fault = fault_of(memory)) {
        // A null pointer is what a request that fails gets, and programs ask for it on purpose.
        log_warning("shmem_%s: %p %s; the result is a null pointer", routine, memory, fault);
        return nullptr;
    }
    Front &front = *front_of(memory);
    if (!bytes) {
        release(routine, memory);
        return nullptr;
    }
    if (bytes <= front.bytes || (bytes + line - 1) / line == (front.bytes + line - 1) / line) {
        front.bytes = bytes;
        pshmem_barrier_all();
        return memory;
    }
    pshmem_barrier_all(); // what others put here is complete
    void *const moved = allocate(routine, line, bytes);
    if (!moved) return nullptr;
    std::memcpy(moved, memory, front.bytes);
    release(routine, memory);
    return moved;
}

} // namespace

BlockState block_state(void *memory) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(memory) - POLDER_SHMEM_HERE(heap);
    const bool there =
        offset >= node_range.symmetric_data + line && offset < node_range.symmetric_end && offset % line == 0;
    if (!there) return BlockState::outside;
    const std::uint64_t mark = front_of(memory)->mark;
    return mark == in_use ? BlockState::in_use : mark == freed ? BlockState::freed : BlockState::inside;
}

} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void *, malloc, size_t size) {
    const sync::OneCaller caller(__func__ + 1);
    return allocate("malloc", line, size);
}
// Hints say what the memory is for; here all of it is good for everything.
POLDER_ROUTINE(void *, malloc_with_hints, size_t size, long) {
    const sync::OneCaller caller(__func__ + 1);
    return allocate("malloc_with_hints", line, size);
}
POLDER_ROUTINE(void *, calloc, size_t count, size_t size) {
    const sync::OneCaller caller(__func__ + 1);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
    void *const memory = allocate("calloc", line, bytes);
    if (!memory) return nullptr;
    std::memset(memory, 0, bytes);
    pshmem_barrier_all();
    return memory;
}
POLDER_ROUTINE(void *, align, size_t alignment, size_t size) {
    const sync::OneCaller caller(__func__ + 1);
    if (!alignment || alignment & (alignment - 1) || alignment > POLDER_SHMEM_HERE(heap_bytes)) return nullptr;
    return allocate("align", alignment, size);
}
POLDER_ROUTINE(void *, realloc, void *ptr, size_t size) {
    const sync::OneCaller caller(__func__ + 1);
    return resize("realloc", ptr, size);
}
POLDER_ROUTINE(void, free, void *ptr) {
    const sync::OneCaller caller(__func__ + 1);
    expect_initialized("free");
    release("free", ptr);
}

extern "C" {
void *shmalloc(size_t size) {
    return pshmem_malloc(size);
}
void shfree(void *ptr) {
    pshmem_free(ptr);
}
void *shrealloc(void *ptr, size_t size) {
    return pshmem_realloc(ptr, size);
}
void *shmemalign(size_t alignment, size_t size) {
    return pshmem_align(alignment, size);
}
}
