// The control block's layout: one function computes it, for the launcher that makes the block and
// for a program started alone.
#include "runtime/core/job.h"

#include <polder/abi.h>

extern "C" {
#pragma GCC visibility push(default)
struct polder_job polder_job = {0, 0, 1, 0, 0, 0, 1, 1UL << 63, 62, 1};
__thread long polder_delta = 0;
POLDER_PRIVATE int polder_thread_number = 0;
POLDER_PRIVATE int polder_forall_depth = 0;
#pragma GCC visibility pop
}

namespace polder {

ControlBlock *job_control = nullptr;
unsigned job_process = 0;
NodeMap node_map;

namespace {

constexpr std::size_t round_up(std::size_t size) {
    return (size + cache_line - 1) & ~(cache_line - 1);
}

constexpr unsigned areas = static_cast<unsigned>(Area::count);

struct BlockLayout {
    std::size_t processes;
    std::size_t threads;
    std::size_t area[areas + 1];
    std::size_t total;
};

BlockLayout layout_of(const JobShape &shape) {
    BlockLayout layout;
    layout.processes = round_up(sizeof(ControlBlock));
    layout.threads = layout.processes + sizeof(ProcessRecord) * shape.processes;
    std::size_t at = layout.threads + sizeof(ThreadRecord) * shape.threads;
    for (unsigned i = 0; i < areas; ++i) {
        layout.area[i] = at;
        at += round_up(area_bytes(static_cast<Area>(i), shape));
    }
    layout.area[areas] = layout.total = at;
    return layout;
}

} // namespace

std::size_t control_size(const JobShape &shape) {
    return layout_of(shape).total;
}

void control_lay_out(ControlBlock *block, const JobShape &shape) {
    const BlockLayout layout = layout_of(shape);
    block->magic = control_magic;
    block->version = control_version;
    block->size = layout.total;
    block->shape = shape;
    block->processes_offset = layout.processes;
    block->threads_offset = layout.threads;
    for (unsigned i = 0; i <= areas; ++i)
        block->area_offset[i] = layout.area[i];
    for (int &fd : block->memory.fds)
        fd = -1;
    block->ending_thread = no_peer;
    block->ending_places[0] = block->ending_places[1] = block->ending_copied = no_peer;
    for (unsigned t = 0; t < shape.threads; ++t)
        thread_record(*block, shape.first + t).wait.peer = no_peer;
    const unsigned one_node[] = {0, shape.threads};
    if (shape.nodes == 1) control_set_nodes(block, one_node);
}

void control_set_nodes(ControlBlock *block, const unsigned *first) {
    unsigned *table = area<unsigned>(*block, Area::nodes);
    for (unsigned n = 0; n <= block->shape.nodes; ++n)
        table[n] = first[n];
}

void job_enter(ControlBlock *block, unsigned process) {
    job_control = block;
    job_process = process;
    const JobShape &shape = block->shape;
    const unsigned *first = area<unsigned>(*block, Area::nodes);
    node_map = {first, shape.nodes, shape.node, first[1]};
    for (unsigned n = 0; n + 1 < shape.nodes; ++n)
        if (node_size(n) != node_map.each) node_map.each = 0;
    if (node_size(shape.nodes - 1) > node_map.each) node_map.each = 0; // it may only be smaller
    polder_job.threads = shape.job_threads();
    polder_job.inverse = polder_inverse(polder_job.threads);
    polder_job.back = polder_back(polder_job.threads);
}

// The last node that begins at the thread or before it.
unsigned node_search(unsigned thread) {
    unsigned low = 0;
    unsigned high = node_map.nodes;
    while (high - low > 1) {
        const unsigned middle = low + (high - low) / 2;
        (node_map.first[middle] <= thread ? low : high) = middle;
    }
    return low;
}

} // namespace polder
