// The helper process that makes, attaches and marks an object, and who asks it.
#include "runtime/segment/system_v.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder {

namespace {

struct Made {
    int id;
    int error;
};

Made make_and_mark(std::uint64_t bytes, void **attached) {
    *attached = nullptr;
    const int id = shmget(IPC_PRIVATE, bytes, IPC_CREAT | SHM_NORESERVE | 0600);
    if (id < 0) return {-1, errno};
    *attached = system_v_attach(id, 0);
    const int error = errno;
    shmctl(id, IPC_RMID, nullptr);
    return *attached ? Made{id, 0} : Made{-1, error};
}

// `released` has nobody at its other end when the one we do this for is attached, or has died.
[[noreturn]] void help(std::uint64_t bytes, int answer, int released) {
    setsid();
    void *attached;
    const Made made = make_and_mark(bytes, &attached);
    char byte;
    if (write(answer, &made, sizeof made) == sizeof made)
        while (read(released, &byte, 1) < 0 && errno == EINTR) {
        }
    _exit(0);
}

// A fork that tells nobody: no handlers of libraries in the child, no SIGCHLD to the program.
pid_t fork_silently() {
    return static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr));
}

// The helper's answer; it waits at `released`. False: there is no helper.
bool ask_helper(std::uint64_t bytes, pid_t *helper, int *release, Made *made) {
    int answer[2];
    int released[2];
    if (pipe2(answer, O_CLOEXEC) != 0) return false;
    if (pipe2(released, O_CLOEXEC) != 0) {
        close(answer[0]);
        close(answer[1]);
        return false;
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    *helper = fork_silently();
    if (*helper == 0) {
        close(answer[0]);
        close(released[1]);
        help(bytes, answer[1], released[0]);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    close(answer[1]);
    close(released[0]);
    ssize_t got;
    do
        got = *helper > 0 ? read(answer[0], made, sizeof *made) : 0;
    while (got < 0 && errno == EINTR);
    close(answer[0]);
    *release = released[1];
    if (got == sizeof *made) return true;
    close(released[1]);
    if (*helper > 0) waitpid(*helper, nullptr, __WALL);
    return false;
}

} // namespace

void *system_v_attach(int id, std::uintptr_t address) {
    void *at = shmat(id, reinterpret_cast<void *>(address), 0);
    return at == reinterpret_cast<void *>(-1) ? nullptr : at;
}

int system_v_make(std::uint64_t bytes, void **attached) {
    pid_t helper;
    int release;
    Made made;
    if (ask_helper(bytes, &helper, &release, &made)) {
        *attached = made.id >= 0 ? system_v_attach(made.id, 0) : nullptr;
        if (made.id >= 0 && !*attached) made = {-1, errno};
        close(release);
        waitpid(helper, nullptr, __WALL);
    } else { // no room for one more process: for a moment the object depends on us
        made = make_and_mark(bytes, attached);
    }
    errno = made.error;
    return made.id;
}

} // namespace polder
