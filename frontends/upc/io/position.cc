// Positions and sizes: upc_all_fseek, upc_all_fset_size, upc_all_fget_size, upc_all_fpreallocate.
// What changes the file is done by thread 0 between two barriers, so all threads return the same.
#include "frontends/upc/io/io.h"
#include "runtime/race/race.h"
#include "runtime/sync/one_caller.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace polder::upc::io {
namespace {

constexpr int seek_set = 0;
constexpr int seek_current = 1;
constexpr int seek_end = 2;

Offset size_of(const File &file) {
    struct stat status;
    return fstat(file.fd, &status) == 0 ? status.st_size : -1;
}

Offset fail(int error) {
    errno = error;
    return -1;
}

// With the common pointer all threads must see one size; with individual ones nothing is promised
// about others' writes.
Offset end_for_seek(File &file) {
    if (file.flags & common_pointer) return by_first([&] { return size_of(file); });
    return size_of(file);
}

Offset seek(File &file, Offset offset, int origin) {
    Offset from = 0;
    Offset to;
    if (origin == seek_current)
        from = file.position;
    else if (origin == seek_end)
        from = end_for_seek(file);
    else if (origin != seek_set)
        return fail(EINVAL);
    if (from < 0) return -1;
    if (__builtin_add_overflow(from, offset, &to)) return fail(EOVERFLOW);
    if (to < 0) return fail(EINVAL);
    return file.position = to;
}

bool over_limit(Offset size) {
    rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && static_cast<rlim_t>(size) > limit.rlim_cur;
}

Offset resize(const File &file, Offset size) {
    if (over_limit(size) && size > size_of(file)) return fail(EFBIG);
    int result;
    do
        result = ftruncate(file.fd, size);
    while (result != 0 && errno == EINTR);
    return result;
}

// For file systems that cannot reserve: what is behind the end of the file is written.
Offset fill_up(const File &file, Offset size) {
    static const char zeroes[65536] = {};
    Offset at = size_of(file);
    struct statvfs system;
    if (at < size && fstatvfs(file.fd, &system) == 0 &&
        static_cast<Offset>(system.f_bavail) < (size - at) / static_cast<Offset>(system.f_frsize))
        return fail(ENOSPC); // rather than filling the disk first
    while (at >= 0 && at < size) {
        const Offset left = size - at;
        const Offset chunk = static_cast<Offset>(sizeof zeroes);
        const ssize_t n = pwrite(file.fd, zeroes, static_cast<std::size_t>(left < chunk ? left : chunk), at);
        if (n == 0) return fail(ENOSPC);
        if (n < 0 && errno != EINTR) return -1;
        if (n > 0) at += n;
    }
    return at < 0 ? -1 : 0;
}

Offset reserve(const File &file, Offset size) {
    if (size == 0) return 0;
    if (over_limit(size)) return fail(EFBIG);
    int result;
    do
        result = fallocate(file.fd, 0, 0, size);
    while (result != 0 && errno == EINTR);
    if (result != 0 && (errno == EOPNOTSUPP || errno == ENOSYS)) return fill_up(file, size);
    return result;
}

// A change of the file to `size` by thread 0; the arguments are the same on all threads, so errors
// in them are too.
template <class Change> int change_size(polder_ga handle, Offset size, Change change) {
    File *file = file_idle(handle);
    if (!file) return -1;
    if (!writable(*file)) return static_cast<int>(fail(EBADF));
    if (size < 0) return static_cast<int>(fail(EINVAL));
    return static_cast<int>(by_first([&] { return change(*file); }));
}

} // namespace
} // namespace polder::upc::io

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

io::Offset upc_all_fseek(polder_ga fd, io::Offset offset, int origin) {
    const sync::OneCaller here("upc_all_fseek");
    const race::RaceHush hush;
    io::File *file = io::file_idle(fd);
    return file ? io::seek(*file, offset, origin) : -1;
}

int upc_all_fset_size(polder_ga fd, io::Offset size) {
    const sync::OneCaller here("upc_all_fset_size");
    const race::RaceHush hush;
    return io::change_size(fd, size, [size](const io::File &file) -> io::Offset {
        if (const int error = io::sync_descriptor(file.fd)) return io::fail(error);
        return io::resize(file, size);
    });
}

io::Offset upc_all_fget_size(polder_ga fd) {
    const sync::OneCaller here("upc_all_fget_size");
    const race::RaceHush hush;
    io::File *file = io::file_idle(fd);
    return file ? io::by_first([file] { return io::size_of(*file); }) : -1;
}

int upc_all_fpreallocate(polder_ga fd, io::Offset size) {
    const sync::OneCaller here("upc_all_fpreallocate");
    const race::RaceHush hush;
    return io::change_size(fd, size, [size](const io::File &file) { return io::reserve(file, size); });
}
#pragma GCC visibility pop
} // extern "C"
