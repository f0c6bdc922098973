// The name pthread_create as plain C and C++ code uses it; see adopt.cc. Weak, and in an object of
// its own, as in exit_names.cc.
#include <pthread.h>

extern "C" {

int polder_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int polder_pthread_create_name(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                               void *argument) noexcept {
    return polder_pthread_create(thread, attributes, run, argument);
}

#pragma GCC visibility push(default)
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) noexcept
    __attribute__((weak, alias("polder_pthread_create_name")));
#pragma GCC visibility pop
}
