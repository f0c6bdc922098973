// Finds the program, forks each process, sets what it inherits, and executes it.
#include "tools/run/local/launch.h"
#include "base/log.h"
#include "runtime/boot/boot.h"
#include "tools/run/cli/environment.h"
#include "tools/run/local/program_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::run {

namespace {

bool is_file(const std::string &path) {
    struct stat facts;
    return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

std::string search(const char *name) {
    const char *path = std::getenv("PATH");
    std::string list = path ? path : "/bin:/usr/bin";
    for (std::size_t at = 0; at <= list.size();) {
        std::size_t end = list.find(':', at);
        if (end == std::string::npos) end = list.size();
        std::string candidate = end > at ? list.substr(at, end - at) + '/' + name : std::string("./") + name;
        if (is_file(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
        at = end + 1;
    }
    return {};
}

// Programs are usually named as they lie in the current directory, "a.out" among them.
std::string here(const char *name) {
    return is_file(name) ? std::string("./") + name : std::string();
}

void open_null(int descriptor, int access) {
    const int null = open("/dev/null", access);
    if (null < 0 || null == descriptor) return;
    dup2(null, descriptor);
    close(null);
}

[[noreturn]] void run_program(ControlBlock &block, unsigned process, const Program &program, const Labels *labels) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != block.launcher) _exit(1);             // it died before the line above
    const bool reads = process == 0 && program.input >= 0; // standard input is thread 0's
    if (reads && program.input != STDIN_FILENO) dup2(program.input, STDIN_FILENO);
    if (!reads) open_null(STDIN_FILENO, O_RDONLY);
    if (program.output != STDOUT_FILENO) dup2(program.output, STDOUT_FILENO);
    if (program.error != STDERR_FILENO) dup2(program.error, STDERR_FILENO);
    if (labels) labels->take_streams(process);
    if (program.output != STDOUT_FILENO) signal(SIGPIPE, SIG_DFL); // an agent ignores it
    signal(SIGQUIT, SIG_IGN);                                      // from a terminal it is a question to upcrun
    environment_take(program.environment);
    char value[32];
    std::snprintf(value, sizeof value, "%d:%u", program.control_fd, process);
    setenv(boot::control_variable, value, 1);
    sigprocmask(SIG_SETMASK, &program.mask, nullptr);
    execv(program.path.c_str(), program.arguments);
    process_record(block, process).exec_errno.store(static_cast<std::uint32_t>(errno));
    _exit(127);
}

} // namespace

std::string find_program(const char *name) {
    std::string path = std::strchr(name, '/') ? name : search(name);
    if (path.empty()) path = here(name);
    if (path.empty() || access(path.c_str(), F_OK) != 0) {
        log_error("program '%s' not found%s", name, std::strchr(name, '/') ? "" : " in PATH nor in this directory");
        std::exit(127);
    }
    if (!is_file(path) || access(path.c_str(), X_OK) != 0) {
        log_error("'%s' is not an executable program", path.c_str());
        std::exit(126);
    }
    return path;
}

std::vector<pid_t> launch_processes(ControlBlock &block, const Program &program, Labels *labels, std::string *error) {
    std::vector<pid_t> children;
    const bool labelled = labels && block.naming.label && !facts_of_program(program.path).upc;
    if (labelled && !labels->open(block.shape, program.output, program.error)) {
        *error = std::string("too few file descriptors for --label: ") + std::strerror(errno) +
                 "; raise the limit (ulimit -n)";
        return {};
    }
    for (unsigned process = 0; process < block.shape.processes; ++process) {
        const pid_t pid = fork();
        if (pid == 0) run_program(block, process, program, labels);
        if (pid < 0) {
            *error = "cannot start process " + std::to_string(process) + " of " +
                     std::to_string(block.shape.processes) + ": " + std::strerror(errno) +
                     "; more threads a process (-p) need fewer processes";
            for (unsigned started = 0; started < process; ++started)
                signal_process(block, started, children[started], SIGKILL);
            return {};
        }
        children.push_back(pid);
    }
    if (labelled) labels->start();
    return children;
}

void signal_process(ControlBlock &block, unsigned process, pid_t child, int signal) {
    if (child == 0) return;
    const pid_t program = process_record(block, process).pid.load();
    if (program > 0 && program != child) kill(program, signal);
    kill(child, signal);
}

} // namespace polder::run
