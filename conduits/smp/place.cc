// Places: memory files of other processes, reached through /proc.
#include "conduits/smp/smp.h"

#include "base/memory_file.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace polder {

int smp_open(SmpPlace place) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", place.pid, place.fd - 1);
    return open(path, O_RDWR | O_CLOEXEC);
}

void *smp_map(SmpPlace place, std::size_t bytes) {
    const int fd = smp_open(place);
    if (fd < 0) return nullptr;
    const bool long_enough = lseek(fd, 0, SEEK_END) >= static_cast<off_t>(bytes);
    void *at = long_enough ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    close(fd);
    return at == MAP_FAILED ? nullptr : at;
}

void *smp_create(std::size_t bytes, SmpPlace *place) {
    const int fd = memory_file_create("polder-smp");
    if (fd < 0) return nullptr;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    void *at =
        memory_file_resize(fd, bytes) ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (at == MAP_FAILED) {
        close(fd);
        return nullptr;
    }
    *place = {static_cast<std::int32_t>(getpid()), fd + 1};
    return at;
}

} // namespace polder
