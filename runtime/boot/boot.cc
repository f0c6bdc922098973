// Joining a job: as a child of upcrun, as a rank of an MPI launcher, or alone. Also the memory of
// the control block.
#include "runtime/boot/boot.h"
#include "base/config.h"
#include "base/log.h"
#include "base/memory_file.h"
#include "base/streams/standard_streams.h"
#include "runtime/boot/ranks.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::boot {

namespace {

// Whole cores of the control group's quota (containers); 0: no quota.
int quota_cores() {
    std::FILE *file = std::fopen("/sys/fs/cgroup/cpu.max", "re");
    if (!file) return 0;
    long quota = 0;
    long period = 0;
    const int found = std::fscanf(file, "%ld %ld", &quota, &period);
    std::fclose(file);
    return found == 2 && period > 0 ? static_cast<int>((quota + period - 1) / period) : 0;
}

} // namespace

int usable_cores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
    return usable_cores(set);
}

int usable_cores(const cpu_set_t &allowed) {
    long cores = CPU_COUNT(&allowed) ? CPU_COUNT(&allowed) : sysconf(_SC_NPROCESSORS_ONLN);
    const int quota = quota_cores();
    if (quota && quota < cores) cores = quota;
    return cores > 0 ? static_cast<int>(cores) : 1;
}

ControlBlock *control_create(const JobShape &shape, int *fd) {
    const std::size_t size = control_size(shape);
    *fd = memory_file_create("polder-control");
    void *memory = MAP_FAILED;
    if (*fd >= 0 && memory_file_resize(*fd, size))
        memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    if (memory == MAP_FAILED) return nullptr;
    ControlBlock *block = static_cast<ControlBlock *>(memory);
    control_lay_out(block, shape);
    block->cores = usable_cores();
    return block;
}

const char *control_refused() {
    return errno == EFBIG
               ? "the memory of the job counts as a file, and the limit of file sizes (ulimit -f) is too small for "
                 "it; raise it: ulimit -f unlimited"
               : "no memory for the job's control block";
}

ControlBlock *control_map(int fd) {
    struct stat facts;
    if (fstat(fd, &facts) != 0 || facts.st_size < static_cast<off_t>(sizeof(ControlBlock))) return nullptr;
    void *memory = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory == MAP_FAILED) return nullptr;
    ControlBlock *block = static_cast<ControlBlock *>(memory);
    return block->magic == control_magic ? block : nullptr;
}

Status control_take_settings(ControlBlock &block, char *error, std::size_t error_size) {
    block.naming.label = static_cast<int>(setting_number(Setting::label));
    char unknown[64];
    if (!checks_parse(setting_text(Setting::check), &block.checks, unknown, sizeof unknown)) {
        std::snprintf(error, error_size, "%s: there is no check '%s'; checks are %s", setting_variable(Setting::check),
                      unknown, check_names());
        return Status::bad_argument;
    }
    const SegmentOptions options{setting_text(Setting::segment), setting_number(Setting::huge_pages) != 0,
                                 setting_number(Setting::shared_heap), setting_text(Setting::numa)};
    return segment_create(block, options, error, error_size);
}

namespace {

[[noreturn]] void refuse(const char *reason) {
    log_error("%s", reason);
    std::exit(1);
}

ControlBlock *map_inherited(const char *text, unsigned *process) {
    int fd = -1;
    if (std::sscanf(text, "%d:%u", &fd, process) != 2) return nullptr;
    ControlBlock *block = control_map(fd);
    return block && *process < block->shape.processes ? block : nullptr;
}

void join_launched(unsigned static_threads) {
    ControlBlock &block = control();
    if (static_threads && static_threads != threads())
        job_fail(
            1, "the program was compiled for %u threads (upcc -fupc-threads=%u) but started with %u; use upcrun -n %u",
            static_threads, static_threads, threads(), static_threads);
    process_record(block, job_process).state.store(ProcessState::joined, std::memory_order_release);
}

// Of a job without upcrun: POLDER_THREADS, `least` unless set.
unsigned threads_asked_for(unsigned static_threads, unsigned least) {
    const bool chosen = setting_source(Setting::threads) != SettingSource::standard;
    std::uint64_t threads = chosen ? setting_number(Setting::threads, least) : least;
    if (static_threads && chosen && threads != static_threads)
        log_warning("POLDER_THREADS=%llu ignored: the program was compiled for %u threads",
                    static_cast<unsigned long long>(threads), static_threads);
    if (static_threads) threads = static_threads;
    if (threads < 1 || threads > max_threads) refuse("POLDER_THREADS must be a number from 1");
    if (threads < least)
        refuse("mpirun started more processes than the job has threads; each process needs at least one");
    return static_cast<unsigned>(threads);
}

// Alone: all threads are pthreads of this process.
ControlBlock *make_alone(unsigned static_threads) {
    int fd;
    ControlBlock *block = control_create({threads_asked_for(static_threads, 1), 1}, &fd);
    if (!block) refuse(control_refused());
    close(fd);
    char reason[256] = "";
    if (!is_ok(control_take_settings(*block, reason, sizeof reason))) refuse(reason);
    return block;
}

void join_unlaunched(unsigned static_threads) {
    standard_descriptors_open();
    LaunchedRanks ranks{0, 1, 0, 1};
    ControlBlock *block = ranks_found(&ranks)
                              ? ranks_join(ranks, threads_asked_for(static_threads, ranks.all_processes))
                              : make_alone(static_threads);
    job_enter(block, ranks.rank);
    ProcessRecord &me = process_record(*job_control, job_process);
    polder_thread_number = static_cast<int>(job_control->shape.first_thread(job_process));
    me.pid.store(getpid(), std::memory_order_relaxed);
    me.state.store(ProcessState::joined, std::memory_order_release);
}

} // namespace

void boot_attach() {
    const char *text = std::getenv(control_variable);
    if (!text) return;
    unsigned process = 0;
    ControlBlock *block = map_inherited(text, &process);
    unsetenv(control_variable);
    if (!block)
        refuse("the job's control block did not arrive: descriptors were closed between upcrun and the program");
    if (block->version != control_version || block->size != control_size(block->shape))
        refuse("upcrun and the program's libpolder are of different versions; link the program again or use its own "
               "upcrun");
    job_enter(block, process);
    polder_thread_number = static_cast<int>(block->shape.first_thread(job_process));
    process_record(*block, job_process).pid.store(getpid(), std::memory_order_relaxed);
    // A wrapper (time, gdb) may stand between upcrun and us: it dies with upcrun, we die with it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (kill(block->launcher, 0) != 0 && errno == ESRCH) _exit(1);
}

void boot_join(unsigned static_threads) {
    if (started())
        join_launched(static_threads);
    else
        join_unlaunched(static_threads);
}

} // namespace polder::boot
