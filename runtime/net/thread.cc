// Making a thread of the network: its signals, its cores, its turns beside computing threads.
#include "runtime/net/thread.h"

#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/core/service_signals.h"

#include <cerrno>
#include <cstring>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder::net {

namespace {

// Where the job may run on this node: as its launcher, which binds threads but not itself. spare:
// only where no thread is bound.
bool cores_of_node(bool spare, cpu_set_t *cores) {
    if (!control().launched || sched_getaffinity(control().launcher, sizeof *cores, cores) != 0) return false;
    for (unsigned t = 0; spare && t < node_threads(); ++t) {
        const ThreadRecord &record = thread_record(control(), control().shape.first + t);
        for (int cpu = 0; record.bound && cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &record.cpus)) CPU_CLR(cpu, cores);
    }
    return CPU_COUNT(cores) != 0;
}

// Where the launcher says nothing, the thread runs where the one runs that starts it.
void place(pthread_attr_t *attributes) {
    const bool core = std::strcmp(setting_text(Setting::progress), "core") == 0;
    cpu_set_t cores;
    if (cores_of_node(core, &cores) || cores_of_node(false, &cores))
        pthread_attr_setaffinity_np(attributes, sizeof cores, &cores);
}

int create(pthread_t *thread, void *(*body)(void *), bool placed) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (placed) place(&attributes);
    const int error = pthread_create(thread, &attributes, body, nullptr);
    pthread_attr_destroy(&attributes);
    return error;
}

} // namespace

int net_thread_create(pthread_t *thread, void *(*body)(void *)) {
    const ServiceSignals signals;
    const int error = create(thread, body, true);
    return error == EINVAL ? create(thread, body, false) : error; // no core is left over for it
}

// Something comes while a thread of the node computes on this core. A thread of the network should
// then run at once and briefly, and not wait for the end of the other's turn. So the thread asks
// for short turns, which Linux from 6.12 on lets come in between. Where the program runs with a
// priority of real time, the thread asks for the next higher one. If that is refused, the thread
// comes when its turn comes.
void net_thread_begin() {
    struct { // the kernel's sched_attr, which older C libraries do not declare
        std::uint32_t size;
        std::uint32_t policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t runtime;
        std::uint64_t deadline;
        std::uint64_t period;
    } attributes = {};
    attributes.size = sizeof attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy == SCHED_OTHER)
        attributes.runtime = 100000; // nanoseconds, the shortest there is
    else if (attributes.policy == SCHED_FIFO || attributes.policy == SCHED_RR)
        ++attributes.priority;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

} // namespace polder::net
