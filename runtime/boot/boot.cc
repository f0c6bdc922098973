#include "runtime/boot/boot.h"
#include "base/config.h"
#include "base/log.h"
#include "base/memory_file.h"
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

namespace polder {

namespace {

// Whole cores of the control group's quota (containers); 0: no quota.
int quota_cores() {
    std::FILE *file = std::fopen("/sys/fs/cgroup/cpu.max", "re");
    if (!file) return 0;
    long quota = 0, period = 0;
    const int found = std::fscanf(file, "%ld %ld", &quota, &period);
    std::fclose(file);
    return found == 2 && period > 0 ? static_cast<int>((quota + period - 1) / period) : 0;
}

} // namespace

int usable_cores() {
    cpu_set_t set;
    long cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
    const int quota = quota_cores();
    if (quota && quota < cores) cores = quota;
    return cores > 0 ? static_cast<int>(cores) : 1;
}

void standard_descriptors_open() {
    int fd;
    do // the lowest free number is taken
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO) close(fd);
}

ControlBlock *control_create(const JobShape &shape, int *fd) {
    const std::size_t size = control_size(shape);
    *fd = memory_file_create("polder-control");
    void *memory = MAP_FAILED;
    if (*fd >= 0 && ftruncate(*fd, static_cast<off_t>(size)) == 0)
        memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    if (memory == MAP_FAILED) return nullptr;
    ControlBlock *block = static_cast<ControlBlock *>(memory);
    control_lay_out(block, shape);
    block->cores = usable_cores();
    return block;
}

namespace {

[[noreturn]] void refuse(const char *reason) {
    log_error("%s", reason);
    std::exit(1);
}

ControlBlock *map_inherited(const char *text) {
    int fd = -1;
    unsigned process = 0;
    if (std::sscanf(text, "%d:%u", &fd, &process) != 2) return nullptr;
    struct stat facts;
    if (fstat(fd, &facts) != 0 || facts.st_size < static_cast<off_t>(sizeof(ControlBlock))) return nullptr;
    void *memory = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory == MAP_FAILED) return nullptr;
    ControlBlock *block = static_cast<ControlBlock *>(memory);
    if (block->magic != control_magic || process >= block->shape.processes) return nullptr;
    job_process = process;
    return block;
}

void join_launched(unsigned static_threads) {
    ControlBlock &block = control();
    if (static_threads && static_threads != block.shape.threads)
        job_fail(
            1, "the program was compiled for %u threads (upcc -fupc-threads=%u) but started with %u; use upcrun -n %u",
            static_threads, static_threads, block.shape.threads, static_threads);
    process_record(block, job_process).state.store(ProcessState::joined, std::memory_order_release);
}

// Alone: all threads are pthreads of this process.
void join_alone(unsigned static_threads) {
    std::uint64_t threads = setting_number(Setting::threads, 1);
    if (static_threads && setting_source(Setting::threads) != SettingSource::standard && threads != static_threads)
        log_warning("POLDER_THREADS=%llu ignored: the program was compiled for %u threads",
                    static_cast<unsigned long long>(threads), static_threads);
    if (static_threads) threads = static_threads;
    if (threads < 1 || threads > max_threads) refuse("POLDER_THREADS must be a number from 1");
    standard_descriptors_open();
    int fd;
    ControlBlock *block = control_create({static_cast<unsigned>(threads), 1}, &fd);
    if (!block) refuse("no memory for the job's control block");
    close(fd);
    block->label = static_cast<int>(setting_number(Setting::label));
    char reason[256] = "";
    const SegmentOptions options{setting_text(Setting::segment), setting_number(Setting::huge_pages) != 0,
                                 setting_number(Setting::shared_heap)};
    if (!is_ok(segment_create(*block, options, reason, sizeof reason))) refuse(reason);
    job_control = block;
    ProcessRecord &me = process_record(*block, 0);
    me.pid.store(getpid(), std::memory_order_relaxed);
    me.state.store(ProcessState::joined, std::memory_order_release);
}

} // namespace

void boot_attach() {
    const char *text = std::getenv(control_variable);
    if (!text) return;
    ControlBlock *block = map_inherited(text);
    unsetenv(control_variable);
    if (!block)
        refuse("the job's control block did not arrive: descriptors were closed between upcrun and the program");
    if (block->version != control_version || block->size != control_size(block->shape))
        refuse("upcrun and the program's libpolder are of different versions; link the program again or use its own "
               "upcrun");
    job_control = block;
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
        join_alone(static_threads);
    polder_job.threads = job_control->shape.threads;
}

} // namespace polder
