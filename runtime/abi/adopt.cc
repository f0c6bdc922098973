// Sub-threads: system threads that a UPC thread starts, and that become part of it by taking its
// delta (docs/design/generated-code.md). The compiler sends UPC code's pthread_create and
// thrd_create here. The name pthread_create itself leads here too (thread_names.cc). So threads
// made by C and C++ code, and by OpenMP libraries, belong to the UPC thread they were made in. The
// first UPC thread of a process has delta 0, as every new thread has: with one UPC thread a process
// nothing is done.
#include "base/same_function.h"

#include <polder/abi.h>
#include <polder/polder.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>

// The C library's second names of pthread_create (GNU, musl). In a dynamic link it keeps them to
// itself, and there is dlsym. In a static one thrd_create, which is used below, brings them. There
// dlsym finds nothing, even where it exists.
#pragma weak dlsym
extern "C" int __pthread_create_2_1(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));
extern "C" int __pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) __attribute__((weak));
extern "C" int polder_pthread_create_name(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) noexcept;

namespace polder::abi {
namespace {

template <class Result> struct Begin {
    Result (*run)(void *);
    void *argument;
    long delta;
};

template <class Result> Result adopt_and_run(void *memory) {
    const Begin<Result> begin = *static_cast<Begin<Result> *>(memory);
    std::free(memory);
    polder_delta = begin.delta;
    return begin.run(begin.argument);
}

// What the new thread starts with; null: no memory.
template <class Result> Begin<Result> *begin_with(Result (*run)(void *), void *argument) {
    auto *begin = static_cast<Begin<Result> *>(std::malloc(sizeof(Begin<Result>)));
    if (begin) *begin = {run, argument, polder_delta};
    return begin;
}

using Create = int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// The name may be ours (thread_names.cc).
Create *library_create() {
    if (!is_same_function(&pthread_create, &polder_pthread_create_name)) return &pthread_create;
    if (&__pthread_create_2_1) return &__pthread_create_2_1;
    return &__pthread_create ? &__pthread_create : reinterpret_cast<Create *>(dlsym(RTLD_NEXT, "pthread_create"));
}

} // namespace
} // namespace polder::abi

using namespace polder;
using namespace polder::abi;

extern "C" {
#pragma GCC visibility push(default)

void polder_thread_adopt(long delta) {
    polder_delta = delta;
}

long polder_thread_self() {
    return polder_delta;
}

// Errors as those of pthread_create.
int polder_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    static std::atomic<Create *> found{nullptr}; // several threads may find it: the same
    Create *create = found.load(std::memory_order_relaxed);
    if (!create) found.store(create = library_create(), std::memory_order_relaxed);
    if (!polder_delta) return create(thread, attributes, run, argument);
    auto *begin = begin_with(run, argument);
    if (!begin) return 11; // EAGAIN, as POSIX wants for lack of resources
    const int error = create(thread, attributes, adopt_and_run<void *>, begin);
    if (error) std::free(begin);
    return error;
}

int polder_thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    auto *begin = begin_with(run, argument);
    if (!begin) return thrd_nomem;
    const int result = thrd_create(thread, adopt_and_run<int>, begin);
    if (result != thrd_success) std::free(begin);
    return result;
}
#pragma GCC visibility pop
}
