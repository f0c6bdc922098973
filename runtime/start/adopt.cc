// Sub-threads: system threads that a UPC thread starts and that become part of it by taking its delta (section 3 of the design).
#include <polder/abi.h>

#include <cstdlib>
#include <pthread.h>

namespace {

struct Begin {
    void *(*run)(void *);
    void *argument;
    long delta;
};

void *adopt_and_run(void *memory) {
    const Begin begin = *static_cast<Begin *>(memory);
    std::free(memory);
    polder_delta = begin.delta;
    return begin.run(begin.argument);
}

} // namespace

extern "C" {

void polder_thread_adopt(long delta) {
    polder_delta = delta;
}

// pthread_create for UPC code; errors as there.
int polder_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    Begin *begin = static_cast<Begin *>(std::malloc(sizeof *begin));
    if (!begin) return 11; // EAGAIN, as POSIX wants for lack of resources
    *begin = {run, argument, polder_delta};
    const int error = pthread_create(thread, attributes, adopt_and_run, begin);
    if (error) std::free(begin);
    return error;
}
}
