// Unwinding in a process without a launcher, mostly from a signal handler. It uses the unwinder of
// the compiler's run-time library (libgcc), which knows the tables of all loaded objects. Frames
// are written down one by one, so those found before a damaged stack stops the walk are kept. A
// jump to nowhere (null function pointer) has no tables. The saved context is then made that of the
// caller, whose address the call left on top of the stack.
#include "runtime/fault/fault.h"
#include "runtime/fault/snapshot.h"

#include <dlfcn.h>
#include <ucontext.h>
#include <unwind.h>

namespace polder::fault {

namespace {

void return_to_caller(ucontext_t &context) {
#if defined(__x86_64__)
    greg_t *registers = context.uc_mcontext.gregs;
    registers[REG_RIP] = *reinterpret_cast<greg_t *>(registers[REG_RSP]);
    registers[REG_RSP] += 8;
#elif defined(__aarch64__)
    context.uc_mcontext.pc = context.uc_mcontext.regs[30];
#else
    (void)context;
#endif
}

// Whether code of some loaded object lies there.
bool is_code(std::uintptr_t pc) {
    Dl_info info;
    return pc > 4096 && dladdr(reinterpret_cast<void *>(pc), &info) != 0;
}

void append(Trace &trace, std::uintptr_t pc) {
    if (trace.depth < Trace::max_depth) trace.pc[trace.depth++] = pc;
}

struct Walk {
    Trace *trace;
    std::uintptr_t start; // the interrupted pc: frames before it are the handler's own
    bool inside;
};

_Unwind_Reason_Code visit(_Unwind_Context *frame, void *argument) {
    Walk &walk = *static_cast<Walk *>(argument);
    int exact = 0; // pc is that of the instruction itself, not the one behind a call
    const std::uintptr_t pc = _Unwind_GetIPInfo(frame, &exact);
    if (!walk.inside && pc != walk.start) return _URC_NO_REASON;
    walk.inside = true;
    if (!pc || walk.trace->depth == Trace::max_depth) return _URC_NORMAL_STOP;
    append(*walk.trace, exact ? pc : pc - 1);
    return _URC_NO_REASON;
}

} // namespace

void trace_prepare() {
    _Unwind_Backtrace([](_Unwind_Context *, void *) { return _URC_NO_REASON; }, nullptr);
}

void trace_fill(Trace &trace, void *argument) {
    ucontext_t &context = *static_cast<ucontext_t *>(argument);
    trace.depth = 0;
    if (!is_code(context_pc(&context))) {
        append(trace, context_pc(&context));
        const ucontext_t saved = context;
        return_to_caller(context);
        Walk walk{&trace, context_pc(&context), false};
        _Unwind_Backtrace(visit, &walk);
        context = saved;
        return;
    }
    Walk walk{&trace, context_pc(&context), false};
    _Unwind_Backtrace(visit, &walk);
    if (!trace.depth) append(trace, context_pc(&context));
}

void trace_here(Trace &trace) {
    trace.depth = 0;
    Walk walk{&trace, 0, true};
    _Unwind_Backtrace(visit, &walk);
}

namespace {
Trace answer;
std::atomic<std::uint32_t> answers;
} // namespace

void trace_leave(void *context) {
    trace_fill(answer, context);
    answers.fetch_add(1, std::memory_order_release);
}

std::uint32_t trace_answers() {
    return answers.load(std::memory_order_acquire);
}

void trace_answer(Trace &trace) {
    trace = answer;
}

} // namespace polder::fault
