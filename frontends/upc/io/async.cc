// Asynchronous I/O: UPC 1.3, 7.8. Each thread's part of an operation runs in a worker, a system
// thread of its own for that time. Where no worker can be started it runs in the call. Errors of
// arguments show at completion, as the functions return nothing.
#include "frontends/upc/io/operations.h"
#include "runtime/net/level.h"
#include "runtime/sync/one_caller.h"

#include <csignal>

namespace polder::upc::io {
namespace {

constexpr std::size_t worker_stack = 256 << 10;

void run(File &file) {
    transfer_run(file.transfer);
    file.transfer.done.exchange(1, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(file.worker_point);
}

void *worker(void *argument) {
    File &file = *static_cast<File *>(argument);
    polder_adopt(file.delta);
    const race::RaceHush hush; // what it copies is told as of the call that began it
    run(file);
    return nullptr;
}

// Signals of the program are for its own threads.
bool worker_start(File &file) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, worker_stack);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    net::thread_level_share();
    const int error = pthread_create(&file.worker, &attributes, worker, &file);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return error == 0;
}

template <class What> void start(const char *function, polder_ga handle, Direction direction, const What &what) {
    File *file = file_find(handle);
    if (!file) job_fail(1, "%s: not an open file", function);
    if (file->pending)
        job_fail(1,
                 "%s: an asynchronous operation on %s is outstanding; complete it with upc_all_fwait_async or "
                 "upc_all_ftest_async",
                 function, file->name);
    prepare(*file, direction, what);
    if (!(file->transfer.flags & UPC_IN_NOSYNC)) {
        barrier::barrier_internal();
        if (race::race_watched()) race_meeting();
    }
    file->pending = true;
    const bool nothing = file->transfer.error || !file->transfer.file_count;
    file->has_worker = !nothing && worker_start(*file);
    if (!file->has_worker) run(*file);
}

// The outstanding operation of the file; null, and errno, if there is none.
File *outstanding(polder_ga handle) {
    File *file = file_find(handle);
    if (!file || file->pending) return file;
    errno = EINVAL;
    return nullptr;
}

Offset complete(File &file) {
    worker_join(file);
    file.pending = false;
    return settle(file);
}

} // namespace

// Waits as threads of the job do, and takes messages meanwhile. The worker may need an answer that
// only a message to this process brings.
void worker_join(File &file) {
    if (file.has_worker) {
        sync::wait_until(file.worker_point, {WaitKind::none},
                         [&] { return file.transfer.done.load(std::memory_order_acquire) != 0; });
        pthread_join(file.worker, nullptr);
    }
    file.has_worker = false;
}

} // namespace polder::upc::io

using namespace polder;
using namespace polder::upc;
using io::LocalRegion;
using io::SharedRegion;

extern "C" {
#pragma GCC visibility push(default)

void upc_all_fread_local_async(polder_ga fd, void *buffer, std::size_t size, std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_local_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_local_async");
    io::start("upc_all_fread_local_async", fd, {false, flags},
              io::Buffer{reinterpret_cast<polder_ga>(buffer), 0, size, nmemb, false});
}

void upc_all_fwrite_local_async(polder_ga fd, void *buffer, std::size_t size, std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_local_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_local_async");
    io::start("upc_all_fwrite_local_async", fd, {true, flags},
              io::Buffer{reinterpret_cast<polder_ga>(buffer), 0, size, nmemb, false});
}

void upc_all_fread_shared_async(polder_ga fd, polder_gp buffer, std::size_t blocksize, std::size_t size,
                                std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_shared_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_shared_async");
    io::start("upc_all_fread_shared_async", fd, {false, flags},
              io::Buffer{buffer.ga, io::block_bytes(blocksize, size), size, nmemb, true});
}

void upc_all_fwrite_shared_async(polder_ga fd, polder_gp buffer, std::size_t blocksize, std::size_t size,
                                 std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_shared_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_shared_async");
    io::start("upc_all_fwrite_shared_async", fd, {true, flags},
              io::Buffer{buffer.ga, io::block_bytes(blocksize, size), size, nmemb, true});
}

void upc_all_fread_list_local_async(polder_ga fd, std::size_t memvec_entries, const LocalRegion *memvec,
                                    std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_list_local_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_list_local_async");
    io::start("upc_all_fread_list_local_async", fd, {false, flags},
              io::Lists<LocalRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

void upc_all_fwrite_list_local_async(polder_ga fd, std::size_t memvec_entries, const LocalRegion *memvec,
                                     std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_list_local_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_list_local_async");
    io::start("upc_all_fwrite_list_local_async", fd, {true, flags},
              io::Lists<LocalRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

void upc_all_fread_list_shared_async(polder_ga fd, std::size_t memvec_entries, const SharedRegion *memvec,
                                     std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_list_shared_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_list_shared_async");
    io::start("upc_all_fread_list_shared_async", fd, {false, flags},
              io::Lists<SharedRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

void upc_all_fwrite_list_shared_async(polder_ga fd, std::size_t memvec_entries, const SharedRegion *memvec,
                                      std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_list_shared_async, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_list_shared_async");
    io::start("upc_all_fwrite_list_shared_async", fd, {true, flags},
              io::Lists<SharedRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

io::Offset upc_all_fwait_async(polder_ga fd) {
    io::File *file = io::outstanding(fd);
    return file ? io::complete(*file) : -1;
}

// All threads learn of the completion in the same call.
io::Offset upc_all_ftest_async(polder_ga fd, int *flag) {
    io::File *file = io::outstanding(fd);
    if (!file) {
        *flag = 1;
        return -1;
    }
    const auto done = static_cast<std::uint16_t>(file->transfer.done.load(std::memory_order_acquire));
    *flag = io::agree_with_first({0, 0, done, 0}).done;
    return *flag ? io::complete(*file) : 0;
}
#pragma GCC visibility pop
} // extern "C"
