// Words for a fault: the name of its signal, and where in segments and heaps its address lies.
#include "runtime/fault/explain.h"

#include "runtime/core/member_name.h"

#include <csignal>
#include <cstdio>
#include <cstring>

namespace polder::fault {

namespace {

struct Name {
    int signal;
    const char *text;
};
constexpr Name names[] = {
    {SIGSEGV, "SIGSEGV (invalid memory access)"},
    {SIGBUS, "SIGBUS (memory that cannot be provided)"},
    {SIGFPE, "SIGFPE (arithmetic error)"},
    {SIGILL, "SIGILL (invalid instruction)"},
    {SIGABRT, "SIGABRT (abort)"},
    {SIGTRAP, "SIGTRAP"},
    {SIGSYS, "SIGSYS (forbidden system call)"},
    {SIGKILL, "SIGKILL"},
    {SIGTERM, "SIGTERM"},
    {SIGINT, "SIGINT"},
    {SIGHUP, "SIGHUP"},
    {SIGQUIT, "SIGQUIT"},
    {SIGPIPE, "SIGPIPE (output closed)"},
    {SIGXCPU, "SIGXCPU (processor time limit)"},
    {SIGXFSZ, "SIGXFSZ (file size limit)"},
    {SIGUSR1, "SIGUSR1"},
    {SIGUSR2, "SIGUSR2"},
    {SIGALRM, "SIGALRM (timer)"},
};

bool has_address(const ThreadRecord &record, int signal) {
    return (signal == SIGSEGV || signal == SIGBUS) && record.signal_code > 0 && record.signal_code != SI_KERNEL;
}

// Beyond what the heaps have reached nothing was ever allocated. So the machine does not lack
// memory.
bool beyond_heap(const ControlBlock &block, std::uint64_t within) {
    if (!block.heaps_grow) return false;
    const unsigned part = within >= block.heap_begin[1].load();
    return within - block.heap_begin[part].load() >= block.heap_reached.load();
}

void describe_segment(const ControlBlock &block, std::uint64_t offset, int signal, char *text, std::size_t size) {
    const unsigned shift = static_cast<unsigned>(block.segment_shift.load());
    const MemberName owner = member_name(block, block.shape.first + static_cast<unsigned>(offset >> shift));
    const unsigned long long within = offset & ((std::uint64_t{1} << shift) - 1);
    if (signal == SIGBUS && !beyond_heap(block, within))
        std::snprintf(text, size, "in the shared segment of %s, offset 0x%llx: the machine has no shared memory left",
                      owner.text, within);
    else
        std::snprintf(text, size, "in the shared segment of %s, offset 0x%llx: nothing is allocated there", owner.text,
                      within);
}

// An address of the job that the node does not have: nobody reaches it by a private pointer.
bool describe_other_node(const ControlBlock &block, std::uint64_t address, char *text, std::size_t size) {
    const JobShape &shape = block.shape;
    const unsigned shift = static_cast<unsigned>(block.segment_shift.load());
    const std::uint64_t first = block.node_first.load() - (std::uint64_t{shape.first} << shift);
    const std::uint64_t thread = (address - first) >> shift;
    if (!block.node_first.load() || thread >= shape.job_threads() || thread - shape.first < shape.threads) return false;
    std::snprintf(text, size,
                  ", in the shared segment of thread %llu, which is on another node: a pointer-to-shared was used as "
                  "a private pointer",
                  static_cast<unsigned long long>(thread));
    return true;
}

} // namespace

const char *signal_name(int signal) {
    for (const Name &name : names)
        if (name.signal == signal) return name.text;
    return "a signal";
}

void fault_describe(const ControlBlock &block, const ThreadRecord &record, int signal, char *text, std::size_t size) {
    text[0] = 0;
    if (!has_address(record, signal)) {
        if (record.signal_code == SI_USER && signal != SIGABRT)
            std::snprintf(text, size, "sent by process %llu",
                          static_cast<unsigned long long>(record.fault_address & 0xffffffff));
        else if (signal == SIGSEGV && record.signal_code == SI_KERNEL)
            std::snprintf(
                text, size,
                "an address no program can have (a wild pointer, or a pointer-to-shared that is no global address)");
        return;
    }
    constexpr std::uint64_t near_null = 1 << 16;
    constexpr std::uint64_t stack_reach = 1 << 16;
    const std::uint64_t address = record.fault_address;
    const std::uint64_t range = block.node_first.load();
    const int used = std::snprintf(text, size, "address 0x%llx", static_cast<unsigned long long>(address));
    text += used;
    size -= static_cast<std::size_t>(used);
    if (describe_other_node(block, address, text, size)) return;
    if (address < near_null)
        std::snprintf(text, size, ", a null pointer-to-shared or null pointer");
    else if (address >= POLDER_NOWHERE)
        std::snprintf(text, size, ", an element of a null pointer-to-shared");
    else if (range && address - range < block.node_length.load()) {
        std::snprintf(text, size, ", ");
        describe_segment(block, address - range, signal, text + 2, size - 2);
    } else if (range && address - range + block.node_length.load() < 3 * block.node_length.load())
        std::snprintf(text, size, ", outside the shared segments: a pointer-to-shared %s",
                      address < range ? "before thread 0's" : "beyond the last thread's");
    else if (address - record.fault_stack + stack_reach < 2 * stack_reach)
        std::snprintf(text, size, ", stack overflow: raise ulimit -s or POLDER_STACK");
}

} // namespace polder::fault
