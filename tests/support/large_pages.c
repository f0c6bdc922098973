/* A kernel with larger pages, for LD_PRELOAD: what a program maps, it maps as on a machine whose page has PAGE_BYTES. Addresses and
 * offsets that are not whole pages are refused (EINVAL), lengths are rounded up, so that who forgets a page loses what lies behind. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WHOLE(x) (((uintptr_t)(x) & (PAGE_BYTES - 1)) == 0)
#define ROUND(x) (((x) + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1))
#define REFUSE(result) return errno = EINVAL, (result)

static void *map(void *at, size_t bytes, int access, int flags, int fd, off_t offset) {
    return (void *)syscall(SYS_mmap, at, bytes, access, flags, fd, offset);
}

/* Where the kernel chooses, it chooses whole pages. */
static void *map_anywhere(size_t bytes, int access, int flags, int fd, off_t offset) {
    char *room = map(NULL, bytes + PAGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return MAP_FAILED;
    char *at = (char *)ROUND((uintptr_t)room);
    if (at > room) syscall(SYS_munmap, room, at - room);
    syscall(SYS_munmap, at + bytes, room + PAGE_BYTES - at);
    void *made = map(at, bytes, access, flags | MAP_FIXED, fd, offset);
    if (made == MAP_FAILED) {
        const int cause = errno;
        syscall(SYS_munmap, at, bytes);
        errno = cause;
    }
    return made;
}

void *mmap(void *at, size_t bytes, int access, int flags, int fd, off_t offset) {
    const int fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    if (!bytes || !WHOLE(offset) || (fixed && !WHOLE(at))) REFUSE(MAP_FAILED);
    if (fixed) return map(at, ROUND(bytes), access, flags, fd, offset);
    return map_anywhere(ROUND(bytes), access, flags, fd, offset);
}
void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

int munmap(void *at, size_t bytes) {
    if (!WHOLE(at)) REFUSE(-1);
    return (int)syscall(SYS_munmap, at, ROUND(bytes));
}

int mprotect(void *at, size_t bytes, int access) {
    if (!WHOLE(at)) REFUSE(-1);
    return (int)syscall(SYS_mprotect, at, ROUND(bytes), access);
}

int madvise(void *at, size_t bytes, int advice) {
    if (!WHOLE(at)) REFUSE(-1);
    return (int)syscall(SYS_madvise, at, ROUND(bytes), advice);
}

void *mremap(void *old, size_t old_bytes, size_t bytes, int flags, ...) {
    va_list more;
    va_start(more, flags);
    void *at = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
    va_end(more);
    if (!WHOLE(old) || !WHOLE(at)) REFUSE(MAP_FAILED);
    return (void *)syscall(SYS_mremap, old, ROUND(old_bytes), ROUND(bytes), flags, at);
}

int getpagesize(void) {
    return PAGE_BYTES;
}

long __sysconf(int);
long sysconf(int what) {
    const long value = __sysconf(what);
    if (what == _SC_PAGESIZE) return PAGE_BYTES;
    return what == _SC_PHYS_PAGES || what == _SC_AVPHYS_PAGES ? value / (PAGE_BYTES / 4096) : value;
}
