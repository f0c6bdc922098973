#include "tools/run/nodes/stopped.h"
#include "base/clock.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace polder::run {

namespace {

// /proc/PID/stat: "pid (name) state ...". T: by a signal; t: by a tracer.
bool is_stopped(pid_t pid) {
    char path[40], text[512];
    std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
    std::FILE *file = std::fopen(path, "re");
    if (!file) return false;
    const std::size_t size = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    text[size] = 0;
    const char *end = std::strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'T';
}

} // namespace

unsigned StoppedProcesses::look(const std::vector<pid_t> &children, std::int64_t limit_ns) {
    const std::int64_t now = clock_ns();
    for (unsigned process = 0; process < children.size(); ++process) {
        const pid_t program = process_record(block_, process).pid.load();
        const bool stopped = children[process] && is_stopped(program > 0 ? program : children[process]);
        if (!stopped)
            since_ns_[process] = 0;
        else if (!since_ns_[process])
            since_ns_[process] = now;
        if (stopped && now - since_ns_[process] >= limit_ns) return process;
    }
    return none;
}

void StoppedProcesses::forget() {
    std::fill(since_ns_.begin(), since_ns_.end(), 0);
}

} // namespace polder::run
