// Reads /proc/PID/stat and /proc/PID/status (process_state.h).
#include "tools/run/local/watch/process_state.h"

#include <cstdio>
#include <cstring>
#include <string>

namespace polder::run {

namespace {

// What stands in /proc/PID/stat from the end of the name on, ") S 1 ..."; a name may hold blanks
// and brackets. Empty: it is gone.
std::string stat_behind_name(pid_t process) {
    char path[40];
    char line[1024];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    std::FILE *file = std::fopen(path, "re");
    if (!file) return {};
    const bool any = std::fgets(line, sizeof line, file) != nullptr;
    std::fclose(file);
    const char *behind_name = any ? std::strrchr(line, ')') : nullptr;
    return behind_name ? behind_name : "";
}

// The number behind a name in /proc/PID/status; otherwise: what it is where there is none.
unsigned long long status_of(pid_t process, const char *format, unsigned long long otherwise) {
    char path[40];
    char line[128];
    std::snprintf(path, sizeof path, "/proc/%d/status", process);
    std::FILE *file = std::fopen(path, "re");
    unsigned long long number = otherwise;
    while (file && std::fgets(line, sizeof line, file))
        std::sscanf(line, format, &number);
    if (file) std::fclose(file);
    return number;
}

} // namespace

// PF_EXITING of the ninth field, "flags".
bool is_exiting(pid_t process) {
    constexpr unsigned long exiting = 0x4;
    unsigned long flags = 0;
    if (std::sscanf(stat_behind_name(process).c_str(), ") %*c %*d %*d %*d %*d %*d %lu", &flags) != 1) return true;
    return flags & exiting;
}

bool is_held_by_tracer(pid_t process) {
    return stat_behind_name(process).starts_with(") t");
}

bool dies_by(pid_t process, int signal) {
    const unsigned long long mask = 1ull << (signal - 1);
    for (const char *set : {"SigBlk: %llx", "SigIgn: %llx", "SigCgt: %llx"})
        if (status_of(process, set, mask) & mask) return false;
    return true;
}

bool is_dumping_core(pid_t process) {
    return status_of(process, "CoreDumping: %llu", 0) != 0;
}

} // namespace polder::run
