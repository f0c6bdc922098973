// Waits for the processes of a node, signals them, and looks how they are (children.h).
#include "tools/run/local/watch/children.h"
#include "base/config.h"
#include "tools/run/local/launch.h"
#include "tools/run/local/watch/process_state.h"
#include "tools/run/local/watch/provider_objects.h"

#include <algorithm>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <utility>

namespace polder::run {

Children::Children(ControlBlock &block, std::vector<pid_t> pids)
    : block_(block), pids_(std::move(pids)), left_(static_cast<unsigned>(pids_.size())) {}

void Children::signal_all(int signal) {
    for (unsigned process = 0; process < pids_.size(); ++process)
        signal_process(block_, process, pids_[process], signal);
}

std::optional<Children::Ended> Children::next_ended() {
    int status;
    rusage used;
    for (pid_t pid; (pid = wait4(-1, &status, WNOHANG, &used)) > 0;) {
        const auto child = std::find(pids_.begin(), pids_.end(), pid);
        if (child == pids_.end()) continue;
        *child = 0;
        --left_;
        remove_objects_of(static_cast<unsigned>(child - pids_.begin()));
        const std::int64_t processor_ms = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                                          (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
        return Ended{static_cast<unsigned>(child - pids_.begin()), pid, status, processor_ms};
    }
    return std::nullopt;
}

void Children::remove_objects_of(unsigned process) const {
    if (program(process) && !std::strcmp(setting_text(Setting::provider), "shm"))
        remove_provider_objects(program(process));
}

bool Children::any_exits() const {
    for (unsigned process = 0; process < pids_.size(); ++process) {
        const pid_t inner = program(process);
        if (pids_[process] && (is_exiting(pids_[process]) || (inner > 0 && is_exiting(inner)))) return true;
    }
    return false;
}

bool Children::any_dies_by(int signal) const {
    for (unsigned process = 0; process < pids_.size(); ++process) {
        const pid_t inner = program(process);
        if (pids_[process] && dies_by(inner > 0 ? inner : pids_[process], signal)) return true;
    }
    return false;
}

bool Children::have_written_out(unsigned crashed) const {
    for (unsigned process = 0; process < pids_.size(); ++process)
        if (pids_[process] && process != crashed &&
            process_record(block_, process).farewell.load(std::memory_order_acquire) != farewell_written)
            return false;
    return true;
}

Children::Wrappers Children::wrappers() const {
    Wrappers found;
    for (unsigned process = 0; process < pids_.size(); ++process) {
        const pid_t inner = program(process);
        if (pids_[process] == 0 || inner == 0 || inner == pids_[process] || is_exiting(pids_[process])) continue;
        found.any = true;
        found.held = found.held || is_held_by_tracer(inner);
    }
    return found;
}

} // namespace polder::run
