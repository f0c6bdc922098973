// upc_all_fsync and upc_all_fcntl. One thread's fsync is enough for a node: it writes back what all
// its processes have written.
#include "frontends/upc/io/io.h"
#include "runtime/race/race.h"
#include "runtime/sync/one_caller.h"

#include <unistd.h>

namespace polder::upc::io {
namespace {

enum Command { // as in upc_io.h
    get_semantics = 1,
    set_weak,
    set_strong,
    get_pointer,
    set_common,
    set_individual,
    get_flags,
    get_name,
    get_hints,
    set_hint,
    async_outstanding
};

int set_semantics(File &file, bool to_strong) {
    if (sync_all(file) < 0) return -1;
    file.flags = (file.flags & ~strong) | (to_strong ? strong : 0);
    return 0;
}

int set_pointer(File &file, Flag kind) {
    if (sync_all(file) < 0) return -1;
    file.flags = (file.flags & ~(common_pointer | individual_pointer)) | kind;
    file.position = 0;
    return 0;
}

int add_hint(File &file, const Hint *hint) {
    if (sync_all(file) < 0) return -1;
    const int error = hint ? hint_set(file, *hint) : EINVAL;
    if (error) {
        errno = error;
        return -1;
    }
    hints_apply(file);
    return 0;
}

template <class T> int give(void *where, T *what, int result) {
    if (!where) {
        errno = EINVAL;
        return -1;
    }
    *static_cast<T **>(where) = what;
    return result;
}

int control_file(File &file, int command, void *argument) {
    switch (command) {
    case get_semantics: return file.flags & strong;
    case set_weak: return set_semantics(file, false);
    case set_strong: return set_semantics(file, true);
    case get_pointer: return file.flags & (common_pointer | individual_pointer);
    case set_common: return set_pointer(file, common_pointer);
    case set_individual: return set_pointer(file, individual_pointer);
    case get_flags: return file.flags;
    case get_name: return give<const char>(argument, file.name, 0);
    case get_hints: return give<const Hint>(argument, file.hints, static_cast<int>(file.hint_count));
    case set_hint: return add_hint(file, static_cast<const Hint *>(argument));
    default: errno = EINVAL; return -1;
    }
}

} // namespace

int sync_descriptor(int fd) {
    while (fsync(fd) != 0) {
        if (errno == EINVAL || errno == EROFS) return 0; // nothing behind it that could be written
        if (errno != EINTR) return errno;
    }
    return 0;
}

int sync_all(File &file) {
    barrier::barrier_internal();
    const int error = agree_on_error(first_of_node() && writable(file) ? sync_descriptor(file.fd) : 0);
    if (error) errno = error;
    return error ? -1 : 0;
}

} // namespace polder::upc::io

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

int upc_all_fsync(polder_ga fd) {
    const sync::OneCaller here("upc_all_fsync");
    const race::RaceHush hush;
    io::File *file = io::file_idle(fd);
    return file ? io::sync_all(*file) : -1;
}

int upc_all_fcntl(polder_ga fd, int cmd, void *arg) {
    const sync::OneCaller here("upc_all_fcntl");
    const race::RaceHush hush;
    if (cmd == io::async_outstanding) {
        const io::File *any = io::file_find(fd);
        return any ? any->pending : -1;
    }
    io::File *file = io::file_idle(fd);
    return file ? io::control_file(*file, cmd, arg) : -1;
}
#pragma GCC visibility pop
} // extern "C"
