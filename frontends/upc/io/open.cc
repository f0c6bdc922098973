// Opening and closing: upc_all_fopen, upc_all_fclose, and what happens to files that a program
// leaves open.
//
// Thread 0 opens first, creating or truncating; then the first thread of every other process opens
// the file that is there now. So UPC_EXCL means what it says, and an error is the same on all
// threads.
#include "frontends/upc/io/io.h"
#include "runtime/race/race.h"
#include "runtime/start/start.h"
#include "runtime/sync/one_caller.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
int polder_atexit(void (*handler)(void)) noexcept;
polder_ga upc_all_lock_alloc(void);
void upc_all_lock_free(polder_ga lock);
}

namespace polder::upc::io {
namespace {

POLDER_PRIVATE File *open_files = nullptr;
POLDER_PRIVATE int exit_arranged = 0;

// How the first thread of a process hands the descriptor to the others. One a process does, as they
// open one file at a time. It is written again only after they have met.
std::atomic<int> handed_descriptor{-1};

unsigned process_leader() {
    return control().shape.first_thread(job_process);
}

bool one_of(int flags, int choices) {
    return __builtin_popcount(static_cast<unsigned>(flags & choices)) == 1;
}

bool flags_agree(int flags) {
    return one_of(flags, read_only | write_only | read_write) && one_of(flags, individual_pointer | common_pointer) &&
           !(flags & ~all_flags) && !((flags & exclusive) && !(flags & create)) &&
           !((flags & truncate) && (flags & read_only));
}

char *absolute_path(const char *name) {
    if (name[0] == '/') return strdup(name);
    char *here = getcwd(nullptr, 0);
    char *path = nullptr;
    if (here && asprintf(&path, "%s/%s", here, name) < 0) path = nullptr;
    std::free(here);
    return path;
}

struct OpenRequest {
    const char *name;
    int flags;
    std::size_t hint_count;
    const Hint *hints;
};

// The private part. Null, and nothing kept, if there is no memory.
File *file_make(const OpenRequest &request, polder_ga handle) {
    File *file = static_cast<File *>(std::calloc(1, sizeof(File)));
    if (!file) return nullptr;
    file->handle = handle;
    file->fd = -1;
    file->delta = polder_delta;
    file->flags = request.flags;
    file->name = request.name ? strdup(request.name) : nullptr;
    file->path = request.name ? absolute_path(request.name) : nullptr;
    return file;
}

void file_free(File *file) {
    hints_free(*file);
    std::free(file->name);
    std::free(file->path);
    std::free(file);
}

int keep_arguments(File &file, const OpenRequest &request) {
    if (!flags_agree(request.flags) || !request.name || (request.hint_count && !request.hints)) return EINVAL;
    if (!file.name || !file.path) return ENOMEM;
    for (std::size_t i = 0; i < request.hint_count; ++i)
        if (const int error = hint_set(file, request.hints[i])) return error;
    return 0;
}

// What cannot be positioned (a pipe, a terminal) or is no file of bytes (a directory) would hang or
// fail later.
int check_kind(int fd) {
    struct stat status;
    if (fstat(fd, &status) != 0) return errno;
    if (S_ISDIR(status.st_mode)) return EISDIR;
    if (lseek(fd, 0, SEEK_CUR) < 0) return errno;
    return 0;
}

// Opens with additional system flags. 0 or errno.
int descriptor_open(File &file, int more) {
    const unsigned permissions = hinted_permissions(file);
    const int access = file.flags & read_only ? O_RDONLY : file.flags & write_only ? O_WRONLY : O_RDWR;
    do
        file.fd = open(file.name, access | more | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, permissions);
    while (file.fd < 0 && errno == EINTR);
    if (file.fd < 0) return errno;
    const int error = check_kind(file.fd);
    if (error) {
        close(file.fd);
        file.fd = -1;
        return error;
    }
    fcntl(file.fd, F_SETFL, fcntl(file.fd, F_GETFL) & ~O_NONBLOCK);
    return 0;
}

int descriptor_open_first(File &file) {
    int more = 0;
    if (file.flags & create) more |= O_CREAT;
    if (file.flags & exclusive) more |= O_EXCL;
    if (file.flags & truncate) more |= O_TRUNC;
    return descriptor_open(file, more);
}

// A new file may have permissions (file_perm) that keep our other processes out: they get in before
// these are set. The mode to set then; 0: as it is.
mode_t let_others_in(const File &file) {
    struct stat status;
    const mode_t needed = (readable(file) ? 0400 : 0) | (writable(file) ? 0200 : 0);
    if (!(file.flags & create) || fstat(file.fd, &status) != 0 || status.st_uid != geteuid()) return 0;
    if ((status.st_mode & needed) == needed || fchmod(file.fd, (status.st_mode | needed) & 07777) != 0) return 0;
    return status.st_mode & 07777;
}

// An error of any thread's arguments, or flags that are not those of the others, before anything is
// done to the file.
int agree_on_arguments(const File &file, int my_error) {
    const Report all = agree_with_first({file.flags, my_error, 0, 0});
    return all.error || all.rest ? all.error : EINVAL;
}

// Opens, in two steps with an agreement each. Then every process has the file open, and every
// thread knows the descriptor.
int open_all(File &file) {
    int my_error = 0;
    const bool leads = mythread() == process_leader();
    mode_t mode = 0;
    if (mythread() == 0) my_error = descriptor_open_first(file);
    if (!my_error && mythread() == 0) mode = let_others_in(file);
    const Report first = agree_with_first({mode != 0, my_error, 0, 0});
    if (first.error) return first.error;
    if (leads && mythread() != 0) my_error = descriptor_open(file, 0);
    if (leads) handed_descriptor.store(file.fd, std::memory_order_relaxed);
    struct stat status {};
    if (mythread() == 0 && fstat(file.fd, &status) != 0) my_error = errno;
    const Report all = agree_with_first({status.st_size, my_error, 0, 0});
    if (mode) static_cast<void>(fchmod(file.fd, mode)); // it could be changed a moment ago
    if (first.bytes) barrier::barrier_internal();       // nobody returns before the file is as asked for
    if (all.error) return all.error;
    file.fd = handed_descriptor.load(std::memory_order_relaxed);
    if (file.flags & append) file.position = all.bytes;
    return 0;
}

void close_own_descriptor(const File &file) {
    if (mythread() == process_leader() && file.fd >= 0) close(file.fd);
}

// The effect of upc_all_fclose for the calling thread, without the others. `all`: on behalf of
// every thread of the job.
void finish_open_files(bool all) {
    for (File *file = local(open_files); file; file = file->next) {
        const bool wrote = file->pending && file->transfer.write;
        if (file->pending) worker_join(*file);
        if (writable(*file) && (all || wrote || first_of_node())) sync_descriptor(file->fd);
        if ((file->flags & delete_on_close) && (all || mythread() == 0)) unlink(file->path);
    }
}

void at_thread_end() {
    finish_open_files(false);
    local(open_files) = nullptr;
}

void at_global_exit() {
    finish_open_files(true);
}

void file_enter(File *file) {
    file->next = local(open_files);
    local(open_files) = file;
    if (local(exit_arranged)) return;
    local(exit_arranged) = 1;
    polder_atexit(at_thread_end);
    start::before_global_exit(at_global_exit);
}

void file_leave(File *file) {
    File **link = &local(open_files);
    while (*link != file)
        link = &(*link)->next;
    *link = file->next;
}

polder_ga open_file(const OpenRequest &request) {
    const polder_ga handle = upc_all_lock_alloc();
    File *file = handle ? file_make(request, handle) : nullptr;
    if (!handle) {
        errno = ENOMEM;
        return 0;
    }
    if (!file) job_fail(1, "upc_all_fopen: no private memory");
    int error = agree_on_arguments(*file, keep_arguments(*file, request));
    if (!error) error = open_all(*file);
    if (!error) {
        hints_apply(*file);
        file_enter(file);
        return handle;
    }
    close_own_descriptor(*file);
    file_free(file);
    upc_all_lock_free(handle);
    errno = error;
    return 0;
}

int close_file(File *file) {
    int error = sync_all(*file) < 0 ? errno : 0;
    if (mythread() == process_leader() && close(file->fd) != 0 && !error) error = errno;
    if (mythread() == 0 && (file->flags & delete_on_close) && unlink(file->path) != 0 && !error) error = errno;
    error = agree_on_error(error);
    upc_all_lock_free(file->handle);
    file_leave(file);
    file_free(file);
    if (!error) return 0;
    errno = error;
    return -1;
}

} // namespace

File *file_find(polder_ga handle) {
    File *file = handle ? local(open_files) : nullptr;
    while (file && file->handle != handle)
        file = file->next;
    if (!file) errno = EBADF;
    return file;
}

File *file_idle(polder_ga handle) {
    File *file = file_find(handle);
    if (!file || !file->pending) return file;
    errno = EBUSY;
    return nullptr;
}

} // namespace polder::upc::io

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

polder_ga upc_all_fopen(const char *fname, int flags, std::size_t numhints, const io::Hint *hints) {
    const sync::OneCaller here("upc_all_fopen");
    const race::RaceHush hush;
    return io::open_file({fname, flags, numhints, hints});
}

int upc_all_fclose(polder_ga fd) {
    const sync::OneCaller here("upc_all_fclose");
    const race::RaceHush hush;
    io::File *file = io::file_idle(fd);
    return file ? io::close_file(file) : -1;
}
#pragma GCC visibility pop
} // extern "C"
