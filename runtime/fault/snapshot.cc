// Registers come from the signal's context. The kernel copies the stack, as its pages may not be
// readable.
#include "runtime/fault/snapshot.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

namespace polder::fault {

namespace {

const ucontext_t &of(const void *context) {
    return *static_cast<const ucontext_t *>(context);
}

void copy_registers(Snapshot &snapshot, const ucontext_t &context) {
#if defined(__x86_64__)
    constexpr int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    unsigned number = 0;
    for (const int place : order)
        snapshot.registers[number++] = static_cast<std::uint64_t>(context.uc_mcontext.gregs[place]);
    snapshot.registers[number] = context_pc(&context);
#elif defined(__aarch64__)
    for (unsigned number = 0; number < 31; ++number)
        snapshot.registers[number] = context.uc_mcontext.regs[number];
    snapshot.registers[31] = context.uc_mcontext.sp;
#else
    (void)snapshot;
    (void)context;
#endif
}

// By the kernel, which copies as far as there is a stack and cannot fault. -1: it refuses.
ssize_t copied_by_kernel(Snapshot &snapshot) {
    const iovec to{snapshot.stack_copy, Snapshot::stack_room};
    const iovec from{reinterpret_cast<void *>(snapshot.stack), Snapshot::stack_room};
    ssize_t copied = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
    if (copied >= 0 || errno == EFAULT) return copied > 0 ? copied : 0;
    const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    if (memory < 0) return -1;
    copied = pread(memory, snapshot.stack_copy, Snapshot::stack_room, static_cast<off_t>(snapshot.stack));
    close(memory);
    return copied;
}

// Where all of that is forbidden, page by page: a fault ends it, and the handler goes on with what
// is there.
void copy_stack(Snapshot &snapshot) {
    const ssize_t copied = copied_by_kernel(snapshot);
    if (copied >= 0) return snapshot.stack_bytes.store(static_cast<std::uint64_t>(copied));
    constexpr std::size_t page = 4096;
    for (std::size_t at = 0, piece; at < Snapshot::stack_room; at += piece) {
        piece = page - (snapshot.stack + at) % page;
        if (piece > Snapshot::stack_room - at) piece = Snapshot::stack_room - at;
        std::memcpy(snapshot.stack_copy + at, reinterpret_cast<const void *>(snapshot.stack + at), piece);
        snapshot.stack_bytes.store(at + piece);
    }
}

} // namespace

std::uint64_t context_pc(const void *context) {
#if defined(__x86_64__)
    return static_cast<std::uint64_t>(of(context).uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return of(context).uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

std::uint64_t context_stack(const void *context) {
#if defined(__x86_64__)
    return static_cast<std::uint64_t>(of(context).uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
    return of(context).uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

void snapshot_take(Snapshot &snapshot, const void *context) {
    constexpr std::uint64_t red_zone = 128; // below the stack pointer, in use by functions that call no other
    snapshot.stack_bytes.store(0);
    copy_registers(snapshot, of(context));
    snapshot.pc = context_pc(context);
    snapshot.stack = context_stack(context) - red_zone;
    copy_stack(snapshot);
    snapshot.sequence.fetch_add(1, std::memory_order_release);
}

} // namespace polder::fault
