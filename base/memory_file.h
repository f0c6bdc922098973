// Memory file: anonymous memory with a descriptor, which processes share by inheriting it. It has no name in any file system, so
// nothing stays behind, whatever is killed.
#pragma once

#include <cerrno>
#include <sys/mman.h>

namespace polder {

#if !defined(MFD_NOEXEC_SEAL)
#define MFD_NOEXEC_SEAL 0x0008U
#endif

// An empty file; survives exec. `name` is only seen in /proc. -1 and errno on failure.
inline int memory_file_create(const char *name) {
    // Kernels from 6.3 on may insist on it (vm.memfd_noexec), earlier ones do not know it.
    const int fd = memfd_create(name, MFD_NOEXEC_SEAL);
    return fd < 0 && errno == EINVAL ? memfd_create(name, 0) : fd;
}

} // namespace polder
