// The times of nodes lie in a shared page. An operation reserves its time there by
// compare-and-swap.
#include "conduits/hook/link.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace polder {

namespace {

// All ends make it as long as they need it: equally long, and what is there keeps its value.
void *map(const char *name, std::size_t bytes) {
    const int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return MAP_FAILED;
    void *at = MAP_FAILED;
    if (ftruncate(fd, static_cast<off_t>(bytes)) == 0)
        at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return at;
}

} // namespace

Status link_open(Link &link, const ConduitOptions &options) {
    int at = std::snprintf(link.name, sizeof link.name, "/dev/shm/polder-link-");
    for (unsigned i = 0; i < 16; ++i)
        at += std::snprintf(link.name + at, sizeof link.name - static_cast<std::size_t>(at), "%02x",
                            options.key ? options.key[i] : 0);
    link.nodes = options.nodes;
    link.bytes = sizeof(LinkArea) + options.nodes * sizeof(LinkTarget);
    void *area = map(link.name, link.bytes);
    if (area == MAP_FAILED) return Status::system_error;
    link.area = static_cast<LinkArea *>(area);
    link.area->ends.fetch_add(1, std::memory_order_acq_rel);
    return Status::ok;
}

Status link_start(Link &link) {
    if (!link.area) return Status::ok;
    unlink(link.name); // the first does; what is mapped stays
    return link.area->ends.load(std::memory_order_acquire) >= link.nodes ? Status::ok : Status::system_error;
}

void link_close(Link &link) {
    if (!link.area) return;
    unlink(link.name); // of a job that never started
    munmap(link.area, link.bytes);
    link.area = nullptr;
}

std::int64_t link_through(Link &link, NodeNumber peer, std::size_t bytes, std::int64_t at) {
    const std::int64_t taken = link.each_ns + link.kib_ns * static_cast<std::int64_t>(bytes) / 1024;
    std::atomic<std::int64_t> &free_at = link.area->target[peer].free_at;
    std::int64_t free = free_at.load(std::memory_order_relaxed);
    std::int64_t through;
    do
        through = (free > at ? free : at) + taken;
    while (!free_at.compare_exchange_weak(free, through, std::memory_order_relaxed));
    return through;
}

} // namespace polder
