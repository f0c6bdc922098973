// Makes the control block and the memory of a node; says which limit was in the way.
#include "tools/run/local/node.h"
#include "base/config.h"
#include "base/endpoints.h"
#include "conduits/open/describe.h"
#include "runtime/boot/boot.h"
#include "runtime/segment/domains.h"
#include "runtime/segment/segment.h"
#include "tools/run/local/binding.h"
#include "tools/run/local/report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace polder::run {

namespace {

std::uint64_t kernel_limit(const char *path) {
    unsigned long long value = 0;
    if (std::FILE *file = std::fopen(path, "re")) {
        if (std::fscanf(file, "%llu", &value) != 1) value = 0;
        std::fclose(file);
    }
    return value ? value : UINT64_MAX;
}

std::string block_refused() {
    const int cause = errno;
    std::string text = std::string("cannot make the memory that upcrun and processes share: ") + std::strerror(cause);
    if (cause == EFBIG) text += "; it counts as a file: " + limit_hint(RLIMIT_FSIZE);
    return text;
}

} // namespace

std::string limit_hint(int resource) {
    rlimit limit{};
    getrlimit(static_cast<__rlimit_resource>(resource), &limit);
    if (limit.rlim_cur == RLIM_INFINITY) return "";
    const bool size = resource == RLIMIT_FSIZE;
    const std::string value = size ? std::to_string(limit.rlim_cur >> 10) + " KiB a file (ulimit -f)"
                                   : std::to_string(limit.rlim_cur) + " s a process (ulimit -t)";
    return "the limit is " + value + "; raise it: ulimit " + (size ? "-f" : "-t") + " unlimited";
}

std::string lack_of_room(const JobShape &shape) {
    // The least that one takes, kernel included.
    constexpr std::uint64_t process_bytes = 512 << 10;
    constexpr std::uint64_t thread_bytes = 32 << 10;
    const std::uint64_t memory = machine_memory_limit();
    const std::uint64_t needed = shape.processes * process_bytes + shape.threads * thread_bytes;
    const std::uint64_t limit =
        std::min(kernel_limit("/proc/sys/kernel/threads-max"), kernel_limit("/proc/sys/kernel/pid_max"));
    if (shape.threads >= limit)
        return std::to_string(shape.threads) + " threads are more than the kernel of this machine allows (" +
               std::to_string(limit) + ')';
    if (memory && needed > memory)
        return std::to_string(shape.threads) + " threads in " + std::to_string(shape.processes) +
               " processes need at least " + std::to_string(needed >> 20) + " MB and this machine has " +
               std::to_string(memory >> 20) + "; use fewer, or more threads a process (-p)";
    return {};
}

ControlBlock *node_make(const JobShape &shape, unsigned sharing, int *control_fd, std::string *error) {
    *error = lack_of_room(shape);
    if (!error->empty()) return nullptr;
    ControlBlock *block = boot::control_create(shape, control_fd);
    if (!block) {
        *error = block_refused();
        return nullptr;
    }
    block->launched = 1;
    block->launcher = getpid();
    block->naming.label = setting_number(Setting::label) != 0;
    block->memory.heap_limit = setting_number(Setting::shared_heap);
    char unknown[64]; // there is none: parse_options has looked
    checks_parse(setting_text(Setting::check), &block->checks, unknown, sizeof unknown);
    block->shape.sharing = sharing;
    block->cores = std::max(1, block->cores / static_cast<int>(std::max(1u, sharing)));
    bind_threads(*block, sharing);
    char reason[512] = "";
    const SegmentOptions options{setting_text(Setting::segment), setting_number(Setting::huge_pages) != 0,
                                 block->memory.heap_limit, setting_text(Setting::numa)};
    if (is_ok(segment_create(*block, options, reason, sizeof reason))) return block;
    *error = reason;
    return nullptr;
}

namespace {

// Nothing where there is one domain for all.
std::string domains_text(ControlBlock &block) {
    const bool several = locality::node_counts(block, block.shape.node).count[POLDER_LEVEL_NUMA] - 1 > 1;
    switch (static_cast<SegmentDomains>(block.memory.domains)) {
    case SegmentDomains::owner: return several ? ", on the NUMA domains of their threads" : "";
    case SegmentDomains::interleave: return ", interleaved over the NUMA domains";
    default: return several ? ", on the NUMA domains of who touches them first" : "";
    }
}

// What carries bytes to other nodes, in which mode, and by whose end: of the process with the most
// threads.
std::string network_text(const JobShape &shape, bool one_machine) {
    if (shape.nodes == 1) return "";
    char network[conduit_text_bytes];
    conduit_describe_here(one_machine, network, sizeof network);
    const unsigned threads = (shape.threads + shape.processes - 1) / shape.processes;
    const bool progress = std::strcmp(setting_text(Setting::progress), "poll") != 0;
    const EndpointChoice choice =
        endpoints_choose(endpoints_wanted(setting_text(Setting::endpoints)), threads, threads > 1 || progress);
    return std::string(network) + "ends of the network: " + endpoints_text(choice) + " (" + choice.why + ")\n";
}

} // namespace

std::string mapping_text(ControlBlock &block, bool one_machine) {
    const JobShape &shape = block.shape;
    std::string text = "host " + host_name() + ": " + std::to_string(shape.threads) + " threads in " +
                       std::to_string(shape.processes) + " processes on " + std::to_string(block.cores) +
                       " cores\nmachine: " + machine_text(locality::node_counts(block, shape.node)) + '\n';
    for (unsigned t = shape.first; shape.has(t); ++t)
        text += "thread " + std::to_string(t) + ": process " + std::to_string(shape.process_of(t)) + ", processors " +
                place_text(thread_record(block, t)) + locality_text(locality::thread_locality(block, t)) + '\n';
    return text + "segments: " + memory_kind_name(static_cast<MemoryKind>(block.memory.kind)) +
           (block.memory.heap_limit ? ", limited by --shared-heap" : ", limited by the machine's memory") +
           domains_text(block) + '\n' + network_text(shape, one_machine);
}

} // namespace polder::run
