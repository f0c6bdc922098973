// How much memory the job may use in all: the machine's, or the tightest limit of the control
// groups around this process (containers, batch systems). Read once, with the C library's calls
// only.
#include "runtime/segment/segment.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder {
namespace {

constexpr std::size_t path_size = 4096;

// The number at the start of a file; 0 if there is none ("max", no such file).
std::uint64_t number_in(const char *path) {
    std::FILE *file = std::fopen(path, "re");
    if (!file) return 0;
    unsigned long long value = 0;
    const int read = std::fscanf(file, "%llu", &value);
    std::fclose(file);
    return read == 1 ? value : 0;
}

void lower(std::uint64_t *limit, std::uint64_t value) {
    if (value && (!*limit || value < *limit)) *limit = value;
}

// The limits of a group and of all groups it lies in.
void lower_by_groups(std::uint64_t *limit, const char *root, char *group, const char *file) {
    char path[path_size];
    for (;;) {
        if (std::snprintf(path, sizeof path, "%s%s/%s", root, group, file) < static_cast<int>(sizeof path))
            lower(limit, number_in(path));
        char *slash = std::strrchr(group, '/');
        if (!slash) return;
        *slash = 0;
    }
}

void lower_by_control_groups(std::uint64_t *limit) {
    std::FILE *file = std::fopen("/proc/self/cgroup", "re");
    if (!file) return;
    char line[path_size];
    while (std::fgets(line, sizeof line, file)) {
        line[std::strcspn(line, "\n")] = 0;
        char *controllers = std::strchr(line, ':');
        char *group = controllers ? std::strchr(controllers + 1, ':') : nullptr;
        if (!group) continue;
        *group++ = 0;
        if (controllers[1] == 0)
            lower_by_groups(limit, "/sys/fs/cgroup", group, "memory.max");
        else if (std::strstr(controllers + 1, "memory"))
            lower_by_groups(limit, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    }
    std::fclose(file);
}

} // namespace

std::uint64_t machine_memory_limit() {
    static std::atomic<std::uint64_t> known{0}; // threads of one process may ask at once
    if (const std::uint64_t limit = known.load(std::memory_order_relaxed)) return limit;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    std::uint64_t limit = pages > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : 0;
    lower_by_control_groups(&limit);
    known.store(limit, std::memory_order_relaxed);
    return limit;
}

} // namespace polder
