// Explaining a crash without a launcher. Runs in the signal handler: the message needs neither memory nor locks; what finds the frames
// is only trusted to end within a second. Source lines come from
// addr2line, which every machine with a compiler has (it is part of the assembler's package); without it, from the dynamic symbols.
#include "runtime/fault/explain.h"
#include "runtime/fault/fault.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <initializer_list>
#include <sys/wait.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr const char *tool = "/usr/bin/addr2line";

// The program's load address: what its addresses are relative to, 0 for one that is not relocatable.
std::uintptr_t load_address(const void *pc, const char **file) {
    Dl_info info{};
    if (!dladdr(pc, &info)) return 0;
    *file = info.dli_fname;
    const unsigned char *header = static_cast<const unsigned char *>(info.dli_fbase);
    constexpr int type_at = 16, fixed = 2; // e_type of the ELF header, ET_EXEC
    return header[type_at] == fixed ? 0 : reinterpret_cast<std::uintptr_t>(header);
}

struct Question {
    char addresses[Trace::max_depth][20];
    char *words[Trace::max_depth + 8];
    char file[4096];
};
Question question; // one a process: one crash is explained

// The frames of the program itself, as words of a command. False if there are none.
bool ask_about(const Trace &trace) {
    int words = 0;
    for (const char *word : {tool, "-f", "-p", "-C", "-s", "-e", static_cast<const char *>(question.file)})
        question.words[words++] = const_cast<char *>(word);
    const ssize_t length = readlink("/proc/self/exe", question.file, sizeof question.file - 1);
    if (length <= 0) return false;
    question.file[length] = 0;
    const int options = words;
    const char *program = nullptr, *file = nullptr;
    load_address(&polder_job, &program); // the program's own file, as the loader names it
    for (unsigned i = 0; program && i < trace.depth; ++i) {
        const std::uintptr_t base = load_address(reinterpret_cast<const void *>(trace.pc[i]), &file);
        if (!file || std::strcmp(file, program)) continue;
        std::snprintf(question.addresses[i], sizeof question.addresses[i], "0x%lx",
                      static_cast<unsigned long>(trace.pc[i] - base));
        question.words[words++] = question.addresses[i];
    }
    question.words[words] = nullptr;
    return words > options;
}

// The tool's answer, a line a frame, up to main; false if it gave none.
bool print_lines(int from) {
    static char text[16384];
    std::size_t used = 0;
    for (ssize_t got; used < sizeof text - 1 && (got = read(from, text + used, sizeof text - 1 - used)) > 0;)
        used += static_cast<std::size_t>(got);
    text[used] = 0;
    unsigned frame = 0;
    for (char *line = text, *end; (end = std::strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (char *remark = std::strstr(line, " (discriminator")) *remark = 0;
        const bool wrapper = !std::strncmp(line, "polder_user_main ", 17);
        const bool last = wrapper || !std::strncmp(line, "polder_main ", 12) || !std::strncmp(line, "main ", 5);
        dprintf(STDERR_FILENO, "    #%u %s%s\n", frame++, last ? "main" : "", last ? std::strchr(line, ' ') : line);
        if (last) break;
    }
    return frame > 0;
}

bool explain_with_tool(const Trace &trace) {
    int ends[2];
    if (access(tool, X_OK) != 0 || !ask_about(trace) || pipe2(ends, O_CLOEXEC) != 0) return false;
    const pid_t child = vfork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execve(tool, question.words, environ);
        _exit(127);
    }
    close(ends[1]);
    const bool printed = child > 0 && print_lines(ends[0]);
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return printed;
}

void explain_by_symbols(const Trace &trace) {
    for (unsigned i = 0; i < trace.depth; ++i) {
        Dl_info info{};
        void *pc = reinterpret_cast<void *>(trace.pc[i]);
        if (!dladdr(pc, &info) || !info.dli_fname)
            dprintf(STDERR_FILENO, "    #%u %p\n", i, pc);
        else
            dprintf(STDERR_FILENO, "    #%u %s (%s+0x%lx)\n", i, info.dli_sname ? info.dli_sname : "?", info.dli_fname,
                    static_cast<unsigned long>(static_cast<char *>(pc) - static_cast<char *>(info.dli_fbase)));
    }
    dprintf(STDERR_FILENO, "    (upcrun shows the lines of the source)\n");
}

// From here on libraries are called that may lock, loop or crash. A crash in them comes to explain_alone again, and waits for this.
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

void explain_alone(int signal, void *context) {
    Ending none = Ending::none;
    if (!control().ending.compare_exchange_strong(none, Ending::crash)) // another thread explains its own, and ends us
        for (;;)
            pause();
    char what[256], who[32] = "";
    fault_describe(control(), self(), signal, what, sizeof what);
    if (threads() > 1) std::snprintf(who, sizeof who, "thread %u: ", mythread());
    dprintf(STDERR_FILENO, "polder: error: %s%s%s%s\n", who, signal_name(signal), *what ? ": " : "", what);
    limit_time(signal);
    static Trace trace;
    trace_fill(trace, context);
    if (!explain_with_tool(trace)) explain_by_symbols(trace);
    alarm(0);
}

} // namespace polder
