// Parallel I/O: UPC 1.3, optional library, 7.8. What its files share.
//
// Vocabulary. A *file* is what one thread knows of an open file: its position, flags, names and
// hints, in private memory. A *handle* is what the program holds: the address of a lock in thread
// 0's memory, by which strong operations exclude each other. A *transfer* is one read or write of
// one thread: pieces of memory against pieces of the file.
//
// There is one descriptor a process, opened by its first thread. Data goes straight to and from the
// page cache by pread and pwrite. So when a write function returns its bytes are visible to every
// thread of the node, and survive the death of the job. Weak and strong semantics differ only in
// the lock that makes a whole function atomic. Nodes are taken to see the same files. When the
// others see what one has written is up to their file system: at the latest after upc_all_fsync or
// upc_all_fclose.
//
// Invariants. Threads take the same barriers whatever errors they meet. With a common file pointer
// every thread holds the same position, as it is moved by what all agreed on. An error agreed on is
// that of the lowest thread that has one. Held by tests/upc/7.8_io_open.upc and
// tests/e2e/library/io_faults.py.
#pragma once

#include "frontends/upc/io/agree.h"
#include "runtime/barrier/barrier.h"
#include "runtime/core/job.h"
#include "runtime/world/world.h"

#include <cerrno>
#include <pthread.h>

namespace polder::upc::io {

// As in upc_io.h, which only upcc can read.
enum Flag : int {
    read_only = 1 << 0,
    write_only = 1 << 1,
    read_write = 1 << 2,
    individual_pointer = 1 << 3,
    common_pointer = 1 << 4,
    append = 1 << 5,
    create = 1 << 6,
    exclusive = 1 << 7,
    strong = 1 << 8,
    truncate = 1 << 9,
    delete_on_close = 1 << 10
};
inline constexpr int all_flags = (1 << 11) - 1;

struct Hint {
    const char *key;
    const char *value;
};

struct File {
    File *next; // open files of this thread
    polder_ga handle;
    int fd;
    int flags;
    Offset position;
    char *name; // as given
    char *path; // the same, absolute
    Hint *hints;
    unsigned hint_count;
    Transfer transfer; // the current operation
    bool pending;      // it is asynchronous and has not been completed
    bool has_worker;
    sync::WaitPoint worker_point; // the worker is done
    pthread_t worker;
    long delta; // of the thread: a worker that crashes is reported as part of it
};

// The open file of a handle; null and EBADF if there is none.
File *file_find(polder_ga handle);
// The same for calls that an outstanding operation forbids: EBUSY.
File *file_idle(polder_ga handle);
// Waits for the worker of an outstanding operation; its outcome is in the transfer then.
void worker_join(File &file);

inline bool writable(const File &file) {
    return file.flags & (write_only | read_write);
}
inline bool readable(const File &file) {
    return file.flags & (read_only | read_write);
}

// Collective: the lowest thread's error, which all get.
inline int agree_on_error(int mine) {
    return agree_with_first({0, mine, 0, 0}).error;
}

// Collective: thread 0 acts once all have come, and all get its result; -1 is an error with errno.
template <class Action> Offset by_first(Action action) {
    barrier::barrier_internal();
    struct {
        Offset result;
        int error;
    } outcome{0, 0};
    if (mythread() == 0) {
        outcome.result = action();
        outcome.error = outcome.result < 0 ? errno : 0;
    }
    world::broadcast_value(&outcome, sizeof outcome, 0);
    if (outcome.error) errno = outcome.error;
    return outcome.result;
}

// Whether the calling thread does what each node must do once.
inline bool first_of_node() {
    return mythread() == node_first(mynode());
}

// To the storage device; not an error for files that have none behind them.
int sync_descriptor(int fd);
// Collective: all data written so far to the storage device, by a thread of each node.
int sync_all(File &file);

// ---- hints (hints.cc) ----

// Keeps a copy of a known hint, in place of an older one of that key. 0, or ENOMEM.
int hint_set(File &file, const Hint &hint);
void hints_free(File &file);
// Permissions of a new file: asked for by file_perm, else the usual ones. The umask applies, as for
// open.
unsigned hinted_permissions(const File &file);
// Tells the system about access_style.
void hints_apply(const File &file);

} // namespace polder::upc::io
