// Reads states of processes in /proc; one counts as stopped when one stop has lasted long
// enough.
#include "tools/run/remote/agent/stopped.h"
#include "base/clock.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace polder::run {

namespace {

// 0: it runs. Else 1 and how often the process has given its core away. A process that runs between
// two stops has done so once more at the second one. "State:" is T if it was stopped by a signal, t
// by a tracer.
unsigned long stop_of(pid_t pid) {
    char path[40];
    char line[256];
    std::snprintf(path, sizeof path, "/proc/%d/status", pid);
    std::FILE *file = std::fopen(path, "re");
    bool stopped = false;
    unsigned long switches = 0;
    unsigned long count;
    while (file && std::fgets(line, sizeof line, file)) {
        if (std::strncmp(line, "State:", 6) == 0) stopped = std::strchr(line, 'T') != nullptr;
        if (std::sscanf(line, "voluntary_ctxt_switches: %lu", &count) == 1 ||
            std::sscanf(line, "nonvoluntary_ctxt_switches: %lu", &count) == 1)
            switches += count;
    }
    if (file) std::fclose(file);
    return stopped ? switches + 1 : 0;
}

} // namespace

bool StoppedProcesses::is_due(std::int64_t every_ns) {
    const std::int64_t now = clock_ns();
    if (now < next_look_ns_) return false;
    next_look_ns_ = now + every_ns;
    return true;
}

unsigned StoppedProcesses::look(const std::vector<pid_t> &children, std::int64_t limit_ns) {
    const std::int64_t now = clock_ns();
    for (unsigned process = 0; process < children.size(); ++process) {
        const pid_t program = process_record(block_, process).pid.load();
        const unsigned long stop = children[process] ? stop_of(program > 0 ? program : children[process]) : 0;
        if (stop != stops_[process].which) stops_[process] = {stop, now};
        if (stop && now - stops_[process].since_ns >= limit_ns) return process;
    }
    return none;
}

void StoppedProcesses::forget() {
    std::fill(stops_.begin(), stops_.end(), Stop{});
}

} // namespace polder::run
