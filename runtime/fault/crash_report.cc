// Explaining a crash or an error without a launcher. A crash is explained in the signal handler.
// The message needs neither memory nor locks; the search for frames is only trusted to end within a
// second. Source lines come from addr2line, which every machine with a compiler has (it is part of
// the assembler's package). Without addr2line they come from the dynamic symbols.
#include "base/config.h"
#include "runtime/core/member_name.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/fault.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <initializer_list>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::fault {

namespace {

constexpr const char *tool = "/usr/bin/addr2line";

// The program's load address: what its addresses are relative to, 0 for one that is not
// relocatable.
std::uintptr_t load_address(const void *pc, const char **file) {
    Dl_info info{};
    if (!dladdr(pc, &info)) return 0;
    *file = info.dli_fname;
    const unsigned char *header = static_cast<const unsigned char *>(info.dli_fbase);
    constexpr int type_at = 16; // e_type of the ELF header
    constexpr int fixed = 2;    // ET_EXEC
    return header[type_at] == fixed ? 0 : reinterpret_cast<std::uintptr_t>(header);
}

struct Question {
    char addresses[Trace::max_depth][20];
    char *words[Trace::max_depth + 10];
    char file[4096];
};
Question question; // one a process: one crash is explained

// The frames of the program itself, as words of a command. False if there are none.
bool ask_about(const Trace &trace) {
    int words = 0;
    for (const char *word : {tool, "-f", "-p", "-C", "-s", "-i", "-e", static_cast<const char *>(question.file)})
        question.words[words++] = const_cast<char *>(word);
    const ssize_t length = readlink("/proc/self/exe", question.file, sizeof question.file - 1);
    if (length <= 0) return false;
    question.file[length] = 0;
    const int options = words;
    const char *program = nullptr;
    load_address(&polder_job, &program); // the program's own file, as the loader names it
    for (unsigned i = 0; program && i < trace.depth; ++i) {
        const char *file = nullptr;
        const std::uintptr_t base = load_address(reinterpret_cast<const void *>(trace.pc[i]), &file);
        if (!file || std::strcmp(file, program)) continue;
        std::snprintf(question.addresses[i], sizeof question.addresses[i], "0x%lx",
                      static_cast<unsigned long>(trace.pc[i] - base));
        question.words[words++] = question.addresses[i];
    }
    question.words[words] = nullptr;
    return words > options;
}

bool begins(const char *text, const char *with) {
    return !std::strncmp(text, with, std::strlen(with));
}

// The name in the source of a function of the program (docs/design/generated-code.md).
const char *as_written(const char *function) {
    for (const char *version : {"polder_n_", "polder_1_", "polder_r1_", "polder_d1_", "polder_i1_"})
        if (begins(function, version)) return function + std::strlen(version);
    return function;
}

// Of a function as addr2line or the dynamic symbols name it.
bool of_runtime(const char *function) {
    if (as_written(function) != function) return false;
    if (begins(function, "polder_main") || begins(function, "polder_user_main")) return false;
    for (const char *ours : {"polder::", "(anonymous namespace)::", "polder_", "upc_", "bupc_", "_ZN6polder",
                             "_ZN12_GLOBAL__N_1", "_ZZN6polder", "_ZZN12_GLOBAL__N_1"})
        if (begins(function, ours)) return true;
    return false;
}

constexpr const char *inlined = " (inlined by) ";

// Behind the line of an inlined function come those of the functions around it: the last is the one
// that was compiled.
const char *compiled_into(const char *line, const char *next) {
    while (next && begins(next, inlined)) {
        line = next + std::strlen(inlined);
        next = std::strchr(next, '\n');
        if (next) ++next;
    }
    return line;
}

// Which frames are shown: all of a crash; of an error those of the program.
enum class Frames { all, of_program };

// A line of the tool's answer: a function and its place.
struct Line {
    char *text;
    bool ours; // of the runtime, or compiled into a function of it
    bool is(const char *function) const {
        const std::size_t name = std::strcspn(text, " ");
        return std::strlen(function) == name && !std::strncmp(text, function, name);
    }
    bool is_main() const { return is("polder_user_main") || is("polder_main") || is("main"); }
};

// Up to main; how many.
unsigned split(char *text, Line *lines, unsigned most) {
    unsigned count = 0;
    for (char *line = text, *end; count < most && (end = std::strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (begins(line, inlined)) line += std::strlen(inlined);
        const char *compiled = line;
        line += as_written(line) - line;
        if (char *remark = std::strstr(line, " (discriminator")) *remark = 0;
        lines[count] = {line, of_runtime(compiled) || of_runtime(compiled_into(compiled, end + 1))};
        if (char *unknown = std::strstr(line, " at ??")) *unknown = 0; // compiled without -g
        if (lines[count++].is_main()) break;
    }
    return count;
}

// The first line of the program: behind the last of the runtime, some of whose functions have no
// name that tells.
unsigned first_of_program(const Line *lines, unsigned count) {
    unsigned first = 0;
    for (unsigned i = 0; i < count; ++i)
        if (lines[i].ours) first = i + 1;
    return first;
}

// The tool's answer, a line a frame; false if it gave none.
bool print_lines(int from, Frames which) {
    static char text[16384];
    static Line lines[2 * Trace::max_depth];
    std::size_t used = 0;
    for (ssize_t got; used < sizeof text - 1 && (got = read(from, text + used, sizeof text - 1 - used)) > 0;)
        used += static_cast<std::size_t>(got);
    text[used] = 0;
    const unsigned count = split(text, lines, 2 * Trace::max_depth);
    const unsigned first = which == Frames::of_program ? first_of_program(lines, count) : 0;
    for (unsigned i = first; i < count; ++i) {
        const bool main = lines[i].is_main();
        const char *rest = main ? lines[i].text + std::strcspn(lines[i].text, " ") : lines[i].text;
        dprintf(STDERR_FILENO, "    #%u %s%s\n", i - first, main ? "main" : "", rest);
    }
    return used > 0;
}

bool explain_with_tool(const Trace &trace, Frames which) {
    int ends[2];
    if (access(tool, X_OK) != 0 || !ask_about(trace) || pipe2(ends, O_CLOEXEC) != 0) return false;
    const pid_t child = vfork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execve(tool, question.words, environ);
        _exit(127);
    }
    close(ends[1]);
    const bool printed = child > 0 && print_lines(ends[0], which);
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return printed;
}

void explain_by_symbols(const Trace &trace, Frames which) {
    unsigned frame = 0;
    for (unsigned i = 0; i < trace.depth; ++i) {
        Dl_info info{};
        void *pc = reinterpret_cast<void *>(trace.pc[i]);
        if (!dladdr(pc, &info) || !info.dli_fname)
            dprintf(STDERR_FILENO, "    #%u %p\n", frame++, pc);
        else if (which == Frames::all || !info.dli_sname || !of_runtime(info.dli_sname))
            dprintf(STDERR_FILENO, "    #%u %s (%s+0x%lx)\n", frame++, info.dli_sname ? info.dli_sname : "?",
                    info.dli_fname,
                    static_cast<unsigned long>(static_cast<char *>(pc) - static_cast<char *>(info.dli_fbase)));
    }
    dprintf(STDERR_FILENO, "    (upcrun shows the lines of the source)\n");
}

// From here on libraries are called that may lock, loop or crash. A crash in them comes to
// crash_report_print again, and waits for this.
void limit_time(int signal) {
    static int dying;
    dying = signal;
    struct sigaction leave {};
    leave.sa_handler = [](int) {
        ::signal(dying, SIG_DFL);
        raise(dying);
    };
    sigaction(SIGALRM, &leave, nullptr);
    alarm(1);
}

} // namespace

