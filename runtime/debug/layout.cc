// The table that debuggers read, made from the types themselves.
#include "runtime/debug/layout.h"

#include "runtime/core/job.h"
#include "runtime/module/module.h"
#include "runtime/segment/segment.h"

#include <cstddef>

namespace polder::debug {

namespace {

struct Row {
    const char *name; // type.member: offset; type: size in bytes; wait.words or state.words: value of an enumerator
    long value;
};

#define MEMBER(type, member)                                                                                           \
    { #type "." #member, static_cast < long>(offsetof(type, member)) }
#define SIZE(type)                                                                                                     \
    { #type, static_cast < long>(sizeof(type)) }
#define WAIT(kind, words)                                                                                              \
    { "wait." words, static_cast<long>(WaitKind::kind) }
#define STATE(state)                                                                                                   \
    { "state." #state, static_cast<long>(ThreadState::state) }

const Row rows[] = {
    MEMBER(ControlBlock, shape.threads),
    MEMBER(ControlBlock, shape.processes),
    MEMBER(ControlBlock, shape.first),
    MEMBER(ControlBlock, processes_offset),
    MEMBER(ControlBlock, threads_offset),
    SIZE(ThreadRecord),
    MEMBER(ThreadRecord, wait.kind),
    MEMBER(ThreadRecord, wait.peer),
    MEMBER(ThreadRecord, wait.object),
    MEMBER(ThreadRecord, wait.since_ns),
    MEMBER(ThreadRecord, wait.routine),
    MEMBER(ThreadRecord, state),
    MEMBER(ThreadRecord, exit_code),
    MEMBER(ThreadRecord, tid),
    SIZE(ProcessRecord),
    MEMBER(ProcessRecord, pid),
    MEMBER(struct polder_job, base),
    MEMBER(struct polder_job, shift),
    MEMBER(struct polder_job, threads),
    MEMBER(struct polder_job, node_shift),
    MEMBER(NodeRange, static_end),
    MEMBER(NodeRange, symmetric_begin),
    MEMBER(NodeRange, symmetric_data),
    MEMBER(NodeRange, local_begin),
    MEMBER(NodeRange, local_data),
    MEMBER(NodeRange, heap_limit),
    MEMBER(struct polder_module, data_begin),
    MEMBER(struct polder_module, data_end),
    MEMBER(struct polder_module, bss_begin),
    MEMBER(struct polder_module, bss_end),
    MEMBER(struct polder_module, ro_begin),
    MEMBER(struct polder_module, ro_end),
    MEMBER(struct polder_module, next),
    STATE(absent),
    STATE(starting),
    STATE(running),
    STATE(finishing),
    STATE(ended),
    WAIT(barrier, "waits in a barrier"),
    WAIT(notify_wait, "waits in the second half of a barrier"),
    WAIT(final_barrier, "has ended and waits for the others"),
    WAIT(internal_barrier, "waits in a collective operation"),
    WAIT(lock, "waits for a lock"),
    WAIT(copy, "copies"),
    WAIT(allocation, "waits for the shared heap"),
    WAIT(collective, "waits in a collective operation"),
    WAIT(value, "waits for a shared value to change"),
    WAIT(start, "waits for the job to start"),
    WAIT(output, "waits to write output"),
    WAIT(input, "waits for input"),
    WAIT(message, "waits for messages"),
    {nullptr, 0},
};

} // namespace

} // namespace polder::debug

// Found by name. Words of 8 bytes only, in this order for ever; what is new goes to the rows.
extern "C" {
#pragma GCC visibility push(default)
struct polder_debugger_interface {
    const void *rows; // of {name, value}, ended by a null name
    polder::ControlBlock *const *control;
    const unsigned *process;
    const struct polder_job *job;
    struct polder_module *const *modules;
    const long *deltas; // null until the threads of this process start
};
struct polder_debugger_interface polder_debugger = {polder::debug::rows, &polder::job_control, &polder::job_process,
                                                    &polder_job,         &polder_modules,      nullptr};
#pragma GCC visibility pop
}

void polder::debug::debugger_publish(const long *deltas) {
    polder_debugger.deltas = deltas;
}
