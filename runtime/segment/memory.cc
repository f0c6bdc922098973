// The memory object behind the node range: opened before the processes exist, without a name, sized
// later by process 0. System V segments have neither descriptor nor a way to grow, so process 0
// makes them itself (node_range.cc).
#include "runtime/segment/segment.h"

#include "base/memory_file.h"
#include "runtime/segment/domains.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace polder {

const char *memory_kind_name(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::memfd: return "memfd";
    case MemoryKind::posix: return "posix";
    case MemoryKind::sysv: return "sysv";
    default: return "file";
    }
}

namespace {

constexpr std::size_t path_size = 512;

// An unnamed file in `directory`: never had a name where the file system can do that, else has lost
// it at once.
int open_unnamed(const char *directory) {
    int fd = open(directory, O_TMPFILE | O_RDWR | O_EXCL, 0600);
    if (fd >= 0 || errno == ENOENT || errno == EACCES || errno == ENOTDIR) return fd;
    char path[path_size];
    if (std::snprintf(path, sizeof path, "%s/polder-XXXXXX", directory) >= static_cast<int>(sizeof path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkstemp(path);
    if (fd >= 0) unlink(path);
    return fd;
}

const char *default_directory() {
    const char *directory = std::getenv("TMPDIR");
    return directory && *directory ? directory : "/tmp";
}

bool parse_kind(const char *text, MemoryKind *kind, const char **directory) {
    *directory = nullptr;
    if (!text || !*text || !std::strcmp(text, "memfd")) {
        *kind = MemoryKind::memfd;
    } else if (!std::strcmp(text, "posix")) {
        *kind = MemoryKind::posix;
        *directory = "/dev/shm";
    } else if (!std::strcmp(text, "sysv")) {
        *kind = MemoryKind::sysv;
    } else if (!std::strcmp(text, "file") || !std::strncmp(text, "file:", 5)) {
        *kind = MemoryKind::file;
        *directory = text[4] && text[5] ? text + 5 : default_directory();
    } else {
        return false;
    }
    return true;
}

} // namespace

Status segment_create(ControlBlock &block, const SegmentOptions &options, char *error, std::size_t error_size) {
    MemoryKind kind;
    const char *directory;
    if (!parse_kind(options.segment, &kind, &directory)) {
        std::snprintf(error, error_size,
                      "unknown kind of segment memory '%s'; one of memfd, posix, sysv, file, file:DIRECTORY",
                      options.segment);
        return Status::bad_argument;
    }
    SegmentDomains domains;
    if (!segment_domains_parse(options.domains, &domains)) {
        std::snprintf(error, error_size, "the NUMA domain of a segment's memory is %s, not '%s' (--numa)",
                      segment_domains_names(), options.domains);
        return Status::bad_argument;
    }
    for (std::int32_t &fd : block.memory.fds)
        fd = -1;
    block.memory.domains = static_cast<std::uint32_t>(domains);
    block.memory.kind = static_cast<std::uint32_t>(kind);
    block.memory.huge_pages = options.huge;
    if (options.shared_heap) block.memory.heap_limit = options.shared_heap;
    if (kind == MemoryKind::sysv) return Status::ok;
    const int fd = kind == MemoryKind::memfd ? memory_file_create("polder") : open_unnamed(directory);
    if (fd < 0) {
        std::snprintf(error, error_size, "cannot make shared memory of kind %s%s%s: %s; try another kind (--segment)",
                      memory_kind_name(kind), directory ? " in " : "", directory ? directory : "",
                      std::strerror(errno));
        return Status::system_error;
    }
    block.memory.fds[0] = fd;
    return Status::ok;
}

} // namespace polder
