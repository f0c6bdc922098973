// Memory file: anonymous memory with a descriptor, which processes share by inheriting it. It has
// no name in any file system, so nothing stays behind, whatever is killed.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

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

// Sets the length of this or any other file. The limit of file sizes (ulimit -f) counts such memory
// too: too long for it is the error EFBIG here, not a deadly signal. False and errno on failure.
inline bool memory_file_resize(int fd, std::uint64_t bytes) {
    sigset_t exceeded;
    sigset_t before;
    sigemptyset(&exceeded);
    sigaddset(&exceeded, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &exceeded, &before);
    const bool done = ftruncate(fd, static_cast<off_t>(bytes)) == 0;
    const int cause = errno;
    const timespec now{0, 0};
    if (!done && cause == EFBIG && !sigismember(&before, SIGXFSZ)) sigtimedwait(&exceeded, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = cause;
    return done;
}

} // namespace polder
