// OpenMP's critical sections, which are the process's: the lock of a name, or of none, is one for
// all its UPC threads. Programs find them here instead of in GNU's or LLVM's OpenMP runtime. The
// reason is a thread that calls exit inside: it must not keep the lock. It waits for the end of the
// job; the other UPC threads of the process would wait for its lock and never come there. Those
// runtimes cannot say who is inside.
//
// Invariant. All code of a process uses one lock for a name, ours or theirs. A program that is
// linked with their shared object exports these names, and comes first where the dynamic linker
// looks. The names are weak: in a static link theirs may be there too, and then are everybody's.
// Held by tests/upc/interop_openmp.upc.
#include "runtime/start/critical.h"

#include "base/futex.h"
#include "runtime/race/race.h"

namespace polder::start {
namespace {

constexpr unsigned most_held = 16; // sections within sections; those beyond are not left by exit

struct Held {
    FutexLock *section[most_held];
    unsigned depth;
};
__thread Held held = {{}, 0}; // by this system thread

FutexLock unnamed;

// The compilers give each name zeroed memory, a pointer (GNU) or eight words (LLVM).
FutexLock &lock_in(void *name) {
    return *static_cast<FutexLock *>(name);
}
static_assert(sizeof(FutexLock) <= sizeof(void *));

void enter(FutexLock &section) {
    section.lock();
    race::race_take(&section);
    if (held.depth < most_held) held.section[held.depth] = &section;
    ++held.depth;
}

void leave(FutexLock &section) {
    --held.depth; // the innermost: sections nest
    race::race_give(&section);
    section.unlock();
}

} // namespace

void critical_leave() {
    while (held.depth)
        if (--held.depth < most_held) held.section[held.depth]->unlock();
}

} // namespace polder::start

using namespace polder;
using namespace polder::start;

extern "C" {
#pragma GCC visibility push(default)

[[gnu::weak]] void GOMP_critical_start() {
    enter(unnamed);
}
[[gnu::weak]] void GOMP_critical_end() {
    leave(unnamed);
}
[[gnu::weak]] void GOMP_critical_name_start(void **name) {
    enter(lock_in(name));
}
[[gnu::weak]] void GOMP_critical_name_end(void **name) {
    leave(lock_in(name));
}

[[gnu::weak]] void __kmpc_critical(void *, std::int32_t, void *name) {
    enter(lock_in(name));
}
[[gnu::weak]] void __kmpc_critical_with_hint(void *, std::int32_t, void *name, std::uint32_t) {
    enter(lock_in(name));
}
[[gnu::weak]] void __kmpc_end_critical(void *, std::int32_t, void *name) {
    leave(lock_in(name));
}
#pragma GCC visibility pop
}
