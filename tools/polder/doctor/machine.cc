// What limits jobs here though each single run above may go well: limits of the shell, /dev/shm,
// who may debug.
#include "tools/polder/doctor/doctor.h"

#include "base/config.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::tool {
namespace {

constexpr std::uint64_t kib = 1024;
constexpr std::uint64_t mib = 1024 * kib;
constexpr std::uint64_t gib = 1024 * mib;

std::string size_text(std::uint64_t bytes) {
    char text[32];
    const char *unit = bytes >= gib ? "GiB" : bytes >= mib ? "MiB" : "KiB";
    const double value = static_cast<double>(bytes) / static_cast<double>(bytes >= gib   ? gib
                                                                          : bytes >= mib ? mib
                                                                                         : kib);
    std::snprintf(text, sizeof text, value < 10 && value != static_cast<int>(value) ? "%.1f %s" : "%.0f %s", value,
                  unit);
    return text;
}

// Not empty, but for "." and "..".
bool has_entries(const char *folder) {
    DIR *open = opendir(folder);
    if (!open) return false;
    bool found = false;
    while (const dirent *entry = readdir(open))
        found = found || entry->d_name[0] != '.';
    closedir(open);
    return found;
}

// Threads of all processes of this user.
std::uint64_t threads_of_user() {
    std::uint64_t count = 0;
    DIR *open = opendir("/proc");
    while (const dirent *entry = open ? readdir(open) : nullptr) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
        std::ifstream status(std::string("/proc/") + entry->d_name + "/status");
        bool own = false;
        for (std::string line; std::getline(status, line);) {
            if (!line.compare(0, 4, "Uid:")) own = std::strtoul(line.c_str() + 4, nullptr, 10) == getuid();
            if (own && !line.compare(0, 8, "Threads:")) count += std::strtoul(line.c_str() + 8, nullptr, 10);
        }
    }
    if (open) closedir(open);
    return count;
}

// ---- limits ----

// True, and how much, if there is one.
bool limited(__rlimit_resource resource, std::uint64_t *most) {
    rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
    *most = limit.rlim_cur;
    return true;
}

void look_at_memory_limits(Findings &findings) {
    std::uint64_t most;
    const bool hardware = has_entries("/sys/class/infiniband");
    if (limited(RLIMIT_MEMLOCK, &most)) {
        const std::string what = "locked memory is limited to " + size_text(most) + " (ulimit -l)";
        if (hardware && most < gib)
            findings.wrong(what + ", and there is a network card that needs memory locked",
                           "raise it to unlimited in /etc/security/limits.conf or in the batch system's daemon");
        else if (most < mib)
            findings.note(what, "no matter for TCP; InfiniBand, Omni-Path, Slingshot and EFA need it unlimited");
    }
    if (limited(RLIMIT_FSIZE, &most))
        findings.note(
            "files are limited to " + size_text(most) + " (ulimit -f)",
            "shared memory counts as a file: all heaps of a node together end there, and so does a file that a "
            "program writes, by SIGXFSZ; ulimit -f unlimited");
    if (limited(RLIMIT_AS, &most))
        findings.note("address space is limited to " + size_text(most) + " (ulimit -v)",
                      "heaps of all threads of a node must fit into half of it; ulimit -v unlimited takes nothing from "
                      "others, as memory counts only when touched");
    if (limited(RLIMIT_CPU, &most))
        findings.note("processor time is limited to " + std::to_string(most) + " s (ulimit -t)",
                      "each process of a job ends there by SIGXCPU");
}

void look_at_count_limits(Findings &findings) {
    std::uint64_t most;
    if (geteuid() != 0 && limited(RLIMIT_NPROC, &most)) {
        const std::uint64_t used = threads_of_user();
        const std::uint64_t left = most > used ? most - used : 0;
        const std::string what = "processes and threads of this user are limited to " + std::to_string(most) +
                                 " (ulimit -u), of which " + std::to_string(used) + " exist";
        const std::string hint = "a job takes one for each thread, and some for itself; ulimit -u N raises it";
        if (left < 32)
            findings.wrong(what, hint);
        else if (left < 512)
            findings.note(what, hint);
    }
    if (limited(RLIMIT_NOFILE, &most) && most < 256)
        findings.note("open files are limited to " + std::to_string(most) + " (ulimit -n)",
                      "a job of several nodes takes a descriptor a node and more; ulimit -n 1024");
}

// ---- shared memory ----

void look_at_shm(Findings &findings) {
    const bool needed = !std::strcmp(setting_text(Setting::segment), "posix");
    const std::string why =
        needed ? "POLDER_SEGMENT=posix keeps shared memory there; the default (memfd) does not"
               : "Polder keeps nothing there unless told (POLDER_SEGMENT=posix), but MPI and others do";
    const std::string mend = "; mount -t tmpfs tmpfs /dev/shm, docker run --shm-size=8g";
    struct statvfs facts;
    std::string what;
    if (access("/dev/shm", W_OK) != 0 || statvfs("/dev/shm", &facts) != 0)
        what = std::string("/dev/shm: ") + std::strerror(errno);
    else if (const std::uint64_t free = std::uint64_t{facts.f_bavail} * facts.f_frsize; free < 256 * mib)
        what =
            "/dev/shm has " + size_text(free) + " free of " + size_text(std::uint64_t{facts.f_blocks} * facts.f_frsize);
    if (what.empty()) return findings.ok("/dev/shm");
    needed ? findings.wrong(what, why + mend) : findings.note(what, why + mend);
}

// ---- debuggers ----

// Can a process be debugged that asks for it (gdb --args)? The error if not.
int trace_a_child() {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    const pid_t child = fork();
    if (child == 0) {
        const int error = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : errno;
        const bool told = write(ends[1], &error, sizeof error) == sizeof error;
        _exit(!told);
    }
    close(ends[1]);
    int error = child < 0 ? errno : 0;
    if (child > 0 && read(ends[0], &error, sizeof error) != sizeof error) error = EIO;
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return error;
}

void look_at_debuggers(Findings &findings) {
    const std::string hint = "in a container: docker run --cap-add=SYS_PTRACE --security-opt seccomp=unconfined";
    if (const int error = trace_a_child())
        return findings.note(std::string("debuggers are forbidden here (ptrace: ") + std::strerror(error) + ")", hint);
    int scope = 0;
    std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope;
    if (scope >= 3) return findings.note("debuggers are forbidden here (kernel.yama.ptrace_scope is 3)", "");
    if (scope >= 1 && geteuid() != 0)
        return findings.note("gdb -p PID is forbidden (kernel.yama.ptrace_scope is " + std::to_string(scope) +
                                 "); gdb --args works",
                             "sysctl kernel.yama.ptrace_scope=0 as root allows it");
    findings.ok("debuggers may attach");
}

} // namespace

void examine_machine(Findings &findings) {
    look_at_memory_limits(findings);
    look_at_count_limits(findings);
    look_at_shm(findings);
    look_at_debuggers(findings);
}

} // namespace polder::tool