void crash_report_print(int signal, void *context) {
    Ending none = Ending::none;
    if (!control().ending.compare_exchange_strong(none, Ending::crash)) // another thread explains its own, and ends us
        for (;;)
            pause();
    char what[256];
    char who[32] = "";
    fault_describe(control(), self(), signal, what, sizeof what);
    if (threads() > 1) std::snprintf(who, sizeof who, "%s: ", member_name(mythread()).text);
    dprintf(STDERR_FILENO, "polder: error: %s%s%s%s\n", who, signal_name(signal), *what ? ": " : "", what);
    limit_time(signal);
    static Trace trace;
    trace_fill(trace, context);
    if (!explain_with_tool(trace, Frames::all)) explain_by_symbols(trace, Frames::all);
    alarm(0);
}

namespace {

// Of another thread of this process. False: it does not answer.
bool ask(unsigned thread, Trace &trace) {
    const std::uint32_t before = trace_answers();
    if (syscall(SYS_tgkill, getpid(), thread_record(control(), thread).tid.load(), report_signal()) != 0) return false;
    constexpr timespec moment{0, 2000000};
    for (int turn = 0; turn < 250; ++turn) {
        if (trace_answers() != before) {
            trace_answer(trace);
            return true;
        }
        nanosleep(&moment, nullptr);
    }
    return false;
}

bool of_this_process(unsigned thread) {
    return on_node(thread) && control().shape.process_of(thread) == job_process;
}

} // namespace

void crash_places_print() {
    constexpr unsigned longest_s = 5; // the handler for it is there (runtime/core/fail.cc)
    const ControlBlock &block = control();
    const bool of_threads = block.ending_thread.load() != no_peer || block.ending_places[1] != no_peer;
    if (!of_threads || !setting_number(Setting::backtrace, 1)) return;
    alarm(longest_s);
    static Trace trace;
    for (const unsigned thread : block.ending_places) {
        if (thread == no_peer || !of_this_process(thread)) continue;
        if (thread == block.ending_copied)
            trace_here(trace);
        else if (!ask(thread, trace))
            continue;
        if (block.ending_places[1] != no_peer) dprintf(STDERR_FILENO, "  %s:\n", member_name(thread).text);
        if (!explain_with_tool(trace, Frames::of_program)) explain_by_symbols(trace, Frames::of_program);
    }
    alarm(0);
}

} // namespace polder::fault
